"""Hornochsen!: how it is played on from a state, and what that is worth."""

from tablee.bots.playout import judge_by_scores, playout_to_the_end
from tablee.rules import hornochsen
from tablee.rules.contract import register

register(hornochsen.STATE, {"playout": playout_to_the_end, "judge": judge_by_scores})
