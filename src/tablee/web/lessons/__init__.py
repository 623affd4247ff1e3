"""Guided first games: real matches in which all is written beforehand but the learner's moves."""

from tablee.web.lessons import hornochsen, yellowstone, yucata
from tablee.web.lessons.base import Lesson

LESSONS: dict[str, Lesson] = {
    "hornochsen": hornochsen.LESSON,
    "yellowstone": yellowstone.LESSON,
    "yucata": yucata.LESSON,
}
