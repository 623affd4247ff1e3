"""`tablee serve`, and `tablee` alone: how they begin, what they say, how they end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tablee.cli import main
from tablee.commands import serve
from tablee.rules.compiling import NOTICE
from tablee.web.listening import bound
from tablee.web.settings import Settings, names, variable
from tests.web.processes import COMMAND, PATIENCE, Process, started

TWO = {"game": "yucata", "seats": [{"kind": "human", "name": "Anna"}, {"kind": "human"}]}
SOON = 3.0  # seconds in which a server must end; the only time that is asked for here


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names():
        monkeypatch.delenv(variable(name), raising=False)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody else listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def run(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [*COMMAND, *words]
    return subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def private_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


def make_table(server: Process) -> dict[str, Any]:
    made = httpx.post(f"{server.url}/tables", json=TWO, timeout=PATIENCE)
    assert made.status_code == 201
    told: dict[str, Any] = made.json()
    return told


# -- beginning


def test_it_says_where_it_is_and_answers_there(tmp_path: Path) -> None:
    watching = f"127.0.0.1:{private_port()}"
    with started(tmp_path, "serve", "--metrics", watching, "--logs", "json") as server:
        answer = httpx.get(server.url, timeout=PATIENCE)
        assert answer.status_code == 200
        assert "server" not in answer.headers
        assert httpx.get(f"http://{watching}/health").json() == {"status": "ok"}
        assert "tablee_request_seconds" in httpx.get(f"http://{watching}/metrics").text
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert server.end(signal.SIGINT) == 130
    said = [line for line in (tmp_path / "log").read_text().splitlines() if line != NOTICE]
    lines = [json.loads(line) for line in said]
    assert [line["message"] for line in lines if line["level"] == "info"][-1] == "Closed."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "eighty"], "--port: a whole number is wanted, not 'eighty'."),
        (["--host", "192.0.2.1"], r"--port: 192\.0\.2\.1:8010 can't be used: .*\."),
        (["--host", "nowhere.invalid"], r"--port: nowhere\.invalid can't be used: .*\."),
        (["--database", "/dev/null/x"], r"--database: /dev/null/x can't be opened: .*\."),
        (["--database", "postgresql://127.0.0.1:9/x"], r"--database: it can't be used: .*\."),
    ],
)
def test_a_setting_that_cannot_be_is_one_sentence(words: list[str], sentence: str) -> None:
    done = run("serve", "--port", "0", *words) if "--host" not in words else run("serve", *words)
    assert re.fullmatch(sentence, done.stderr.strip())
    assert (done.returncode, done.stdout) == (2, "")


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, taken: int) -> None:
    here = {"TABLEE_DATABASE": str(tmp_path / "tables.sqlite")}
    for words in (["serve", "--port", str(taken)], ["serve", "--port", "0"]):
        done = run(*words, **here, TABLEE_METRICS=f"127.0.0.1:{taken}")
        setting = "--port" if str(taken) in words else "--metrics"
        assert done.stderr.startswith(f"{setting}: 127.0.0.1:{taken} can't be used: ")
        assert done.stderr.count("\n") == 1
        assert done.returncode == 2


# -- alone


class Opened:
    """What `tablee` does without a server behind it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown = threading.Event()
        self.url = ""
        monkeypatch.setattr("webbrowser.open", self.show)
        monkeypatch.setattr("tablee.web.logs.configure", lambda how: None)
        monkeypatch.setattr("tablee.web.server.run", self.run)
        monkeypatch.setattr("tablee.commands.serve.leave", sys.exit)

    def show(self, url: str) -> None:
        self.url = url
        self.shown.set()

    def run(self, settings: Settings, listening: socket.socket, opened: Any) -> int:
        with listening:
            opened()
        return signal.SIGTERM


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    return Opened(monkeypatch)


