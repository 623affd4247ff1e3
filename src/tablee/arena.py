"""Bots against bots: who sits where, and the games.

Every deal is played by every line-up of the bots, in every rotation around the table. So luck and
seats are the same for all, and what differs are the bots.
"""

import math
import secrets
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import combinations
from random import Random
from threading import Event, local
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np

from tablee.bots.levels import EXPERT
from tablee.bots.named import named
from tablee.bots.outside import BotFailed, Outside
from tablee.bots.protocol import Bot
from tablee.bots.thinking import Budget
from tablee.match import Match, deal
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, IllegalMove, quoted
from tablee.simulate import MOST, shares_of


class Played(NamedTuple):
    """A game, ready for JSON. Everything in lists is by seat."""

    number: int
    deal: int
    bots: list[int]  # who sat there, by number
    scores: list[int]
    shares: list[float]  # of the win
    ranks: list[int]  # how many were better
    decisions: list[int]
    seconds: list[float]  # of a processor; for a program of one's own, of the clock
    stopped: bool  # after so many decisions that it might never have ended
    fault: tuple[int, str] | None  # the seat whose bot lost the game by failing, and how


def line_ups(names: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """Which bots sit at a table together, by number: all choices, or turn by turn if too few.

    Who names a bot several times says who sits where: then that is the only line-up.
    """
    if len(set(names)) < len(names):
        if len(names) != seats:
            raise BadOption(
                "A bot that is named twice sits in two seats: name one bot for each of %(seats)d.",
                seats=seats,
            )
        return [tuple(distinct(names).index(name) for name in names)]
    bots = len(names)
    if bots >= seats:
        return list(combinations(range(bots), seats))
    starts = range(bots if seats % bots else 1)
    return [tuple((start + seat) % bots for seat in range(seats)) for start in starts]


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


class Arena:
    """Games of one kind between bots that are named."""

    def __init__(
        self,
        game: str,
        seats: int,
        bots: tuple[str, ...],
        *,
        seed: int | None = None,
        first: int = 0,
        options: Mapping[str, Any],
        budget: Budget = EXPERT,
        limit: float = 10.0,
    ) -> None:
        self.seed = secrets.randbelow(1 << 32) if seed is None else seed
        deal(game, seats, first=first, seed=self.seed, **options)  # refuses what can't be played
        self.game, self.seats, self.first = game, seats, first
        self.names, self.bots = bots, distinct(bots)
        self.options, self.budget, self.limit = dict(options), replace(budget, busy=True), limit
        self._line_ups = line_ups(bots, seats)
        self._stop = Event()
        self._mine = local()
        self._processes: list[Outside] = []
        for name in self.bots:
            self._named(name, 0)

    @property
    def games_of_a_deal(self) -> int:
        return len(self._line_ups) * self.seats

    def whole(self, games: int) -> int:
        """So many games or a few more, so that every deal is played by all."""
        return math.ceil(games / self.games_of_a_deal) * self.games_of_a_deal

    def about(self) -> dict[str, Any]:
        """All that the games depend on, ready for JSON."""
        return {
            "game": self.game,
            "seats": self.seats,
            "first": self.first,
            "options": self.options,
            "bots": list(self.names),
            "seed": self.seed,
            "budget": {name: getattr(self.budget, name) for name in ("rounds", "seconds", "busy")},
        }

    def seating(self, number: int) -> tuple[int, list[int]]:
        """The deal of a game, and the bot of each seat."""
        its_deal, place = divmod(number, self.games_of_a_deal)
        line_up, turn = divmod(place, self.seats)
        order = list(range(self.seats))
        Random(f"{self.seed} {its_deal}").shuffle(order)
        bots = [self._line_ups[line_up][place] for place in order]
        return its_deal, bots[turn:] + bots[:turn]

    def run(self, numbers: list[int], jobs: int) -> Iterator[Played]:
        """Play these games, so many at once; closing the iterator stops them all."""
        self._warm_up()
        left = iter(numbers)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                playing: set[Future[Played | None]] = set()
                while True:
                    while len(playing) < 2 * jobs and (number := next(left, None)) is not None:
                        playing.add(pool.submit(self.play, number))
                    if not playing:
                        return
                    done, playing = wait(playing, return_when=FIRST_COMPLETED)
                    for future in done:
                        if played := future.result():
                            yield played
            finally:
                self._stop.set()
                pool.shutdown(cancel_futures=True)
                for process in self._processes:
                    process.close()

    def _warm_up(self) -> None:
        """Have everything compiled before the clocks of several games run."""
        match = self._match(0)
        for name in self.bots:
            bot = self._named(name, 0)
            if not isinstance(bot, Outside):
                bot.choose(match.observe(match.actor))

    def _match(self, its_deal: int) -> Match:
        chance = Random(f"{self.seed} {its_deal}").getrandbits(60)
        return deal(self.game, self.seats, seed=chance, first=self.first, **self.options)

    def _named(self, name: str, seed: int) -> Bot:
        return named(name, self.game, self.seats, seed, self.budget, self.limit)

    def _seated(self, name: str, again: int, seed: int) -> Bot:
        """A bot for one seat of one game; a process goes on, but never serves two seats at once."""
        mine: dict[tuple[str, int], Outside] = vars(self._mine).setdefault("processes", {})
        if (name, again) in mine:
            return mine[name, again]
        bot = self._named(name, seed)
        if isinstance(bot, Outside):
            mine[name, again] = bot
            self._processes.append(bot)
        return bot

    def play(self, number: int) -> Played | None:
        """Play a game to its end; None if all were told to stop."""
        its_deal, seating = self.seating(number)
        random = Random(f"{self.seed} {number} bots")
        bots = [
            self._seated(self.bots[bot], seating[:seat].count(bot), random.getrandbits(32))
            for seat, bot in enumerate(seating)
        ]
        match = self._match(its_deal)
        decisions, seconds = [0] * self.seats, [0.0] * self.seats
        fault: tuple[int, str] | None = None
        while (actor := match.actor) is not None and sum(decisions) < MOST and not fault:
            if self._stop.is_set():
                return None
            seen = match.observe(actor)
            clock = perf_counter if isinstance(bots[actor], Outside) else thread_time
            began = clock()
            try:
                move = bots[actor].choose(seen)
                seconds[actor] += clock() - began
                decisions[actor] += 1
                match.play(move)
            except BotFailed as wrong:
                fault = actor, str(wrong)
            except IllegalMove as wrong:
                name = self.bots[seating[actor]]
                fault = actor, f"{name} played {quoted(move)}: {wrong}"
        stopped = match.actor is not None and not fault
        scores = final_scores(match, stopped)
        shares, ranks = outcome(match.game, scores, None if fault is None else fault[0])
        return Played(
            number, its_deal, seating, scores, shares, ranks, decisions, seconds, stopped, fault
        )


def final_scores(match: Match, stopped: bool) -> list[int]:
    """The scores; a game that had to be stopped counts as if a scoring had just ended it (Y-37)."""
    scores = match.scores()
    if stopped and match.game == "yellowstone":
        stacks = match.observe(None).to_dict(memory=False)["stacks"]
        return [score + cards for score, cards in zip(scores, stacks, strict=True)]
    return scores


def outcome(game: str, scores: list[int], failed: int | None) -> tuple[list[float], list[int]]:
    """Each seat's share of the win and how many were better; who failed is last, the rest alike."""
    if failed is not None:
        others = len(scores) - 1
        losers = [seat == failed for seat in range(len(scores))]
        return [(1 - lost) / others for lost in losers], [others * lost for lost in losers]
    better = 1 if GAMES[game].LOWEST_WINS else -1
    shares: list[float] = shares_of(game, np.array([scores]))[0].tolist()
    return shares, [sum(better * other < better * own for other in scores) for own in scores]
