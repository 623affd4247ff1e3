"""The games in OpenSpiel: its own tests, at every number of seats, and what they don't ask."""

import copy
import pickle
import unittest
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, random_agent
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import tablee
import tablee.envs.openspiel
from tablee.envs.openspiel.games import longest
from tablee.rules import GAMES
from tablee.rules.contract import BadOption, IllegalMove

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["tests"])

LAYOUT = "....oooooxooooxoxoxoxoxoxooooxoxoooooo*"
STRINGS = [
    *(f"tablee_yucata(players={n})" for n in range(2, 5)),
    f"tablee_yucata(layout={LAYOUT})",
    *(f"tablee_hornochsen(players={n})" for n in range(2, 7)),
    "tablee_hornochsen(players=3,collecting_ends_turn=True)",
    *(f"tablee_yellowstone(players={n},most=120)" for n in range(2, 6)),
    "tablee_yellowstone(edge=True,neutral=reach,most=120)",
]
every_game = pytest.mark.parametrize("name", STRINGS)


def played(name: str, moves: int, seed: int = 1) -> Any:
    """A state after so many moves of the seats."""
    state, random = pyspiel.load_game(name).new_initial_state(), Random(seed)
    while not state.is_terminal() and (moves or state.is_chance_node()):
        moves -= not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return state


def states(name: str, every: int = 9) -> Iterator[Any]:
    """Some of the states of a game, with the first and the last."""
    state, random, k = pyspiel.load_game(name).new_initial_state(), Random(1), 0
    while not state.is_terminal():
        if k % every == 0:
            yield state
        state.apply_action(random.choice(state.legal_actions()))
        k += 1
    yield state


# -- what OpenSpiel tests itself


@every_game
def test_random_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False, mask_test=True
    )


@every_game
def test_simulations_from_python(name: str) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(pyspiel.load_game(name))


@every_game
def test_a_part_of_the_tree(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(outcome)
    assert outcome.testsRun >= 5
    assert not outcome.failures + outcome.errors


@every_game
def test_a_playthrough_is_the_same_again(name: str, tmp_path: Any) -> None:
    short = name.replace("most=120", "most=30")
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(short, None, seed=1))
    expected, found = generate_playthrough.replay(str(file))
    assert found == expected
    assert "ValueError" not in found


