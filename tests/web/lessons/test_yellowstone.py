"""The first game of Yellowstone Park shows what its texts say."""

import re

from tablee.observation.yellowstone import YellowstoneObservation
from tablee.web.lessons import LESSONS
from tablee.web.lessons.base import Stage
from tablee.web.render import Renderer
from tablee.web.staged import staged
from tests.web.lessons.walking import stages

LESSON = LESSONS["yellowstone"]


def seen(reached: Stage) -> YellowstoneObservation:
    found = reached.match.observe(0)
    assert isinstance(found, YellowstoneObservation)
    return found


def after(move: str) -> YellowstoneObservation:
    number = next(n for n, step in enumerate(LESSON.steps) if move in step.moves)
    return seen(list(stages(LESSON))[number + 1])


def test_the_full_matrix_brings_four_points() -> None:
    assert after("R3e").marks[0] == 5
    assert after("G5d").marks[0] == 4
    assert after("B5c").marks[0] == 1


def test_the_last_card_costs_eight_and_nowhere_less() -> None:
    number = next(n for n, step in enumerate(LESSON.steps) if "Y6f" in step.moves)
    costs = {each.move: len(each.collected) for each in seen(list(stages(LESSON))[number]).moves}
    assert min(costs.values()) == costs["Y6f"] == 8
    assert list(costs) != ["Y6f"]


def test_six_of_the_penalty_cards_come_back() -> None:
    assert after("Y6f").stacks[0] == 8
    assert after("Y6f").hand == ()
    assert after("penalties").stacks[0] == 2
    assert len(after("penalties").hand) == 6


def test_what_a_step_points_at_is_there() -> None:
    renderer, names = Renderer(), ("Me", *LESSON.names)
    for reached in stages(LESSON):
        step = reached.step
        marks, moves = (step.marks, step.moves) if step else ((), ())
        view = staged(reached.match, 0, names, offered=moves)
        drawn = renderer.fragment(view, "en", notice=f"Step {reached.number}")
        assert set(marks) <= set(re.findall(r'id="([^"]+)"', drawn))
        assert set(moves) == set(re.findall(r'name="move" value="([^"]+)"', drawn))
