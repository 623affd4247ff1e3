"""How often somebody may ask for something: so many times a minute."""

from collections import Counter

from tablee.web.clock import Clock

MINUTE = 60.0


class Rates:
    """Counted by whole minutes: what was counted before is forgotten with the minute."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._minute = 0
        self._spent: Counter[str] = Counter()

    def spend(self, who: str, a_minute: int) -> bool:
        """Whether once more is allowed."""
        minute = int(self._clock.now() // MINUTE)
        if minute != self._minute:
            self._minute = minute
            self._spent.clear()
        self._spent[who] += 1
        return self._spent[who] <= a_minute
