"""Hornochsen! in the terminal."""

import click

from tablee.observation.hornochsen import HornochsenMove, HornochsenObservation, Row
from tablee.rules.hornochsen import ROW_FULL, heads
from tablee.terminal.paint import Block, beside, bold, faint, left, right, signed, table

ROWS_IN_ONE_COLUMN = 9
NEXT = ("first", "second", "third", "fourth", "fifth")
HELP = """\
Each turn you lay one, two or three cards, ox cards and specials together, one
after the other. An ox card goes to the row whose last card is the highest below
it; a card below all rows goes to the row that ends highest. There is no choice.

Who lays the fifth ox card of a row takes the whole row, face down. Green oxen
count for you, red ones against you: 55 is -7, other multiples of 11 are -5, of 10
-3, of 5 -2; other numbers that end in 2 are +2, the rest +1.

You have two specials: "+5" adds five points to its row and "x2" doubles all that
its collector gets in the whole game, be it good or bad. You put them under a row
that has none of the kind. A special still in your hand at the end costs 10.

The game ends when nobody can lay anything. The most points win.
Option collecting_ends_turn: taking a row ends your turn.

A move is an ox card (37) or a special and the row's last card (x2@42, +5@42)."""


def ink(card: int, text: str) -> str:
    return click.style(text, fg="green" if heads(card) > 0 else "red")


def stem(move: str) -> str:
    return move.partition("@")[0]


def inked(move: str) -> str:
    return bold(ink(int(move), move) if move.isdigit() else move)


def draw(seen: HornochsenObservation, names: list[str]) -> Block:
    return [*rows_in_columns(seen.rows), "", *panel(seen, names)]


def rows_in_columns(rows: tuple[Row, ...]) -> Block:
    """The rows, ascending by their last card; beside each other when there are many."""
    if not rows:
        return ["No row is left."]
    if len(rows) <= ROWS_IN_ONE_COLUMN:
        return listed(rows)
    half = (len(rows) + 1) // 2
    return beside(listed(rows[:half]), listed(rows[half:]), gap=6)


def listed(rows: tuple[Row, ...]) -> Block:
    """A row's cards, a dot for each that is missing to five, and what it is worth so far."""
    lines = [("row", *[""] * (ROW_FULL - 1), "oxen", "specials")]
    for row in rows:
        *below, end = row.cards
        cards = [ink(card, str(card)) for card in below] + [bold(ink(end, str(end)))]
        cards += [faint("·")] * (ROW_FULL - len(cards))
        specials = " ".join(["x2"] * row.double + ["+5"] * row.plus)
        lines.append((*cards, signed(sum(map(heads, row.cards))), specials))
    return table(lines, numbers=range(ROW_FULL + 1))


def panel(seen: HornochsenObservation, names: list[str]) -> Block:
    rows: list[tuple[str, ...]] = [("", "", "ox cards", "specials")]
    for seat, name in enumerate(names):
        turn = "▸" if seat == seen.actor else " "
        rows.append((turn, left(name, 8), str(seen.cards[seat]), " ".join(seen.specials[seat])))
    return table(rows, numbers=[2])


def hand(seen: HornochsenObservation) -> Block:
    """The own cards, and under each ox card what it counts."""
    held = "" if seen.seat is None else "   ".join(seen.specials[seen.seat])
    if not seen.hand:
        return [held]
    cards = "".join(right(ink(card, str(card)), 4) for card in seen.hand)
    values = "".join(right(signed(heads(card)), 4) for card in seen.hand)
    return [f"{cards}   {held}".rstrip(), faint(values)]


def offers(seen: HornochsenObservation) -> list[tuple[str, str]]:
    """The moves; cards with the same consequences share a line, and all rows of a special."""
    cards: dict[str, list[str]] = {}
    specials: dict[str, list[str]] = {}
    for each in sorted(seen.moves, key=lambda each: (len(each.move), each.move)):
        if "@" in each.move:
            specials.setdefault(f"{stem(each.move)}@…", []).append(str(each.row))
        else:
            cards.setdefault(tell(each, seen), []).append(each.move)
    lines = [(" ".join(map(inked, moves)), told) for told, moves in cards.items()]
    return lines + [
        (bold(what), f"under a row: {' '.join(rows)}") for what, rows in specials.items()
    ]


def tell(made: HornochsenMove, seen: HornochsenObservation) -> str:
    if made.row is None:
        return "end the turn"
    if "@" in made.move:
        return f"under the row that ends in {made.row}"
    if made.collects:
        doubles = " and a doubling" if made.doubles else ""
        return f"on {made.row}, as the fifth: takes the row, {signed(made.points)}{doubles}"
    row = next(row for row in seen.rows if row.cards[-1] == made.row)
    return f"on {made.row}, as the {NEXT[len(row.cards)]} of its row"


def aftermath(before: HornochsenObservation, after: HornochsenObservation) -> Block:
    return []
