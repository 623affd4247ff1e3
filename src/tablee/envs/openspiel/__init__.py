"""The three games in OpenSpiel, which importing this makes known to it.

They are called `tablee_yucata`, `tablee_hornochsen` and `tablee_yellowstone`.
"""

import pyspiel

from tablee.envs.openspiel.games import Hornochsen, Yellowstone, Yucata

for game in (Yucata, Hornochsen, Yellowstone):
    pyspiel.register_game(game.kind, game)
