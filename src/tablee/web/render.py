"""Pages and the live part of a table, as HTML: what is handed in, and nothing else, is shown."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tablee.match import TITLES
from tablee.web import diagrams, told
from tablee.web.folding import FoldingEnvironment
from tablee.web.games import FACES
from tablee.web.lessons import LESSONS
from tablee.web.prefs import Prefs
from tablee.web.telling import Telling, level_name
from tablee.web.translations import LANGUAGES
from tablee.web.view import View
from tablee.web.words import isolated, words

HERE = Path(__file__).parent
MOST_KEPT = 2_000
T = TypeVar("T", str, bytes)


@cache
def static(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it."""
    content = (HERE / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:10]}"


@lru_cache(maxsize=200)
def qr(text: str) -> Markup:
    """A QR code."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=3)
    return Markup(drawn)  # noqa: S704  # a drawing of squares, whatever the text


class Renderer:
    """The pages of all languages, and what each kind of viewer of each table was last shown."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Any, tuple[Any, Any]] = OrderedDict()
        self._environments = {language: self._environment(language) for language in LANGUAGES}

    def _environment(self, language: str) -> Environment:
        made = FoldingEnvironment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
        )
        spoken = words(language)
        made.folds = {"static": static, "_": spoken.marked}
        made.filters["isolated"] = isolated
        made.filters["decimal"] = spoken.decimal
        made.filters["level_name"] = lambda level: level_name(level, spoken)
        made.globals |= {
            "_": spoken.marked,
            "ngettext": spoken.nmarked,
            "static": static,
            "qr": qr,
            "language": language,
            "languages": LANGUAGES,
            "titles": TITLES,
            "telling": lambda view: Telling(view, spoken),
            "lessons": LESSONS,
            "position": diagrams.view,
            "inert": lambda html, marks="": Markup(diagrams.inert(html, marks)),  # noqa: S704
            "marked": lambda html, marks: Markup(diagrams.marked(html, marks)),  # noqa: S704
            "label": lambda view, move: FACES[view.game].label(move, spoken),
            "effect": lambda view, move: next(
                FACES[view.game].effect(each, spoken)
                for each in view.observation.moves
                if each.move == move
            ),
            "live": lambda view, notice="", hint="": Markup(  # noqa: S704
                self.fragment(view, language, notice, hint)
            ),
        }
        return made

    def text(self, name: str, language: str, **values: Any) -> str:
        """What a template makes of these values."""
        return self._environments[language].get_template(name).render(**values)

    def page(self, name: str, language: str, prefs: Prefs, *, here: str, **values: Any) -> str:
        """A whole page by the name of its template; `here` is its address on this server."""
        return self.text(name, language, prefs=prefs, here=here, **values)

    def fragment(self, view: View, language: str, notice: str = "", hint: str = "") -> str:
        """The live part of a table; with a notice or a hint it is nobody else's."""
        if notice or hint:
            return self._fragment(view, language, notice, hint)
        return self._shared(view, language, lambda: self._fragment(view, language))

    def body(self, view: View, error: str = "") -> bytes:
        """The same as JSON."""
        return told.body(view, error) if error else self._shared(view, "", lambda: told.body(view))

    def _shared(self, view: View, kind: str, make: Callable[[], T]) -> T:
        """What all get who see the same, made once."""
        viewer = (view.id, view.seat, view.own, view.host, kind)
        state = (view.version, len(view.events), view.chairs)  # who is online is nowhere stored
        kept = self._kept.get(viewer)
        if kept is None or kept[0] != state:
            kept = self._kept[viewer] = (state, make())
        self._kept.move_to_end(viewer)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        made: T = kept[1]
        return made

    def _fragment(self, view: View, language: str, notice: str = "", hint: str = "") -> str:
        table = Telling(view, words(language))
        return self.text(
            "table/live.html", language, view=view, table=table, notice=notice, hint=hint
        )
