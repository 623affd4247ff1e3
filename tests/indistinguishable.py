"""Other games that a viewer cannot tell from the one that was played.

Whatever is sent to a viewer must be the same bytes in all of them. A new kind of output joins the
test by its function: see `Output`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

import tablee
from tablee import IllegalMove, Match, RecordError
from tablee.envs.features import ROWS, write_row
from tablee.match import UNSEEN
from tablee.rules import GAMES
from tablee.rules.contract import EVERYONE
from tablee.web.games import FACES
from tablee.web.words import words

Viewer = int | None  # a seat, or None for a spectator
Output = Callable[[Match, Viewer], bytes]


def as_json(match: Match, viewer: Viewer) -> bytes:
    return json.dumps(match.observe(viewer).to_dict()).encode()


def as_record(match: Match, viewer: Viewer) -> bytes:
    return match.observe(viewer).view.tobytes()


def as_repr(match: Match, viewer: Viewer) -> bytes:
    return repr(match.observe(viewer)).encode()


def as_history(match: Match, viewer: Viewer) -> bytes:
    return repr(match.history(viewer)).encode()


def as_errors(match: Match, viewer: Viewer) -> bytes:
    """What is said to moves that can't be played; of another seat's cards nothing is asked."""
    rules, legal = GAMES[match.game], set(match.moves())
    texts: list[Any] = ["", "nonsense", None]
    if match.actor in (viewer, tablee.CHANCE, None):
        texts += [text for text in rules.MOVES[::7] if text not in legal]
    if match.actor != tablee.CHANCE:
        texts += rules.CHANCES[:2]
    return "\n".join(refusal(match, text) for text in texts).encode()


def refusal(match: Match, move: Any) -> str:
    try:
        match.play(move)
    except IllegalMove as wrong:
        return str(wrong)
    raise AssertionError(f"{move!r} was played")


def as_numbers(match: Match, viewer: Viewer) -> bytes:
    """The row of features, written from the whole state."""
    rows = np.zeros(1, ROWS[match.game])
    write_row(match._state, EVERYONE if viewer is None else viewer, rows)
    return rows.tobytes()


def as_scene(match: Match, viewer: Viewer) -> bytes:
    """All that a game's template is given."""
    if match.game not in FACES:
        return b""
    return repr(FACES[match.game].scene(match.observe(viewer), True, words("en"))).encode()


OUTPUTS: list[Output] = [as_json, as_record, as_repr, as_history, as_errors, as_numbers, as_scene]


def with_moves(match: Match, moves: Sequence[str]) -> Match:
    """The same table, but these moves; RecordError if one is not legal."""
    return tablee.replay(match.record() | {"moves": list(moves)})


def exchange(
    moves: Sequence[str], places: Sequence[int], cards: Sequence[str], random: Random
) -> list[str]:
    """Two cards stand for each other from one of these places on, for a while or to the end."""
    begin = random.choice(places)
    end = random.choice([len(moves), random.choice(places)])
    one, other = moves[begin], random.choice(cards)
    changed = list(moves)
    for place in places:
        # There are two cards of a kind, so that not all of them need to change.
        if place == begin or (begin < place < end and random.random() < 0.8):
            changed[place] = {one: other, other: one}.get(moves[place], moves[place])
    return changed


def worlds(match: Match, viewer: Viewer, random: Random, tries: int) -> Iterator[Match]:
    """Games whose hidden cards differ, where all that the viewer saw happens just the same."""
    hidden = [k for k, move in enumerate(match.history(viewer)) if move == UNSEEN]
    yield from variations(match, hidden, random, tries)


def variations(match: Match, places: Sequence[int], random: Random, tries: int) -> Iterator[Match]:
    """Games, one made from the other, that differ in the cards dealt in these places."""
    cards = [text for text in GAMES[match.game].CHANCES if text]
    moves: Sequence[str] = match.played
    for _ in range(tries if places else 0):
        try:
            other = with_moves(match, exchange(moves, places, cards, random))
        except RecordError:
            continue
        moves = other.played
        if moves != match.played:
            yield other
