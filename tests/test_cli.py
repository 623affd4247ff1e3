"""The commands: what they print, how they end, and how they say what was wrong."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import tablee
from tablee.bots.simple import SIMPLE
from tablee.cli import main
from tablee.commands import arguments
from tablee.match import TITLES
from tablee.rules import GAMES, yucata
from tablee.simulate import MOST, POLICIES, Simulation
from tablee.terminal.table import Table

COMMAND = (sys.executable, "-m", "tablee")
COMMANDS = (
    "serve",
    "tables",
    "tables list",
    "tables show",
    "tables export",
    "tables close",
    "backup",
    "play",
    "replay",
    "record",
    "record check",
    "verify",
    "referee",
    "simulate",
    "arena",
    "analyse",
    "solve",
    "completion",
)


def run(*words: str, typed: str = "", **how: Any) -> Result:
    return CliRunner().invoke(main, words, input=typed, prog_name="tablee", **how)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a game of three moves."""
    match = tablee.new("yucata", 2)
    for move in ("5", "4", "S"):
        match.play(move)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()))
    return file


# -- help, version, completion


def test_a_group_without_a_command_shows_its_help() -> None:
    assert "Commands:" in run("--help").stdout
    assert run("record").exit_code == 0
    assert run("record").stdout.startswith("Usage: tablee record")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    if command not in ("record", "tables"):
        assert f"tablee {command}" in result.stdout.split("Options:")[1]
    assert max(map(len, result.stdout.splitlines())) <= 90


def test_the_version() -> None:
    assert run("--version").stdout == f"tablee {tablee.__version__}\n"


