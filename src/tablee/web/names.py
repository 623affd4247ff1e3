"""Names that people give themselves and their tables."""

import unicodedata

from tablee.web.errors import Wrong

LONGEST = 24
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # what does not show, or turns the text round
JOINER = "\N{ZERO WIDTH JOINER}"  # holds pictures and some scripts together


def clean(text: str, longest: int = LONGEST) -> str:
    """One line without what does not show; empty if nothing is left."""
    shown = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace()
        or character == JOINER
        or unicodedata.category(character) not in HIDDEN
    )
    return " ".join(shown.split())[:longest].strip(f" {JOINER}")


def person(text: str) -> str:
    name = clean(text)
    if not name:
        raise Wrong("Please write a name.")
    return name


def distinct(name: str, taken: set[str]) -> str:
    """Two people of one name at a table are told apart by a number."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found
