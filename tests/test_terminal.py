"""What a person sees in the terminal, and what typing does there."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import click
import pytest

import tablee
from tablee import IllegalMove, Match, Observation
from tablee.bots.simple import SIMPLE
from tablee.rules import GAMES
from tablee.terminal.faces import draw, events, foreseen, hands, names_of, offers, result
from tablee.terminal.paint import beside, table
from tablee.terminal.show import show
from tablee.terminal.table import Table, help_of, meant
from tests.indistinguishable import worlds
from tests.whole_games import TABLES, some_game
from tests.whole_games import Table as Setting

WIDE = 80
LONG_GAME = 60  # decisions


def by_hand(game: str, seats: int, moves: str, **options: Any) -> Match:
    """A game with these moves played, chance's included."""
    match = tablee.new(game, seats, **options)
    for move in moves.split():
        match.play(move)
    return match


def plain(text: str) -> str:
    """Without colours, and with no space at the end of a line, so that it can stand in a test."""
    return "\n".join(line.rstrip() for line in click.unstyle(text).splitlines())


def looks(match: Match) -> Iterator[tuple[int | None, Observation, Observation]]:
    """Every viewer's observations before and after each move of a game."""
    again = tablee.new(match.game, match.seats, first=match.first, **match.options)
    viewers = [None, *range(match.seats)]
    for move in match.played:
        before = [again.observe(viewer) for viewer in viewers]
        again.play(move)
        after = [again.observe(viewer) for viewer in viewers]
        yield from zip(viewers, before, after, strict=True)


# -- the drawings


TRACK = "....oooxoooxooxooxoooxooxoooxooxooxooo*"


def test_the_track_of_yucata_winds() -> None:
    match = by_hand("yucata", 3, "5 4 S 2 S", layout=TRACK)
    assert plain(draw(match.observe(1), names_of(3, 1))) == (
        """\
Yucata' · seat 2 to play

      0      1      2      3      4      5      6      7      8      9
      ·      ·      ·      ·      ·      ·     (2)    (0)    (1)     o   ─┐
     19     18     17     16     15     14     13     12     11     10    │
 ┌─   o      o      x      o      o      x      o      o      x      o   ─┘
 │   20     21     22     23     24     25     26     27     28     29
 └─   o      x      o      o      x      o      o      o      x      o   ─┐
            38     37     36     35     34     33     32     31     30    │
             *      o      o      o      x      o      o      x      o   ─┘

             space  good  bad  cards  last card
   seat 0        7     2    1      5  2
   you           8     1    0      5  S
▸  seat 2        6     1    0      6  S"""
    )


def test_amulets_share_a_space() -> None:
    drawn = plain(draw(tablee.new("yucata", 4).observe(0), names_of(4, 0)))
    assert "(0123)" in drawn


HORNOCHSEN = " ".join(f"~{card}" for card in (*range(1, 29), *range(30, 91, 10)))


def test_the_rows_of_hornochsen_stand_by_their_last_card() -> None:
    match = by_hand("hornochsen", 2, f"{HORNOCHSEN} x2@40 done 28 27")
    assert plain(draw(match.observe(0), names_of(2, 0))) == (
        """\
Hornochsen! · seat 1 to play, 2 cards laid

row               oxen  specials
 80  27  ·  ·  ·    -2
 90  28  ·  ·  ·    -2
 30   ·  ·  ·  ·    -3
 40   ·  ·  ·  ·    -3  x2
 50   ·  ·  ·  ·    -3
 60   ·  ·  ·  ·    -3
 70   ·  ·  ·  ·    -3

             ox cards  specials
   you             14  +5
▸  seat 1          12  x2 +5"""
    )
    assert plain(hands(match.observe(0), "your hand")) == (
        """\
your hand     1   2   3   4   5   6   7   8   9  10  11  12  13  14   +5
             +1  +2  +1  +1  -2  +1  +1  +1  +1  -3  -5  +2  +1  +1"""
    )
    assert plain(hands(match.observe(None), "seat 0")) == "seat 0     –"


