"""Sets of cards as bits of an integer, and random numbers, compiled and plain.

Each function stands twice: in plain Python, which runs when the JIT is off, and as the overload
that compiled code uses. Both give the same results.
"""

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

WORD = 0xFFFFFFFFFFFFFFFF
STAR = 2685821657736338717
GOLDEN = 0x9E3779B97F4A7C15
CACHE_LINES = 16  # words of two lines


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(context: Any, mask: Any) -> Any:
    return types.int64(types.int64), lambda c, builder, s, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(context: Any, mask: Any) -> Any:
    # True: the result of an empty mask is undefined, which saves a branch.
    true = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda c, builder, s, args: builder.cttz(args[0], true)


@intrinsic  # type: ignore[untyped-decorator]
def _ctlz(context: Any, mask: Any) -> Any:
    true = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda c, builder, s, args: builder.ctlz(args[0], true)


def ones(mask: int) -> int:
    """How many bits are set."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The place of the lowest bit of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """The place of the highest bit of a mask that is not empty."""
    return int(mask).bit_length() - 1


def nth(mask: int, k: int) -> int:
    """The place of the bit number k, counted from the lowest, which is number 0."""
    for _ in range(k):
        mask &= mask - 1
    return lowest(mask)


def below(rng: Any, n: int) -> int:
    """A random number from 0 to n - 1 (xorshift64*; n is small, so the bias is below n / 2^32)."""
    x = int(rng[0])
    x ^= x >> 12
    x ^= x << 25 & WORD
    x ^= x >> 27
    rng[0] = x
    return ((x * STAR & WORD) >> 32) * n >> 32


@overload(ones, strict=False)  # type: ignore[untyped-decorator]
def _ones(mask: Any) -> Any:
    return lambda mask: _ctpop(mask)


@overload(lowest, strict=False)  # type: ignore[untyped-decorator]
def _lowest(mask: Any) -> Any:
    return lambda mask: _cttz(mask)


@overload(highest, strict=False)  # type: ignore[untyped-decorator]
def _highest(mask: Any) -> Any:
    return lambda mask: 63 - _ctlz(mask)


@intrinsic  # type: ignore[untyped-decorator]
def _pdep(context: Any, value: Any, mask: Any) -> Any:
    def generate(c: Any, builder: Any, s: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

    return types.int64(types.int64, types.int64), generate


def deposits_quickly() -> bool:
    """Whether the processor spreads bits over a mask at once; early Zens do it bit by bit."""
    host = llvm.get_host_cpu_name()
    return host not in ("znver1", "znver2") and llvm.get_host_cpu_features().get("bmi2", False)


@overload(nth, strict=False)  # type: ignore[untyped-decorator]
def _nth(mask: Any, k: Any) -> Any:
    def deposited(mask: Any, k: Any) -> Any:
        return _cttz(_pdep(np.int64(1) << k, mask))

    def counted(mask: Any, k: Any) -> Any:
        while k > 0:
            mask &= mask - 1
            k -= 1
        return _cttz(mask)

    return deposited if deposits_quickly() else counted


@overload(below, strict=False)  # type: ignore[untyped-decorator]
def _below(rng: Any, n: Any) -> Any:
    def compiled(rng: Any, n: Any) -> Any:
        x = rng[0]
        x ^= x >> np.uint64(12)
        x ^= x << np.uint64(25)
        x ^= x >> np.uint64(27)
        rng[0] = x
        high = (x * np.uint64(STAR)) >> np.uint64(32)
        return np.int64((high * np.uint64(n)) >> np.uint64(32))

    return compiled


def generator(seed: int) -> Any:
    """The state of a random generator; any integer is a seed, and near seeds share nothing."""
    # splitmix64's finish: xorshift alone would start near seeds alike.
    x = (seed * GOLDEN + GOLDEN) & WORD
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & WORD
    # Far from its neighbours in memory: two threads that write to one cache line slow each other.
    words = np.zeros(CACHE_LINES, np.uint64)
    words[0] = (x ^ x >> 31) or GOLDEN
    return words[:1]
