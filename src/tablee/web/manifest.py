"""What a browser is told that wants to install the table among its owner's programs."""

from typing import Any

from tablee.web.render import static
from tablee.web.words import words

PAPER, ACT = "#e7dac1", "#a53a22"  # --desk and --act of tokens.css, in light


def manifest(language: str) -> dict[str, Any]:
    _ = words(language)._
    return {
        "id": "/",
        "name": "tablée",
        "short_name": "tablée",
        "description": _("Yellowstone Park, Hornochsen! and Yucata' with friends and bots."),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACT,
        "categories": ["games"],
        "icons": [
            icon("icon-192.png", "192x192"),
            icon("icon-512.png", "512x512"),
            icon("icon.svg", "any"),
            {**icon("icon-full.svg", "any"), "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("My tables"), "url": "/tables"},
            {"name": _("Rules"), "url": "/rules"},
        ],
    }


def icon(name: str, sizes: str) -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": static(name), "sizes": sizes, "type": kind}
