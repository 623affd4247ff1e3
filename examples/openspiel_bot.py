"""OpenSpiel's information-set bot in Python at our tables, with 50 ms of a processor a move.

    tablee arena hornochsen --seats 2 --bots expert,examples.openspiel_bot:Bot --seconds 0.05
        --limit 60

Another time is set by the environment: SECONDS=0.01 tablee arena yellowstone ... The limit is for
the first move, before which our rules are compiled.
"""

import os
from time import thread_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import tablee.envs.openspiel  # noqa: F401 - makes the games known
from tablee.bots.thinking import acting
from tablee.envs.openspiel.position import list_legal
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.bits import generator
from tablee.rules.compiling import compiled
from tablee.rules.contract import Rng, States, imagine

SECONDS = float(os.environ.get("SECONDS", "0.05"))
CURIOSITY = 0.7


@compiled
def imagine_into(views: States, seat: int, rng: Rng, states: States) -> None:
    imagine(views[0], seat, rng, states[0])


class Timed(ISMCTSBot):  # type: ignore[misc] # OpenSpiel comes without types
    """The bot with a budget of time instead of simulations."""

    def run_search(self, state: Any) -> Any:
        self.reset()
        root = self.create_new_node(state)
        until = thread_time() + SECONDS
        while root.total_visits < 1 or thread_time() < until:
            self.run_simulation(self.sample_root_state(state))
        return self.get_final_policy(state, root)


class Bot:
    """Imagines what is hidden as our own bots do; all else is OpenSpiel's."""

    def __init__(self) -> None:
        self._rng = generator(int.from_bytes(os.urandom(4)))

    def choose(self, seen: Observation) -> str:
        if len(seen.moves) == 1:
            return str(seen.moves[0].move)
        game = pyspiel.load_game(f"tablee_{seen.game}", {"players": seen.seats})
        evaluator = RandomRolloutEvaluator(1, np.random.RandomState())
        bot = Timed(game, evaluator, CURIOSITY, 1, use_observation_string=True)
        bot.set_resampler(lambda *_: self._imagined(game, seen))
        return str(GAMES[seen.game].MOVES[bot.step(self._imagined(game, seen))])

    def _imagined(self, game: Any, seen: Observation) -> Any:
        state = game.new_initial_state()
        position = state.position
        imagine_into(seen.view, acting(seen), self._rng, position.state)
        position.actor, position.count = list_legal(position.state, position.desk)
        return state
