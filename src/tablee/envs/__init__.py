"""The games as environments for research; each brings its own library when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.envs.batched import Batch as batch  # noqa: N813 - called like a function
    from tablee.envs.pettingzoo import Aec as aec  # noqa: N813

_HOMES = {
    "aec": ("tablee.envs.pettingzoo", "Aec"),
    "batch": ("tablee.envs.batched", "Batch"),
}

__all__ = ["aec", "batch"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tablee.envs' has no attribute {name!r}")
    module, member = _HOMES[name]
    return getattr(import_module(module), member)
