"""What chooses a move from an observation."""

from tablee.bots import hornochsen_play, playout, policies, yellowstone_play, yucata_play

__all__ = ["hornochsen_play", "playout", "policies", "yellowstone_play", "yucata_play"]
