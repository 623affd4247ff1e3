"""The texts of one language, as game modules and errors get them."""

import unicodedata
from functools import cache

from babel.numbers import format_decimal
from markupsafe import Markup

from tablee.web.translations import catalogue

# The characters that set off a text whose direction is its own (Unicode's FSI and PDI).
ISOLATE, END = "\u2068", "\u2069"
TURNING = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "LRI", "RLI", "FSI"}


class Words:
    """What a text marked with `_` or `ngettext` becomes; values have names, as in templates."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue(language)

    def _(self, text: str, /, **values: object) -> str:
        found = self._catalogue.gettext(text)
        return found % values if values else found

    def ngettext(self, one: str, many: str, num: int, /, **values: object) -> str:
        return self._catalogue.ngettext(one, many, num) % {"num": num, **values}

    def marked(self, text: str, /, **values: object) -> Markup:
        """As `_`, for templates: values are escaped, texts are our own."""
        return Markup(self._catalogue.gettext(text)) % values  # noqa: S704

    def nmarked(self, one: str, many: str, num: int, /, **values: object) -> Markup:
        found = self._catalogue.ngettext(one, many, num)
        return Markup(found) % {"num": num, **values}  # noqa: S704

    def decimal(self, number: float) -> str:
        """With one digit behind the point or comma of the language, if there is anything."""
        return format_decimal(number, "0.#", locale=self.language)


@cache
def words(language: str) -> Words:
    return Words(language)


def isolated(name: str) -> str:
    """A name that leaves the order of the words around it alone, whatever is written in it."""
    if not any(unicodedata.bidirectional(each) in TURNING for each in name):
        return name
    return f"{ISOLATE}{name.replace(END, '')}{END}"