def test_alone_it_opens_the_browser(opened: Opened) -> None:
    result = CliRunner().invoke(main, env={"DISPLAY": ":0", "TABLEE_PORT": "0"})
    assert result.exit_code == 0
    assert opened.shown.wait(PATIENCE)
    assert opened.url.startswith("http://127.0.0.1:")
    assert f" {opened.url} " in result.stdout


@pytest.mark.parametrize("words", [["--no-browser"], []])
def test_without_a_browser_it_says_where_it_is(opened: Opened, words: list[str]) -> None:
    screen = {"DISPLAY": ":0" if words else "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    result = CliRunner().invoke(main, words, env={**screen, "TABLEE_PORT": "0"})
    assert result.exit_code == 0
    assert "http://127.0.0.1:" in result.stdout
    assert not opened.shown.is_set()


def test_alone_it_takes_another_port_unless_one_is_asked_for(
    opened: Opened, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.settings.read", lambda flags, given: Settings(port=taken))
    result = CliRunner().invoke(main, ["--no-browser"])
    assert result.exit_code == 0
    assert f":{taken} " not in result.stdout
    result = CliRunner().invoke(main, ["--no-browser"], env={"TABLEE_PORT": str(taken)})
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"--port: 127.0.0.1:{taken} can't be used: ")


def test_it_names_an_address_that_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "parlour")
    for host, named in (("::", "parlour"), ("::1", "[::1]"), ("127.0.0.1", "127.0.0.1")):
        with closing(bound(host, 0, "port")) as listening:
            port = listening.getsockname()[1]
            assert serve.address(Settings(), listening) == f"http://{named}:{port}"
            public = Settings(public_url="https://play.example.org")
            assert serve.address(public, listening) == "https://play.example.org"


@pytest.mark.parametrize(
    ("platform", "screen", "shows"),
    [("linux", "", False), ("linux", ":0", True), ("darwin", "", True)],
)
def test_a_browser_is_only_opened_in_a_window(
    platform: str, screen: str, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", screen)
    monkeypatch.setattr("sys.platform", platform)
    assert serve.can_show() == shows


# -- ending


def test_with_open_lines_it_ends_soon_and_answers_what_it_took(tmp_path: Path) -> None:
    with started(tmp_path, "serve") as server:
        made = make_table(server)
        token = {"Authorization": f"Bearer {made['token']}"}
        answers: list[int] = []

        def join() -> None:  # takes as long as the first compilation, if there is none stored
            answer = httpx.post(
                f"{server.url}/t/{made['id']}/seats", json={"name": "Bruno"}, timeout=PATIENCE
            )
            answers.append(answer.status_code)

        with (
            connect(f"{server.live}/t/{made['id']}/live", additional_headers=token) as socket,
            httpx.Client() as idle,
        ):
            assert json.loads(socket.recv())["status"] == "waiting"
            idle.get(server.url, timeout=PATIENCE)
            asking = threading.Thread(target=join)
            asking.start()
            asking.join()
            assert json.loads(socket.recv())["status"] == "playing"
            server.child.send_signal(signal.SIGTERM)
            assert server.child.wait(SOON) == 0
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1012
    assert answers == [201]
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_what_it_says_holds_no_secret(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--logs", "json") as server:
        made = make_table(server)
        guest = httpx.post(
            f"{server.url}/t/{made['id']}/seats",
            data={"name": "Bruno"},
            headers={"Accept": "text/html"},
            timeout=PATIENCE,
        )
        cookie = guest.cookies["guest"]
        (tmp_path / "tables.sqlite").rename(tmp_path / "away")
        refused = httpx.post(
            f"{server.url}/t/{made['id']}/rename",
            json={"name": "Ours"},
            headers={"Authorization": f"Bearer {made['token']}", "Cookie": f"guest={cookie}"},
        )
        assert refused.status_code == 503
        (tmp_path / "away").rename(tmp_path / "tables.sqlite")
        server.end(signal.SIGTERM)
    said = (tmp_path / "log").read_text()
    assert said
    assert made["token"] not in said
    assert cookie not in said
