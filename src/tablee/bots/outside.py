"""One's own bot, as a process: a command that speaks lines of JSON, or a class of Python.

docs/own-bot.md describes what such a process reads and writes.
"""

import json
import os
import pickle
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from importlib import import_module
from time import monotonic
from typing import Any, BinaryIO

from tablee.observation import Observation
from tablee.rules.contract import BadOption, quoted

COMMAND = "cmd:"
OUTSIDE = re.compile(rf"{COMMAND}.*\S.*|[\w.]+:\w+")
LONGEST = 1 << 16  # bytes of an answer


class BotFailed(Exception):
    """The bot crashed, hung or talked nonsense; the message is a sentence."""


def as_line(seen: Observation) -> bytes:
    """What a command reads, the same words as the referee's."""
    request = {"observe": seen.to_dict(), "moves": [each.move for each in seen.moves]}
    return json.dumps(request).encode() + b"\n"


class Outside:
    """A process that is asked for moves, begun again when it has failed."""

    def __init__(self, name: str, limit: float) -> None:
        self._name, self._limit = name, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._told: Callable[[Observation], bytes] = as_line
        if name.startswith(COMMAND):
            try:
                self._words = shlex.split(name.removeprefix(COMMAND))
            except ValueError:
                raise BadOption(
                    "%(name)s has a quote that is not closed.", name=quoted(name)
                ) from None
        else:
            self._words = [sys.executable, "-m", "tablee.bots.outside", name]
            self._told = pickle.dumps

    def choose(self, seen: Observation) -> str:
        try:
            return self._move_in(self._ask(self._told(seen)))
        except BotFailed:
            self.close()
            raise

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._errors.close()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            pipe = subprocess.PIPE
            try:
                self._process = subprocess.Popen(
                    self._words,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=self._errors,
                    bufsize=0,
                    start_new_session=True,  # Ctrl-C is ours to answer
                )
            except OSError as wrong:
                self._errors.close()
                raise BotFailed(f"{self._name} can't be started: {wrong.strerror}.") from None
            pipes = self._process.stdin, self._process.stdout
            self._ends = [stream.fileno() for stream in pipes if stream]
            for end in self._ends:
                os.set_blocking(end, False)
        return self._process

    def _ask(self, request: bytes) -> bytes:
        """Write the request and read a line, both within the limit."""
        process = self._running()
        theirs, ours = self._ends
        until = monotonic() + self._limit
        answer = b""
        while not answer.endswith(b"\n"):
            waiting = [theirs] if request else []
            left = max(0.0, until - monotonic())
            readable, writable, _ = select.select([ours], waiting, [], left)
            if not readable and not writable:
                raise BotFailed(f"{self._name} did not answer within {self._limit:g} seconds.")
            if writable:
                with suppress(BrokenPipeError):  # then its output has ended as well
                    request = request[os.write(theirs, request) :]
            if readable:
                read = os.read(ours, LONGEST)
                if not read:
                    raise BotFailed(self._ended(process))
                answer += read
            if len(answer) > LONGEST:
                raise BotFailed(f"{self._name} answered a line of more than {LONGEST:,} bytes.")
        return answer

    def _ended(self, process: subprocess.Popen[bytes]) -> str:
        """How it ended, with the last that it said about it."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(self._limit)
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        last = f": {said[-1][:200]}" if said else "."
        return f"{self._name} ended with status {process.poll()}{last}"

    def _move_in(self, answer: bytes) -> str:
        try:
            move = json.loads(answer)["play"]
        except (ValueError, TypeError, KeyError, RecursionError):
            move = None
        if not isinstance(move, str):
            text = quoted(answer.decode(errors="replace").strip())
            raise BotFailed(f'{self._name} answered {text}, which is not {{"play": MOVE}}.')
        return move


def made(name: str) -> Any:
    """The bot of a class named as `module:Class`."""
    module, _, kind = name.partition(":")
    try:
        return getattr(import_module(module), kind)()
    except (ImportError, AttributeError) as wrong:
        sys.exit(str(wrong))


def serve(bot: Any, requests: BinaryIO, answers: BinaryIO) -> None:
    """The process of a class: observations in, moves out."""
    with suppress(EOFError):
        while True:
            seen = pickle.load(requests)  # noqa: S301 - from our own process
            answers.write(json.dumps({"play": bot.choose(seen)}).encode() + b"\n")
            answers.flush()


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "wb") as answers, redirect_stdout(sys.stderr):
        serve(made(sys.argv[1]), sys.stdin.buffer, answers)  # what the bot prints is no answer
