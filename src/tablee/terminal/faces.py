"""What the terminal knows about each game, and what it says for all of them."""

from typing import Any, Protocol

import numpy as np

from tablee.match import TITLES, UNDO, UNSEEN, Match
from tablee.observation import OBSERVERS, Observation
from tablee.rules import GAMES
from tablee.rules.compiling import compiled
from tablee.rules.contract import CHANCE, Codes, States, foresee
from tablee.terminal import hornochsen, yellowstone, yucata
from tablee.terminal.paint import Block, bold, counted, table


class Face(Protocol):
    """The module of a game; what is seen is always that game's observation."""

    HELP: str

    def draw(self, seen: Any, names: list[str]) -> Block:
        """The table and what everybody knows of each seat."""

    def hand(self, seen: Any) -> Block:
        """The cards of the seat that looks."""

    def offers(self, seen: Any) -> list[tuple[str, str]]:
        """The legal moves, each or some of them with what they bring about."""

    def tell(self, made: Any, seen: Any) -> str:
        """What one move brings about."""

    def aftermath(self, before: Any, after: Any) -> Block:
        """What followed by itself, besides drawing cards."""

    def stem(self, move: str) -> str:
        """What a move may be shortened to while only one legal move begins so."""


FACES: dict[str, Face] = {
    "yucata": yucata,
    "hornochsen": hornochsen,
    "yellowstone": yellowstone,
}


@compiled
def foretell(views: States, move: int, ahead: Codes) -> None:
    foresee(views[0], move, ahead)


def names_of(seats: int, me: int | None) -> list[str]:
    return ["you" if seat == me else f"seat {seat}" for seat in range(seats)]


def draw(seen: Observation, names: list[str]) -> str:
    """The table, with a line about whose turn it is."""
    lines = FACES[seen.game].draw(seen, names)
    return "\n".join([f"{bold(TITLES[seen.game])} · {status(seen, names)}", "", *lines])


def status(seen: Observation, names: list[str]) -> str:
    if seen.actor is None:
        return "the game is over"
    if seen.actor == CHANCE:
        return "cards are being dealt"
    laid = getattr(seen, "laid", 0)
    already = f", {counted(laid, 'card')} laid" if laid else ""
    return f"{names[seen.actor]} to play{already}".replace("you to play", "your turn")


def hands(seen: Observation, name: str) -> str:
    """A seat's own hand, after its name."""
    first, *rest = FACES[seen.game].hand(seen)
    return "\n".join([f"{name:<11}{first or '–'}", *(" " * 11 + line for line in rest)])


def offers(seen: Observation) -> str:
    """The legal moves and what each of them brings about."""
    lines = FACES[seen.game].offers(seen)
    return "\n".join(f"  {line}" for line in table(lines))


def events(before: Observation, after: Observation, names: list[str]) -> Block:
    """What happened between two looks of one viewer, of which the first saw one move made."""
    if before.actor is None or before.actor == CHANCE:
        return ["The cards are dealt."]
    move, *drawn = after.history[len(before.history) :]
    name = names[before.actor]
    if move == UNDO:
        return [f"{name}: takes the last move back"]
    if move == "done":
        return [f"{name}: done"]
    face = FACES[before.game]
    lines = [f"{name}: {bold(move)}, {face.tell(foreseen(before, move), before)}"]
    if drawn:
        seen = [card.removeprefix("~") for card in drawn if card != UNSEEN]
        shown = f": {' '.join(seen)}" if seen else ""
        lines.append(f"{name}: {counted(len(drawn), 'card')} drawn{shown}")
    return lines + face.aftermath(before, after)


def foreseen(seen: Observation, move: str) -> object:
    """A move of whoever is to act, with its consequences as far as anybody can see them."""
    code = GAMES[seen.game].MOVES.index(move)
    ahead = np.zeros(4, np.int64)
    foretell(seen.view, code, ahead)
    [told] = OBSERVERS[seen.game].moves([code], [ahead.tolist()])
    return told


def result(match: Match, names: list[str]) -> str:
    """The scores and who won; or whose turn it is."""
    if match.actor is None:
        winners = match.winners()
        crown = "winner" if len(winners) == 1 else "joint winner"
        rows = [
            (f"  {name}", str(score), bold(crown) if seat in winners else "")
            for seat, (name, score) in enumerate(zip(names, match.scores(), strict=True))
        ]
        return "\n".join(["The game is over.", *table(rows, numbers=[1])])
    waiting = "cards are to be dealt" if match.actor == CHANCE else f"{names[match.actor]} to play"
    return f"The game is not over: {waiting}."
