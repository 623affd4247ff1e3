"""The table as an installed program: manifest, service worker, offline page, notices."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.web.push import Sender
from tablee.web.service import Service
from tests.web.asking import PAGE, Site, site
from tests.web.serving import in_loop
from tests.web.test_push import Browser
from tests.web.test_render import checked

SECURE = "https://tables.example"


@asynccontextmanager
async def behind_tls(folder: Path) -> AsyncIterator[tuple[Service, httpx.AsyncClient]]:
    """A server that sends notices, and somebody with cookies of their own."""
    async with site(folder, public_url=SECURE) as at, browser(at) as client:
        yield at.service, client


def browser(at: Site) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(at.app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=SECURE, headers=PAGE)


async def kept(client: httpx.AsyncClient) -> dict[str, Any]:
    """What the worker keeps, as its first line says."""
    answer = await client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    found = re.match(r"const KEPT = (.*);\n", answer.text)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "entre amis"), ("de", "mit Freunden"), ("en", "with friends")]
)
@in_loop
async def test_the_manifest_speaks_the_language(tmp_path: Path, language: str, said: str) -> None:
    async with site(tmp_path) as at, at.browser(cookie=f"language={language}") as client:
        answer = await client.get("/manifest.webmanifest")
        told = answer.json()
        assert answer.headers["content-type"].startswith("application/manifest+json")
        assert told["lang"] == language
        assert said in told["description"]
        for each in told["icons"]:
            icon = await client.get(each["src"])
            assert icon.headers["content-type"] == each["type"]
        for each in told["shortcuts"]:
            assert (await client.get(each["url"])).status_code == 200


@in_loop
async def test_the_worker_keeps_one_page_and_what_it_needs(tmp_path: Path) -> None:
    async with site(tmp_path) as at, at.browser() as client:
        told = await kept(client)
        page = await client.get(told["page"])
        checked(page.text)
        assert "No connection" in page.text
        assert len(told["files"]) > 4
        for name in [*told["files"], told["icon"]]:
            assert name.startswith("/static/")
            answer = await client.get(name)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]


@in_loop
async def test_a_worker_is_new_when_its_page_looks_different(tmp_path: Path) -> None:
    async with site(tmp_path) as at, at.browser() as client:
        first = await kept(client)
        assert await kept(client) == first
        client.cookies.set("language", "de")
        second = await kept(client)
        assert second["name"] != first["name"]
        assert "Keine Verbindung" in (await client.get("/offline")).text


@in_loop
async def test_what_is_kept_is_nobodys(tmp_path: Path) -> None:
    async with site(tmp_path) as at, at.browser() as stranger, at.browser() as anna:
        await anna.post("/me/name", data={"name": "Annabella"})
        assert "Annabella" in (await anna.get("/me")).text
        assert (await anna.get("/offline")).text == (await stranger.get("/offline")).text
        assert await kept(anna) == await kept(stranger)


@in_loop
async def test_a_device_asks_for_notices_and_thinks_better_of_it(tmp_path: Path) -> None:
    async with behind_tls(tmp_path) as (service, client):
        assert 'id="notices"' not in (await client.get("/me")).text
        await client.post("/me/name", data={"name": "Anna"})
        assert service.notices.key in (await client.get("/me")).text
        answer = await client.post("/me/notices", json=Browser().told)
        assert answer.status_code == 204
        assert await count(service) == 1
        assert (await client.delete("/me/notices")).status_code == 204
        assert await count(service) == 0


async def count(service: Service) -> int:
    found = await service.database.read(
        lambda at: at.exec_driver_sql("SELECT count(*) FROM subscriptions").scalar_one()
    )
    return int(found)


@in_loop
async def test_what_is_no_subscription_is_refused(tmp_path: Path) -> None:
    async with behind_tls(tmp_path) as (service, client):
        assert isinstance(service.notices.sender, Sender)
        assert (await client.post("/me/notices", json=Browser().told)).status_code == 403
        await client.post("/me/name", data={"name": "Anna"})
        for body in (b"", b"{", b"[" * 60_000, b"null", b'{"endpoint": "https://localhost/"}'):
            answer = await client.post("/me/notices", content=body)
            assert answer.status_code == 422
        assert await count(service) == 0


@in_loop
async def test_without_tls_no_notices_are_offered(tmp_path: Path) -> None:
    async with site(tmp_path) as at, at.browser() as client:
        await client.post("/me/name", data={"name": "Anna"})
        assert 'id="notices"' not in (await client.get("/me")).text
        assert (await client.post("/me/notices", json=Browser().told)).status_code == 404
