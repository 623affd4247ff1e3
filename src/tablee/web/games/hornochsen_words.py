"""Hornochsen! in words: its moves, what they bring about, its option."""

from tablee.observation.hornochsen import HornochsenMove, HornochsenObservation
from tablee.rules import hornochsen as rules
from tablee.web.games.base import N_, Choice, Option, Words

OPTIONS: tuple[Option, ...] = (
    Option(
        "collecting_ends_turn",
        N_("Taking a row"),
        (
            Choice(
                False,
                N_("The turn goes on"),
                N_("Whoever takes a row may lay up to three cards all the same."),
            ),
            Choice(
                True,
                N_("Ends the turn"),
                N_("Whoever takes a row lays no more cards on this turn."),
            ),
        ),
        tuple(rules.SEATS),
    ),
)


def signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"


def label(move: str, words: Words) -> str:
    _ = words._
    if move == "done":
        return _("End the turn")
    special, _at, row = move.partition("@")
    return on_row(special, int(row), words) if row else move


def on_row(card: int | str, row: int, words: Words) -> str:
    """A card on its row, by name."""
    if isinstance(card, int):
        return words._("%(card)s to the row that ends in %(row)s", card=card, row=row)
    return words._("“%(special)s” to the row that ends in %(row)s", special=card, row=row)


def prompt(seen: HornochsenObservation, words: Words) -> str:
    """What the player can do now."""
    if seen.laid:
        return words._("Lay another card, or end your turn.")
    return words._("Pick a card: it shows where it goes.")


def effect(move: HornochsenMove, words: Words) -> str:
    """What a legal move brings about."""
    _, ngettext = words._, words.ngettext
    if move.row is None:
        return _("The next player's turn.")
    if move.move.startswith("x2"):
        return _(
            "Whoever takes the row that ends in %(row)s doubles all their points.", row=move.row
        )
    if move.move.startswith("+5"):
        return _("Whoever takes the row that ends in %(row)s gets 5 points more.", row=move.row)
    if not move.collects:
        return _("It goes on the row that ends in %(row)s.", row=move.row)
    points = {"row": move.row, "points": signed(move.points)}
    if move.doubles:
        return ngettext(
            "You take the row that ends in %(row)s: %(points)s point, then all yours double.",
            "You take the row that ends in %(row)s: %(points)s points, then all yours double.",
            abs(move.points),
            **points,
        )
    return ngettext(
        "You take the row that ends in %(row)s: %(points)s point.",
        "You take the row that ends in %(row)s: %(points)s points.",
        abs(move.points),
        **points,
    )
