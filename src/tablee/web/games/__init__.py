"""What is special to each game at the web table; `base.py` says what its module provides."""

from tablee.web.games.base import Face

FACES: dict[str, Face] = {}
