"""What a seat could play, best first: exactly where the game is solved, else by search."""

from dataclasses import replace

from tablee.bots.levels import EXPERT, knobs_for
from tablee.bots.thinking import Budget, Ranked, Searcher, Stop, acting, never
from tablee.bots.yucata_solver import SEATS, Solution, Stopped, solve
from tablee.observation import Observation
from tablee.rules import GAMES

EVEN = 2.0  # times the curiosity of play: the lesser moves are to be known well, too


def hints(
    seen: Observation, budget: Budget = EXPERT, seed: int = 0, stop: Stop = never
) -> list[Ranked]:
    """The moves of the seat that is to choose, as far as they were tried before the stop.

    Yucata' with two seats is solved, whatever the budget: then nothing is uncertain.
    """
    acting(seen)
    if solved(seen):
        try:
            return exactly(seen, stop)
        except Stopped:
            pass
    knobs = knobs_for(seen.game, seen.seats)
    knobs["curiosity"] *= EVEN
    return Searcher(knobs, replace(budget, stop=stop), seed).rank(seen)


def solved(seen: Observation) -> bool:
    return seen.game == "yucata" and seen.seats == SEATS


def exactly(seen: Observation, stop: Stop) -> list[Ranked]:
    def watch(*_: int) -> None:
        if stop():
            raise Stopped

    return in_order(solve(seen.view, watch))


def in_order(solution: Solution) -> list[Ranked]:
    """The moves with their exact margins, the best one first, then by margin."""
    texts = GAMES["yucata"].MOVES
    order = sorted(
        solution.margins, key=lambda code: (code != solution.best, -solution.margins[code])
    )
    margins = [(texts[code], float(solution.margins[code])) for code in order]
    return [
        Ranked(text, 0.5 * ((margin > 0) + (margin >= 0)), 0.0, margin, 0.0, 0)
        for text, margin in margins
    ]
