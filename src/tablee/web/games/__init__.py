"""What is special to each game at the web table; `base.py` says what its module provides."""

from collections.abc import Mapping

from tablee.web.games import hornochsen, yellowstone, yucata
from tablee.web.games.base import Face

FACES: Mapping[str, Face] = {
    "hornochsen": hornochsen,
    "yellowstone": yellowstone,
    "yucata": yucata,
}
