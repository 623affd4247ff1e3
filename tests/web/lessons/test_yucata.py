"""The first game of Yucata' shows what its texts say."""

import re

from tablee.observation.yucata import YucataObservation
from tablee.web.lessons import LESSONS
from tablee.web.render import Renderer
from tablee.web.staged import staged
from tests.web.lessons.walking import stages

LESSON = LESSONS["yucata"]


def seen(number: int) -> YucataObservation:
    """What the learner sees at a step."""
    found = list(stages(LESSON))[number].match.observe(0)
    assert isinstance(found, YucataObservation)
    return found


def steps_with(text: str) -> int:
    [number] = [k for k, step in enumerate(LESSON.steps) if text in step.text]
    return number


def test_who_waits_takes_no_bad_stones() -> None:
    for number in range(steps_with("Seven rounds")):
        assert seen(number).bad[0] == 0
    assert seen(steps_with("fourth bad stone")).bad[1] == 4
    assert seen(steps_with("fourth bad stone") + 1).spaces == (15, 18)


def test_the_card_before_is_barred_and_the_last_one_is_not() -> None:
    three = seen(steps_with("grey in your hand"))
    assert three.previous == "3"
    assert "3" in three.hand
    assert "3" not in [each.move for each in three.moves]
    assert seen(steps_with("One card is left")).hand == ("2",)
    assert len(seen(steps_with("Seven rounds")).hand) == 7


def test_the_score_is_what_is_said() -> None:
    over = seen(len(LESSON.steps) - 1)
    assert (over.good, over.bad, over.keeper) == ((10, 15), (1, 8), 0)
    assert over.scores == (10, 0)


def test_what_a_step_points_at_is_there() -> None:
    renderer, names = Renderer(), ("Me", *LESSON.names)
    for reached in stages(LESSON):
        step = reached.step
        marks, moves = (step.marks, step.moves) if step else ((), ())
        view = staged(reached.match, 0, names, offered=moves)
        drawn = renderer.fragment(view, "en", notice=f"Step {reached.number}")
        assert set(marks) <= set(re.findall(r'id="([^"]+)"', drawn))
        assert set(moves) == set(re.findall(r'name="move" value="([^"]+)"', drawn))
