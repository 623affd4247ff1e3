"""Hints, the analysis of a record, and the exact solutions on the command line."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tablee
from tablee.analysis import BLUNDER, GOOD, MISTAKE, Analysis, counting, judge
from tablee.bots.hints import hints
from tablee.bots.thinking import Budget, Ranked
from tablee.bots.yucata_solver import solve
from tablee.cli import main
from tablee.rules import GAMES

QUICK = Budget(rounds=150)
LAYOUT = "....oooxoooxooxooxoooxooxoooxooxooxooo*"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="tablee")


def game_of(game: str, seats: int, moves: int, seed: int = 5) -> tablee.Match:
    """The first moves of a game in which everybody plays the last of the legal moves."""
    match = tablee.deal(game, seats, seed=seed)
    while match.actor is not None and len(match.played) < moves:
        match.play(match.moves()[-1])
    return match


def kept(match: tablee.Match, tmp_path: Path) -> str:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()))
    return str(file)


# -- hints


@pytest.mark.parametrize("game", GAMES)
def test_hints_rank_every_move_with_its_uncertainty(game: str) -> None:
    match = tablee.deal(game, 3, seed=2)
    seen = match.observe(match.actor)
    ranked = hints(seen, QUICK, seed=1)
    assert {each.move for each in ranked} <= {each.move for each in seen.moves}
    assert [each.visits for each in ranked] == sorted((r.visits for r in ranked), reverse=True)
    assert sum(each.visits for each in ranked) == 150
    for each in ranked:
        assert 0 <= each.win <= 1
        assert each.win_error > 0
    assert ranked == hints(seen, QUICK, seed=1)


def test_a_solved_position_has_nothing_uncertain() -> None:
    match = tablee.new("yucata", 2, layout=LAYOUT)
    ranked = hints(match.observe(0), Budget(rounds=1))
    margins = solve(match.observe(0).view).margins
    assert [each.margin for each in ranked] == sorted(margins.values(), reverse=True)
    assert {(each.win_error, each.margin_error) for each in ranked} == {(0, 0)}
    assert {each.win for each in ranked} == {0.0}


def test_hints_can_be_stopped_and_are_only_for_who_is_to_move() -> None:
    match = tablee.deal("hornochsen", 2, seed=2)
    stopped = hints(match.observe(0), Budget(), stop=lambda: True)
    assert sum(each.visits for each in stopped) == 64
    with pytest.raises(ValueError, match="Only the seat whose turn it is"):
        hints(match.observe(1))


# -- judging


def ranked(move: str, win: float, error: float = 0.0, margin: float = 0.0) -> Ranked:
    return Ranked(move, win, error, margin, error, 9)


@pytest.mark.parametrize(
    ("win", "error", "verdict"),
    [
        (0.60, 0.001, GOOD),
        (0.56, 0.001, GOOD),
        (0.50, 0.001, MISTAKE),
        (0.50, 0.080, GOOD),  # it may be as good
        (0.40, 0.001, BLUNDER),
        (0.70, 0.001, GOOD),  # better than what was visited most
    ],
)
def test_a_verdict_needs_a_cost_that_is_sure(win: float, error: float, verdict: str) -> None:
    told = judge(1, 0, "b", [ranked("a", 0.6, 0.001), ranked("b", win, error)], exact=False)
    assert told.verdict == verdict
    assert told.win_cost == pytest.approx(max(0, 0.6 - win))
    assert told.best.move == "a"
    assert told.played.move == "b"


@pytest.mark.parametrize(
    ("win", "margin", "verdict"), [(1.0, 3, GOOD), (1.0, 2, MISTAKE), (0.5, 0, BLUNDER)]
)
def test_a_solved_move_is_a_mistake_by_points_and_a_blunder_by_the_result(
    win: float, margin: float, verdict: str
) -> None:
    moves = [ranked("a", 1.0, margin=3), ranked("b", win, margin=margin)]
    assert judge(1, 0, "b", moves, exact=True).verdict == verdict


def test_a_move_that_was_never_tried_counts_as_the_least_tried() -> None:
    told = judge(1, 0, "c", [ranked("a", 0.6, 0.001), ranked("b", 0.4, 0.001)], exact=False)
    assert told.played == ranked("b", 0.4, 0.001)._replace(move="c", visits=0)
    assert told.verdict == BLUNDER


def test_moves_that_were_taken_back_do_not_count() -> None:
    assert counting({"moves": ["a", "b", "undo", "c", "d", "undo", "undo", "e"]}) == {0, 7}


def test_only_moves_that_stood_and_were_a_choice_are_judged() -> None:
    match = tablee.deal("hornochsen", 2, seed=2)
    first = match.moves()[0]
    match.play(first)
    match.play("undo")
    chosen = match.moves()[-1]
    match.play(chosen)
    match.play("done")
    record = match.record()
    analysis = Analysis(record, QUICK)
    judged = list(analysis.run())
    assert [record["moves"][each.number - 1] for each in judged] == [chosen, "done"]
    assert [each.played.move for each in judged] == [chosen, "done"]
    assert len(analysis) == 2


def test_a_move_is_judged_by_what_its_player_knew() -> None:
    """Another deal of the hidden cards, with the same moves, gives the same verdicts."""
    match = tablee.deal("hornochsen", 2, seed=2)
    match.play(match.moves()[0])
    record = match.record()
    deals = [place for place, move in enumerate(record["moves"]) if move.startswith("~")]
    seen = match.history(0)
    hidden = [place for place in deals if seen[place] == "~?"]
    one, other = hidden[0], hidden[1]
    swapped = record["moves"].copy()
    swapped[one], swapped[other] = swapped[other], swapped[one]
    verdicts = [
        [each.to_dict() for each in Analysis({**record, "moves": moves}, QUICK).run()]
        for moves in (record["moves"], swapped)
    ]
    assert verdicts[0] == verdicts[1]
    assert len(verdicts[0]) == 1


def test_perfect_play_costs_nothing() -> None:
    match = tablee.new("yucata", 2, layout=LAYOUT)
    for _ in range(6):
        match.play(hints(match.observe(match.actor))[0].move)
    analysis = Analysis(match.record())
    assert {each.verdict for each in analysis.run()} == {GOOD}
    for sums in analysis.by_seat():
        assert sums["decisions"] == 3
        assert sums["margin_cost"] == sums["mistakes"] == sums["blunders"] == 0


# -- the commands


def test_analyse_repeats_itself_with_rounds(tmp_path: Path) -> None:
    match = game_of("yellowstone", 3, 40)
    file = kept(match, tmp_path)
    told = [run("analyse", file, "--rounds", "60", "--json") for _ in range(2)]
    assert told[0].stdout == told[1].stdout
    found = json.loads(told[0].stdout)
    judged = len(found["decisions"])
    assert judged == sum(sums["decisions"] for sums in found["seats"]) > 0
    shown = run("analyse", file, "--rounds", "60").stdout
    assert shown.startswith("Yellowstone Park, 3 seats")
    assert len(shown.splitlines()) == judged + 3 + 2 + 3


def test_analyse_names_the_blunder_in_a_solved_game(tmp_path: Path) -> None:
    match = game_of("yucata", 2, 99)
    result = run("analyse", kept(match, tmp_path))
    assert result.exit_code == 0
    assert "points  blunder" in result.stdout


def test_analyse_stops_with_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_all = Analysis.run

    def interrupted(self: Analysis) -> object:
        for decision in run_all(self):
            yield decision
            raise KeyboardInterrupt

    monkeypatch.setattr(Analysis, "run", interrupted)
    result = run("analyse", kept(game_of("yucata", 2, 8), tmp_path))
    assert result.exit_code == 130
    assert result.stderr.startswith("Stopped after 1 of 8 decisions.")


def test_solve_gives_the_margin_of_every_move(tmp_path: Path) -> None:
    told = json.loads(run("solve", "--layout", LAYOUT, "--json").stdout)
    match = tablee.new("yucata", 2, layout=LAYOUT)
    best = max(told["moves"], key=lambda move: move["margin"])
    assert best == told["moves"][0]
    assert [each["move"] for each in told["moves"]] != []
    match.play(best["move"])
    file = kept(match, tmp_path)
    replies = json.loads(run("solve", "--record", file, "--json").stdout)
    assert replies["seat"] == 1
    assert replies["moves"][0]["margin"] == -best["margin"]
    assert json.loads(run("solve", "--record", file, "--at", "1", "--json").stdout) == told
    assert "Seat 1 is to move." in run("solve", "--record", file).stdout


def test_solve_sums_up_many_layouts(tmp_path: Path) -> None:
    table, picture = tmp_path / "margins.csv", tmp_path / "margins.svg"
    words = ("solve", "--layouts", "random:3", "--seed", "4")
    result = run(*words, "--csv", str(table), "--plot", str(picture))
    assert result.stdout.startswith("3 layouts, random:3, seed 4: the first player wins")
    rows = list(csv.reader(table.read_text().splitlines()))
    assert len(rows) == 4
    assert "<svg" in picture.read_text()
    told = json.loads(run(*words, "--json").stdout)
    assert told["won"] + told["drawn"] + told["lost"] == told["layouts"] == 3
    margins = [int(margin) for _, margin in rows[1:]]
    assert told["won"] == sum(margin > 0 for margin in margins)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("analyse", "Missing argument 'RECORD'."),
        ("analyse nowhere", "nowhere: The file can't be read: No such file or directory."),
        ("analyse YUCATA --seconds 1 --rounds 1", "Either --seconds or --rounds can be given"),
        ("solve --layout oxo", "There is no layout 'oxo'; there are"),
        ("solve --layout random --layouts mirrored", "Only one of --layout, --record and"),
        ("solve --at 3", "--at needs a --record."),
        ("solve --csv x", "--csv and --plot need --layouts."),
        ("solve --layouts many", "--layouts is random:COUNT, mirrored or rhythmic."),
        ("solve --layouts random:0", "--layouts is random:COUNT, mirrored or rhythmic."),
        ("solve --layouts random:3 --csv /nowhere/x", "/nowhere/x: The file can't be written."),
        ("solve --record nowhere", "nowhere: The file can't be read"),
        ("solve --record OTHER", "OTHER: Only Yucata' with two seats is solved."),
        ("solve --record YUCATA", "YUCATA: The game is over; --at N goes back"),
        ("solve --record YUCATA --at 99", "YUCATA: The record has only"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("YUCATA").write_text(json.dumps(game_of("yucata", 2, 99).record()))
    Path("OTHER").write_text(json.dumps(game_of("yucata", 3, 5).record()))
    result = run(*words.split())
    assert result.stderr.startswith(sentence)
    assert (result.stderr.count("\n"), result.stdout, result.exit_code) == (1, "", 2)
