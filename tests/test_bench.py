"""The arithmetic and the words of ./dev bench; how fast anything is, is not asked here."""

import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bench.__main__ as command
from bench.measure import Measure, Result, advantage, run
from bench.table import table


def given(*values: float) -> Any:
    """One value a round; the first round is for warming up."""
    left = iter(values)
    return lambda: next(left)


def result(unit: str = "M/s", values: tuple[float, ...] = (2.0,), **more: Any) -> Result:
    asked = {"target": None, "ratios": (), "times": None, **more}
    return Result("play", unit, values, **asked)


def test_measures_take_turns_and_the_first_round_does_not_count() -> None:
    turn = count()
    first, second = (Measure(name, "ms", lambda: next(turn)) for name in ("first", "second"))
    assert [each.values for each in run([first, second], rounds=3)] == [(2, 4, 6), (3, 5, 7)]


def test_what_is_measured_once_is_measured_in_the_first_round() -> None:
    once, again = Measure("size", "bytes", given(42), once=True), Measure("a", "s", given(9, 1, 2))
    assert [each.values for each in run([once, again], rounds=2)] == [(42,), (1, 2)]


def test_a_rate_is_compared_with_the_best_peer_of_its_round() -> None:
    ours = Measure("ours", "M/s", given(0, 30, 10), peers=("slow", "quick"), times=5)
    peers = [Measure("slow", "M/s", given(0, 1, 1)), Measure("quick", "M/s", given(0, 3, 2))]
    found = run([ours, *peers], rounds=2)[0]
    assert found.ratios == (10, 5)
    assert found.ratio == 7.5
    assert found.reached is True


def test_the_best_duration_is_the_shortest() -> None:
    assert advantage("µs", 10, [40, 20]) == 2
    assert advantage("M/s", 10, [40, 20]) == 0.25


@pytest.mark.parametrize(
    ("found", "reached"),
    [
        (result(), None),
        (result(target=2.0), True),
        (result(target=3.0), False),
        (result("µs", target=3.0), True),
        (result("µs", target=1.0), False),
        (result(target=1.0, ratios=(4.0,), times=5), False),
        (result(target=3.0, ratios=(9.0,), times=5), False),
        (result(target=1.0, ratios=(9.0,), times=5), True),
    ],
)
def test_targets_and_ratios_must_both_be_reached(found: Result, reached: bool | None) -> None:
    assert found.reached is reached


def test_median_and_quartiles() -> None:
    found = result(values=(5.0, 1.0, 4.0, 2.0, 3.0))
    assert (found.median, found.quartiles) == (3, (2, 4))
    assert result(values=(7.0,)).quartiles == (7, 7)


def test_the_table_shows_what_was_asked_and_what_was_found() -> None:
    shown = table("title", [result(values=(1234.5, 20.0, 3.0), target=35, ratios=(4.0,), times=5)])
    title, _, row = shown.splitlines()
    assert title == "title"
    assert " ".join(row.split()) == "play 20.0 11.5 - 627 M/s 35 4.00 x 5 x MISSED"


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Groups that measure nothing; the names of those that were asked for."""
    asked: list[str] = []

    def load(name: str) -> Any:
        asked.append(name)
        return SimpleNamespace(
            TITLE="something", measures=lambda: [Measure("size", "bytes", lambda: 8, once=True)]
        )

    monkeypatch.setattr(command, "import_module", load)
    return asked


def test_groups_are_measured_by_name(
    group: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    assert command.main(["memory", "--json", str(file), "--rounds", "2"]) == 0
    assert group == ["bench.memory"]
    assert "memory: something" in capsys.readouterr().out
    report = json.loads(file.read_text())
    assert report["rounds"] == 2
    assert report["groups"]["memory"][0]["values"] == [8]


def test_without_names_all_are_measured_and_the_values_kept(
    group: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "RESULTS", tmp_path / "bench")
    assert command.main([]) == 0
    assert group == [f"bench.{name}" for name in command.GROUPS]
    [file] = (tmp_path / "bench").iterdir()
    assert list(json.loads(file.read_text())["groups"]) == list(command.GROUPS)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["dance"], f"./dev bench: there is no group 'dance', only {', '.join(command.GROUPS)}.\n"),
        (["--rounds", "0"], "./dev bench: argument --rounds: '0' is not a number of rounds.\n"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    wrong: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        command.main(wrong)
    assert end.value.code == 2
    assert capsys.readouterr().err == sentence


def test_results_that_cannot_be_kept_are_said_before_anything_is_measured(
    group: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--json", str(tmp_path / "no" / "file.json")]) == 2
    assert capsys.readouterr().err == "The results can't be written: No such file or directory.\n"
    assert group == []
