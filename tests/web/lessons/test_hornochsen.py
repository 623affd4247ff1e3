"""The first game of Hornochsen! shows what its texts say."""

import re

from tablee.observation.hornochsen import HornochsenObservation
from tablee.web.lessons import LESSONS
from tablee.web.lessons.base import Stage
from tablee.web.render import Renderer
from tablee.web.staged import staged
from tests.web.lessons.walking import stages

LESSON = LESSONS["hornochsen"]


def seen(reached: Stage) -> HornochsenObservation:
    found = reached.match.observe(0)
    assert isinstance(found, HornochsenObservation)
    return found


def before(move: str) -> HornochsenObservation:
    return seen(next(each for each in stages(LESSON) if each.step and move in each.step.moves))


def after(move: str) -> HornochsenObservation:
    number = next(n for n, step in enumerate(LESSON.steps) if move in step.moves)
    return seen(list(stages(LESSON))[number + 1])


def test_a_low_card_goes_behind_the_highest_and_the_next_one_follows() -> None:
    [low] = [each for each in before("3").moves if each.move == "3"]
    assert low.row == 89
    [next_one] = [each for each in before("4").moves if each.move == "4"]
    assert next_one.row == 3


def test_the_fifth_card_takes_what_was_promised() -> None:
    [taking] = [each for each in before("7").moves if each.move == "7"]
    assert (taking.row, taking.collects, taking.points) == (6, True, 10)
    assert before("7").actor == after("7").actor == 0
    assert after("7").memory["points"][0] == 10


def test_the_doubled_row_is_worth_taking_although_it_costs() -> None:
    [taking] = [each for each in before("12").moves if each.move == "12"]
    assert (taking.points, taking.doubles) == (-4, 1)
    learned = after("12")
    assert (learned.memory["points"][0], learned.memory["doubles"][0]) == (6, 1)
    assert learned.specials[0] == ()


def test_what_a_step_points_at_is_there() -> None:
    renderer, names = Renderer(), ("Me", *LESSON.names)
    for reached in stages(LESSON):
        step = reached.step
        marks, moves = (step.marks, step.moves) if step else ((), ())
        view = staged(reached.match, 0, names, offered=moves)
        drawn = renderer.fragment(view, "en", notice=f"Step {reached.number}")
        assert set(marks) <= set(re.findall(r'id="([^"]+)"', drawn))
        assert set(moves) == set(re.findall(r'name="move" value="([^"]+)"', drawn))
