"""Yellowstone Park in words: its cards and moves, what they bring about, its options."""

from collections.abc import Iterable
from itertools import groupby

from tablee.observation.yellowstone import YellowstoneMove, YellowstoneObservation
from tablee.rules import yellowstone as rules
from tablee.web.games.base import N_, Choice, Option, Words

OPTIONS: tuple[Option, ...] = (
    Option(
        "edge",
        N_("Edge matrix"),
        (
            Choice(False, N_("Without"), N_("The plain game: all cards lie in a block of 3 by 3.")),
            Choice(
                True,
                N_("With"),
                N_(
                    "For experienced rangers: three columns of rows 1 and 7 "
                    "are a matrix as well, across the whole park."
                ),
            ),
        ),
        tuple(rules.SEATS),
    ),
    Option(
        "neutral",
        N_("Neutral marker"),
        (
            Choice(
                "off",
                N_("Seven steps"),
                N_("There is a scoring when it is pushed off row 1, the seventh time."),
            ),
            Choice(
                "reach",
                N_("Six steps"),
                N_("There is a scoring as soon as it reaches row 1, the sixth time."),
            ),
        ),
        (2,),
    ),
)


def card_name(card: str, words: Words) -> str:
    """A card as one says it."""
    return coloured(card[0], card[1], words)


def coloured(colour: str, number: str, words: Words) -> str:
    """A card, or several of one colour."""
    _ = words._
    match colour:
        case "B":
            return _("blue %(number)s", number=number)
        case "G":
            return _("green %(number)s", number=number)
        case "R":
            return _("red %(number)s", number=number)
    return _("yellow %(number)s", number=number)


def card_names(cards: Iterable[str], words: Words) -> str:
    """Cards in the order of their colours; each colour is said once."""
    by_colour = groupby(cards, key=lambda card: card[0])
    return ", ".join(
        coloured(colour, " ".join(card[1] for card in group), words) for colour, group in by_colour
    )


def label(move: str, words: Words) -> str:
    _ = words._
    match move:
        case "done":
            return _("End the turn")
        case "refill":
            return _("Fill up my hand")
        case "keep":
            return _("Draw nothing")
        case "pile":
            return _("Six from the draw pile")
        case "penalties":
            return _("Six of my penalty cards")
    card, column = card_name(move[:2], words), move[2]
    return _("%(card)s to column %(column)s", card=card, column=column)


def prompt(seen: YellowstoneObservation, words: Words) -> str:
    """What the player can do now."""
    _, moves = words._, {each.move for each in seen.moves}
    if "refill" in moves:
        return _("Fill up your hand, or draw nothing.")
    if "pile" in moves:
        return _("Your hand is empty. Where do the new cards come from?")
    if "done" in moves:
        return _("Lay a second card, or end your turn.")
    return _("Pick a card, then its place in the park.")


def effect(move: YellowstoneMove, words: Words) -> str:
    """What a legal move brings about."""
    _, ngettext = words._, words.ngettext
    match move.move:
        case "done":
            return _("The next player's turn; your hand stays as it is.")
        case "refill":
            return _("You draw from the pile until you hold six cards.")
        case "keep":
            return _("Your hand stays as it is.")
        case "pile":
            return _("Six new cards; your penalty cards stay.")
        case "penalties":
            return _("Six random cards from your penalty stack: six points less to fear.")
    said = []
    if move.collected:
        said.append(
            ngettext(
                "You collect %(cards)s: %(num)s penalty card.",
                "You collect %(cards)s: %(num)s penalty cards.",
                len(move.collected),
                cards=card_names(move.collected, words),
            )
        )
    if move.bonus:
        said.append(
            ngettext(
                "Bonus: your marker goes back %(num)s space.",
                "Bonus: your marker goes back %(num)s spaces.",
                move.bonus,
            )
        )
    return " ".join(said) or _("It fits: nothing to collect.")