def test_the_park_has_numbered_rows_and_columns_and_dots_where_cards_fit() -> None:
    dealt = "~B3 ~B3 ~G2 ~R5 ~Y7 ~R1  ~G1 ~G1 ~Y1 ~Y1 ~R6 ~R7  ~R4"
    match = by_hand("yellowstone", 2, f"{dealt} B3e B3e ~B1 ~B2")
    assert plain(draw(match.observe(1), names_of(2, 1))) == (
        """\
Yellowstone Park · your turn

       a    b    c    d    e    f    g
   ┌────────────────────────────────────┐                marker penalties cards
 1 │                                    │       seat 0        5         0     6
 2 │             ·    ·    ·    ·       │     ▸ you           5         0     6
 3 │             ·    ·  B3x2   ·       │
 4 │             ·   R4    ·    ·       │       draw pile: 41
 5 │             ·    ·    ·    ·       │       neutral marker: 7 ◂
 6 │                                    │
 7 │                                    │ ◂
   └────────────────────────────────────┘"""
    )
    assert plain(hands(match.observe(0), "seat 0")) == "seat 0     B1 B2 G2 R1 R5 Y7"


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_everything_fits_into_80_columns(setting: Setting) -> None:
    match = some_game(setting, seed=1, most=LONG_GAME)
    for viewer, before, after in looks(match):
        names = names_of(match.seats, viewer)
        shown = [draw(after, names), hands(after, "your hand"), *events(before, after, names)]
        if after.moves:
            shown.append(offers(after))
        for line in "\n".join(shown).splitlines():
            assert len(click.unstyle(line)) <= WIDE, line


@pytest.mark.parametrize("game", GAMES)
def test_help_tells_the_rules_and_the_commands(game: str) -> None:
    text = help_of(game)
    assert all(len(click.unstyle(line)) < WIDE for line in text.splitlines())
    for word in ("quit", "undo", "win", *GAMES[game].OPTIONS):
        assert word in text or word == "layout"


