"""Bots by name: what each level is like, and one's own."""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.bots import levels, outside
from tablee.bots.levels import CASUALS, CLUBS, LEVELS, bot
from tablee.bots.named import BASELINES, OF_ONE_GAME, named
from tablee.bots.outside import BotFailed, Outside
from tablee.bots.simple import SIMPLE, Novice
from tablee.bots.thinking import Budget
from tablee.commands import arguments
from tablee.rules import GAMES

QUICK = Budget(rounds=20)
GREEDY = re.search(r"```python\n(#!.*?)```", Path("docs/own-bot.md").read_text(), re.DOTALL)


def finished(game: str, seats: int, names: list[str], seed: int = 1) -> tablee.Match:
    bots = [named(name, game, seats, seed + seat, QUICK) for seat, name in enumerate(names)]
    match = tablee.deal(game, seats, seed=seed)
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.observe(match.actor)))
    for each in bots:
        if isinstance(each, Outside):
            each.close()
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_plays_every_game(game: str) -> None:
    baselines = (*BASELINES, *OF_ONE_GAME.get(game, {}))
    names = [name for name in (*LEVELS, *SIMPLE, *baselines) if name != "perfect"]
    for first in range(0, len(names), 4):
        four = (names + names)[first : first + 4]
        assert finished(game, 4, four).winners()


def test_perfect_beats_the_novice_at_yucata_with_two_seats() -> None:
    for seats in (("perfect", "novice"), ("novice", "perfect")):
        assert finished("yucata", 2, list(seats)).winners() == [seats.index("perfect")]


def test_the_names_that_help_needs_are_those_of_the_bots() -> None:
    assert arguments.LEVELS == LEVELS
    of_one = [name for baselines in OF_ONE_GAME.values() for name in baselines]
    assert [*arguments.BASELINES] == [*BASELINES, *of_one]


@pytest.mark.parametrize(("game", "seats"), [("yucata", 3), ("hornochsen", 2)])
def test_perfect_is_refused_where_nothing_is_solved(game: str, seats: int) -> None:
    with pytest.raises(tablee.BadOption, match="for Yucata' with two seats only"):
        bot("perfect", game, seats, 1)


def test_a_baseline_of_one_game_is_refused_in_the_others() -> None:
    with pytest.raises(tablee.BadOption, match=r"no bot 'greedy-one' for this game; there are"):
        named("greedy-one", "yucata", 2, 1)


def test_greedy_players_lay_as_many_cards_a_turn_as_they_are_named_for() -> None:
    """With two seats, laying one card a turn is far better than two."""
    match = tablee.deal("yellowstone", seats=2, seed=1)
    bots = [named(name, "yellowstone", 2, 1) for name in ("greedy-one", "greedy-two")]
    second_cards = Counter[int]()
    while match.actor is not None:
        seen: Any = match.observe(match.actor)
        move = bots[match.actor].choose(seen)
        second_cards[match.actor] += seen.laid == 1 and len(move) == len("B3d")
        match.play(move)
    assert second_cards[0] == 0
    assert second_cards[1] > 5
    assert match.winners() == [0]


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        tablee.BadOption, match=r"no bot 'genius' for this game; there are novice, .*cmd:COMMAND"
    ):
        named("genius", "yucata", 2, 1)


def test_the_levels_differ_by_what_is_in_the_tables() -> None:
    for game in GAMES:
        assert CASUALS[game] < CLUBS[game]
    assert levels.EXPERT.seconds < 2
    assert levels.CLUB * levels.EXPERT.seconds < 0.3


def test_a_seed_repeats_the_choices() -> None:
    for name in ("novice", "casual", "expert", "flat", "random"):
        one, other = (finished("hornochsen", 3, [name] * 3).played for _ in range(2))
        assert one == other


def test_a_novice_prefers_what_is_good_now_but_not_always() -> None:
    """On the usual layout the first move to space 5 sweeps two stones, to space 1 none."""
    seen = tablee.new("yucata", 2).observe(0)
    novice = Novice(0.2, 1.0, 7)
    chosen = Counter(novice.choose(seen) for _ in range(300))
    assert chosen["5"] > 2 * chosen["1"] > 0
    blind = Novice(1.0, 0.0, 7)
    assert blind.choose(seen) == "5"


# -- one's own


@pytest.fixture
def greedy(tmp_path: Path) -> str:
    """The program of the documentation, as a command."""
    assert GREEDY
    file = tmp_path / "greedy.py"
    file.write_text(GREEDY[1])
    return f"cmd:{sys.executable} {file}"


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_of_the_documentation_plays_every_game(game: str, greedy: str) -> None:
    assert finished(game, 2, [greedy, "random"]).winners()


def script(tmp_path: Path, text: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(text)
    return f"cmd:{sys.executable} {file}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("raise SystemExit(3)", "ended with status 3."),
        ("1 / 0", "ended with status 1: ZeroDivisionError: division by zero"),
        ("input(); print('five')", "answered 'five', which is not"),
        ("input(); print({})", "answered '{}', which is not"),
        ("input(); print('{\"play\": 5}')", "which is not"),
        ("input(); print('x' * 99999)", "answered a line of more than"),
        ("import time; time.sleep(60)", "did not answer within 0.2 seconds."),
    ],
)
def test_a_bot_that_fails_is_told_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    limit = 0.2 if "sleep" in text else 10
    failing = Outside(script(tmp_path, text), limit)
    for _ in range(2):  # the process is begun anew
        with pytest.raises(BotFailed, match=re.escape(sentence)):
            failing.choose(tablee.new("yucata", 2).observe(0))


def test_a_command_that_does_not_exist_and_a_quote_left_open() -> None:
    with pytest.raises(BotFailed, match="can't be started: No such file or directory"):
        Outside("cmd:/nowhere/bot", 1).choose(tablee.new("yucata", 2).observe(0))
    with pytest.raises(tablee.BadOption, match="a quote that is not closed"):
        Outside("cmd:bot 'x", 1)


def test_a_class_gets_the_observation_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "class Last:\n    def choose(self, seen):\n        print('hm')\n        "
    (tmp_path / "my_bots.py").write_text(text + "return seen.moves[-1].move\n")
    monkeypatch.chdir(tmp_path)
    last = Outside("my_bots:Last", 60)
    match = tablee.deal("hornochsen", 2, seed=1)
    for _ in range(3):
        seen = match.observe(match.actor)
        assert last.choose(seen) == seen.moves[-1].move
        match.play(seen.moves[-1].move)
    last.close()


def test_a_class_that_does_not_exist() -> None:
    seen = tablee.new("yucata", 2).observe(0)
    for name, sentence in [("nowhere:Bot", "No module named"), ("json:Bot", "no attribute 'Bot'")]:
        with pytest.raises(BotFailed, match=sentence):
            Outside(name, 60).choose(seen)


def test_a_class_is_served_until_its_input_ends(tmp_path: Path) -> None:
    import io
    import pickle

    seen = tablee.new("yucata", 2).observe(0)
    answers = io.BytesIO()
    outside.serve(Novice(0, 0, 1), io.BytesIO(pickle.dumps(seen) * 2), answers)
    assert answers.getvalue() == b'{"play": "5"}\n' * 2
