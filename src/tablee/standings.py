"""What the games of an arena say about its bots."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from tablee.arena import Played
from tablee.ratings import Measured, Numbers, ratings, share


class Standings:
    """Shares, ratings and the cross table, from at least one game."""

    def __init__(self, bots: Sequence[str], seats: int, played: Sequence[Played]) -> None:
        self.bots, self.seats, self.games = bots, seats, len(played)
        self.stopped = sum(game.stopped for game in played)
        self.decisions = sum(sum(game.decisions) for game in played) / self.games
        deals = {number: place for place, number in enumerate({game.deal for game in played})}
        self.deals = len(deals)
        count = len(bots)
        seated, won = np.zeros((2, len(deals), count))
        self._by_seat = np.zeros((len(deals), seats))
        self._games = np.zeros(len(deals))
        self._better = np.zeros((len(deals), count, count))
        self._seconds, self._decisions = np.zeros((2, count))
        self.faults: Counter[str] = Counter()  # by bot
        self.first_fault: dict[str, str] = {}
        for game in played:
            its = deals[game.deal]
            self._games[its] += 1
            self._by_seat[its] += game.shares
            for seat, bot in enumerate(game.bots):
                seated[its, bot] += 1
                won[its, bot] += game.shares[seat]
                self._seconds[bot] += game.seconds[seat]
                self._decisions[bot] += game.decisions[seat]
                for other, rank in zip(game.bots, game.ranks, strict=True):
                    if other != bot:
                        difference = rank - game.ranks[seat]
                        self._better[its, bot, other] += (1 + np.sign(difference)) / 2
            if game.fault:
                name = bots[game.bots[game.fault[0]]]
                self.faults[name] += 1
                self.first_fault.setdefault(name, game.fault[1])
        self._seated, self._won = seated, won

    @property
    def ratings(self) -> list[Measured]:
        return ratings(self._better)

    @property
    def shares(self) -> list[Measured | None]:
        """Of the games that each bot sat in, how many it won; None if it sat in none yet."""
        sums = zip(self._won.T, self._seated.T, strict=True)
        return [
            share(won, seated, 1 / self.seats) if seated.any() else None for won, seated in sums
        ]

    @property
    def seat_shares(self) -> list[Measured]:
        """Of all games, how many each seat won."""
        return [share(won, self._games, 1 / self.seats) for won in self._by_seat.T]

    @property
    def seconds(self) -> list[float]:
        """For a move, on average."""
        seconds: list[float] = (self._seconds / np.maximum(1, self._decisions)).tolist()
        return seconds

    @property
    def cross(self) -> list[list[Measured | None]]:
        """How often the bot of the row was better than the one of the column."""
        better: Numbers = self._better
        met = better + better.transpose(0, 2, 1)
        bots = range(len(self.bots))
        return [
            [
                share(better[:, a, b], met[:, a, b], 0.5) if met[:, a, b].any() else None
                for b in bots
            ]
            for a in bots
        ]

    def to_dict(self) -> dict[str, Any]:
        columns = zip(self.bots, self.ratings, self.shares, self.seconds, self.cross, strict=True)
        return {
            "games": self.games,
            "deals": self.deals,
            "decisions": self.decisions,
            "stopped": self.stopped,
            "bots": [
                {
                    "name": name,
                    "rating": rating.to_dict(),
                    "wins": wins and wins.to_dict(),
                    "seconds": seconds,
                    "faults": self.faults[name],
                    "first_fault": self.first_fault.get(name),
                    "better_than": {
                        other: met.to_dict()
                        for other, met in zip(self.bots, row, strict=True)
                        if met
                    },
                }
                for name, rating, wins, seconds, row in columns
            ],
            "seats": [wins.to_dict() for wins in self.seat_shares],
        }


def picture(names: Sequence[str], rated: Sequence[Measured]) -> str:
    """Each bot's rating with its 95 % interval, as SVG in the colours of the page around it."""
    ranked = sorted(zip(names, rated, strict=True), key=lambda each: -each[1].value)
    low = min(rating.value - rating.margin for rating in rated)
    high = max(rating.value + rating.margin for rating in rated)
    left, wide, height = 200, 480, 30 * len(ranked) + 20
    scale = wide / max(1.0, high - low)

    def place(value: float) -> float:
        return left + (value - low) * scale

    box = f"0 0 {left + wide + 90} {height}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">',
        "<title>The rating of each bot with its 95 % interval</title>",
        '<g font-family="sans-serif" font-size="13" fill="currentColor" stroke-width="2">',
    ]
    for row, (name, rating) in enumerate(ranked):
        y = 30 * row + 25
        start, end = place(rating.value - rating.margin), place(rating.value + rating.margin)
        parts += [
            f'<text x="{left - 15}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<path d="M{start:.1f} {y}H{end:.1f}" stroke="currentColor"/>',
            f'<circle cx="{place(rating.value):.1f}" cy="{y}" r="5"/>',
            f'<text x="{end + 10:.1f}" y="{y + 4}">{round(rating.value):+}</text>',
        ]
    return "\n".join([*parts, "</g>", "</svg>", ""])