@pytest.mark.parametrize("game", ["hornochsen", "yellowstone"])
def test_nothing_hidden_is_drawn(game: str) -> None:
    """Games that differ only in what a viewer cannot see look the same."""
    random, compared = Random(5), 0
    for setting in (each for each in TABLES if each.game == game):
        match = some_game(setting, seed=3, most=LONG_GAME // 2)
        for viewer in (None, 0, match.seats - 1):
            for other in worlds(match, viewer, random, tries=12):
                assert everything(other, viewer) == everything(match, viewer)
                compared += 1
    assert compared > 20


def everything(match: Match, viewer: int | None) -> list[str]:
    seen = match.observe(viewer)
    names = names_of(match.seats, viewer)
    said: list[str] = []
    show(match.record(), said.append, seat=viewer, everything=False, start=1)
    moves = [offers(seen)] if seen.moves else []
    return [draw(seen, names), hands(seen, "hand"), *moves, *said]


@pytest.mark.parametrize("edge", [False, True])
def test_dots_agree_with_the_rules(edge: bool) -> None:
    """A card costs nothing exactly on a space with a dot, or on its twin."""
    setting = Setting("yellowstone", 3, {"edge": edge})
    dotted = lost = 0
    for viewer, seen, _ in looks(some_game(setting, seed=2)):
        if viewer is None or seen.actor != viewer:
            continue
        park = plain(draw(seen, names_of(3, viewer))).splitlines()[4:11]
        for made in seen.moves:
            if len(made.move) != 3:
                continue
            row, column = int(made.move[1]), "abcdefg".index(made.move[2])
            space = park[row - 1][5 + 5 * column : 10 + 5 * column].strip()
            assert space in ("", "·", made.move[:2], f"{made.move[:2]}x2")
            assert (space == "") == bool(made.collected)
            dotted += space == "·"
            lost += space == ""
    assert dotted > 50
    assert lost > 50


# -- what moves bring about


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_every_legal_move_is_offered(setting: Setting) -> None:
    for viewer, seen, _ in looks(some_game(setting, seed=4, most=LONG_GAME)):
        if viewer is None or seen.actor != viewer:
            continue
        offered = plain(offers(seen)).replace("@…", "@… ").split()
        for each in seen.moves:
            special, _, end = each.move.partition("@")
            assert (f"{special}@…" in offered and end in offered) if end else each.move in offered


def test_consequences_are_told_in_words() -> None:
    match = by_hand("yucata", 2, "5 4", layout=TRACK)
    assert plain(offers(match.observe(0))) == (
        """\
  1  to space 6: 1 good
  2  to space 7: 1 good, 1 bad
  3  to space 8: 2 good, 1 bad
  C  chameleon as 4, to space 9: 3 good, 1 bad
  S  sword, to space 6: 1 good"""
    )
    match = by_hand("hornochsen", 2, f"{HORNOCHSEN} x2@90 +5@90 1 15 done 2 3 done 20")
    assert plain(offers(match.observe(1))) == (
        """\
  16 17 18 19        on 3, as the fourth of its row
  21 23 24 26 27 28  on 20, as the fifth: takes the row, -1 and a doubling
  22                 on 20, as the fifth: takes the row, -7 and a doubling
  25                 on 20, as the fifth: takes the row, -4 and a doubling
  done               end the turn
  +5@…               under a row: 3 30 40 50 60 70
  x2@…               under a row: 3 30 40 50 60 70"""
    )


def told(match: Match, move: str, viewer: int | None = None) -> list[str]:
    before = match.observe(viewer)
    match.play(move)
    lines = events(before, match.observe(viewer), names_of(match.seats, viewer))
    return [plain(line) for line in lines]


def test_taking_a_row_tells_what_it_is_worth() -> None:
    match = by_hand("hornochsen", 2, f"{HORNOCHSEN} x2@90 +5@90 1 15 done 2 3 done")
    assert told(match, "20") == ["seat 1: 20, on 15, as the fourth of its row"]
    assert told(match, "22") == [
        "seat 1: 22, on 20, as the fifth: takes the row, -7 and a doubling"
    ]


@pytest.mark.nojit
def test_a_scoring_is_told() -> None:
    random, said = Random(1), ""
    match = tablee.deal("yellowstone", 3, seed=1)
    while match.actor is not None:
        said += "\n".join(told(match, random.choice(match.moves()), viewer=0)) + "\n"
    assert "A scoring: the markers now stand on " in said
    assert f"now stand on {', '.join(map(str, match.scores()))}." in said


def test_drawn_cards_are_named_to_their_owner_only() -> None:
    dealt = "~B3 ~B3 ~G2 ~R5 ~Y7 ~R1  ~G1 ~G1 ~Y1 ~Y1 ~R6 ~R7  ~R4"
    for viewer, line in ((0, "you: 2 cards drawn: B1 B2"), (1, "seat 0: 2 cards drawn")):
        match = by_hand("yellowstone", 2, f"{dealt} B3e")
        before = match.observe(viewer)
        for move in ("B3e", "~B1", "~B2"):
            match.play(move)
        happened = events(before, match.observe(viewer), names_of(2, viewer))
        assert plain(happened[1]) == line


def test_undo_and_the_end_of_a_turn_are_told() -> None:
    match = by_hand("hornochsen", 2, f"{HORNOCHSEN} 1")
    assert told(match, "undo") == ["seat 0: takes the last move back"]
    match.play("1")
    assert told(match, "done", viewer=0) == ["you: done"]


def test_seven_rounds_of_yucata_are_told() -> None:
    match, random, said = tablee.new("yucata", 2), Random(3), ""
    for _ in range(14):
        said = "\n".join(told(match, random.choice(match.moves())))
    assert said.endswith("Seven rounds are over: everybody takes the seven cards back.")


def test_the_result_names_the_winners_or_who_is_to_play() -> None:
    match = by_hand("yucata", 2, "5")
    assert result(match, names_of(2, None)) == "The game is not over: seat 1 to play."
    assert result(tablee.new("hornochsen", 2), names_of(2, None)).endswith("cards are to be dealt.")
    random = Random(2)
    while match.actor is not None:
        match.play(random.choice(match.moves()))
    [winner] = match.winners()
    lines = plain(result(match, names_of(2, None))).splitlines()
    assert lines[1 + winner].split() == ["seat", str(winner), str(match.scores()[winner]), "winner"]
    assert "winner" not in lines[2 - winner]


# -- typing


def test_a_move_may_be_typed_in_any_case_and_shortened_when_only_one_is_meant() -> None:
    dealt = "~B3 ~B3 ~G2 ~R5 ~Y7 ~R1  ~G1 ~G1 ~Y1 ~Y1 ~R6 ~R7  ~R4"
    seen = by_hand("yellowstone", 2, dealt).observe(0)
    assert meant("b3e", seen) == "B3e"
    assert meant("r5", seen) == "R5d"
    assert meant("y1a", seen) == "Y1a"  # so that the refusal can say that it is not held
    assert meant("nonsense", seen) == "nonsense"
    with pytest.raises(IllegalMove, match="That may be any of 6 moves, such as B3a"):
        meant("b3", seen)
    rows = by_hand("hornochsen", 2, HORNOCHSEN).observe(0)
    assert meant("1", rows) == "1"
    with pytest.raises(IllegalMove, match="any of 7 moves, such as x2@30"):
        meant("x2", rows)


Ask = Callable[[str], str | None]


def sit_down(match: Match, ask: Ask, me: int = 0) -> tuple[bool, str]:
    """Whether the game was finished, and all that was said."""
    said: list[str] = []
    finished = Table(match, me, SIMPLE["random"](1), said.append, ask).play()
    return finished, plain("\n".join(said))


def typing(*answers: str) -> Ask:
    rest = iter(answers)
    return lambda prompt: next(rest, None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", SIMPLE)
def test_a_whole_game_against_bots(game: str, kind: str) -> None:
    match, random, said = tablee.deal(game, 3, seed=8, first=2), Random(1), list[str]()

    def ask(prompt: str) -> str:
        assert match.actor == 1
        return random.choice(match.moves()).lower()

    assert Table(match, 1, SIMPLE[kind](4), said.append, ask).play()
    assert match.actor is None
    text = plain("\n".join(said))
    for seat, score in enumerate(match.scores()):
        name = "you" if seat == 1 else f"seat {seat}"
        assert any(
            line.split()[: len(name.split()) + 1] == [*name.split(), str(score)]
            for line in text.splitlines()
        ), (name, score)
    assert "winner" in text.splitlines()[-3] + text.splitlines()[-2] + text.splitlines()[-1]


def test_what_the_others_did_is_told_before_ones_own_turn() -> None:
    match = tablee.deal("yucata", 3, seed=1)
    moves = iter(["5"])
    _, said = sit_down(match, lambda prompt: next(moves, "quit"))
    mine, others = said.index("you: 5"), [said.index(f"  seat {k}: ") for k in (1, 2)]
    assert mine < others[0] < others[1] < said.rindex("your turn")


def test_the_commands_at_the_prompt() -> None:
    match = tablee.deal("hornochsen", 2, seed=1)
    finished, said = sit_down(match, typing("", "help", "board", "moves", "undo", "42", "QUIT"))
    assert not finished
    assert said.count("Type a move, or: help, moves, board, undo, quit.") == 2
    assert said.count("Hornochsen! · your turn") == 2
    assert "back, within your own turn" in said
    assert said.count("as the second of its row") > 1
    assert "Only a move of one's own turn can be taken back." in said
    assert match.played[-1].startswith("~")


def test_undo_takes_back_within_the_turn() -> None:
    match = tablee.deal("hornochsen", 2, seed=1)
    card = match.observe(0).moves[0].move
    sit_down(match, typing(card, "undo", card))
    assert match.played[-3:] == (card, "undo", card)


def test_the_end_of_input_leaves_the_table() -> None:
    assert sit_down(tablee.deal("yucata", 2), typing())[0] is False


# -- records


def test_a_replay_draws_the_table_after_each_move() -> None:
    match = by_hand("yucata", 2, "5 4 S")
    said: list[str] = []
    show(match.record(), said.append, seat=None, everything=False, start=2)
    text = plain("\n".join(said))
    assert "Move 1 of 3" not in text
    assert text.index("Move 2 of 3") < text.index("seat 1: 4") < text.index("Move 3 of 3")
    assert text.endswith("The game is not over: seat 1 to play.")
    assert text.count("Yucata' · ") == 2
    assert "1  2  3" not in text  # no hand


def test_a_replay_with_everything_shows_every_hand() -> None:
    dealt = "~B3 ~B3 ~G2 ~R5 ~Y7 ~R1  ~G1 ~G1 ~Y1 ~Y1 ~R6 ~R7  ~R4"
    match = by_hand("yellowstone", 2, f"{dealt} B3e B3e ~B1 ~B2")
    texts = []
    for seat, everything in ((None, False), (1, False), (None, True)):
        said: list[str] = []
        show(match.record(), said.append, seat=seat, everything=everything, start=1)
        texts.append(plain("\n".join(said)))
    spectator, own, full = texts
    assert "The cards are dealt." in spectator
    for text, shown in ((spectator, ()), (own, (1,)), (full, (0, 1))):
        assert ("seat 0     B1 B2 G2 R1 R5 Y7" in text) == (0 in shown)
        assert ("seat 1     G1 G1 R6 R7 Y1 Y1" in text) == (1 in shown)
    assert "seat 0: 2 cards drawn: B1 B2" in full
    assert "seat 0: 2 cards drawn\n" in own


# -- blocks of text


def test_columns_are_as_wide_as_what_is_seen_in_them() -> None:
    red = click.style("1", fg="red")
    assert [click.unstyle(line) for line in table([("a", red), ("bcd", "10")], numbers=[1])] == [
        "a     1",
        "bcd  10",
    ]


def test_blocks_stand_beside_each_other() -> None:
    assert beside(["a", "bc"], ["x"], gap=1) == ["a  x", "bc"]


@pytest.mark.nojit
def test_bots_play_legal_moves_from_an_observation() -> None:
    for setting in TABLES:
        match, bot = tablee.deal(setting.game, setting.seats, seed=3), SIMPLE["fit"](1)
        for _ in range(30):
            if match.actor is not None:
                match.play(bot.choose(match.observe(match.actor)))


def test_other_seats_moves_are_foreseen_like_ones_own() -> None:
    """What a viewer is told about a move is what its own seat was told."""
    for setting in TABLES[::3]:
        match = some_game(setting, seed=6, most=LONG_GAME)
        again = tablee.new(match.game, match.seats, first=match.first, **match.options)
        for move in match.played:
            if again.actor is not None and again.actor >= 0:
                own = {each.move: each for each in again.observe(again.actor).moves}[move]
                assert foreseen(again.observe(None), move) == own
            again.play(move)
