"""Compiled code is stored where the next start finds it, and never used when it is stale."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numba
import pytest

import tablee
from tablee.rules import compiling, yucata

# Plays a little of the smallest game, and says how much of ours Numba compiled for that.
PROGRAM = """
import sys
import tablee
assert "numba" not in sys.modules
from numba.core import event

class Ours(event.Listener):
    compiled = 0
    def on_start(self, compilation):
        self.compiled += "tablee" in compilation.data["dispatcher"].py_func.__module__
    def on_end(self, compilation): pass

with event.install_listener("numba:compile", ours := Ours()):
    match = tablee.new("yucata", 2, layout="....oooxoooxooxooxoooxooxoooxooxooxooo*")
    if "play" in sys.argv:
        for move in "531S2":
            match.play(move)
        match.observe(0)
    scores = match.scores()
print(scores, ours.compiled)
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    copy = tmp_path / "src" / "tablee"
    shutil.copytree(compiling.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def start(sources: Path, cache: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    changes = {"PYTHONPATH": str(sources.parent), "TABLEE_CACHE": str(cache), **environment}
    # Coverage of these sources would be of files that are gone when it is reported.
    unmeasured = {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=unmeasured | {"NUMBA_DISABLE_JIT": "0"} | changes,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process: subprocess.Popen[str]) -> tuple[str, int, str]:
    """The scores, how many functions were compiled, and what was said."""
    printed, said = process.communicate()
    assert process.returncode == 0, said
    scores, compiled = printed.rsplit(maxsplit=1)
    return scores, int(compiled), said.strip()


@pytest.mark.slow
def test_two_cold_starts_at_once_then_a_warm_one_then_an_edit(
    sources: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    both = [start(sources, cache, "play"), start(sources, cache, "play")]
    for scores, compiled, said in map(outcome, both):
        assert scores == "[4, 0]"
        assert compiled
        assert said == compiling.NOTICE
    assert outcome(start(sources, cache, "play")) == ("[4, 0]", 0, "")
    rules = sources / "rules" / "yucata.py"
    changed = rules.read_text().replace("start + 1)", "start + 2)")  # in a called function
    assert changed != rules.read_text()
    rules.write_text(changed)
    scores, compiled, said = outcome(start(sources, cache, "play"))
    assert scores != "[4, 0]"
    assert (compiled > 0, said) == (True, compiling.NOTICE)


def test_the_notice_is_there_exactly_when_something_is_compiled(
    sources: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    for arguments in ([], ["play"]):
        _, compiled, said = outcome(start(sources, cache, *arguments))
        assert said == (compiling.NOTICE if compiled else "")


def test_without_the_compiler_all_is_the_same_and_nothing_is_stored(
    sources: Path, tmp_path: Path
) -> None:
    plain = start(sources, tmp_path, "play", NUMBA_DISABLE_JIT="1")
    assert outcome(plain) == ("[4, 0]", 0, "")
    assert not list(tmp_path.rglob("*.nbi"))


def test_the_interface_is_listed_and_nothing_else_is_there() -> None:
    assert set(dir(tablee)) >= {*tablee.__all__, "__version__"}
    for name in tablee.__all__:
        assert getattr(tablee, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        tablee.chess  # noqa: B018


# -- the name of the folder


def test_the_folder_is_another_one_after_any_edit(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = compiling.fingerprint()
    monkeypatch.setattr(compiling, "PACKAGE", sources)
    assert compiling.fingerprint() == original
    for file in ("rules/bits.py", "match.py", "rules/contract.py"):
        before = compiling.fingerprint()
        with (sources / file).open("a") as source:
            source.write("# changed\n")
        assert compiling.fingerprint() != before


def test_the_folder_is_another_one_with_bounds_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    original = compiling.fingerprint()
    checked = None if numba.config.BOUNDSCHECK else 1
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", checked)
    assert compiling.fingerprint() != original


# -- its place


def test_the_place_is_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("TABLEE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/us")
    assert compiling.user_cache() == Path("/home/us/.cache/tablee")
    monkeypatch.setenv("XDG_CACHE_HOME", "/fast")
    assert compiling.user_cache() == Path("/fast/tablee")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert compiling.user_cache() == Path("/home/us/Library/Caches/tablee")
    monkeypatch.setenv("TABLEE_CACHE", "/here")
    assert compiling.user_cache() == Path("/here")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for temporary files, and a home where nothing can be written."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    home = tmp_path / "home"
    home.write_text("a file, so that nobody at all can make a folder in it")
    monkeypatch.setenv("TABLEE_CACHE", str(home / "cache"))
    return folder


def private(folder: Path) -> bool:
    return folder.stat().st_mode & 0o777 == 0o700


def test_a_home_that_cannot_be_written_gives_way_to_a_private_temporary_folder(
    temporary: Path,
) -> None:
    folder = compiling.cache_folder()
    assert folder.is_dir()
    assert folder.parent.parent == temporary
    assert private(folder.parent)
    assert compiling.cache_folder() == folder  # the next start finds it


def test_a_temporary_folder_of_another_owner_is_refused(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.getuid() + 1
    theirs = temporary / f"tablee-{other}"
    theirs.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: other)
    folder = compiling.cache_folder()
    assert theirs not in [folder, *folder.parents]
    assert private(folder)


def test_a_temporary_folder_that_others_may_write_is_refused(temporary: Path) -> None:
    shared = temporary / f"tablee-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    folder = compiling.cache_folder()
    assert shared not in [folder, *folder.parents]
    assert private(folder)


def test_a_file_in_place_of_the_temporary_folder_is_left_alone(temporary: Path) -> None:
    (temporary / f"tablee-{os.getuid()}").write_text("")
    folder = compiling.cache_folder()
    assert private(folder)


def test_old_folders_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    for age in range(6):
        folder = tmp_path / f"numba-{age}"
        folder.mkdir()
        (folder / "code.nbi").write_text("")
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "other").mkdir()
    new = compiling.cache_folder()
    kept = sorted(folder.name for folder in tmp_path.iterdir())
    assert kept == sorted([new.name, "numba-0", "numba-1", "numba-2", "other"])
    os.utime(new, (0, 0))
    (tmp_path / "numba-9").mkdir()
    assert compiling.cache_folder() == new  # a known folder: nothing to forget
    assert (tmp_path / "numba-2").is_dir()


def test_a_folder_that_another_start_has_just_forgotten_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "numba-gone").symlink_to(tmp_path / "nowhere")
    compiling.forget_old_folders(tmp_path)


# -- other packages


def test_the_numba_cache_of_other_packages_stays_where_it_is() -> None:
    theirs = numba.config.CACHE_DIR
    ours = compiling.compiled(twice)
    assert theirs == numba.config.CACHE_DIR
    assert ours(4) == 8
    if not numba.config.DISABLE_JIT:
        assert str(compiling.FOLDER) in ours.stats.cache_path  # type: ignore[attr-defined]
        assert str(compiling.FOLDER) in yucata.apply.stats.cache_path  # type: ignore[attr-defined]
        assert str(compiling.FOLDER) not in numba.njit(cache=True)(twice).stats.cache_path


def twice(number: int) -> int:
    return 2 * number
