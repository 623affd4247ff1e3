"""What each move of a recorded game cost, for what the player could know at that moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.bots.hints import hints, solved
from tablee.bots.levels import EXPERT
from tablee.bots.thinking import Budget, Ranked
from tablee.match import UNDO
from tablee.record import begin, replay
from tablee.rules.contract import CHANCE

GOOD, MISTAKE, BLUNDER = "good", "mistake", "blunder"
MISTAKE_COSTS = 0.05  # of the chance to win
BLUNDER_COSTS = 0.15
SURE = 2.0  # standard errors that a cost has to exceed to be called one


class Decision(NamedTuple):
    """A move that counted, by a seat that had a choice."""

    number: int  # of the move in the record, from 1
    seat: int
    played: Ranked
    best: Ranked
    win_cost: float
    win_error: float
    margin_cost: float
    margin_error: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        ranked = {"played": self.played._asdict(), "best": self.best._asdict()}
        return {**self._asdict(), **ranked}


def judge(number: int, seat: int, move: str, ranked: list[Ranked], exact: bool) -> Decision:
    """Compare a move with the best one; if it was never tried, as if it were the least tried."""
    best = ranked[0]
    untried = ranked[-1]._replace(move=move, visits=0)
    played = next((each for each in ranked if each.move == move), untried)
    same = played.move == best.move
    win_cost = max(0.0, best.win - played.win)
    margin_cost = max(0.0, best.margin - played.margin)
    win_error = 0.0 if same else (best.win_error**2 + played.win_error**2) ** 0.5
    margin_error = 0.0 if same else (best.margin_error**2 + played.margin_error**2) ** 0.5
    if exact:
        verdict = BLUNDER if win_cost else MISTAKE if margin_cost else GOOD
    elif win_cost < max(MISTAKE_COSTS, SURE * win_error):
        verdict = GOOD
    else:
        verdict = BLUNDER if win_cost >= BLUNDER_COSTS else MISTAKE
    return Decision(
        number, seat, played, best, win_cost, win_error, margin_cost, margin_error, verdict
    )


def counting(record: dict[str, Any]) -> set[int]:
    """The places in a record of the moves that were not taken back."""
    kept: list[int] = []
    for place, move in enumerate(record["moves"]):
        if move == UNDO:
            kept.pop()
        else:
            kept.append(place)
    return set(kept)


@dataclass
class Analysis:
    """The decisions of a record, judged one by one; a checked record replays without mistakes."""

    record: dict[str, Any]
    budget: Budget = EXPERT
    seed: int = 0

    def __post_init__(self) -> None:
        self.match = replay(self.record)
        self.decisions: list[Decision] = []
        self._places = self._choices()

    def _choices(self) -> list[int]:
        """The places of the moves to judge: those that count, where there was a choice."""
        counts, match, places = counting(self.record), begin(self.record), []
        for place, move in enumerate(self.record["moves"]):
            if place in counts and match.actor != CHANCE and len(match.moves()) > 1:
                places.append(place)
            match.play(move)
        return places

    def __len__(self) -> int:
        return len(self._places)

    def run(self) -> Iterator[Decision]:
        """Judge each decision, in the order of the game."""
        match = begin(self.record)
        for place, move in enumerate(self.record["moves"]):
            if place in self._places:
                seen = match.observe(match.actor)
                ranked = hints(seen, self.budget, self.seed + place)
                seat = int(match.actor or 0)
                decision = judge(place + 1, seat, move, ranked, solved(seen))
                self.decisions.append(decision)
                yield decision
            match.play(move)

    def by_seat(self) -> list[dict[str, Any]]:
        """How many decisions, mistakes and blunders each seat made, and what they cost in all."""
        return [self._sums(seat) for seat in range(self.match.seats)]

    def _sums(self, seat: int) -> dict[str, Any]:
        its = [each for each in self.decisions if each.seat == seat]
        verdicts = [each.verdict for each in its]
        return {
            "seat": seat,
            "decisions": len(its),
            "mistakes": verdicts.count(MISTAKE),
            "blunders": verdicts.count(BLUNDER),
            "win_cost": sum(each.win_cost for each in its),
            "margin_cost": sum(each.margin_cost for each in its),
        }

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.match.game,
            "seats": self.by_seat(),
            "decisions": [each.to_dict() for each in self.decisions],
        }
