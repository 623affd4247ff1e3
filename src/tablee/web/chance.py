"""Fair chance: a secret that is promised before the first card and shown after the last.

docs/fair-chance.md says how everything here is computed, so that others can check it by their own
means, and what that proves.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tablee.match import Match
from tablee.record import RecordError, begin, replay
from tablee.rules.contract import CHANCE
from tablee.rules.yucata import random_layout

SECRET_BYTES = 32
FIELDS = ("commitment", "secret", "contributions", "lots")
LOTS = ("first", "layout")


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the first card: it binds to the secret and tells nothing of it."""
    return hashlib.sha256(secret).hexdigest()


class Chance:
    """All that is left to chance at a table, settled by its secret and what its players added."""

    def __init__(self, secret: bytes, contributions: Sequence[str]) -> None:
        """One contribution for each seat in order, empty where there is none."""
        self.secret, self.contributions = secret, tuple(contributions)
        added = [each.encode(errors="surrogatepass") for each in self.contributions]
        hashes = b"".join(hashlib.sha256(each).digest() for each in added)
        self._key = hmac.digest(secret, hashes, "sha256")

    def below(self, n: int, index: int) -> int:
        """The number from 0 to n - 1 that decides chance move number `index`, counted from 0.

        Chance moves are never taken back, so they are counted without the moves around them: no
        taking back and playing again gives another card, not even to who knows the secret.
        """
        return self._number(f"chance {index}", n)

    def play(self, match: Match) -> None:
        """Let chance play until a seat has to choose or the game is over."""
        played = sum(move.startswith("~") for move in match.played)
        while match.actor == CHANCE:
            match.play(self.card(match, played))
            played += 1

    def card(self, match: Match, index: int) -> str:
        pool = match.pool()
        return pool[self.below(len(pool), index)]

    def first(self, seats: int) -> int:
        """The seat that begins, where that is left to the lot."""
        return self._lot("first")(seats)

    def layout(self) -> str:
        """A random layout of Yucata'."""
        return random_layout(self._lot("layout"))

    def told(self, lots: Sequence[str]) -> dict[str, Any]:
        """What a record tells of chance after the last card; `lots` of "first" and "layout"."""
        return {
            "commitment": commitment(self.secret),
            "secret": self.secret.hex(),
            "contributions": list(self.contributions),
            "lots": list(lots),
        }

    def _lot(self, name: str) -> Callable[[int], int]:
        draws = count()
        return lambda n: self._number(f"{name} {next(draws)}", n)

    def _number(self, name: str, n: int) -> int:
        """Uniform: numbers beyond the last whole multiple of n are drawn again."""
        for attempt in count():
            digest = hmac.digest(self._key, f"{name} {attempt}".encode(), "sha256")
            number = int.from_bytes(digest, "big")
            if number < (1 << 256) // n * n:
                return number % n
        raise AssertionError


def verify(record: Any) -> Match:
    """The match of a record all of whose chance comes from its secret, or RecordError."""
    match = replay(record)
    chance, lots = revealed(record, match.seats)
    if "first" in lots and (lot := chance.first(match.seats)) != match.first:
        raise RecordError(
            "Seat %(first)d began, but the secret's lot gives seat %(lot)d.",
            first=match.first,
            lot=lot,
        )
    if "layout" in lots and match.options.get("layout") != chance.layout():
        raise RecordError("The layout is not the one that the secret gives.")
    again, drawn = begin(record), 0
    for number, move in enumerate(match.played, 1):
        if again.actor == CHANCE:
            if move != (card := chance.card(again, drawn)):
                raise RecordError(
                    "Move %(number)d is %(move)s, but the secret gives %(card)s.",
                    number=number,
                    move=move,
                    card=card,
                )
            drawn += 1
        again.play(move)
    return match


def revealed(record: dict[str, Any], seats: int) -> tuple[Chance, Sequence[str]]:
    """The chance that a record tells of, if its secret is the promised one, and the lots."""
    told = record.get("chance")
    if told is None:
        raise RecordError("The record tells nothing of its chance: it has no field 'chance'.")
    if not isinstance(told, dict) or set(told) != set(FIELDS):
        raise RecordError(
            "The chance of a record is an object of %(fields)s.", fields=", ".join(FIELDS)
        )
    contributions, lots = told["contributions"], told["lots"]
    if not is_texts(contributions) or len(contributions) != seats:
        raise RecordError("The contributions are a list of texts, one for each seat.")
    if not is_texts(lots) or not set(lots) <= set(LOTS):
        raise RecordError("The lots are a list of %(kinds)s.", kinds=", ".join(LOTS))
    try:
        secret = bytes.fromhex(told["secret"])
    except (TypeError, ValueError):
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise RecordError("The secret is %(count)d hexadecimal digits.", count=2 * SECRET_BYTES)
    if commitment(secret) != told["commitment"]:
        raise RecordError("The secret is not the one that was promised by the commitment.")
    return Chance(secret, contributions), lots


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
