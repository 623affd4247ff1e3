"""Yucata' in the terminal."""

import click

from tablee.observation.yucata import YucataMove, YucataObservation
from tablee.terminal.paint import Block, bold, centred, faint, left, table

BAND = 10  # spaces of the track in a line
SPACE = 7  # characters of a space
INKS = {"o": "green", "x": "red", "*": "yellow", ".": "white"}
SAID = {"S": "sword", "C": "chameleon"}
HELP = """\
Everybody lays one card in turn and moves the amulet: 1 to 5 that many spaces, the
sword (S) to the space just ahead of the furthest amulet, the chameleon (C) the way
the previous player moved. You may not lay the same card as the previous player,
unless it is your last. The very first card of a game is not a chameleon.

You take every stone on the spaces that you pass and on the one where you land.
After seven rounds everybody takes the seven cards back.

The game ends at once when an amulet reaches space 38. Who took the final stone (*)
hands back one bad stone. Then 1, 2, 3, 4 ... bad stones (x) cost 1, 3, 6, 10 ...
good ones (o). The most good stones win.

A move is a card: 3, S or C. The track winds: follow the numbers. A number in
brackets is the seat whose amulet stands there."""


def stem(move: str) -> str:
    return move


def draw(seen: YucataObservation, names: list[str]) -> Block:
    return [*track(seen), "", *panel(seen, names)]


def track(seen: YucataObservation) -> Block:
    """The 39 spaces in lines of ten, to and fro; stones lie only beyond all amulets."""
    lines = []
    bands = range(0, len(seen.track), BAND)
    for start in bands:
        back = start // BAND % 2 == 1
        numbers, stones = "", ""
        for k in range(BAND):
            space = start + (BAND - 1 - k if back else k)
            there = space < len(seen.track)
            numbers += centred(faint(str(space)) if there else "", SPACE)
            stones += centred(occupant(seen, space) if there else "", SPACE)
        came, goes = start > 0, start < bands[-1]
        in_left, out_left = came and not back, goes and back
        in_right, out_right = came and back, goes and not back
        ways_left = (" │ ", " └─") if in_left else ("   ", " ┌─" if out_left else "   ")
        ways_right = (" │", "─┘") if in_right else ("", "─┐" if out_right else "")
        for before, middle, after in zip(ways_left, (numbers, stones), ways_right, strict=True):
            lines.append(f"{faint(before)}{middle}{faint(after)}")
    return lines


def occupant(seen: YucataObservation, space: int) -> str:
    """The amulets on a space, else its stone."""
    seats = "".join(
        bold(str(seat)) if seat == seen.seat else str(seat)
        for seat in range(seen.seats)
        if seen.spaces[seat] == space
    )
    stone = seen.track[space]
    return f"({seats})" if seats else click.style(stone.replace(".", "·"), fg=INKS[stone])


def panel(seen: YucataObservation, names: list[str]) -> Block:
    rows: list[tuple[str, ...]] = [("", "", "space", "good", "bad", "cards", "last card", "")]
    for seat, name in enumerate(names):
        turn = "▸" if seat == seen.actor else " "
        numbers = (seen.spaces[seat], seen.good[seat], seen.bad[seat], seen.cards[seat])
        final = "has the final stone" if seat == seen.keeper else ""
        rows.append((turn, left(name, 8), *map(str, numbers), seen.tops[seat] or "", final))
    return table(rows, numbers=range(2, 6))


def hand(seen: YucataObservation) -> Block:
    return ["  ".join(bold(card) for card in seen.hand)]


def offers(seen: YucataObservation) -> list[tuple[str, str]]:
    return [(bold(each.move), tell(each, seen)) for each in seen.moves]


def tell(made: YucataMove, seen: YucataObservation) -> str:
    kind = f"{SAID[made.move]}, " if made.move in SAID else ""
    if made.move == "C":
        kind = f"chameleon as {seen.effect}, "
    stones = [f"{made.good} good"] * (made.good > 0) + [f"{made.bad} bad"] * (made.bad > 0)
    stones += ["the final stone"] * made.final
    return f"{kind}to space {made.space}: {', '.join(stones) or 'no stone'}"


def aftermath(before: YucataObservation, after: YucataObservation) -> Block:
    if sum(after.cards) > sum(before.cards):
        return ["Seven rounds are over: everybody takes the seven cards back."]
    return []
