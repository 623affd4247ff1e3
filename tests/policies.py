"""Ways to play that reach what random play never does. Each sees only its seat's observation."""

from collections.abc import Callable
from random import Random
from typing import Any

from tablee import Observation

Policy = Callable[[Observation, Random], str]
Taste = Callable[[Any, Any], Any]  # how much a seat likes a move: the larger, the better


def choosing_by(taste: Taste) -> Policy:
    """Any of the moves that this taste likes best."""

    def choose(seen: Observation, random: Random) -> str:
        liked = [taste(seen, move) for move in seen.moves]
        best: list[str] = [
            move.move for move, much in zip(seen.moves, liked, strict=True) if much == max(liked)
        ]
        return random.choice(best)

    return choose


def anything(seen: Any, move: Any) -> Any:
    return 0


# -- Yucata'


def run(seen: Any, move: Any) -> Any:
    return move.space


def crawl(seen: Any, move: Any) -> Any:
    return -move.space


def avoid_bad_stones(seen: Any, move: Any) -> Any:
    return move.good - 3 * move.bad


def gather_bad_stones(seen: Any, move: Any) -> Any:
    return move.bad, -move.good


def imitate(seen: Any, move: Any) -> Any:
    """Swords and chameleons first, or kept to the last, which the parity of the seat decides."""
    return (move.move in "SC") == (seen.seat % 2 == 0)


def keep_chameleon(seen: Any, move: Any) -> Any:
    """To the last, when everybody has nothing else left (U-6, U-10)."""
    return move.move != "C"


# -- Hornochsen!


def lay_one_card(seen: Any, move: Any) -> Any:
    return move.move == "done", -move.points if move.collects else 0


def take_no_row(seen: Any, move: Any) -> Any:
    return not move.collects, move.move != "done", "@" not in move.move


def take_rows(seen: Any, move: Any) -> Any:
    return move.collects, move.doubles, move.points


def keep_specials(seen: Any, move: Any) -> Any:
    return "@" not in move.move, move.move != "done"


def specials_first(seen: Any, move: Any) -> Any:
    """All on the row that has most cards and specials already."""
    if "@" not in move.move:
        return 0, 0
    row = next(row for row in seen.rows if row.cards[-1] == move.row)
    return 1, len(row.cards) + row.double + row.plus


# -- Yellowstone Park


def fit(seen: Any, move: Any) -> Any:
    """Lose no card, and build: this earns bonuses when everybody does."""
    return -len(move.collected), move.bonus, move.move not in ("done", "keep", "penalties")


def chase(seen: Any, move: Any) -> Any:
    """A bonus at any price, then no card to lose."""
    return move.bonus, -len(move.collected), move.move not in ("done", "keep", "penalties")


def hoard(seen: Any, move: Any) -> Any:
    """Take as many penalty cards as possible, and draw from them for ever."""
    return len(move.collected), move.move in ("penalties", "done", "keep")


def hoard_fast(seen: Any, move: Any) -> Any:
    return len(move.collected), move.move in ("penalties", "refill")


def lay_one(seen: Any, move: Any) -> Any:
    """One card a turn, and always from the penalties."""
    return move.move in ("done", "penalties"), -len(move.collected)


def spend(seen: Any, move: Any) -> Any:
    """Two cards a turn, never refilled before the hand is empty."""
    return move.move in ("keep", "pile"), move.move != "done", -len(move.collected)


TASTES: dict[str, tuple[Taste, ...]] = {
    "yucata": (anything, run, crawl, avoid_bad_stones, gather_bad_stones, imitate, keep_chameleon),
    "hornochsen": (anything, lay_one_card, take_no_row, take_rows, keep_specials, specials_first),
    "yellowstone": (anything, fit, chase, hoard, hoard_fast, lay_one, spend),
}

POLICIES: dict[str, dict[str, Policy]] = {
    game: {taste.__name__: choosing_by(taste) for taste in tastes}
    for game, tastes in TASTES.items()
}
