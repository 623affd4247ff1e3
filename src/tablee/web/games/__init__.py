"""What is special to each game at the web table; `base.py` says what its module provides."""

from collections.abc import Mapping

from tablee.web.games import yellowstone, yucata
from tablee.web.games.base import Face

FACES: Mapping[str, Face] = {"yellowstone": yellowstone, "yucata": yucata}
