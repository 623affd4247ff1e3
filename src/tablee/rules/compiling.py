"""Compilation by Numba, stored where the next start finds it.

A stored function does not notice an edit in a function that it calls. So the name of the folder
holds a hash of all our sources: an edit anywhere starts a new folder, and nothing stale is run.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
PACKAGE = Path(__file__).parents[1]
PLAIN = ("cli.py", "commands", "terminal", "web")  # where nothing is compiled
KEPT_FOLDERS = 4
READY = "ready"


def fingerprint() -> str:
    """Everything that compiled code depends on, besides the processor, which Numba watches."""
    parts = [sys.version, np.__version__, numba.__version__, str(numba.config.BOUNDSCHECK)]
    digest = hashlib.sha256("\n".join(parts).encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        if source.relative_to(PACKAGE).parts[0] not in PLAIN:
            digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


def user_cache() -> Path:
    if chosen := os.environ.get("TABLEE_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tablee"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablee"


def writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def private_temporary_folder(name: str) -> Path:
    """Stored code is run when it is loaded, so nobody else may be able to put it there."""
    folder = Path(tempfile.gettempdir()) / f"tablee-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    owner = folder.stat()
    if owner.st_uid != os.getuid() or owner.st_mode & 0o077:
        return Path(tempfile.mkdtemp(prefix="tablee-"))
    (folder / name).mkdir(exist_ok=True)
    return folder / name


def forget_old_folders(cache: Path) -> None:
    folders = sorted(cache.glob("numba-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-KEPT_FOLDERS]:
        shutil.rmtree(folder, ignore_errors=True)


def cache_folder() -> Path:
    cache, name = user_cache(), f"numba-{fingerprint()}"
    known = (cache / name).is_dir()
    if not writable(cache / name):
        return private_temporary_folder(name)
    if not known:
        forget_old_folders(cache)
    return cache / name


FOLDER = cache_folder()


def compiled(function: Function) -> Function:
    """Compile at the first call, without the GIL, and keep the result in our folder."""
    # Numba reads the folder while it decorates; other packages in this process keep their own.
    theirs, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(FOLDER)
    try:
        wrap = numba.njit(cache=True, nogil=True, error_model="numpy")
        return cast(Function, wrap(function))
    finally:
        numba.config.CACHE_DIR = theirs


def mark_of(what: str) -> Path:
    return FOLDER / f"{what}.{READY}"


def is_compiled(what: str) -> bool:
    return bool(numba.config.DISABLE_JIT) or mark_of(what).exists()


def announce(what: str) -> Callable[[], None]:
    """Say once that `what` is being compiled, if it is; call the result when it is done."""
    if is_compiled(what):
        return lambda: None
    print(f"tablée: compiling {what} for this machine, once ...", file=sys.stderr, flush=True)

    def done() -> None:
        with contextlib.suppress(OSError):  # the mark only saves the notice
            mark_of(what).touch()

    return done