def test_help_and_version_load_neither_numba_nor_numpy() -> None:
    code = (
        "import sys\n"
        "from tablee.cli import main\n"
        "for word in '--version serve play simulate arena analyse solve'.split():\n"
        "    try: main([word, '--help'])\n"
        "    except SystemExit: pass\n"
        "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_the_names_that_help_needs_are_those_of_the_games() -> None:
    assert arguments.TITLES == TITLES
    assert set(arguments.POLICIES) == set(POLICIES) == set(SIMPLE)
    for game, rules in GAMES.items():
        named = {option.partition("=")[0] for option in arguments.OPTIONS[game]}
        assert named == set(rules.OPTIONS)
    layouts = {f"layout={name}" for name in (*yucata.LAYOUTS, "random")}
    assert layouts == set(arguments.OPTIONS["yucata"])
    assert f"[default: {MOST};" in run("simulate", "--help").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_TABLEE_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("pl", {"play"}),
        ("play y", {"yucata", "yellowstone"}),
        ("simulate yellowstone --option edge", {"edge=false", "edge=true"}),
        ("play --option layout=r", {"layout=random"}),
        ("simulate yucata --option layout=t", {"layout=tikal"}),
        ("play --bots c", {"casual", "club"}),
        ("completion z", {"zsh"}),
    ],
)
def test_games_options_and_commands_are_completed(words: str, found: set[str]) -> None:
    line = f"tablee {words}"
    asked = {
        "_TABLEE_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    result = run(env=asked)
    assert {each.split(",")[1] for each in result.stdout.split()} == found


# -- mistakes


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("fly", "No such command 'fly'."),
        ("play chess", "There is no game 'chess'; there are yucata, hornochsen, yellowstone."),
        ("play --fly", "No such option '--fly'."),
        ("play yucata --seats 9", "Yucata' has 2 to 4 seats, not 9."),
        ("play yucata --seats two", "Invalid value for '--seats': 'two' is not a valid integer."),
        ("play yucata --me 3", "There is no seat 3;"),
        ("play yucata --first 3", "The first player is a seat from 0 to 2, not 3."),
        ("play yucata --bots genius", "Invalid value for '--bots': 'genius' is not one of"),
        ("play yucata --bots perfect", "The level perfect exists for Yucata' with two seats only."),
        ("play yucata --option edge", "An option of a game is written name=value, not 'edge'."),
        ("play yucata --option seats=3", "There is no option 'seats' of a game; there are"),
        ("play yucata --option edge=true", "Yucata' has no option 'edge', only layout."),
        ("play yellowstone --option edge=1", "The option edge is true or false."),
        ("play yucata --record /nowhere/x", "/nowhere/x: The file can't be written."),
        ("play yucata --record /", "Invalid value for '--record': File '/' is a directory."),
        ("replay", "Missing argument 'FILE'."),
        ("replay nowhere", "nowhere: The file can't be read: No such file or directory."),
        ("replay GAME --seat 5", "There is no seat 5;"),
        ("replay GAME --seat 1 --all", "Either --seat or --all can be shown, not both."),
        ("replay GAME --from 4", "GAME: The record has only 3 moves."),
        ("replay GAME --from 0", "Invalid value for '--from': 0 is not in the range x>=1."),
        ("verify", "Missing argument 'FILE...'."),
        ("simulate yucata", "Missing option '--seats'."),
        ("simulate yucata --seats 2 --games 1", "Invalid value for '--games'"),
        ("simulate yucata --seats 5 --games 9", "Yucata' has 2 to 4 seats, not 5."),
        ("simulate yucata --seats 2 --option layout=oxo", "There is no layout 'oxo'; there are"),
        ("completion csh", "Invalid value for '[bash|zsh|fish]': 'csh' is not one of"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(words: str, sentence: str, record: Path) -> None:
    result = run(*words.replace("GAME", str(record)).split())
    assert result.stderr.startswith(sentence.replace("GAME", str(record)))
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert result.exit_code == 2


def test_a_name_with_newlines_is_still_one_line() -> None:
    assert run("replay", "no\nwhere").stderr.count("\n") == 1


# -- play


def script(game: str, seats: int, seed: int) -> Iterator[str]:
    """What to type to play a whole game: the last of the legal moves, every time."""
    match = tablee.deal(game, seats, seed=seed)
    typed: list[str] = []

    def ask(prompt: str) -> str:
        typed.append(match.moves()[-1])
        return typed[-1]

    assert Table(match, 0, SIMPLE["random"](seed), lambda text: None, ask).play()
    yield from typed


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_from_a_script_with_its_record(game: str, tmp_path: Path) -> None:
    typed = "\n".join(script(game, 3, seed=11))
    file = tmp_path / "game.json"
    words = f"play {game} --seats 3 --seed 11 --bots random --record {file}".split()
    result = run(*words, typed=typed)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "The game is over." in result.stdout
    assert f"To see the game again: tablee replay {file}" in result.stdout
    match = tablee.replay(json.loads(file.read_text()))
    assert match.winners()
    checked = run("record", "check", str(file)).stdout
    assert checked.startswith(
        f"{file}: ok, {game}, 3 seats, {len(match.played)} moves, won by seat"
    )
    assert "The game is over." in run("replay", str(file), "--all").stdout


def test_the_game_is_asked_for_by_number_or_name() -> None:
    for typed in ("9\n\n2\nquit\n", "Hornochsen\nquit\n"):
        result = run("play", typed=typed)
        assert "  1  Yucata'\n  2  Hornochsen!\n  3  Yellowstone Park\n" in result.stdout
        assert "Hornochsen! · your turn" in result.stdout
        assert "You left the table." in result.stdout
    assert run("play", typed="9\n").stdout.count("Please type a number from 1 to 3.") == 1


def test_the_options_reach_the_table() -> None:
    words = "play yellowstone --seats 2 --me 1 --first 1 --option edge=true --option neutral=reach"
    result = run(*words.split(), typed="help\nquit\n")
    assert "▸ you" in result.stdout
    assert "neutral marker: 7" in result.stdout
    layout = "....xxxxxxxxxooooooooooooooooooooooooo*"
    result = run("play", "yucata", "--option", f"layout={layout}", typed="quit\n")
    assert " x      x      x      x      x      x  " in result.stdout


def test_bad_input_at_the_prompt_is_answered_by_a_sentence() -> None:
    result = run("play", "yucata", typed="fly\n~37\nC\n\x00\n", env={"LANG": "C"})
    assert "'fly' is not a move of Yucata'." in result.stdout
    assert "The very first card of the game can't be the chameleon" in result.stdout
    assert result.exit_code == 0


def test_bytes_that_are_no_text_are_no_move() -> None:
    result = CliRunner().invoke(main, ["play", "yucata"], input=b"\xff\xfe\nquit\n")
    assert "is not a move of Yucata'." in result.stdout
    assert result.exit_code == 0


def test_leaving_keeps_the_record_so_far(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for typed in ("5\nquit\n", "5\n"):
        result = run("play", "yucata", "--record", str(file), typed=typed)
        assert result.exit_code == 0
        assert tablee.replay(json.loads(file.read_text())).played[0] == "5"
        assert "not over" in run("record", "check", str(file)).stdout


def test_a_record_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 300)
    result = run("play", "yucata", "--record", str(file), typed="quit\n")
    assert result.stderr == f"{file}: The file can't be written: File name too long.\n"
    assert result.exit_code == 2


def test_colours_are_for_terminals_and_no_color_turns_them_off() -> None:
    words = ["play", "yellowstone", "--seed", "1"]
    coloured = run(*words, typed="quit\n", color=True).stdout
    assert "\x1b[" in coloured
    bare = run(*words, typed="quit\n", color=True, env={"NO_COLOR": "1"}).stdout
    assert bare == run(*words, typed="quit\n").stdout == click.unstyle(coloured)


# -- replay and record check


def test_replay_shows_each_move_and_the_result(record: Path) -> None:
    result = run("replay", str(record), "--seat", "1", "--from", "2")
    assert "Move 2 of 3" in result.stdout
    assert "seat 1     1  2  3  5  S  C" in result.stdout
    assert result.stdout.endswith("The game is not over: seat 1 to play.\n")


def test_record_check_says_a_line_a_file(record: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(json.loads(record.read_text()) | {"moves": ["5", "5"]}))
    assert run("record", "check", str(record)).exit_code == 0
    result = run("record", "check", str(wrong), str(record), "nowhere")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        f"{wrong}: Move 2: The previous player laid 5, and it is not the last card in hand.",
        f"{record}: ok, yucata, 2 seats, 3 moves, not over",
        "nowhere: The file can't be read: No such file or directory.",
    ]


# -- simulate


def test_simulate_sums_up_for_people_and_for_programs() -> None:
    words = ["simulate", "yucata", "--seats", "2", "--games", "50", "--seed", "3"]
    told = run(*words).stdout
    assert told.startswith("Yucata', 2 seats: 50 games, policy random, seed 3\n")
    assert "Stopped after 3,000 decisions: 0 games, 0.0%" in told
    numbers = json.loads(run(*words, "--json").stdout)
    assert numbers["games"] == 50
    assert f"Decisions in a game: {numbers['length']['mean']:.1f} ± " in told
    assert f"{numbers['wins'][1]['mean']:.1%} ± " in told


def test_ctrl_c_ends_a_simulation_with_what_was_played_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Simulation._play

    def interrupted(self: Simulation, games: int) -> None:
        if self.games >= 6:
            raise KeyboardInterrupt
        play(self, games)

    monkeypatch.setattr(Simulation, "_play", interrupted)
    result = run(*["simulate", "yucata", "--seats", "2", "--games", "5000", "--json"])
    assert json.loads(result.stdout)["games"] == 6
    assert result.stderr.endswith("Stopped after 6 of 5,000 games.\n")
    assert result.exit_code == 130


# -- real processes


def test_ctrl_c_at_the_prompt_is_polite(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with subprocess.Popen(
        [*COMMAND, "play", "yucata", "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        seen = b""
        while not seen.endswith(b"> "):
            seen += child.stdout.read(1)
        child.send_signal(signal.SIGINT)
        told, wrong = child.communicate()
    assert "You left the table." in told.decode()
    assert b"Traceback" not in wrong
    assert child.returncode == 130
    assert tablee.replay(json.loads(file.read_text())).played == ()


def test_the_referee_answers_at_once_and_ends_with_its_input() -> None:
    with subprocess.Popen(
        [*COMMAND, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for request in ({"deal": {"game": "yucata", "seats": 2}}, {"play": "5"}):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
            answer = json.loads(child.stdout.readline())
        assert answer["actor"] == 1
        child.stdin.close()
        assert child.stdout.read() == b""
    assert child.returncode == 0


@pytest.mark.parametrize("words", [["--help"], ["referee"], ["replay", "GAME"]])
def test_a_reader_that_goes_away_ends_it_quietly(words: list[str], record: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *(str(record) if word == "GAME" else word for word in words)],
        input=b"{}\n",
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 1


def test_a_terminal_without_line_drawing_gets_near_characters(record: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "replay", str(record)],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert b"-- Move 1 of 3 ----" in done.stdout
    assert b">  seat 1" in done.stdout
    assert b"?" not in done.stdout


def test_closed_streams_are_no_reason_for_a_traceback() -> None:
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            f"{sys.executable} -m tablee play <&- && {sys.executable} -m tablee -h >&-",
        ],
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
