"""Hornochsen! at the web table."""

from tablee.observation.hornochsen import HornochsenObservation
from tablee.rules.contract import CHANCE
from tablee.rules.hornochsen import heads
from tablee.web.games.base import Breakdown, NameOf, Row, Words
from tablee.web.games.hornochsen_scene import scene
from tablee.web.games.hornochsen_words import OPTIONS, effect, label, prompt, signed
from tablee.web.view import Event

__all__ = ["OPTIONS", "effect", "label", "prompt", "result", "scene", "tell"]


def tell(event: Event, name_of: NameOf, words: Words) -> str:
    _ = words._
    if event.seat == CHANCE:
        return ""
    name = name_of(event.seat)
    if event.move == "done":
        return _("%(name)s is done.", name=name)
    card, _at, under = event.move.partition("@")
    if under:
        return _(
            "%(name)s puts “%(special)s” on the row that ends in %(row)s.",
            name=name,
            special=card,
            row=under,
        )
    said = [
        _(
            "%(name)s lays %(card)s on the row that ends in %(row)s.",
            name=name,
            card=card,
            row=event.outcome.row,
        )
    ]
    if event.outcome.collects:
        said.append(
            words.ngettext(
                "%(name)s takes the row: %(points)s point.",
                "%(name)s takes the row: %(points)s points.",
                abs(event.outcome.points),
                name=name,
                points=signed(event.outcome.points),
            )
        )
    if event.outcome.doubles:
        said.append(_("All points of %(name)s count double.", name=name))
    return " ".join(said)


def result(seen: HornochsenObservation, words: Words) -> Breakdown:
    """As the rules count it (H-18): heads and “+5”, then doubled, then 10 off for each special."""
    _, taken = words._, seen.taken
    oxen = [sum(heads(card) for row in rows for card in row.cards) for rows in taken]
    pluses = [5 * sum(row.plus for row in rows) for rows in taken]
    doubles = [sum(row.double for row in rows) for rows in taken]
    doubled = [
        (heads + plus) * ((1 << times) - 1)
        for heads, plus, times in zip(oxen, pluses, doubles, strict=True)
    ]
    left = [-10 * len(specials) for specials in seen.specials]
    return Breakdown(
        (
            Row(_("Heads"), tuple(oxen)),
            Row(_("“+5” cards"), tuple(plus or None for plus in pluses)),
            Row(
                _("Doubled by “x2”"),
                tuple(
                    more if times else None for more, times in zip(doubled, doubles, strict=True)
                ),
            ),
            Row(_("Special cards left in hand"), tuple(minus or None for minus in left)),
            Row(_("Score"), seen.scores or (), sum=True),
        ),
        _("The most points win."),
    )
