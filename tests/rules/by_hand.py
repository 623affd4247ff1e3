"""Yucata' and Hornochsen! once more, as one plays them with the box: plain, slow, from the rulings.

Nothing here looks at the compiled rules, so that both can be wrong only in different ways.
"""

from itertools import pairwise

SPACES = 39
CARDS = "12345SC"


class YucataByHand:
    def __init__(self, seats: int, first: int, layout: str) -> None:
        self.stones = list(layout)
        self.spaces = [0] * seats
        self.hands = [set(CARDS) for _ in range(seats)]
        self.taken = [""] * seats
        self.actor: int | None = first
        self.previous = ""
        self.way = ""

    def moves(self) -> list[str]:
        if self.actor is None:
            return []
        hand = self.hands[self.actor]
        if not self.previous:
            return sorted(hand - {"C"})
        return sorted(hand if len(hand) == 1 else hand - {self.previous})

    def play(self, card: str) -> None:
        assert self.actor is not None
        seat, start = self.actor, self.spaces[self.actor]
        if card != "C":
            self.way = card
        space = max(self.spaces) + 1 if self.way == "S" else start + int(self.way)
        space = min(space, SPACES - 1)
        for passed in range(start + 1, space + 1):
            self.taken[seat] += self.stones[passed].strip(".")
            self.stones[passed] = "."
        self.spaces[seat] = space
        self.hands[seat].remove(card)
        self.previous = card
        if not any(self.hands):
            self.hands = [set(CARDS) for _ in self.hands]
        self.actor = None if space == SPACES - 1 else (seat + 1) % len(self.spaces)

    def scores(self) -> list[int]:
        results = []
        for stones in self.taken:
            bad = stones.count("x") - ("*" in stones and "x" in stones)
            results.append(max(0, stones.count("o") - sum(range(bad + 1))))
        return results


class Row:
    def __init__(self, starter: int) -> None:
        self.cards = [starter]
        self.specials: set[str] = set()

    @property
    def end(self) -> int:
        return self.cards[-1]


class HornochsenByHand:
    """The rows lie in a circle and stay where they are; a card goes before the next row (H-6)."""

    def __init__(
        self, hands: list[list[int]], table: list[int], first: int, collecting_ends_turn: bool
    ) -> None:
        self.circle = [Row(card) for card in sorted(table)]
        self.hands = [set(hand) for hand in hands]
        self.specials = [{"x2", "+5"} for _ in hands]
        self.taken: list[list[Row]] = [[] for _ in hands]
        self.actor: int | None = first
        self.laid = 0
        self.collecting_ends_turn = collecting_ends_turn

    def layable(self, seat: int) -> list[str]:
        specials = [
            f"{special}@{row.end}"
            for special in self.specials[seat]
            for row in self.circle
            if special not in row.specials
        ]
        return [str(card) for card in self.hands[seat]] + specials

    def moves(self) -> list[str]:
        if self.actor is None:
            return []
        return sorted(self.layable(self.actor) + (["done"] if self.laid else []))

    def place(self, card: int) -> Row:
        for row, following in pairwise([*self.circle, self.circle[0]]):
            if row.end < card < following.end:
                return row
        return max(self.circle, key=lambda row: row.end)

    def play(self, move: str) -> None:
        assert self.actor is not None
        seat, collected = self.actor, False
        if "@" in move:
            special, end = move.split("@")
            next(row for row in self.circle if row.end == int(end)).specials.add(special)
            self.specials[seat].remove(special)
        elif move != "done":
            card = int(move)
            row = self.place(card)
            row.cards.append(card)
            self.hands[seat].remove(card)
            if collected := len(row.cards) == 5:
                self.circle.remove(row)
                self.taken[seat].append(row)
        self.laid += 1
        limit = self.laid == 3 or (collected and self.collecting_ends_turn)
        if move == "done" or limit or not self.layable(seat):
            self.laid = 0
            following = [(seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
            self.actor = next((q for q in following if self.layable(q)), None)

    def ascends(self) -> bool:
        """Whether the end numbers ascend once around the circle."""
        ends = [row.end for row in self.circle]
        return sum(a > b for a, b in zip(ends, ends[1:] + ends[:1], strict=True)) <= 1

    def scores(self) -> list[int]:
        results = []
        for rows, left in zip(self.taken, self.specials, strict=True):
            specials = [special for row in rows for special in row.specials]
            heads = sum(heads_on(card) for row in rows for card in row.cards)
            result = (heads + 5 * specials.count("+5")) * 2 ** specials.count("x2")
            results.append(result - 10 * len(left))
        return results


def heads_on(card: int) -> int:
    if card == 55:
        return -7
    for divisor, red in ((11, -5), (10, -3), (5, -2)):
        if card % divisor == 0:
            return red
    return 2 if str(card).endswith("2") else 1
