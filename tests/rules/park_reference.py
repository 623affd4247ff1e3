"""Yellowstone Park once more, slow and plain, written from docs/rulings.md and nothing else."""

from collections import Counter
from functools import cache

Space = tuple[int, str]  # row and column
Spaces = frozenset[Space]

COLOURS, COLUMNS, NUMBERS = "BGRY", "abcdefg", range(1, 8)
THREE_COLUMNS = [COLUMNS[left : left + 3] for left in range(5)]
BLOCKS = [
    frozenset((row, column) for row in range(top, top + 3) for column in columns)
    for top in range(1, 6)
    for columns in THREE_COLUMNS
]
EDGES = [
    frozenset((row, column) for row in (1, 7) for column in columns) for columns in THREE_COLUMNS
]
CHANCE = -1


@cache
def matrices(new: Space, edge: bool) -> list[Spaces]:
    """Every matrix that contains a space (Y-5, Y-33)."""
    return [matrix for matrix in BLOCKS + EDGES * edge if new in matrix]


def kept(spaces: Spaces, new: Space, edge: bool) -> Spaces:
    """The spaces of a matrix with the new card that keeps all that any other would keep (Y-1)."""
    choices = {matrix & spaces for matrix in matrices(new, edge)}
    [largest] = [choice for choice in choices if all(choice >= other for other in choices)]
    return largest


def bonus_for(spaces: Spaces, new: Space, edge: bool) -> int:
    """The points for a card that occupied a space, when these are left occupied (Y-9 to Y-11)."""
    for matrix in matrices(new, edge):
        if spaces <= matrix:
            missing = len(matrix) - len(spaces)
            if missing < 2:
                return 1 if missing else 3
    return 0


class Park:
    """The whole game; chance moves are played like others. `happened` counts what is rare."""

    def __init__(self, seats: int, first: int, edge: bool, neutral: str = "off") -> None:
        self.seats, self.edge, self.last_number = seats, edge, 1 if neutral == "reach" else 0
        self.pile = Counter({f"{c}{n}": 2 for c in COLOURS for n in NUMBERS})
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.stacks: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.board: dict[Space, list[str]] = {}
        self.marks = [5] * seats
        self.neutral = 7
        self.seat = first
        self.laid = 0
        self.earned = 0  # on this turn
        self.asks = "deal"
        self.happened: Counter[str] = Counter()

    @property
    def actor(self) -> int | None:
        if self.asks == "over":
            return None
        return CHANCE if self.asks in ("deal", "draw", "take") else self.seat

    @property
    def hand(self) -> Counter[str]:
        return self.hands[self.seat]

    @property
    def stack(self) -> Counter[str]:
        return self.stacks[self.seat]

    def odds(self) -> dict[str, float]:
        source = self.stack if self.asks == "take" else self.pile
        return {"~" + card: many / source.total() for card, many in source.items()}

    def moves(self) -> set[str]:
        if self.asks == "over":
            return set()
        if self.actor == CHANCE:
            return set(self.odds())
        if self.asks == "fill":
            return {"refill", "keep"}
        if self.asks == "source":
            return {"pile", "penalties"}
        owners = self.owners()
        moves = {
            card + column
            for card in self.hand
            for column in COLUMNS
            if owners.get(column) == card[0]
            or (column not in owners and card[0] not in owners.values())
        }
        return moves | ({"done"} if self.laid else set())

    def owners(self) -> dict[str, str]:
        """The colour of each column that has cards."""
        return {column: cards[0][0] for (_, column), cards in self.board.items()}

    def outcome(self, move: str) -> tuple[Counter[str], int]:
        """The cards that laying one will collect, and the bonus."""
        new = (int(move[1]), move[2])
        if new in self.board:
            return Counter(), 0
        stays = kept(frozenset(self.board) | {new}, new, self.edge)
        collected = Counter(
            card for space, cards in self.board.items() if space not in stays for card in cards
        )
        return collected, bonus_for(stays, new, self.edge)

    def play(self, move: str) -> None:
        if move[0] == "~":
            self.give(move[1:])
        elif move in ("done", "keep"):
            self.happened[move] += 1
            self.pass_on()
        elif move in ("refill", "pile"):
            self.happened[move] += 1
            self.asks = "draw"
        elif move == "penalties":
            self.happened[f"{self.stack.total()} penalty cards to take from"] += 1
            self.asks = "take"
        else:
            self.lay(move)

    def lay(self, move: str) -> None:
        card, new = move[:2], (int(move[1]), move[2])
        collected, bonus = self.outcome(move)
        take(self.hand, card)
        self.board.setdefault(new, []).append(card)
        self.stack.update(collected)
        if collected:
            self.board = {
                space: [card for card in cards if card not in collected]
                for space, cards in self.board.items()
            }
            self.board = {space: cards for space, cards in self.board.items() if cards}
        self.note_laid(move, collected, bonus)
        self.marks[self.seat] = max(0, self.marks[self.seat] - bonus)
        self.laid += 1
        if not self.hand:
            self.asks = "source" if self.stack.total() >= 6 else "draw"
        elif self.laid == 2:
            self.asks = "fill" if self.seats >= 4 else "draw"

    def note_laid(self, move: str, collected: Counter[str], bonus: int) -> None:
        kind = "edge" if {row for row, _ in self.board} <= {1, 7} else "block"
        self.earned += bonus
        self.happened[f"{kind} bonus {bonus}"] += 1
        self.happened["four points in a turn"] += self.earned == 4
        self.happened["collecting and a bonus"] += bool(collected and bonus)
        self.happened["marker stopped at 0"] += bonus > self.marks[self.seat]
        self.happened["a pair collected"] += 2 in collected.values()

    def give(self, card: str) -> None:
        if self.asks == "deal":
            take(self.pile, card)
            dealt = sum(hand.total() for hand in self.hands)
            if dealt < 6 * self.seats:
                self.hands[dealt // 6][card] += 1
            else:
                self.board[int(card[1]), "d"] = [card]
                self.asks = "lay"
        elif self.asks == "take":
            take(self.stack, card)
            self.hand[card] += 1
            if self.hand.total() == 6:
                self.neutral -= self.seats == 2
                if self.neutral == self.last_number:
                    self.happened["scoring by the neutral marker"] += 1
                    self.score()
                else:
                    self.pass_on()
        else:
            take(self.pile, card)
            self.hand[card] += 1
            if not self.pile:
                self.happened["short of six"] += self.hand.total() < 6
                self.happened["pile and hand end together"] += self.hand.total() == 6
                self.score()
            elif self.hand.total() == 6:
                self.pass_on()

    def score(self) -> None:
        self.marks = [
            mark + stack.total() for mark, stack in zip(self.marks, self.stacks, strict=True)
        ]
        self.neutral = 7
        if max(self.marks) >= 35:
            self.asks = "over"
            self.happened["several markers at 35"] += sum(mark >= 35 for mark in self.marks) > 1
            self.happened["a shared win"] += len(self.winners()) > 1
            return
        for stack in self.stacks:
            self.pile += stack
            stack.clear()
        self.happened["goes on after a scoring"] += 1
        self.pass_on()

    def pass_on(self) -> None:
        self.seat = (self.seat + 1) % self.seats
        self.laid = self.earned = 0
        self.asks = "lay"

    def winners(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.marks[seat] == min(self.marks)]


def take(cards: Counter[str], card: str) -> None:
    cards[card] -= 1
    if not cards[card]:
        del cards[card]
