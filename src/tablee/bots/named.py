"""Every bot that can be asked for by name."""

from collections.abc import Callable

from tablee.bots.baselines import Greedy
from tablee.bots.levels import EXPERT, LEVELS, bot
from tablee.bots.outside import COMMAND, OUTSIDE, Outside
from tablee.bots.playout import FIT, RANDOM, TO_A_SCORING, TO_MY_TURN
from tablee.bots.protocol import Bot
from tablee.bots.simple import SIMPLE
from tablee.bots.thinking import Budget, Flat, knobs_of
from tablee.rules.contract import BadOption, quoted

ROUNDS = Budget(rounds=100)  # playouts of each move
ANY = knobs_of(style=RANDOM, horizon=TO_A_SCORING)
FITTING = knobs_of(style=FIT, horizon=TO_A_SCORING)
FITTING_TO_MY_TURN = knobs_of(style=FIT, horizon=TO_MY_TURN)

# What a bot is measured by. By name: from a seed and the budget for a move, the bot.
BASELINES: dict[str, Callable[[int, Budget], Bot]] = {
    "flat": lambda seed, _: Flat(ANY, ROUNDS, seed),
    "flat-greedy": lambda seed, budget: Flat(FITTING, budget, seed),
}
# The same for one game only.
OF_ONE_GAME: dict[str, dict[str, Callable[[int, Budget], Bot]]] = {
    "yellowstone": {
        "flat-turn": lambda seed, _: Flat(FITTING_TO_MY_TURN, ROUNDS, seed),
        "greedy-one": lambda seed, _: Greedy(1, seed),
        "greedy-two": lambda seed, _: Greedy(2, seed),
    },
}


def named(
    name: str, game: str, seats: int, seed: int, budget: Budget = EXPERT, limit: float = 10.0
) -> Bot:
    """The bot of this name: a level, one of SIMPLE or a baseline, `module:Class` or `cmd:COMMAND`.

    The last two are programs of their own that have `limit` seconds for each move.
    """
    if name in LEVELS:
        return bot(name, game, seats, seed, budget)
    if name in SIMPLE:
        return SIMPLE[name](seed)
    baselines = BASELINES | OF_ONE_GAME.get(game, {})
    if name in baselines:
        return baselines[name](seed, budget)
    if OUTSIDE.fullmatch(name):
        return Outside(name, limit)
    known = ", ".join([*LEVELS, *SIMPLE, *baselines])
    raise BadOption(
        "There is no bot %(name)s for this game; there are %(known)s, module:Class and "
        "%(command)sCOMMAND.",
        name=quoted(name),
        known=known,
        command=COMMAND,
    )
