"""A learner who makes the first of the moves that each step of a lesson allows."""

from collections.abc import Iterator

from tablee.web.lessons.base import READ_ON, Lesson, Stage, stage


def stages(lesson: Lesson) -> Iterator[Stage]:
    """Every stage, from before the first step to after the last."""
    made: list[str] = []
    for step in lesson.steps:
        yield stage(lesson, made)
        made.append((step.moves or (READ_ON,))[0])
    yield stage(lesson, made)