@every_game
def test_reinforcement_learning_environment(name: str) -> None:
    environment = rl_environment.Environment(pyspiel.load_game(name))
    environment.seed(1)
    actions = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(p, actions) for p in range(environment.num_players)]
    step = environment.reset()
    while not step.last():
        actor = step.observations["current_player"]
        assert len(step.observations["info_state"][actor]) == sum(
            environment.observation_spec()["info_state"]
        )
        step = environment.step([agents[actor].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)
    assert max(step.rewards) > 0 or len(set(step.rewards)) == 1


@every_game
def test_copies_of_every_kind_are_alike(name: str) -> None:
    for state in states(name):
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        for other in (
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
            pyspiel.deserialize_game_and_state(text)[1],
        ):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.legal_actions() == state.legal_actions()
            assert other.returns() == state.returns()


@every_game
def test_resampling_from_an_information_state(name: str) -> None:
    sampler, random = pyspiel.UniformProbabilitySampler(0.0, 1.0), Random(1)
    for state in states(name, every=13):
        if state.is_chance_node() or state.is_terminal():
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == state.current_player()
            for look in ("information_state", "observation"):
                for form in ("string", "tensor"):
                    asked = f"{look}_{form}"
                    assert getattr(other, asked)(player) == getattr(state, asked)(player)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            again = state.get_game().new_initial_state()
            for move in other.history():
                again.apply_action(move)
            assert str(again) == str(other)
            while not other.is_terminal():
                other.apply_action(random.choice(other.legal_actions()))


# -- its bots


@pytest.mark.parametrize("name", [each for each in STRINGS if "yucata" not in each])
def test_information_set_search_plays(name: str) -> None:
    state = played(name, 6)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 20, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_tree_search_wins_yucata_against_random_play() -> None:
    game, random, won = pyspiel.load_game("tablee_yucata"), np.random.RandomState(1), 0.0
    bot = mcts.MCTSBot(game, 2.0, 100, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    for k in range(6):
        state, mine = game.new_initial_state(), k % 2
        while not state.is_terminal():
            player = state.current_player()
            chosen = bot.step(state) if player == mine else random.choice(state.legal_actions())
            state.apply_action(chosen)
        won += state.returns()[mine]
    assert won >= 3


def test_the_compiled_tree_search_searches_yucata() -> None:
    game = pyspiel.load_game("tablee_yucata")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 50, 5, True, 1, False)
    state = game.new_initial_state()
    root = bot.mcts_search(state)
    assert root.best_child().action in state.legal_actions()


@pytest.mark.parametrize("game", ["hornochsen", "yellowstone"])
def test_the_information_set_bot_plays_at_our_tables(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    example = import_module("openspiel_bot")
    monkeypatch.setattr(example, "SECONDS", 0.001)
    match = tablee.deal(game, 2, seed=1)
    for _ in range(4):
        match.play(example.Bot().choose(match.observe(match.actor)))
    assert len(match.played) >= 4


# -- what the games say of themselves


@every_game
def test_utilities_are_within_exact_bounds_that_are_reached(name: str) -> None:
    game = pyspiel.load_game(name)
    results = [played(name, 10**6, seed).returns() for seed in range(12)]
    assert max(map(max, results)) == game.max_utility()
    assert min(map(min, results)) == game.min_utility()


@every_game
def test_no_game_is_longer_than_stated(name: str) -> None:
    game = pyspiel.load_game(name)
    for state in (played(name, 10**6, seed) for seed in range(5)):
        made = [move.player >= 0 for move in state.full_history()]
        assert sum(made) <= game.max_game_length()
        assert len(made) - sum(made) <= game.max_chance_nodes_in_history()


def slowest(name: str, seed: int, taste: Callable[[Any, int], int]) -> int:
    """Decisions of a game in which everybody prefers what the taste finds least."""
    state, random = pyspiel.load_game(name).new_initial_state(), Random(seed)
    while not state.is_terminal():
        moves = state.legal_actions()
        if not state.is_chance_node():
            least = min(taste(state, move) for move in moves)
            moves = [move for move in moves if taste(state, move) == least]
        state.apply_action(random.choice(moves))
    return sum(move.player >= 0 for move in state.full_history())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_crawling_in_yucata_comes_near_the_stated_length(seats: int) -> None:
    name = f"tablee_yucata(players={seats})"
    found = [slowest(name, seed, lambda state, move: move % 5) for seed in range(20)]
    assert 10 * seats < max(found) <= longest("yucata", seats)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_card_a_turn_in_hornochsen_comes_to_the_stated_length(seats: int) -> None:
    """Who lays one card a turn and the specials where they can."""
    name = f"tablee_hornochsen(players={seats})"
    found = slowest(name, 1, lambda state, move: 0 if move == 0 else -1 if move >= 100 else 1)
    assert longest("hornochsen", seats) - 2 * seats <= found <= longest("hornochsen", seats)


@pytest.mark.nojit
def test_a_game_of_yellowstone_park_is_stopped_like_one_that_is_scored() -> None:
    state = played("tablee_yellowstone(players=3,most=40)", 10**6)
    assert state.is_terminal()
    assert state.position.left == 0
    totals = [
        int(m) + int(c).bit_count() for m, c in zip(*shown(state, "mark", "stack"), strict=True)
    ]
    best = [total == min(totals) for total in totals]
    assert [each > 0 for each in state.returns()] == best


def shown(state: Any, *fields: str) -> list[list[int]]:
    return [state.position.state[field][0, :3].tolist() for field in fields]


@pytest.mark.nojit
def test_chance_outcomes_are_the_odds() -> None:
    state = pyspiel.load_game("tablee_yellowstone").new_initial_state()
    assert state.chance_outcomes() == [(kind, 2 / 56) for kind in range(28)]
    state.apply_action(3)
    odds = dict(state.chance_outcomes())
    assert odds[3] == 1 / 55
    assert sum(odds.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"players": 5}, "Yucata' has 2 to 4 seats, not 5."),
        ({"layout": "maya"}, "There is no layout 'maya'"),
        ({"layout": "random"}, "its layout can't be random"),
    ],
)
def test_bad_parameters_get_a_sentence(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        pyspiel.load_game("tablee_yucata", parameters)


def test_the_neutral_marker_is_for_two() -> None:
    pyspiel.load_game("tablee_yellowstone(players=3,neutral=off)")
    with pytest.raises(BadOption, match="is for two seats only"):
        pyspiel.load_game("tablee_yellowstone(players=3,neutral=reach)")
    with pytest.raises(BadOption, match="The most decisions of a game is a whole number"):
        pyspiel.load_game("tablee_yellowstone(most=0)")


@pytest.mark.nojit
def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = played("tablee_hornochsen", 5)
    before = str(state)
    for action in (0 if 0 not in state.legal_actions() else 99, 100_000, -5):
        with pytest.raises(IllegalMove, match="is not legal now"):
            state.apply_action(action)
    assert str(state) == before


def test_moves_by_their_text() -> None:
    state = played("tablee_yellowstone(players=2)", 0)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert [state.string_to_action(text) for text in texts] == state.legal_actions()
    assert set(texts) <= set(GAMES["yellowstone"].MOVES)
    assert str(state).split()[0][0] == "~"


def test_other_players_and_players_there_are_not() -> None:
    state = played("tablee_hornochsen(players=3)", 1)
    others = [p for p in range(3) if p != state.current_player()]
    assert [state.legal_actions(p) for p in others] == [[], []]
    with pytest.raises(pyspiel.SpielError, match="no player -4"):
        state.legal_actions(-4)


# -- observers


def observation(state: Any, player: int, **kind: Any) -> tuple[list[float], str]:
    found = make_observation(state.get_game(), pyspiel.IIGObservationType(**kind))
    found.set_from(state, player)
    return found.tensor.tolist(), found.string_from(state, player)


PUBLIC = {"public_info": True, "private_info": pyspiel.PrivateInfoType.NONE}
PRIVATE = {"public_info": False, "private_info": pyspiel.PrivateInfoType.SINGLE_PLAYER}
recalls = pytest.mark.parametrize("recall", [False, True])


@recalls
@every_game
def test_public_information_is_the_same_whoever_looks_and_whatever_is_hidden(
    name: str, recall: bool
) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in states(name, every=31):
        expected = observation(state, 0, perfect_recall=recall, **PUBLIC)
        for player in range(state.num_players()):
            assert observation(state, player, perfect_recall=recall, **PUBLIC) == expected
            other = state.resample_from_infostate(player, sampler)
            assert observation(other, 0, perfect_recall=recall, **PUBLIC) == expected


@recalls
@every_game
def test_private_information_is_what_only_the_player_knows(name: str, recall: bool) -> None:
    state = played(name, 4)
    told = [observation(state, p, perfect_recall=recall, **PRIVATE)[1] for p in range(2)]
    if "yucata" in name:
        assert told == ["", ""]
    else:
        assert told[0] != told[1]
        assert "~?" not in told[0]


@every_game
def test_the_default_observer_says_what_the_state_does(name: str) -> None:
    for state in states(name, every=40):
        for player in range(state.num_players()):
            default = make_observation(state.get_game())
            default.set_from(state, player)
            assert default.tensor.tolist() == state.observation_tensor(player)
            assert default.string_from(state, player) == state.observation_string(player)
            whole = observation(state, player, perfect_recall=True)
            assert whole[0] == state.information_state_tensor(player)
            assert whole[1] == state.information_state_string(player)


def test_what_an_observation_says() -> None:
    state = pyspiel.load_game("tablee_hornochsen").new_initial_state()
    for card in range(1, 2 * 14 + 7 + 1):
        state.apply_action(card)
    said = state.observation_string(1)
    assert said.startswith("seat 1: mine: 15 16 17 18 19 20 21 22 23 24 25 26 27 28 unseen: 1 2 3 ")
    assert "ends: 29 30 31 32 33 34 35" in said
    assert "cards: 0=14 1=14" in said
    moves = state.information_state_string(1)
    hidden, own = " ".join(["~?"] * 14), " ".join(f"~{card}" for card in range(15, 36))
    assert moves == f"seat 1: {hidden} {own}"
    pieces = make_observation(state.get_game()).dict
    assert pieces["player"].shape == (2,)
    assert pieces["mine"].shape == (104,)


def test_no_observer_sees_everybodys_cards() -> None:
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody)
    assert make_observation(pyspiel.load_game("tablee_hornochsen"), kind) is None
    with pytest.raises(BadOption, match="Observations have no parameters"):
        make_observation(pyspiel.load_game("tablee_hornochsen"), None, {"more": 1})
