"""Yucata' at the web table."""

from tablee.observation.yucata import YucataObservation
from tablee.web.games.base import Breakdown, NameOf, Row, Words
from tablee.web.games.yucata_scene import excused, given, scene
from tablee.web.games.yucata_words import OPTIONS, effect, label, prompt, stones, with_article
from tablee.web.view import Event

__all__ = ["OPTIONS", "effect", "label", "prompt", "result", "scene", "tell"]


def tell(event: Event, name_of: NameOf, words: Words) -> str:
    _, name, made = words._, name_of(event.seat), event.outcome
    card, taken = with_article(event.move, words), stones(made, words)
    if made.final:
        return _(
            "%(name)s lays %(card)s, reaches the temple and takes %(stones)s.",
            name=name,
            card=card,
            stones=taken,
        )
    if taken:
        return _(
            "%(name)s lays %(card)s, goes to space %(space)s and takes %(stones)s.",
            name=name,
            card=card,
            space=made.space,
            stones=taken,
        )
    return _(
        "%(name)s lays %(card)s and goes to space %(space)s.",
        name=name,
        card=card,
        space=made.space,
    )


def result(seen: YucataObservation, words: Words) -> Breakdown:
    _, seats = words._, range(seen.seats)
    return Breakdown(
        (
            Row(_("Good stones"), seen.good),
            Row(_("Bad stones"), seen.bad),
            Row(
                _("By the final stone"),
                tuple([-excused(seen, seat) or None for seat in seats]),
            ),
            Row(
                _("Given back"),
                tuple([-given(seen, seat) for seat in seats]),
            ),
            Row(_("Score"), seen.scores or (), sum=True),
        ),
        _("Bad stones cost good ones: one costs 1, two cost 3, three 6, four 10. The most win."),
    )
