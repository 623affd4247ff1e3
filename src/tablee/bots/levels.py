"""The levels: how strong a bot plays. Everything that sets them apart is in the tables on top."""

from dataclasses import dataclass, replace
from typing import Any

from tablee.bots.learned import weights
from tablee.bots.playout import FIT, KEEN, NOWHERE
from tablee.bots.protocol import Bot
from tablee.bots.simple import Novice
from tablee.bots.thinking import Budget, Searcher, knobs_of
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, quoted

LEVELS = ("novice", "casual", "club", "expert", "perfect")
EXPERT = Budget(seconds=1.9)  # a move never takes more than two seconds

# How each game is thought about: the knobs of the search.
KNOBS: dict[str, dict[str, Any]] = {
    "yucata": {"style": FIT, "chaos": 0.2},
    "hornochsen": {"style": KEEN, "chaos": 0.1},
    "yellowstone": {"style": FIT, "horizon": NOWHERE, "curiosity": 0.08},
}
# A beginner's chance to overlook a move, and how far its impression of a move is off.
NOVICES = {"yucata": (0.2, 1.0), "hornochsen": (0.2, 2.0), "yellowstone": (0.25, 1.5)}
# Rounds of search a move, at most, so that these levels are as strong on every machine.
CASUALS = {"yucata": 30, "hornochsen": 50, "yellowstone": 32}
CLUBS = {"yucata": 300, "hornochsen": 300, "yellowstone": 200}
CLUB = 0.15  # its share of the expert's time: 0.3 seconds


@dataclass(frozen=True)
class Perfect:
    """Plays Yucata' with two seats as its solver says."""

    def choose(self, seen: Observation) -> str:
        from tablee.bots.yucata_solver import best_move

        return str(GAMES[seen.game].MOVES[best_move(seen.view)])


def knobs_for(game: str, seats: int) -> Any:
    return knobs_of(**KNOBS[game], weights=weights(game, seats))


def bot(level: str, game: str, seats: int, seed: int, budget: Budget = EXPERT) -> Bot:
    """A bot of this level. The budget is the expert's; `club` has a share of its seconds."""
    match level:
        case "novice":
            return Novice(*NOVICES[game], seed)
        case "casual":
            return Searcher(knobs_for(game, seats), Budget(rounds=CASUALS[game]), seed, nodes=2_000)
        case "club":
            share = replace(budget, rounds=CLUBS[game], seconds=CLUB * budget.seconds)
            return Searcher(knobs_for(game, seats), share, seed)
        case "expert":
            return Searcher(knobs_for(game, seats), budget, seed)
        case "perfect" if game == "yucata" and seats == 2:
            return Perfect()
        case "perfect":
            raise BadOption("The level perfect exists for Yucata' with two seats only.")
    raise BadOption(
        "There is no level %(level)s; there are %(known)s.",
        level=quoted(level),
        known=", ".join(LEVELS),
    )
