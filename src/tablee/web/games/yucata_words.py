"""Yucata' in words: its cards and moves, what they bring about, its layouts."""

from tablee.observation.yucata import YucataMove, YucataObservation
from tablee.rules import yucata as rules
from tablee.web.games.base import N_, Choice, Option, Words

OPTIONS: tuple[Option, ...] = (
    Option(
        "layout",
        N_("Track"),
        (
            Choice(
                "ceiba",
                N_("Ceiba"),
                N_("Three bad stones in a row at both ends, single ones between."),
            ),
            Choice("agave", N_("Agave"), N_("It begins with a bad stone, and ends with one.")),
            Choice("iguana", N_("Iguana"), N_("Quiet at first; most bad stones lie far ahead.")),
            Choice("jaguar", N_("Jaguar"), N_("Good and bad take turns in the middle.")),
            Choice("quetzal", N_("Quetzal"), N_("Two walls of four bad stones, one between.")),
            Choice("tikal", N_("Tikal"), N_("All nine bad stones in one wall.")),
            Choice("random", N_("By chance"), N_("A new track that nobody knows yet.")),
        ),
        tuple(rules.SEATS),
    ),
)


def label(move: str, words: Words) -> str:
    """A card as one says it."""
    match move:
        case "S":
            return words._("sword")
        case "C":
            return words._("chameleon")
    return move


def with_article(move: str, words: Words) -> str:
    """A card that somebody lays."""
    _ = words._
    match move:
        case "S":
            return _("the sword")
        case "C":
            return _("the chameleon")
    return _("the %(number)s", number=move)


def stones(move: YucataMove, words: Words) -> str:
    """What somebody takes; empty if it is nothing."""
    _, ngettext = words._, words.ngettext
    taken = []
    if move.good:
        taken.append(ngettext("%(num)s good stone", "%(num)s good stones", move.good))
    if move.bad:
        taken.append(ngettext("%(num)s bad stone", "%(num)s bad stones", move.bad))
    if move.final:
        taken.append(_("the final stone"))
    if len(taken) < 2:
        return "".join(taken)
    return _("%(these)s and %(last)s", these=", ".join(taken[:-1]), last=taken[-1])


def prompt(seen: YucataObservation, words: Words) -> str:
    """What the player can do now."""
    return words._("Pick a card: it shows where it leads.")


def effect(move: YucataMove, words: Words) -> str:
    """What a legal move brings about."""
    _ = words._
    if move.final:
        return _(
            "To the temple: you take %(stones)s. The game is over.", stones=stones(move, words)
        )
    if taken := stones(move, words):
        return _("To space %(space)s: you take %(stones)s.", space=move.space, stones=taken)
    return _("To space %(space)s: there is no stone on the way.", space=move.space)
