"""OpenSpiel's card games played at random, by its own C++ bots and from Python.

Only the decisions of players count, as with our games: dealing takes time but is no decision.
Each round plays the same games again, so that they have to be counted once only.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from bench.measure import Measure, duration, rate

PLAYERS = 4
GAMES = {
    "hearts": "hearts",
    "oh_hell": f"oh_hell(players={PLAYERS})",
    "crazy_eights": f"crazy_eights(players={PLAYERS})",
}
PLAYED = 100  # games a round
OPENSPIEL = "OpenSpiel "


def decisions(states: Iterator[Any]) -> int:
    return sum(move.player >= 0 for state in states for move in state.full_history())


def by_bots(game: Any) -> Iterator[Any]:
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(PLAYERS)]
    for seed in range(PLAYED):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        yield state


def by_python(game: Any) -> Iterator[Any]:
    """The shortest way: in these games chance gives all of its moves alike, as we choose ours."""
    random = Random(1).random
    for _ in range(PLAYED):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
        yield state


def exhaust(states: Iterator[Any]) -> None:
    for _ in states:
        pass


def engine() -> list[Measure]:
    return [play(f"{OPENSPIEL}{name}, C++", "M/s", by_bots, GAMES[name]) for name in GAMES]


def python() -> list[Measure]:
    return [play(f"{OPENSPIEL}{name}", "k/s", by_python, GAMES[name]) for name in GAMES]


def play(name: str, unit: str, player: Any, game_name: str) -> Measure:
    game = pyspiel.load_game(game_name)
    return rate(name, unit, lambda: exhaust(player(game)), decisions(player(game)))


def observing() -> list[Measure]:
    """What a player of hearts may know and do, at the middle of a game; for orientation."""
    random = Random(1)
    game = pyspiel.load_game(GAMES["hearts"])
    states = []
    for _ in range(PLAYED):
        state = game.new_initial_state()
        for _ in range(80):  # 53 of them deal
            state.apply_action(random.choice(state.legal_actions()))
        states.append(state)

    def as_tensor() -> None:
        for state in states:
            state.legal_actions()
            state.information_state_tensor()

    def as_text() -> None:
        for state in states:
            state.legal_actions()
            state.information_state_string()

    return [
        duration(f"{OPENSPIEL}hearts: moves and tensor", "µs", as_tensor, PLAYED),
        duration(f"{OPENSPIEL}hearts: moves and text", "µs", as_text, PLAYED),
    ]
