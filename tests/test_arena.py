"""The arena: who sits where, what games say about bots, stopping and going on."""

import json
import math
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import tablee
from tablee.arena import Arena, Played, final_scores, line_ups, outcome
from tablee.bots.thinking import Budget
from tablee.cli import main
from tablee.ratings import ELO, ratings, share
from tablee.standings import Standings, picture

QUICK = Budget(rounds=8)


def arena(game: str, seats: int, *bots: str, **how: Any) -> Arena:
    return Arena(game, seats, bots, **{"seed": 7, "options": {}, "budget": QUICK, **how})


def played(held: Arena, games: int, jobs: int = 2) -> list[Played]:
    return sorted(held.run(list(range(held.whole(games))), jobs))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words], prog_name="tablee")


# -- who sits where


def test_line_ups_are_all_choices_or_take_turns() -> None:
    assert line_ups("abc", 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups("ab", 4) == [(0, 1, 0, 1)]
    assert line_ups("ab", 3) == [(0, 1, 0), (1, 0, 1)]
    assert line_ups("a", 3) == [(0, 0, 0)]


def test_one_against_the_rest_sits_in_every_seat_once_a_deal() -> None:
    assert line_ups("abbb", 4) == [(0, 1, 1, 1)]
    held = arena("hornochsen", 4, "fit", "random", "random", "random")
    assert held.bots == ("fit", "random")
    assert held.games_of_a_deal == 4
    assert {seated.index(0) for _, seated in map(held.seating, range(4))} == {0, 1, 2, 3}


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (2, 3), (4, 3), (2, 6), (6, 6)])
def test_in_a_deal_every_bot_sits_in_every_seat_as_often(bots: int, seats: int) -> None:
    names = ("random", "fit", "novice", "casual", "club", "expert")[:bots]
    held = arena("hornochsen", seats, *names)
    for its in range(3):
        numbers = range(its * held.games_of_a_deal, (its + 1) * held.games_of_a_deal)
        seatings = [held.seating(number) for number in numbers]
        assert {number for number, _ in seatings} == {its}
        sat = Counter((seat, bot) for _, seated in seatings for seat, bot in enumerate(seated))
        assert len(sat) == bots * seats
        assert len(set(sat.values())) == 1


def test_all_line_ups_play_the_same_deal() -> None:
    held = arena("hornochsen", 3, "random", "fit", "novice")
    hands = {held._match(4).observe(1).hand for _ in range(3)}  # type: ignore[attr-defined]
    assert len(hands) == 1
    assert hands != {held._match(5).observe(1).hand}  # type: ignore[attr-defined]


# -- games


@pytest.mark.parametrize("game", ["yucata", "hornochsen", "yellowstone"])
def test_games_are_repeated_by_the_seed_whatever_the_jobs(game: str) -> None:
    one, other = (
        [(each.scores, each.bots) for each in played(arena(game, 2, "casual", "fit"), 4, jobs)]
        for jobs in (1, 3)
    )
    assert one == other
    assert len(one) == 4


def test_a_failing_bot_loses_and_the_rest_share_the_win() -> None:
    assert outcome("yellowstone", [5, 9, 3], 2) == ([0.5, 0.5, 0.0], [0, 0, 2])
    assert outcome("yellowstone", [5, 9, 3], None) == ([0, 0, 1], [1, 2, 0])
    assert outcome("hornochsen", [5, 9, 9], None) == ([0, 0.5, 0.5], [2, 0, 0])


def test_a_crash_and_an_illegal_move_lose_the_game_and_the_arena_goes_on(tmp_path: Path) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text('import sys\nfor _ in sys.stdin: print(\'{"play": "9"}\', flush=True)\n')
    names = (f"cmd:python3 {liar}", "cmd:/nowhere/bot", "random")
    games = played(arena("yucata", 3, *names), 3)
    assert len(games) == 3
    for game in games:
        assert game.fault
        assert game.shares[game.fault[0]] == 0
    standings = Standings(names, 3, games)
    assert standings.faults.total() == 3
    told = " ".join(standings.first_fault.values())
    assert "can't be started" in told or "'9' is not a move of Yucata'." in told


