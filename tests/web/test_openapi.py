"""The interface for programs answers as its own description says, whatever is sent to it."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tablee.web.app import make_app
from tablee.web.pages.docs import described
from tablee.web.settings import Settings
from tests.web.asking import HOST, site

NOWHERE = "nowhere"
OPEN = {"game": "hornochsen", "seats": [{"kind": "human", "name": "Anna"}, {"kind": "human"}]}
ALONE = {"game": "yucata", "seats": [{"kind": "human", "name": "Anna"}, {"kind": "bot"}]}
BOTS = {"game": "yucata", "seats": [{"kind": "bot", "level": "novice"} for _ in range(2)]}
pytestmark = pytest.mark.slow
SCHEMA = schemathesis.openapi.from_dict(described(make_app(Settings(database="sqlite:///none"))))


class Program:
    """Asks from outside of the server's loop, which goes on only meanwhile."""

    def __init__(self, runner: asyncio.Runner, client: httpx.AsyncClient) -> None:
        self._runner, self._client = runner, client

    def ask(self, method: str, url: str, **sent: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, url, **sent))


class Place:
    """A table that is there, and what opens its first seat; there again when it was removed."""

    def __init__(self, program: Program, wanted: dict[str, Any]) -> None:
        self._program, self._wanted = program, wanted
        self._headers: dict[str, str] = {}
        self.id = NOWHERE

    @property
    def headers(self) -> dict[str, str]:
        if self._program.ask("GET", f"/t/{self.id}").status_code == 404:
            made = self._program.ask("POST", "/tables", json=self._wanted).json()
            self.id = made["id"]
            self._headers = {"authorization": f"Bearer {made['token']}"}
        return self._headers


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("served")
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        served = runner.run(
            stack.enter_async_context(site(folder, address_rate=10**6, guest_rate=10**6))
        )
        yield Program(runner, served.program())
        runner.run(stack.aclose())


@pytest.fixture(scope="module")
def places(program: Program) -> list[Place]:
    return [Place(program, wanted) for wanted in (OPEN, ALONE, BOTS)]


@SCHEMA.parametrize()
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(
    case: schemathesis.Case[Any], program: Program, places: list[Place]
) -> None:
    check(case, program, {})
    if "table" in case.path_parameters:
        for place in places:
            headers = place.headers
            case.path_parameters["table"] = place.id
            check(case, program, headers)


def check(case: schemathesis.Case[Any], program: Program, headers: dict[str, str]) -> None:
    sent = case.as_transport_kwargs(base_url=HOST, headers=headers)
    del sent["cookies"]
    if not isinstance(sent.get("data", {}), dict):
        sent["content"] = sent.pop("data")
    answer = program.ask(**sent)
    assert answer.status_code < 500, (sent, answer.text)
    # What a schema can't say, such as that a game has two seats at least, is refused as well.
    case.validate_response(answer, excluded_checks=[positive_data_acceptance])
