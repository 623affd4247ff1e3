"""Cells that several compiled threads may write, and arrays that one tells another of.

Each function stands twice, as in `bits`; as plain Python, all work is done by one thread.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from tablee.rules.contract import Codes, States

ORDERING = "seq_cst"
WORD = 8  # bytes


def cell_of(context: Any, builder: Any, cells: Any, given: Any) -> Any:
    array = context.make_array(cells)(context, builder, given[0])
    return builder.gep(array.data, [given[1]])


@intrinsic  # type: ignore[untyped-decorator]
def _load(typing: Any, cells: Any, k: Any) -> Any:
    def generate(context: Any, builder: Any, s: Any, given: Any) -> Any:
        return builder.load_atomic(cell_of(context, builder, cells, given), ORDERING, WORD)

    return types.int64(cells, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(typing: Any, cells: Any, k: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, s: Any, given: Any) -> Any:
        builder.store_atomic(given[2], cell_of(context, builder, cells, given), ORDERING, WORD)
        return context.get_dummy_value()

    return types.void(cells, types.intp, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add(typing: Any, cells: Any, k: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, s: Any, given: Any) -> Any:
        cell = cell_of(context, builder, cells, given)
        return builder.atomic_rmw("add", cell, given[2], ORDERING)

    return types.int64(cells, types.intp, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _elsewhere(typing: Any, like: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, s: Any, given: Any) -> Any:
        array = context.make_array(like)(context, builder, given[0])
        array.data = builder.inttoptr(given[1], array.data.type)
        for owner in ("meminfo", "parent"):  # it is kept alive by somebody else
            setattr(array, owner, cgutils.get_null_value(getattr(array, owner).type))
        return array._getvalue()  # noqa: SLF001 - so Numba's own code does it

    return like(like, types.intp), generate


def load(cells: Codes, k: int) -> int:
    return int(cells[k])


def store(cells: Codes, k: int, value: int) -> None:
    cells[k] = value


def add(cells: Codes, k: int, value: int) -> int:
    """What was there before."""
    before = int(cells[k])
    cells[k] = before + value
    return before


def elsewhere(like: States, address: int) -> States:
    """The array of the same kind at an address; plain Python has no other than `like`."""
    return like


@overload(load, strict=False)  # type: ignore[untyped-decorator]
def _compiled_load(cells: Any, k: Any) -> Any:
    return lambda cells, k: _load(cells, k)


@overload(store, strict=False)  # type: ignore[untyped-decorator]
def _compiled_store(cells: Any, k: Any, value: Any) -> Any:
    return lambda cells, k, value: _store(cells, k, value)


@overload(add, strict=False)  # type: ignore[untyped-decorator]
def _compiled_add(cells: Any, k: Any, value: Any) -> Any:
    return lambda cells, k, value: _add(cells, k, value)


@overload(elsewhere, strict=False)  # type: ignore[untyped-decorator]
def _compiled_elsewhere(like: Any, address: Any) -> Any:
    return lambda like, address: _elsewhere(like, address)
