"""The script ./dev: what it says, what it installs when, how it ends. Nothing is installed here."""

import fcntl
import importlib.machinery
import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[1]
REQUIREMENTS = CHECKOUT / "requirements"

VENV = "Making .venv"
PROJECT = "Installing tablée itself"
PLAY, TEST, BENCH = (f"Installing what ./dev {name} needs" for name in ("play", "test", "bench"))


def load() -> Any:
    loader = importlib.machinery.SourceFileLoader("dev", str(CHECKOUT / "dev"))
    spec = importlib.util.spec_from_loader("dev", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, at work in an empty checkout."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = load()
    module.HERE, module.CACHE = tmp_path, tmp_path / ".cache"
    module.VENV, module.BIN = tmp_path / ".venv", tmp_path / ".venv" / "bin"
    module.STAMP, module.LOCKS = module.VENV / "stamp.json", tmp_path / "requirements"
    module.CACHE.mkdir()
    module.LOCKS.mkdir()
    (module.LOCKS / "play.txt").write_text("numpy==1\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return module


class SetUp:
    """Set-ups whose slow steps are only written down, and go wrong on demand."""

    def __init__(self, dev: Any) -> None:
        self.dev = dev
        self.steps: list[str] = []
        self.trouble: dict[str, BaseException] = {}
        dev.run_quietly = self.run

    def run(self, what: str, *_: object) -> None:
        self.steps.append(what)
        if what in self.trouble:
            raise self.trouble[what]
        if what == VENV:
            self.dev.BIN.mkdir(parents=True, exist_ok=True)
            (self.dev.BIN / "python").touch()

    def __call__(self, needed: str) -> list[str]:
        self.steps = []
        with self.dev.installed(needed):
            return self.steps


@pytest.fixture
def set_up(dev: Any) -> SetUp:
    return SetUp(dev)


@pytest.mark.parametrize("arguments", [[], ["help"], ["--help"], ["-h"]])
def test_help_names_every_command(
    dev: Any, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(arguments) == 0
    said = capsys.readouterr().out
    assert all(f"./dev {name} " in said for name in dev.COMMANDS)


def test_an_unknown_command_gets_one_sentence(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["dance"]) == 2
    assert capsys.readouterr().err == "./dev has no command 'dance'; ./dev help lists them.\n"


def test_check_refuses_arguments(dev: Any) -> None:
    assert dev.check(["src"]) == 2


def test_a_set_up_is_made_once(set_up: SetUp) -> None:
    assert set_up("play") == [VENV, PLAY, PROJECT]
    assert set_up("play") == []


def test_a_larger_set_adds_to_a_smaller_one_and_contains_it(set_up: SetUp) -> None:
    set_up("play")
    assert set_up("test") == [TEST]
    assert set_up("play") == []
    assert set_up("bench") == [BENCH]
    assert set_up("test") == []


def test_a_changed_lock_installs_again(set_up: SetUp) -> None:
    set_up("test")
    (set_up.dev.LOCKS / "play.txt").write_text("numpy==2\n")
    assert set_up("play") == [PLAY]
    assert set_up("test") == [TEST]


def test_changed_metadata_only_install_the_project_again(set_up: SetUp) -> None:
    set_up("test")
    (set_up.dev.HERE / "pyproject.toml").write_text("[project.scripts]\n")
    assert set_up("play") == [PROJECT]
    assert set_up("test") == []


def test_another_place_or_python_starts_afresh(
    set_up: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up("test")
    stamp = set_up.dev.STAMP.read_text()
    set_up.dev.STAMP.write_text(stamp.replace("Python 3.", "Python 2."))
    assert set_up("test") == [VENV, TEST, PROJECT]
    (set_up.dev.BIN / "python").unlink()
    assert set_up("test") == [VENV, TEST, PROJECT]


@pytest.mark.parametrize("step", [VENV, PLAY, PROJECT])
def test_a_set_up_that_was_cut_off_starts_afresh(set_up: SetUp, step: str) -> None:
    set_up.trouble = {step: KeyboardInterrupt()}
    with pytest.raises(KeyboardInterrupt):
        set_up("play")
    set_up.trouble = {}
    assert set_up("play") == [VENV, PLAY, PROJECT]


def test_a_failed_addition_leaves_what_was_there(set_up: SetUp) -> None:
    set_up("test")
    set_up.trouble = {BENCH: set_up.dev.Failed("no wheel")}
    with pytest.raises(set_up.dev.Failed):
        set_up("bench")
    set_up.trouble = {}
    assert set_up("test") == []
    assert set_up("bench") == [BENCH]


def test_a_python_without_ensurepip_hears_what_to_install(
    set_up: SetUp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert set_up.dev.main(["play"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"python3.{sys.version_info.minor}-venv" in said


def test_a_second_run_waits_for_the_first(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with (dev.CACHE / "a.lock").open("w") as first, (dev.CACHE / "a.lock").open("w") as second:
        dev.wait_for(first, fcntl.LOCK_EX, "Somebody is busy")
        assert capsys.readouterr().err == ""
        soon = threading.Timer(0.05, fcntl.flock, (first, fcntl.LOCK_UN))
        soon.start()
        dev.wait_for(second, fcntl.LOCK_EX, "Somebody is busy")
        soon.join()
    assert capsys.readouterr().err == "Somebody is busy; waiting for it ...\n"


def test_every_cache_stays_in_the_checkout(dev: Any) -> None:
    inside = {name: value for name, value in dev.environment().items() if "/.cache/" in value}
    assert {"PIP_CACHE_DIR", "TABLEE_CACHE", "UV_CACHE_DIR"} <= inside.keys()
    assert dev.environment(TABLEE_CACHE="elsewhere")["TABLEE_CACHE"] == "elsewhere"


@pytest.mark.parametrize(
    ("ending", "status"),
    [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", 128 + 9)],
)
def test_the_status_of_a_child_is_passed_on(dev: Any, ending: str, status: int) -> None:
    assert dev.run(sys.executable, "-c", ending) == status


def test_quiet_output_is_shown_only_after_a_failure(
    dev: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    dev.run_quietly("Counting", sys.executable, "-c", "print('one')")
    assert capsys.readouterr().err == "Counting ...\n"
    with pytest.raises(dev.Failed, match="Counting failed"):
        dev.run_quietly("Counting", sys.executable, "-c", "print('one'); exit(1)")
    assert "one" in capsys.readouterr().err


def test_every_step_is_taken_and_named(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def step(name: str, status: int, may_be_empty: bool = False) -> Any:
        return dev.Step(name, (sys.executable, "-c", f"exit({status})"), {}, may_be_empty)

    good, bad, empty = step("good", 0), step("bad", 1), step("empty", 5, may_be_empty=True)
    assert dev.take([good, empty]) == 0
    assert "\npassed: good; no tests: empty (" in capsys.readouterr().err
    assert dev.take([bad, good, step("must not be empty", 5)]) == 1
    assert "\npassed: good; FAILED: bad, must not be empty (" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 128 + signal.SIGINT), (signal.SIGTERM, 128 + 15)]
)
def test_an_interrupted_run_ends_quietly(number: int, status: int) -> None:
    driver = f"""
import contextlib, sys
sys.path.insert(0, {str(CHECKOUT / "tests")!r})
sys.dont_write_bytecode = True
import test_dev
dev = test_dev.load()
dev.installed = contextlib.nullcontext
def wait(_):
    with dev.running(("sleep", "60")) as child:
        print("up", flush=True)
        return child.wait()
dev.COMMANDS["play"] = "play", wait
sys.exit(dev.main(["play"]))
"""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", driver],
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"up\n"
        if number == signal.SIGINT:
            os.killpg(run.pid, number)  # as a terminal does
        else:
            run.send_signal(number)
        _, said = run.communicate(timeout=20)
    assert run.returncode == status
    assert b"Traceback" not in said


def locked(name: str) -> dict[str, int]:
    """The requirements of a lock file, each with the number of its hashes."""
    pins = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", (REQUIREMENTS / name).read_text()))
    return {pin.split(" \\")[0].strip(): pin.count("--hash=sha256:") for pin in pins}


@pytest.mark.parametrize("name", ["play", "test", "bench", "lock"])
def test_a_lock_holds_hashes_for_every_platform_and_no_address(name: str) -> None:
    pins = locked(f"{name}.txt")
    assert all(pins.values())
    assert all(count > 20 for pin, count in pins.items() if pin.startswith("numpy=="))
    assert not re.search(
        r"://|--find-links|--index|/home/|/tmp/", (REQUIREMENTS / f"{name}.txt").read_text()
    )


def test_each_lock_contains_the_one_before() -> None:
    assert locked("play.txt").items() <= locked("test.txt").items() <= locked("bench.txt").items()


def test_what_the_package_depends_on_is_locked() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    wanted = project["project"]["dependencies"] + project["build-system"]["requires"]
    asked = (REQUIREMENTS / "play.in").read_text().splitlines()
    assert sorted(wanted) == [line for line in asked if not line.startswith("#")]
