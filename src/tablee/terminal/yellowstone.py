"""Yellowstone Park in the terminal."""

import click

from tablee.observation.yellowstone import Space, YellowstoneMove, YellowstoneObservation
from tablee.rules.yellowstone import COLUMNS
from tablee.terminal.paint import Block, beside, bold, centred, counted, faint, left, table

ROWS = range(1, 8)
SPACE = 5  # characters
INKS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}
SAID = {
    "done": "end the turn",
    "refill": "draw up to six cards",
    "keep": "draw nothing",
    "pile": "six new cards from the draw pile",
    "penalties": "six cards from one's own penalty cards",
}
HELP = """\
Lay one card a turn, or two. A card's number is its row; its colour's column is
where that colour already lies, else you choose a free column. A card whose twin
is on the board is stacked on it.

All cards must fit into some 3 x 3 block, the matrix. A card that breaks it stays,
and you take every card outside the new matrix: one penalty point a card. Filling
the eighth space of a matrix moves your marker back by 1, the ninth by 3.

After two cards you draw up to six (four or five players may decline). With an
empty hand and six penalty cards or more you may take six of those instead.
When the draw pile is used up, markers advance by the penalty cards; these become
the new pile. Once a marker reaches 35 the game ends, and the LOWEST marker wins.

Two players: each time somebody draws penalty cards, the neutral marker goes down
one row; off the board it causes a scoring too. Option edge: rows 1 and 7 in three
adjacent columns are a matrix as well, worth 1 and 3 at five and six spaces.

A move is a card and its column: B3d. On the board, a 2 behind a card (B3x2) is a
stack; a dot is a space where a card would still fit."""


def ink(card: str, text: str) -> str:
    return click.style(text, fg=INKS[card[0]], bold=True)


def tile(space: Space) -> str:
    """Cards that lie on the board; the letter says the colour as well."""
    text = f"{space.card}x2" if space.cards == 2 else f" {space.card} "
    on_dark = space.card[0] in "BR"
    return click.style(text, fg="white" if on_dark else "black", bg=INKS[space.card[0]], bold=True)


def cards(names: tuple[str, ...]) -> str:
    return " ".join(ink(name, name) for name in sorted(names))


def stem(move: str) -> str:
    return move[:2]


def draw(seen: YellowstoneObservation, names: list[str]) -> Block:
    return beside(park(seen), panel(seen, names))


def park(seen: YellowstoneObservation) -> Block:
    """The seven rows and columns, and the neutral marker beside the row that it stands on."""
    lying = {(int(space.card[1]), space.column): space for space in seen.board}
    open_spaces = {place for place in places() if fits(seen, *place)}
    lines = ["     " + "".join(centred(column, SPACE) for column in COLUMNS)]
    edge = "─" * (SPACE * len(COLUMNS) + 1)
    lines.append(faint(f"   ┌{edge}┐"))
    for row in ROWS:
        spaces = []
        for column in COLUMNS:
            if space := lying.get((row, column)):
                spaces.append(left(tile(space), SPACE))
            else:
                dot = faint("·") if (row, column) in open_spaces else ""
                spaces.append(centred(dot, SPACE))
        marker = " ◂" if row == seen.neutral else ""
        lines.append(f" {row} {faint('│')} {''.join(spaces)}{faint('│')}{marker}")
    return [*lines, faint(f"   └{edge}┘")]


def places() -> list[tuple[int, str]]:
    return [(row, column) for row in ROWS for column in COLUMNS]


def fits(seen: YellowstoneObservation, row: int, column: str) -> bool:
    """Whether a card there would lie in one matrix with all cards on the board."""
    rows = {row, *(int(space.card[1]) for space in seen.board)}
    columns = [COLUMNS.index(space.column) for space in seen.board]
    columns.append(COLUMNS.index(column))
    near = max(rows) - min(rows) < 3 or (seen.options["edge"] and rows <= {1, 7})
    return near and max(columns) - min(columns) < 3


def panel(seen: YellowstoneObservation, names: list[str]) -> Block:
    rows: list[tuple[str, ...]] = [("", "", "marker", "penalties", "cards")]
    for seat, name in enumerate(names):
        turn = "▸" if seat == seen.actor else " "
        numbers = (seen.marks[seat], seen.stacks[seat], seen.cards[seat])
        rows.append((turn, left(name, 8), *map(str, numbers)))
    lines = ["", *table(rows, numbers=(2, 3, 4), gap=1), "", f"  draw pile: {seen.pile}"]
    if seen.neutral is not None:
        lines.append(f"  neutral marker: {seen.neutral} ◂")
    return lines


def hand(seen: YellowstoneObservation) -> Block:
    return [cards(seen.hand)]


def offers(seen: YellowstoneObservation) -> list[tuple[str, str]]:
    """The moves; a card's columns with the same consequences share a line."""
    lines: dict[tuple[str, str], list[str]] = {}
    for each in seen.moves:
        lines.setdefault((stem(each.move), tell(each, seen)), []).append(each.move)
    return [
        (" ".join(ink(card, move) if card in seen.hand else bold(move) for move in moves), told)
        for (card, told), moves in lines.items()
    ]


def tell(made: YellowstoneMove, seen: YellowstoneObservation) -> str:
    if made.move in SAID:
        return SAID[made.move]
    parts = []
    if made.collected:
        penalty = counted(len(made.collected), "penalty card")
        parts.append(f"takes {cards(made.collected)}: {penalty}")
    if made.bonus:
        parts.append(f"marker back by {made.bonus}")
    if not parts:
        twin = any(space.card == made.move[:2] for space in seen.board)
        parts.append("stacked" if twin else "fits")
    return ", ".join(parts)


def aftermath(before: YellowstoneObservation, after: YellowstoneObservation) -> Block:
    if after.view["scorings"] == before.view["scorings"]:
        return []
    marks = ", ".join(map(str, after.marks))
    return [f"A scoring: the markers now stand on {marks}."]