def test_an_endless_game_is_stopped_and_its_stacks_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.arena.MOST", 9)
    for game in played(arena("yellowstone", 2, "random", "fit"), 2):
        assert game.stopped
        assert sum(game.decisions) == 9
    match = tablee.deal("yellowstone", 2, seed=3)
    while not any(stacks := match.observe(None).to_dict()["stacks"]):
        match.play(match.moves()[0])
    assert final_scores(match, stopped=False) == match.scores()
    assert final_scores(match, stopped=True) == [
        score + stack for score, stack in zip(match.scores(), stacks, strict=True)
    ]


# -- numbers


def test_a_share_is_as_sure_as_deals_differ() -> None:
    alike = share(np.full(50, 1.0), np.full(50, 2.0), 0.5)
    assert alike.value == 0.5
    assert alike.error == 0
    halves = share(np.arange(50) % 2 * 2.0, np.full(50, 2.0), 0.5)
    assert halves.value == 0.5
    assert halves.error == pytest.approx(0.5 / math.sqrt(50), rel=0.05)
    always = share(np.full(9, 2.0), np.full(9, 2.0), 0.5)
    assert always.value == 1
    assert 0.02 < always.error < 0.1


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    random = np.random.default_rng(5)
    true = np.array([1.2, 0.1, -0.2, -1.1])
    wins = np.zeros((2000, 4, 4))
    for its in range(2000):
        for a in range(4):
            for b in range(a):
                won = random.random() < 1 / (1 + math.exp(true[b] - true[a]))
                wins[its, a, b], wins[its, b, a] = won, not won
    for rating, strength in zip(ratings(wins), true, strict=True):
        assert abs(rating.value - ELO * strength) < 4 * rating.error
        assert 3 < rating.error < 8
    assert sum(rating.value for rating in ratings(wins)) == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_has_a_finite_rating_and_is_not_sure_of_it() -> None:
    wins = np.zeros((20, 2, 2))
    wins[:, 0, 1] = 1
    better, worse = ratings(wins)
    assert 300 < better.value < 1000
    assert better.value == pytest.approx(-worse.value)
    assert better.error > 50


def test_standings_count_wins_pairs_seats_and_time() -> None:
    games = [
        Played(0, 0, [0, 1], [9, 4], [1, 0], [0, 1], [3, 3], [0.3, 0.6], False, None),
        Played(1, 0, [1, 0], [5, 5], [0.5, 0.5], [0, 0], [3, 3], [0.6, 0.3], True, None),
        Played(2, 1, [0, 1], [2, 8], [0, 1], [1, 0], [3, 3], [0.3, 0.6], False, (0, "It fell.")),
        Played(3, 1, [1, 0], [1, 8], [0, 1], [1, 0], [3, 3], [0.6, 0.3], False, None),
    ]
    told = Standings(("a", "b"), 2, games).to_dict()
    assert json.loads(json.dumps(told)) == told
    assert (told["games"], told["deals"], told["decisions"], told["stopped"]) == (4, 2, 6, 1)
    first, second = told["bots"]
    assert first["wins"]["value"] == 2.5 / 4
    assert first["better_than"]["b"]["value"] == 2.5 / 4
    assert first["seconds"] == pytest.approx(0.1)
    assert (first["faults"], first["first_fault"], second["faults"]) == (1, "It fell.", 0)
    assert [seat["value"] for seat in told["seats"]] == [1.5 / 4, 2.5 / 4]
    assert first["rating"]["value"] == pytest.approx(-second["rating"]["value"])
    assert first["rating"]["value"] > 0


def test_the_picture_is_svg_with_every_bot_in_order() -> None:
    names = ("weak", "<strong>")
    drawn = ET.fromstring(picture(names, ratings(np.array([[[0, 1], [3, 0]]] * 5))))  # noqa: S314
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[::2] == ["<strong>", "weak"]


# -- the command


