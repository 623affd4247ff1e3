"""The catalogues: English is written in the sources, the other languages in one .po file each.

They are compiled in memory when first used, so that there is nothing to build after an edit.
"""

import gettext
import io
from functools import cache
from importlib.resources import files

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

SOURCE = "en"
LANGUAGES = {SOURCE: "English", "fr": "Français", "de": "Deutsch"}  # each by its own name


def messages(language: str) -> Catalog:
    """All that the file of a language says."""
    text = files(__name__).joinpath(f"{language}.po").read_bytes()
    return read_po(io.BytesIO(text), locale=language, abort_invalid=True)


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """What gettext needs of one of the LANGUAGES."""
    if language == SOURCE:
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, messages(language))
    compiled.seek(0)
    return Translations(compiled)
