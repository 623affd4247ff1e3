"""Bits to numbers: each bit of a set becomes a byte that is 0 or 1, many at once.

As in `rules.bits`, each function stands twice: in plain Python, and as the vector instructions
that compiled code uses. They write into words of eight bytes.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

Words = Any  # int64


def bytes_of(eight: int) -> int:
    """Eight bits as eight bytes, the lowest first in memory."""
    return sum((int(eight) >> k & 1) << 8 * k for k in range(8))


def put_8(words: Words, at: int, bits: int) -> None:
    """Write the lowest 8 bits into words[at]."""
    words[at] = bytes_of(bits)


def put_32(words: Words, at: int, bits: int) -> None:
    """Write the lowest 32 bits, from words[at] on."""
    for k in range(4):
        words[at + k] = bytes_of(bits >> 8 * k)


def put_64(words: Words, at: int, bits: int) -> None:
    """Write all 64 bits, from words[at] on."""
    for k in range(8):
        words[at + k] = bytes_of(bits >> 8 * k)


def add_32(words: Words, at: int, bits: int) -> None:
    """Add the lowest 32 bits to the bytes that are there, from words[at] on."""
    for k in range(4):
        words[at + k] += bytes_of(bits >> 8 * k)


def vectorise(plain: Any, places: int, adding: bool = False) -> None:
    """Let compiled code do what `plain` does with one vector of so many bytes."""

    @intrinsic  # type: ignore[untyped-decorator]
    def store(context: Any, words: Any, at: Any, bits: Any) -> Any:
        def generate(c: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = c.make_array(signature.args[0])(c, builder, args[0])
            vector = ir.VectorType(ir.IntType(8), places)
            target = builder.gep(array.data, [args[1]])
            target = builder.bitcast(target, vector.as_pointer())
            few = args[2] if places == 64 else builder.trunc(args[2], ir.IntType(places))
            single = builder.bitcast(few, ir.VectorType(ir.IntType(1), places))
            value = builder.zext(single, vector)
            if adding:
                value = builder.add(value, builder.load(target, align=8))
            builder.store(value, target, align=8)
            return c.get_dummy_value()

        return types.void(words, types.int64, types.int64), generate

    @overload(plain, strict=False)  # type: ignore[untyped-decorator]
    def _compiled(words: Any, at: Any, bits: Any) -> Any:
        return lambda words, at, bits: store(words, at, bits)


vectorise(put_8, 8)
vectorise(put_32, 32)
vectorise(put_64, 64)
vectorise(add_32, 32, adding=True)
