"""Other environments, driven just as ours are. Each round plays the same games again."""

import os
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from bench.measure import SCALE, Measure, rate, seconds

STEPS = 100  # of arrays, a round
PLAYED = 20  # games a round, one at a time
Work = tuple[Callable[[], int], int]


def worked(play: Callable[[], int]) -> Work:
    """The work, and how much of it there is."""
    return play, play()


# -- games side by side


def arrays(many: int) -> Measure:
    """Leduc hold'em of pgx, which begins a new game where one ends, as ours do."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import jax
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make("leduc_holdem")
    begin = jax.jit(jax.vmap(game.init))
    step = jax.jit(jax.vmap(auto_reset(game.step, game.init)))
    keys = jax.random.split(jax.random.PRNGKey(1), many)
    choice, state, actions = np.random.default_rng(1), begin(keys), []
    for _ in range(STEPS):
        legal = np.asarray(state.legal_action_mask)
        actions.append(jax.numpy.argmax(choice.random(legal.shape) * legal, axis=1))
        state = step(state, actions[-1], keys)

    def play() -> None:
        state = begin(keys)
        for each in actions:
            state = step(state, each, keys)
        jax.block_until_ready(state)

    def sample() -> float:
        return many * STEPS / seconds(play, time.process_time) / SCALE["M/s"]

    return Measure(f"pgx leduc_holdem, batch of {many:,}", "M/s", sample)


# -- agents one after the other


def by_agents(env: Any, games: int) -> Work:
    """As PettingZoo's own benchmark drives them, each game from a seed of its own."""

    def play() -> int:
        random.seed(1)
        made = 0
        for seed in range(games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    break
                env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                made += 1
        return made

    return worked(play)


def agents() -> list[Measure]:
    from pettingzoo.classic import connect_four_v3, leduc_holdem_v4

    found = {"leduc_holdem": leduc_holdem_v4, "connect_four": connect_four_v3}
    return [
        rate(f"PettingZoo {name}", "k/s", *by_agents(module.env(), PLAYED))
        for name, module in found.items()
    ]


# -- in OpenSpiel's loop from Python


LOOKS: dict[str, Callable[[Any], Any]] = {
    "observations": lambda state: state.observation_tensor(),
    "information states": lambda state: state.information_state_tensor(),
}


def in_openspiel(game: Any, look: Callable[[Any], Any] | None) -> Work:
    """Decisions, each with what the player sees; or, without, all moves, those of chance too."""

    def play() -> int:
        below, made = random.Random(1).random, 0
        for _ in range(PLAYED):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                if look is None:
                    made += 1
                elif not state.is_chance_node():
                    look(state)
                    made += 1
                state.apply_action(moves[int(below() * len(moves))])
        return made

    return worked(play)


def hearts() -> Measure:
    """Written in C++; information states are all that it has to show."""
    look = LOOKS["information states"]
    work = in_openspiel(pyspiel.load_game("hearts"), look)
    return rate("OpenSpiel hearts, information states", "k/s", *work)


def in_python() -> list[Measure]:
    """Its games that are written in Python, but one for a player and chat with a model."""
    from open_spiel.python import games  # noqa: F401 - makes them known

    names = ("block_dominoes", "liars_poker", "team_dominoes", "tic_tac_toe")
    return [
        rate(f"OpenSpiel python_{name}", "k/s", *in_openspiel(game, None))
        for name in names
        for game in [pyspiel.load_game(f"python_{name}")]
    ]
