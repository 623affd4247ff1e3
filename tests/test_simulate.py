"""Many games and what is said about them."""

import json
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.rules import GAMES
from tablee.simulate import POLICIES, Simulation, estimate


def simulated(game: str, seats: int, games: int, policy: str = "random", **how: Any) -> Simulation:
    simulation = Simulation(game, seats, policy=policy, **{"seed": 7, "options": {}, **how})
    assert sum(simulation.run(games)) == games
    return simulation


def test_an_estimate_is_the_mean_the_spread_and_the_error() -> None:
    values = [3, 5, 8, 13]
    found = estimate(4, sum(values), sum(value * value for value in values))
    assert tuple(found) == pytest.approx((mean(values), stdev(values), stdev(values) / 2))
    assert found.margin == pytest.approx(1.96 * stdev(values) / 2)
    low, high = found.to_dict()["interval"]
    assert (low + high) / 2 == pytest.approx(found.mean)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_and_one_win_is_shared_out(game: str, policy: str) -> None:
    simulation = simulated(game, 3, 40, policy)
    assert (simulation.games, simulation.stopped) == (40, 0)
    assert sum(win.mean for win in simulation.wins) == pytest.approx(1)
    shortest, longest = simulation.shortest_and_longest
    quantiles = list(simulation.quantiles.values())
    assert shortest <= quantiles[0]
    assert quantiles == sorted(quantiles)
    assert quantiles[-1] <= longest
    assert shortest < simulation.length.mean < longest


def test_the_numbers_are_those_of_the_games() -> None:
    """The same decisions counted one game at a time."""
    first, second = simulated("yucata", 2, 2), simulated("yucata", 2, 3)
    lengths = [*first.shortest_and_longest]
    assert first.length.mean == mean(lengths)
    third = 3 * second.length.mean - sum(lengths)
    assert second.length.spread == pytest.approx(stdev([*lengths, third]))


def test_the_same_seed_gives_the_same_numbers_however_the_games_are_divided() -> None:
    one = simulated("yellowstone", 3, 50)
    parts = Simulation("yellowstone", 3, policy="random", seed=7, options={})
    for games in (20, 30):
        for _ in parts.run(games):
            pass
    assert parts.to_dict() == one.to_dict()
    assert simulated("yellowstone", 3, 50, seed=8).to_dict() != one.to_dict()


def test_without_a_seed_one_is_chosen_and_named() -> None:
    chosen = simulated("yucata", 2, 20, seed=None)
    assert simulated("yucata", 2, 20, seed=chosen.seed).to_dict() == chosen.to_dict()


@pytest.mark.nojit
def test_a_stopped_game_counts_penalty_cards_as_if_a_scoring_had_just_ended_it() -> None:
    """After one decision each of two, a scoring would add what lies on the stacks."""
    simulation = simulated("yellowstone", 2, 200, most=12)
    assert simulation.stopped == 200
    assert simulation.quantiles == dict.fromkeys((5, 25, 50, 75, 95), 12)
    # Nobody has reached a scoring yet, so every step forward from 5 is a penalty card.
    assert all(score.mean > 5.5 for score in simulation.scores)


def test_the_lowest_marker_wins_in_yellowstone_park_and_the_most_points_elsewhere() -> None:
    for game, better in (("yellowstone", -1), ("hornochsen", 1)):
        simulation = simulated(game, 2, 2000)
        scores, wins = simulation.scores, simulation.wins
        assert (scores[0].mean > scores[1].mean) == (better * wins[0].mean > better * wins[1].mean)


def test_options_and_the_first_seat_are_taken_over() -> None:
    layout = "....xxxxxxxxxooooooooooooooooooooooooo*"
    simulation = simulated("yucata", 2, 20, options={"layout": layout}, first=1)
    assert simulation.to_dict()["options"] == {"layout": layout}
    assert simulation.to_dict()["first"] == 1
    with pytest.raises(tablee.BadOption):
        simulated("yucata", 2, 20, options={"edge": True})


def test_the_summary_is_json() -> None:
    told = simulated("hornochsen", 4, 30).to_dict()
    assert json.loads(json.dumps(told)) == told
    assert np.allclose([win["mean"] - 0.25 for win in told["wins"]], told["advantages"])
