"""The three games and nothing else."""

from tablee.rules import hornochsen, yellowstone, yellowstone_memory, yucata

__all__ = ["GAMES", "hornochsen", "yellowstone", "yellowstone_memory", "yucata"]

GAMES = {game.NAME: game for game in (yucata, hornochsen, yellowstone)}
