"""Debian's Firefox, spoken to in its own language: Playwright knows only a Firefox of its own."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

PATH = shutil.which("firefox-esr")
PATIENCE = 60.0  # seconds
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # by the WebDriver standard


class Firefox:
    """Messages are JSON with their length before it: [0, number, command, parameters]."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._number = line.makefile("rwb"), 0
        self._read()  # who it is
        self.ask("WebDriver:NewSession")

    def _read(self) -> Any:
        length = b""
        while (byte := self._line.read(1)) != b":":
            length += byte
        return json.loads(self._line.read(int(length)))

    def ask(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, parameters]).encode()
        self._line.write(b"%d:%s" % (len(message), message))
        self._line.flush()
        _, _, wrong, result = self._read()
        assert wrong is None, wrong
        return result

    def go(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def all(self, selector: str) -> list[str]:
        found = self.ask("WebDriver:FindElements", using="css selector", value=selector)
        return [each[ELEMENT] for each in found]

    def click(self, selector: str) -> None:
        self.ask("WebDriver:ElementClick", id=self.all(selector)[0])

    def wait(self, selector: str) -> None:
        patient = time.monotonic() + PATIENCE
        while not self.all(selector):
            assert time.monotonic() < patient, f"{selector} does not come."
            time.sleep(0.05)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    preferences = {"marionette.port": port, "ui.prefersReducedMotion": 1}
    lines = (f'user_pref("{name}", {value});\n' for name, value in preferences.items())
    (folder / "user.js").write_text("".join(lines))
    command = (str(PATH), "--headless", "--marionette", "--no-remote", "--profile", str(folder))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet) as process:  # type: ignore[call-overload]
        try:
            with connected(port) as line:
                yield Firefox(line)
        finally:
            process.terminate()


def connected(port: int) -> socket.socket:
    patient = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE)
        except ConnectionRefusedError:
            if time.monotonic() > patient:
                raise
            time.sleep(0.1)