def test_the_command_says_who_is_better() -> None:
    words = "yucata --seats 2 --bots fit,random --games 40 --seed 1 --option layout=random"
    result = run(*words.split())
    assert result.exit_code == 0
    assert result.stdout.startswith("Yucata', 2 seats: 40 games, 20 deals, seed 1")
    assert result.stdout.index("\nfit ") < result.stdout.index("\nrandom ")
    told = json.loads(run(*words.split(), "--json").stdout)
    assert (told["game"], told["games"], told["bots"][0]["name"]) == ("yucata", 40, "fit")


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file, drawn = tmp_path / "games.jsonl", tmp_path / "ratings.svg"
    words = f"hornochsen --seats 2 --bots fit,random --resume {file}".split()
    assert run(*words, "--games", "4", "--seed", "3").exit_code == 0
    with file.open("a") as opened:
        opened.write('{"number": 4, "de')  # cut off in the middle
    told = json.loads(run(*words, "--games", "10", "--plot", str(drawn), "--json").stdout)
    assert (told["games"], told["seed"]) == (10, 3)
    assert "<svg" in drawn.read_text()
    lines = file.read_text().splitlines()
    assert len(lines) == 11
    assert {json.loads(line)["number"] for line in lines[1:5]} == {0, 1, 2, 3}
    assert {json.loads(line)["number"] for line in lines[1:]} == set(range(10))
    at_once = run(*words[:-2], "--games", "10", "--seed", "3", "--json")
    whole = json.loads(at_once.stdout)
    assert whole["seats"] == told["seats"]


def test_time_is_that_of_the_processor_so_that_neighbours_take_none() -> None:
    held = arena("hornochsen", 2, "expert", "flat-greedy", budget=Budget(seconds=0.001))
    assert held.budget.busy
    assert held.about()["budget"]["busy"]


def test_stopping_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_all = Arena.run

    def interrupted(self: Arena, numbers: list[int], jobs: int) -> Any:
        for game in run_all(self, numbers, jobs):
            yield game
            raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    words = ["yucata", "--seats", "2", "--bots", "fit,random", "--games", "6", "--seed", "9"]
    with monkeypatch.context() as patch:
        patch.setattr(Arena, "run", interrupted)
        stopped = run(*words)
    assert stopped.exit_code == 130
    assert "Stopped after 1 of 6 games." in stopped.stderr
    assert "--resume arena-yucata-9.jsonl" in stopped.stderr
    assert "1 games" in stopped.stdout
    gone_on = run(*words, "--resume", "arena-yucata-9.jsonl")
    assert "6 games" in gone_on.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("yucata --seats 2", "Missing option '--bots'."),
        ("yucata --seats 2 --bots fit,genius", "There is no bot 'genius' for this game; there are"),
        (
            "yucata --seats 3 --bots fit,fit",
            "A bot that is named twice sits in two seats: name one",
        ),
        ("yucata --seats 3 --bots perfect,fit", "The level perfect exists for Yucata' with two"),
        ("yucata --seats 7 --bots fit", "Yucata' has 2 to 4 seats, not 7."),
        ("yucata --seats 2 --bots fit --seconds 1 --rounds 5", "Either --seconds or --rounds can"),
        ("yucata --seats 2 --bots fit --plot /nowhere/x", "/nowhere/x: The file can't be written."),
        ("yucata --seats 2 --bots fit --resume OTHER", "OTHER: The file is not one of an arena."),
        ("yucata --seats 2 --bots fit --resume BINARY", "BINARY: The file is not one of an arena."),
        ("yucata --seats 2 --bots fit --resume WRONG", "WRONG: The file's games have bots"),
        (
            "yucata --seats 2 --bots random --resume WRONG",
            "WRONG: Line 2 of the file is not",
        ),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("OTHER").write_text("{}\n")
    about = arena("yucata", 2, "random", budget=Budget(seconds=1.9)).about()
    Path("WRONG").write_text(json.dumps({"arena": about}) + '\n{"number": 0}\n')
    Path("BINARY").write_bytes(b"\xff\xfe\n")
    result = run(*words.split())
    assert result.stderr.startswith(sentence)
    assert (result.stderr.count("\n"), result.stdout, result.exit_code) == (1, "", 2)
