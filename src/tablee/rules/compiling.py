"""Compilation by Numba, stored where the next start finds it.

A stored function does not notice an edit in a function that it calls. So the name of the folder
holds a hash of all our sources: an edit anywhere starts a new folder, and nothing stale is run.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])
PACKAGE = Path(__file__).parents[1]
PLAIN = ("cli.py", "commands", "terminal", "web")  # where nothing is compiled
KEPT_FOLDERS = 4
NOTICE = "tablée: compiling for this machine, once ..."


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
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        return Path(tempfile.mkdtemp(prefix="tablee-"))
    (folder / name).mkdir(exist_ok=True)
    return folder / name


def changed(folder: Path) -> float:
    """When; 0 for a folder that another start has just removed."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def forget_old_folders(cache: Path) -> None:
    for folder in sorted(cache.glob("numba-*"), key=changed)[:-KEPT_FOLDERS]:
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


class Notice(event.Listener):  # type: ignore[misc]
    """Says, the first time that something of ours is compiled and not just loaded, why it takes."""

    def __init__(self) -> None:
        self._said = False

    def on_start(self, compilation: Any) -> None:
        ours = compilation.data["dispatcher"].py_func.__module__.startswith("tablee.")
        if ours and not self._said:
            self._said = True
            print(NOTICE, file=sys.stderr, flush=True)

    def on_end(self, compilation: Any) -> None:
        pass


event.register("numba:compile", Notice())
