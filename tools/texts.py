"""Gather every text of the table, bring the catalogues up to date, and say what is missing.

Texts stand in templates and in Python between the brackets of `_`, `ngettext`, or of an error that
a person may see. `./dev texts` leaves every translation that still fits; new ones come in empty.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

from tablee.web.translations import LANGUAGES, SOURCE, messages

PACKAGE = Path(__file__).parents[1] / "src" / "tablee"
METHODS = [
    ("envs/**.py", "ignore"),  # who writes a program against them reads English
    ("**.py", "python"),
    ("web/templates/**.html", "jinja2"),
]
OPTIONS = {"web/templates/**.html": {"newstyle_gettext": "true", "silent": "false"}}
REFUSALS = ("BadOption", "IllegalMove", "RecordError")  # errors: the first argument is the sentence
WEB_REFUSALS = ("Wrong", "Unknown", "Forbidden", "Stale", "TooMuch", "Unavailable")
MARKED = (*REFUSALS, *WEB_REFUSALS, "NotSo", "TooLarge", "Failed")
KEYWORDS = {**DEFAULT_KEYWORDS, **dict.fromkeys(MARKED)}
COMMENTS = ("Translators:",)


HEADER = """msgid ""
msgstr ""
"Project-Id-Version: tablée\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def gathered() -> Catalog:
    """Every text there is, with the files where it stands."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(PACKAGE, METHODS, OPTIONS, KEYWORDS, COMMENTS)
    for file, _, text, comments, context in sorted(found, key=lambda each: each[:2]):
        catalog.add(text, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def translations(message: Message) -> tuple[str, ...]:
    """The translation, or each of its plural forms; empty where there is none."""
    found = message.string or ""
    return (found,) if isinstance(found, str) else tuple(found)


def untranslated(catalog: Catalog) -> list[Message]:
    return [each for each in catalog if each.id and (each.fuzzy or not all(translations(each)))]


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts, and the translations it has of them."""
    catalog = messages(language)
    catalog.update(texts, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def written(language: str, catalog: Catalog) -> bytes:
    text = io.BytesIO()
    write_po(text, catalog, width=100, sort_by_file=True, include_lineno=False, omit_header=True)
    header = HEADER.format(language=language, plurals=catalog.plural_forms)
    return header.encode() + text.getvalue()


def main() -> int:
    texts = gathered()
    missing = 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        catalog = updated(language, texts)
        (PACKAGE / "web" / "translations" / f"{language}.po").write_bytes(
            written(language, catalog)
        )
        for message in untranslated(catalog):
            print(
                f"{language}: {message.id!r} ({', '.join(file for file, _ in message.locations)})"
            )
            missing += 1
    print(f"{len(texts)} texts, {missing} translations missing", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
