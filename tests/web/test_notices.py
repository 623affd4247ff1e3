"""It is your turn: who is told, in which language, and what becomes of notices that get lost."""

import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tablee.web import notices, push
from tablee.web.errors import Forbidden, Unavailable, Wrong
from tablee.web.people import Guest, Viewer
from tablee.web.push import Sender, Subscription, Unreachable
from tablee.web.service import Service
from tablee.web.store import subscriptions
from tests.web.serving import PERSON, QUICK_BOT, in_loop, served, until, wanted
from tests.web.test_push import Browser

SECURE = "https://table.example"


class Recorder(Sender):
    """Writes down what would be sent."""

    def __init__(self) -> None:
        super().__init__(push.new_key(), SECURE)
        self.sent: list[tuple[str, dict[str, str]]] = []
        self.answer: Callable[[], bool] = lambda: True

    def send(self, to: Subscription, notice: dict[str, str]) -> bool:
        self.sent.append((to.endpoint, notice))
        return self.answer()


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Service, Recorder]]:
    async with served(folder, public_url=SECURE) as service:
        service.notices.sender = recorder = Recorder()
        yield service, recorder


async def person(service: Service, name: str, language: str | None = None) -> Guest:
    """Somebody new; with a language, they want notices."""
    guest, token = await service.people.enter(name)
    if language:
        await service.notices.subscribe(token, told(name), language)
    return guest


def endpoint(name: str) -> str:
    return f"https://push.example.net/{name.lower()}"


def told(name: str) -> Any:
    return Browser(endpoint(name)).told


async def between(service: Service, first: Guest, second: Guest, **more: Any) -> str:
    """A game of Yucata' that the first one begins."""
    made = await service.tables.create(first, wanted("yucata", PERSON, PERSON, **more))
    await service.tables.join(made.id, second, second.name)
    return made.id


async def play(service: Service, table: str, guest: Guest, *moves: str) -> None:
    viewer = Viewer(guest.id)
    for move in moves:
        view = await service.tables.view(table, viewer)
        await service.tables.play(table, viewer, view.version, move)
    await service.notices.idle()


@in_loop
async def test_whoever_is_not_there_is_told_in_their_language(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "fr")
        table = await between(service, anna, bruno, name="Vendredi")
        await play(service, table, anna, "1")
    assert recorder.sent == [
        (
            endpoint("Bruno"),
            {
                "title": "À vous\u00a0: Vendredi",
                "body": "Vous jouez avec Anna.",
                "url": f"/t/{table}",
            },
        )
    ]


@in_loop
async def test_every_turn_is_told_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna", "en"), await person(service, "Bruno", "de")
        table = await between(service, anna, bruno)
        await service.tables.rename(table, Viewer(anna.id), "Again")
        await play(service, table, anna, "1")
        await service.tables.rename(table, Viewer(anna.id), "And again")
        await play(service, table, bruno, "2")
    assert [to for to, _ in recorder.sent] == list(map(endpoint, ("Anna", "Bruno", "Anna")))
    assert recorder.sent[0][1]["title"] == "Your turn: Yucata'"


@in_loop
async def test_who_looks_at_the_table_is_not_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        table = await between(service, anna, bruno)
        async with service.tables.watch(table, Viewer(bruno.id)):
            await play(service, table, anna, "1")
    assert recorder.sent == []


@in_loop
async def test_who_lets_a_bot_play_is_not_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        table = await between(service, anna, bruno)
        await service.tables.away(table, Viewer(bruno.id))
        await play(service, table, anna, "1")
        await until(service, table, Viewer(), lambda view: view.actor == 0)
        await service.notices.idle()
    assert recorder.sent == []


@in_loop
async def test_a_turn_after_a_bots_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna = await person(service, "Anna", "en")
        made = await service.tables.create(anna, wanted("yucata", PERSON, QUICK_BOT))
        await play(service, made.id, anna, "1")
        await until(service, made.id, Viewer(), lambda view: view.actor == 0)
        await service.notices.idle()
    assert [to for to, _ in recorder.sent] == [endpoint("Anna")] * 2


