"""What happened in a game that random play rarely or never reaches, by name."""

from collections.abc import Iterator
from typing import Any

from tablee import Match
from tablee.rules import yellowstone as rules

# Each game's events; a property run is worth little unless it reaches them all.
EVENTS: dict[str, set[str]] = {
    "yucata": {
        "sword from behind", "sword from the front", "chameleon as a sword",
        "chameleon as a chameleon", "the same card, as the last one", "a new cycle",
        "beyond the last space", "a bad stone discarded", "no bad stone to discard",
        "more bad stones than good ones can pay", "shared win",
    },
    "hornochsen": {
        "round the circle", "both specials on a row", "collecting ends the turn",
        "specials alone", "a seat skipped", "turns of one seat alone", "a special left over",
        "doubled twice", "doubled below zero", "shared win",
    },
    "yellowstone": {
        "eighth space", "ninth space", "edge: fifth space", "edge: sixth space",
        "edge: bonus while collecting", "marker at 0", "stacked", "a stack of two collected",
        "six of six penalties", "six of more penalties", "keep", "refill",
        "penalties or pile: pile", "hand emptied by the first card", "short draw",
        "scoring by the pile", "scoring by the neutral marker: off",
        "scoring by the neutral marker: reach", "a third scoring", "shared win",
    },
}  # fmt: skip


def events(before: Any, move: str, after: Any) -> Iterator[str]:
    """What this move brought about, seen by its seat before and after, or by a spectator."""
    return BY_GAME[before.game](before, move, after)


def yucata(before: Any, move: str, after: Any) -> Iterator[str]:
    lead, seat = max(before.spaces), before.actor
    if move == "S":
        front = before.spaces[seat] == lead
        yield "sword from the front" if front else "sword from behind"
    if move == "C" and before.effect == "S":
        yield "chameleon as a sword"
    if move == "C" == before.previous:
        yield "chameleon as a chameleon"
    if move == before.previous:
        yield "the same card, as the last one"
    if before.cards[seat] == 1 and after.cards[seat] == 7:
        yield "a new cycle"
    if move.isdigit() and before.spaces[seat] + int(move) > 38:
        yield "beyond the last space"


def hornochsen(before: Any, move: str, after: Any) -> Iterator[str]:
    if before.actor < 0:
        return
    seat, entry = before.seat, next(each for each in before.moves if each.move == move)
    if move.isdigit() and int(move) < entry.row:
        yield "round the circle"
    if "@" in move:
        row = next(row for row in before.rows if row.cards[-1] == entry.row)
        if row.double or row.plus:
            yield "both specials on a row"
        if not before.hand:
            yield "specials alone"
    ended = move == "done" or before.laid == 2 or after.actor != seat
    if entry.collects and before.laid < 2 and after.actor != seat and before.hand[1:]:
        yield "collecting ends the turn"
    if ended and after.actor == seat:
        yield "turns of one seat alone"
    elif ended and after.actor not in (None, (seat + 1) % before.seats):
        yield "a seat skipped"


def yellowstone(before: Any, move: str, after: Any) -> Iterator[str]:
    if before.actor < 0:
        scorings = after.view["scorings"][0]
        if scorings > before.view["scorings"][0]:
            seat = before.view["turn"][0]
            if before.view["phase"][0] == rules.TAKING:
                yield f"scoring by the neutral marker: {before.options['neutral']}"
            else:
                yield "scoring by the pile"
                if after.cards[seat] < rules.HAND:
                    yield "short draw"
            if scorings == 3:
                yield "a third scoring"
        return
    seat, entry = before.seat, next(each for each in before.moves if each.move == move)
    kind = {1: ("eighth", "fifth"), 3: ("ninth", "sixth")}
    if entry.bonus:
        edge = len(after.board) <= 6
        name = kind[entry.bonus][edge]
        yield f"edge: {name} space" if edge else f"{name} space"
        if entry.collected:
            yield "edge: bonus while collecting"
        if entry.bonus > before.marks[seat]:
            yield "marker at 0"
    if any(space.card == move[:-1] for space in before.board):
        yield "stacked"
    if len(set(entry.collected)) < len(entry.collected):
        yield "a stack of two collected"
    if move == "penalties":
        yield "six of six penalties" if before.stacks[seat] == 6 else "six of more penalties"
    if move in ("keep", "refill"):
        yield move
    if move == "pile":
        yield "penalties or pile: pile"
    if before.laid == 0 and len(before.hand) == 1:
        yield "hand emptied by the first card"


BY_GAME = {"yucata": yucata, "hornochsen": hornochsen, "yellowstone": yellowstone}


def final_events(match: Match) -> Iterator[str]:
    """What shows at the end of a game."""
    seen: Any = match.observe(None)
    if len(match.winners()) > 1:
        yield "shared win"
    if match.game == "yucata":
        bad = seen.bad[seen.keeper]
        yield "a bad stone discarded" if bad else "no bad stone to discard"
        if any(good and not score for good, score in zip(seen.good, seen.scores, strict=True)):
            yield "more bad stones than good ones can pay"
    if match.game == "hornochsen":
        for seat, left in enumerate(seen.specials):
            if left:
                yield "a special left over"
            doubles, points = (seen.memory[name][seat] for name in ("doubles", "points"))
            if doubles >= 2:
                yield "doubled twice"
            if doubles and points < 0:
                yield "doubled below zero"
