"""What an operator is told: whether tables can be saved, and numbers that name no table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tablee.web.metrics import Measured, Meters, private
from tablee.web.service import Service
from tests.web.serving import in_loop, play_out, served, two_people


@asynccontextmanager
async def asking(app: ASGIApp) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://private") as client:
        yield client


async def numbers(service: Service, meters: Meters) -> dict[str, float]:
    async with asking(private(service, meters)) as client:
        answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


@in_loop
async def test_what_the_tables_do_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.web.service.SWEEP", 3600.0)  # it writes as well
    async with served(tmp_path) as service:
        meters = Meters(service)
        table, viewers = await two_people(service)
        await play_out(service, table, viewers, 3)
        async with service.tables.watch(table):
            told = await numbers(service, meters)
    assert told["tablee_tables_in_memory"] == 1
    assert told["tablee_lines"] == 1
    assert told["tablee_thoughts"] == 0
    assert told['tablee_changes_total{stored="yes"}'] == 5  # made, joined, three moves
    assert told['tablee_changes_total{stored="no"}'] == 0
    assert told["tablee_commit_seconds_count"] == 5
    assert told["process_resident_memory_bytes"] > 0
    assert not [name for name in told if table in name]


@in_loop
async def test_answers_are_counted_by_route_and_status(tmp_path: Path) -> None:
    async def found(request: Request) -> Response:
        return PlainTextResponse(request.path_params["table"])

    async def fails(_: Request) -> Response:
        raise ValueError

    async def line(socket: WebSocket) -> None:
        await socket.accept()

    routes = [Route("/fails", fails), Route("/t/{table}", found), WebSocketRoute("/live", line)]
    async with served(tmp_path) as service:
        meters = Meters(service)
        async with asking(Measured(Starlette(routes=routes), meters)) as client:
            assert (await client.get("/t/secret")).text == "secret"
            assert (await client.get("/t/other")).text == "other"
            assert (await client.get("/nowhere")).status_code == 404
            assert (await client.get("/fails")).status_code == 500
        told = await numbers(service, meters)
    counted = {name: value for name, value in told.items() if "request_seconds_count" in name}
    assert counted == {
        f'tablee_request_seconds_count{{method="GET",route="{route}",status="{status}"}}': count
        for route, status, count in (("/t/{table}", 200, 2), ("other", 404, 1), ("/fails", 500, 1))
    }


@in_loop
async def test_health_is_whether_tables_can_be_saved(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        meters = Meters(service)
        async with asking(private(service, meters)) as client:
            answer = await client.get("/health")
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
            file = tmp_path / "tables.sqlite"
            away = file.rename(tmp_path / "away.sqlite")
            answer = await client.get("/health")
            assert answer.status_code == 503
            assert answer.json() == {
                "status": "The table can't be saved just now; please try again."
            }
            away.rename(file)
            assert (await client.get("/health")).status_code == 200
        assert (await numbers(service, meters))['tablee_changes_total{stored="no"}'] == 1
