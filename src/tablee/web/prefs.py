"""How somebody likes their table: one cookie of plain words, chosen on the settings page."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Self

COOKIE = "prefs"

# The words of each preference, the usual one first. No word stands for two preferences.
WORDS = {
    "theme": ("system", "light", "dark"),
    "motion": ("lively", "still"),
    "confirm": ("direct", "confirm"),
    "hand": ("usual", "reverse", "numbers"),
    "sound": ("silent", "sound"),
    "vibration": ("steady", "vibration"),
    "notices": ("unasked", "notices"),
}


@dataclass(frozen=True)
class Prefs:
    """One word for each of WORDS."""

    theme: str = "system"
    motion: str = "lively"
    confirm: str = "direct"
    hand: str = "usual"
    sound: str = "silent"
    vibration: str = "steady"
    notices: str = "unasked"

    @classmethod
    def of(cls, cookie: str | None) -> Self:
        """What a cookie says; a word that we don't know says nothing."""
        said = (cookie or "").split(".")[: len(WORDS)]
        found = {name: word for name, words in WORDS.items() for word in said if word in words}
        return cls(**found)

    def changed(self, form: Mapping[str, object]) -> Self:
        """With what a form chose; the rest stays."""
        chosen = {
            name: str(form[name])
            for name, words in WORDS.items()
            if name in form and form[name] in words
        }
        return replace(self, **chosen)

    @property
    def cookie(self) -> str:
        """The words that are not the usual ones."""
        return ".".join(word for name, word in asdict(self).items() if word != WORDS[name][0])
