"""Hints: what the bots would play in somebody's place."""

from tablee.bots.hints import hints
from tablee.bots.thinking import Budget, Ranked
from tablee.web.errors import Forbidden
from tablee.web.games import FACES
from tablee.web.people import Guest
from tablee.web.purse import Purses
from tablee.web.thinking import Thinking
from tablee.web.tokens import Entropy
from tablee.web.view import View
from tablee.web.words import Words

SECONDS = 0.6
TOLD = 3  # moves, the best first


class Hinting:
    def __init__(self, thinking: Thinking, purses: Purses, entropy: Entropy) -> None:
        self._thinking, self._purses, self._entropy = thinking, purses, entropy

    async def ranked(self, view: View, guest: Guest | None) -> list[Ranked]:
        """The moves of the viewer, the best first."""
        seen = view.observation
        if not view.hints or not view.turn or seen is None:
            raise Forbidden(
                "There are hints only in a game of one person against bots, on that person's turn."
            )
        owner = guest.id if guest else None
        self._purses.check(owner)
        seed = int.from_bytes(self._entropy(4), "big")
        return await self._thinking.ponder(
            owner,
            lambda stop: hints(seen, Budget(seconds=SECONDS, stop=stop), seed),
            lambda: False,
        )


def hint_in_words(view: View, ranked: list[Ranked], words: Words) -> str:
    said = [
        words._(
            "%(move)s (%(win)d%%)",
            move=FACES[view.game].label(each.move, words),
            win=round(100 * each.win),
        )
        for each in ranked[:TOLD]
    ]
    return words._("The bots would play, with the chance to win: %(moves)s.", moves=", ".join(said))
