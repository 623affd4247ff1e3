"""How much thinking each guest may cause: seconds that come back with time."""

from dataclasses import dataclass

from tablee.web.clock import Clock
from tablee.web.errors import TooMuch

HOUR = 3600.0
Owner = int | None  # a guest; who has no cookie shares one purse with all the others


@dataclass(slots=True)
class Purse:
    seconds: float
    at: float


class Purses:
    def __init__(self, an_hour: float, clock: Clock) -> None:
        self._an_hour, self._clock = an_hour, clock
        self._purses: dict[Owner, Purse] = {}

    def left(self, owner: Owner) -> float:
        """Seconds that may be spent; an empty purse is full again after an hour."""
        purse = self._purses.get(owner)
        if purse is None:
            return self._an_hour
        came = (self._clock.now() - purse.at) / HOUR * self._an_hour
        return min(self._an_hour, purse.seconds + came)

    def check(self, owner: Owner) -> None:
        """Refuse who has nothing left to spend."""
        if self.left(owner) <= 0:
            raise TooMuch("The bots have thought a lot for you; please wait a while.")

    def spend(self, owner: Owner, seconds: float) -> None:
        self._purses[owner] = Purse(self.left(owner) - seconds, self._clock.now())

    def forget_full_ones(self) -> None:
        for owner in list(self._purses):
            if self.left(owner) >= self._an_hour:
                del self._purses[owner]
