"""What a guided first game is made of, and where it stands after what the learner did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.match import Match, new
from tablee.rules.contract import IllegalMove

READ_ON = "on"  # what passes a step that only has to be read


class Step(NamedTuple):
    """A sentence or two, and what the learner may then do; its text is marked, not translated."""

    text: str
    moves: tuple[str, ...] = ()  # any of these; none: to be read, and passed by READ_ON
    then: tuple[str, ...] = ()  # what follows by itself: chance and the other seats
    marks: tuple[str, ...] = ()  # the ids of what the text speaks of


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """The learner has seat 0."""

    game: str
    names: tuple[str, ...]  # of the other seats
    options: Mapping[str, Any]
    opening: tuple[str, ...]  # the moves before the first step
    steps: tuple[Step, ...]
    end: str  # what is said after the last step


class Stage(NamedTuple):
    """How far a learner has come."""

    match: Match
    number: int  # steps that are done
    step: Step | None  # None: the lesson is over


def stage(lesson: Lesson, made: Sequence[str]) -> Stage:
    """Where the lesson stands after these moves of the learner's; IllegalMove when one is wrong."""
    match = new(lesson.game, 1 + len(lesson.names), **lesson.options)
    for move in lesson.opening:
        match.play(move)
    if len(made) > len(lesson.steps):
        raise IllegalMove("The lesson is over.")
    for step, move in zip(lesson.steps, made, strict=False):
        if move not in (step.moves or (READ_ON,)):
            raise IllegalMove("The lesson waits for another move here.")
        for each in (move, *step.then) if step.moves else step.then:
            match.play(each)
    number = len(made)
    return Stage(match, number, lesson.steps[number] if number < len(lesson.steps) else None)
