"""A PNG as an array: of the kind that the rasteriser writes, 8 bits and four channels."""

import struct
import zlib

import numpy as np
import numpy.typing as npt

from tablee.rules.compiling import compiled

Bytes = npt.NDArray[np.uint8]
CHANNELS = 4
UP_TO_DATA = 8  # the signature; then chunks of length, name, data and a check sum


def pixels(png: bytes) -> Bytes:
    """Height, width and red, green, blue; what shows through is left out."""
    data, at = b"", UP_TO_DATA
    width = height = 0
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", png, at + 8)
        elif name == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)
    found = np.zeros((height, width * CHANNELS), np.uint8)
    restore(lines, found)
    return found.reshape(height, width, CHANNELS)[..., :3].copy()


@compiled
def restore(lines: Bytes, found: Bytes) -> None:
    """Each byte was written less a guess from its neighbours; a line begins with which guess."""
    for y in range(lines.shape[0]):
        for x in range(found.shape[1]):
            left = int(found[y, x - CHANNELS]) if x >= CHANNELS else 0
            above = int(found[y - 1, x]) if y else 0
            corner = int(found[y - 1, x - CHANNELS]) if y and x >= CHANNELS else 0
            kind, guess = lines[y, 0], 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            elif kind == 4:
                far_left, far_above = abs(above - corner), abs(left - corner)
                if far_left <= far_above and far_left <= abs(left + above - 2 * corner):
                    guess = left
                elif far_above <= abs(left + above - 2 * corner):
                    guess = above
                else:
                    guess = corner
            found[y, x] = (int(lines[y, x + 1]) + guess) & 255
