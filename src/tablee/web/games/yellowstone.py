"""Yellowstone Park at the web table."""

from tablee.observation.yellowstone import YellowstoneObservation
from tablee.rules.contract import CHANCE
from tablee.web.games.base import Breakdown, NameOf, Row, Words
from tablee.web.games.yellowstone_scene import scene
from tablee.web.games.yellowstone_words import (
    OPTIONS,
    card_name,
    card_names,
    effect,
    label,
    prompt,
)
from tablee.web.view import Event

__all__ = ["OPTIONS", "effect", "label", "prompt", "result", "scene", "tell"]


def tell(event: Event, name_of: NameOf, words: Words) -> str:
    _ = words._
    if event.seat == CHANCE:
        if event.receiver is None:
            card = card_name(event.move[1:], words)
            return _("The park opens with %(card)s.", card=card)
        return ""
    name = name_of(event.seat)
    match event.move:
        case "done":
            return _("%(name)s is done.", name=name)
        case "refill":
            return _("%(name)s fills up the hand.", name=name)
        case "keep":
            return _("%(name)s draws nothing.", name=name)
        case "pile":
            return _("%(name)s takes six cards from the draw pile.", name=name)
        case "penalties":
            return _("%(name)s takes back six penalty cards.", name=name)
    laid = card_name(event.move[:2], words)
    said = [
        _(
            "%(name)s lays %(card)s in column %(column)s.",
            name=name,
            card=laid,
            column=event.move[2],
        )
    ]
    if event.outcome.collected:
        cards = event.outcome.collected
        said.append(
            words.ngettext(
                "%(name)s collects %(cards)s: %(num)s penalty card.",
                "%(name)s collects %(cards)s: %(num)s penalty cards.",
                len(cards),
                name=name,
                cards=card_names(cards, words),
            )
        )
    if event.outcome.bonus:
        said.append(
            words.ngettext(
                "%(name)s goes back %(num)s space on the score track.",
                "%(name)s goes back %(num)s spaces on the score track.",
                event.outcome.bonus,
                name=name,
            )
        )
    return " ".join(said)


def result(seen: YellowstoneObservation, words: Words) -> Breakdown:
    """The penalty cards of the last scoring still lie before their players (Y-31)."""
    _ = words._
    before = tuple([mark - stack for mark, stack in zip(seen.marks, seen.stacks, strict=True)])
    return Breakdown(
        (
            Row(_("Before the last scoring"), before),
            Row(_("Penalty cards"), seen.stacks),
            Row(_("Marker"), seen.marks, sum=True),
        ),
        _("The lowest marker wins."),
    )
