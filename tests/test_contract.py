"""How code for every game finds the functions of one: by the type of the record in front."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.rules import GAMES, contract, hornochsen, yucata
from tablee.rules.compiling import compiled
from tablee.rules.contract import BadOption, flag, record_of, register
from tests.anything import HUGE, refused

DISPATCHED = (
    "actor", "apply", "chance", "foresee", "hide", "imagine", "legal", "pick", "pool",
    "random_move", "receiver", "scores",
)  # fmt: skip


@pytest.mark.nojit
@pytest.mark.parametrize("name", GAMES)
def test_every_game_provides_every_function(name: str) -> None:
    rules: Any = GAMES[name]
    provided = contract._modules[rules.STATE]
    assert [each for each in DISPATCHED if each not in provided] == []
    assert name == rules.NAME
    assert rules.RULES >= 1
    assert set(tablee.new(name, 2).options) == set(rules.OPTIONS)


def test_every_dispatched_function_is_listed_here() -> None:
    found = {name for name, each in vars(contract).items() if hasattr(each, "__wrapped__")}
    assert found >= set(DISPATCHED)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_has_no_bytes_that_nobody_owns(name: str) -> None:
    """Padding would hold whatever was there before, and states are compared as bytes."""
    dtype: Any = GAMES[name].STATE
    assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)


@pytest.mark.nojit
def test_plain_python_and_compiled_code_find_the_same_functions() -> None:
    @compiled
    def who(states: Any) -> int:
        return int(contract.actor(states[0]))

    for name, rules in GAMES.items():
        match = tablee.new(name, 2, first=1)
        state = match._state
        assert who(state) == contract.actor(state[0]) == rules.actor(state[0]) == match.actor


@pytest.mark.nojit
def test_a_record_of_no_game_is_refused() -> None:
    with pytest.raises(KeyError):
        contract.actor(np.zeros(1, record_of(("seats", np.int8)))[0])


def test_functions_may_come_from_several_files() -> None:
    toy = record_of(("count", np.int64))
    register(toy, {"actor": lambda s: int(s.count)})
    register(toy, {"pool": lambda s: 7})
    state = np.ones(1, toy)[0]
    assert (contract.actor(state), contract.pool(state)) == (1, 7)


def test_a_flag_is_off_unless_asked_for() -> None:
    assert flag({}, "edge") is False
    assert flag({"edge": True}, "edge") is True
    values: list[Any] = [None, 0, 1, "true", [], HUGE]
    for value in values:
        assert "edge" in refused(BadOption, partial(flag, {"edge": value}, "edge"))


@pytest.mark.parametrize("rules", [yucata, hornochsen])
def test_settling_twice_changes_nothing(rules: Any) -> None:
    """What `settle` gives is what a record holds, and is settled again on replay."""
    settled = rules.settle(2, {}, lambda _: 0)
    assert rules.settle(2, settled, lambda _: 1) == settled
