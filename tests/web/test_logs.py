"""Logs: a line an event, JSON if wanted, and nothing in them that opens a door."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from tablee.web import logs
from tablee.web.tokens import entropy, new_id, new_token


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_text_is_a_line_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(logs.TEXT)
    logging.getLogger("tablee.web").info("Open at %s.", "http://127.0.0.1:8010")
    logging.getLogger("tablee.web").debug("Not said.")
    said = capsys.readouterr().err
    assert said.endswith(" INFO Open at http://127.0.0.1:8010.\n")
    assert said.count("\n") == 1


def test_json_is_an_object_a_line_with_the_error_in_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(logs.JSON)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("tablee.web").exception("A bot failed at table %s.", "Grün")
    line, end = capsys.readouterr().err.split("\n")
    assert end == ""
    told = json.loads(line)
    assert told["time"].endswith("+00:00")
    assert (told["level"], told["logger"]) == ("error", "tablee.web")
    assert told["message"] == "A bot failed at table Grün."
    assert told["error"].endswith("ValueError: two\nlines")


@pytest.mark.parametrize("how", [logs.TEXT, logs.JSON])
def test_what_opens_a_door_is_hidden_even_in_a_traceback(
    how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(how)
    token, table = new_token(entropy), new_id(entropy)
    try:
        raise ValueError(f"cookie: guest={token}")
    except ValueError:
        logging.getLogger("anything").error("%s at %s", token, table, exc_info=sys.exc_info())
    said = capsys.readouterr().err
    assert token not in said
    assert said.count(logs.MASK) == 2
    assert table in said


def test_libraries_that_name_addresses_are_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(logs.TEXT)
    logging.getLogger("uvicorn.error").info('"WebSocket /t/1234/live" [accepted]')
    logging.getLogger("uvicorn.error").warning("Something is wrong.")
    assert capsys.readouterr().err.endswith(" WARNING Something is wrong.\n")
