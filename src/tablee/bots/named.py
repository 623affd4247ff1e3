"""Every bot that can be asked for by name."""

from collections.abc import Callable

from tablee.bots.levels import EXPERT, LEVELS, bot
from tablee.bots.outside import COMMAND, OUTSIDE, Outside
from tablee.bots.playout import FIT, RANDOM
from tablee.bots.protocol import Bot
from tablee.bots.simple import SIMPLE
from tablee.bots.thinking import Budget, Flat, knobs_of
from tablee.rules.contract import BadOption, quoted

FLAT_ROUNDS = 100  # playouts of each move

# By name: from a seed and the budget for a move, the bot.
FLAT: dict[str, Callable[[int, Budget], Bot]] = {
    "flat": lambda seed, _: Flat(knobs_of(style=RANDOM), Budget(rounds=FLAT_ROUNDS), seed),
    "flat-greedy": lambda seed, budget: Flat(knobs_of(style=FIT), budget, seed),
}


def named(
    name: str, game: str, seats: int, seed: int, budget: Budget = EXPERT, limit: float = 10.0
) -> Bot:
    """The bot of this name: a level, one of SIMPLE or FLAT, `module:Class` or `cmd:COMMAND`.

    The last two are programs of their own that have `limit` seconds for each move.
    """
    if name in LEVELS:
        return bot(name, game, seats, seed, budget)
    if name in SIMPLE:
        return SIMPLE[name](seed)
    if name in FLAT:
        return FLAT[name](seed, budget)
    if OUTSIDE.fullmatch(name):
        return Outside(name, limit)
    known = ", ".join([*LEVELS, *SIMPLE, *FLAT])
    raise BadOption(
        f"There is no bot {quoted(name)}; there are {known}, module:Class and {COMMAND}COMMAND."
    )
