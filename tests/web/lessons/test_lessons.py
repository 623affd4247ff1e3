"""Guided first games: every way through a lesson can be gone, and nothing else."""

from itertools import product

import pytest

from tablee.rules.contract import IllegalMove
from tablee.web.lessons import LESSONS
from tablee.web.lessons.base import READ_ON, Lesson, Step, stage
from tests.web.lessons.walking import stages

LESSON = Lesson(
    game="yucata",
    names=("Ada",),
    options={},
    opening=(),
    steps=(
        Step("Read this."),
        Step("Go one space or two.", moves=("1", "2"), then=("5",)),
        Step("Go four.", moves=("4",)),
    ),
    end="That's it.",
)


def test_every_way_through_a_lesson_can_be_played() -> None:
    for made in product(*(step.moves or (READ_ON,) for step in LESSON.steps)):
        reached = stage(LESSON, made)
        assert (reached.number, reached.step) == (len(made), None)
        assert reached.match.played == (made[1], "5", "4")


def test_a_step_waits_for_its_move() -> None:
    assert stage(LESSON, []).step == LESSON.steps[0]
    reached = stage(LESSON, [READ_ON])
    assert reached.step == LESSON.steps[1]
    assert reached.match.actor == 0


@pytest.mark.parametrize("game", LESSONS)
def test_it_is_the_learners_turn_until_the_last_move(game: str) -> None:
    lesson = LESSONS[game]
    reached = list(stages(lesson))
    assert [each.match.actor for each in reached[:-2]] == [0] * (len(lesson.steps) - 1)
    assert reached[-1].step is None


@pytest.mark.parametrize(
    "made", [["1"], [READ_ON, "3"], [READ_ON, READ_ON], [READ_ON, "1", "4", READ_ON]]
)
def test_other_moves_are_refused(made: list[str]) -> None:
    with pytest.raises(IllegalMove, match="lesson"):
        stage(LESSON, made)
