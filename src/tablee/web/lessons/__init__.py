"""Guided first games: real matches in which all is written beforehand but the learner's moves."""

from tablee.web.lessons import yellowstone
from tablee.web.lessons.base import Lesson

LESSONS: dict[str, Lesson] = {"yellowstone": yellowstone.LESSON}