@in_loop
async def test_a_browser_that_has_gone_is_forgotten(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        recorder.answer = lambda: False
        table = await between(service, anna, bruno)
        await play(service, table, anna, "1")
        await play(service, table, bruno, "2")
        await play(service, table, anna, "3")
    assert [to for to, _ in recorder.sent] == [endpoint("Bruno")]


@in_loop
async def test_a_push_service_that_fails_loses_the_notice_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bool:
        raise Unreachable("The push service push.example.net does not answer.")

    caplog.set_level(logging.INFO, "tablee")
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        recorder.answer = fail
        table = await between(service, anna, bruno)
        await play(service, table, anna, "1")
        await play(service, table, bruno, "2")
        await play(service, table, anna, "3")
    assert len(recorder.sent) == 2
    assert "A notice was lost: The push service push.example.net" in caplog.text
    assert "bruno" not in caplog.text


@in_loop
async def test_a_game_goes_on_while_the_database_can_not_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise Unavailable("Not now.")

    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        table = await between(service, anna, bruno)
        monkeypatch.setattr(subscriptions, "of_guest", fail)
        await play(service, table, anna, "1")
        assert (await service.tables.view(table, Viewer(bruno.id))).turn
    assert recorder.sent == []
    assert "the database is not available" in caplog.text


@in_loop
async def test_nothing_waits_for_a_push_service(tmp_path: Path) -> None:
    stuck = threading.Event()
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        recorder.answer = stuck.wait
        table = await between(service, anna, bruno)
        view = await service.tables.view(table, Viewer(anna.id))
        await service.tables.play(table, Viewer(anna.id), view.version, "1")
        assert (await service.tables.view(table, Viewer(bruno.id))).turn
    stuck.set()  # after the service has ended


@in_loop
async def test_a_notice_too_many_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notices, "MOST_WAITING", 0)
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        await play(service, await between(service, anna, bruno), anna, "1")
    assert recorder.sent == []
    assert "too many are waiting" in caplog.text


@in_loop
async def test_the_turns_remembered_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_TABLES", 1)
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna", "en"), await person(service, "Bruno")
        first = await between(service, anna, bruno)
        await between(service, anna, bruno)
        await service.tables.rename(first, Viewer(anna.id), "Forgotten meanwhile")
        await service.notices.idle()
    assert len(recorder.sent) == 3


@in_loop
async def test_a_device_that_is_no_longer_ones_own_is_not_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        [device] = await service.people.devices(bruno.id)
        await service.people.revoke(bruno.id, device.id)
        await play(service, await between(service, anna, bruno), anna, "1")
    assert recorder.sent == []


@in_loop
async def test_a_device_has_one_address_and_an_address_one_device(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, recorder):
        guest, token = await service.people.enter("Anna")
        for language in ("en", "de"):
            await service.notices.subscribe(token, told("Anna"), language)
        await service.notices.subscribe(token, told("Moved"), "fr")
        other, others = await service.people.enter("Bruno")
        await service.notices.subscribe(others, told("Moved"), "de")
        assert await kept(service, guest) == []
        assert await kept(service, other) == [(endpoint("Moved"), "de")]
        await service.notices.unsubscribe(others)
        assert await kept(service, other) == []
    assert recorder.sent == []


async def kept(service: Service, guest: Guest) -> list[tuple[str, str]]:
    found = await service.database.read(lambda at: subscriptions.of_guest(at, guest.id))
    return [(each.to.endpoint, each.language) for each in found]


@in_loop
async def test_what_can_not_be_subscribed(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _):
        with pytest.raises(Forbidden, match="save a name"):
            await service.notices.subscribe("", told("Nobody"), "en")
        with pytest.raises(Wrong, match="address for notices"):
            await service.notices.subscribe("", {"endpoint": "http://localhost/"}, "en")


@in_loop
async def test_the_key_of_a_server_stays_the_same(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with served(tmp_path, public_url=SECURE) as service:
            keys.append(service.notices.key)
    assert keys[0] == keys[1] != ""


@in_loop
async def test_without_tls_there_are_no_notices(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        anna, bruno = await person(service, "Anna"), await person(service, "Bruno", "en")
        await play(service, await between(service, anna, bruno), anna, "1")
        assert service.notices.key == ""
