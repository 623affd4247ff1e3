"""Of two who change a table at once, one wins; the same server or another on the same database."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from tests.web.processes import started
from tests.web.serving import in_loop

PLAYERS = 8  # that ask at the same time
ROUNDS = 12
UNLIMITED = {"TABLEE_ADDRESS_RATE": "999999999"}
Body = dict[str, Any]


@pytest.fixture(scope="module")
def urls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Two servers on one database."""
    folder = tmp_path_factory.mktemp("servers")
    with (
        started(folder, "serve", **UNLIMITED) as one,
        started(folder, "serve", **UNLIMITED) as other,
    ):
        yield [one.url, other.url]


class Table:
    """A game of two people, whom several clients speak for at once."""

    def __init__(self, clients: list[httpx.AsyncClient]) -> None:
        self._clients = clients

    async def open(self, game: str = "yucata") -> None:
        seats = [{"kind": "human", "name": "Anna"}, {"kind": "human"}]
        first = self._clients[0]
        made = (await first.post("/tables", json={"game": game, "seats": seats, "first": 0})).json()
        self.path = f"/t/{made['id']}"
        joined = (await first.post(f"{self.path}/seats", json={"name": "Bruno"})).json()
        self.tokens = [made["token"], joined["token"]]

    async def look(self, seat: int, client: int = 0) -> Body:
        answer = await self._clients[client].get(self.path, headers=self._by(seat))
        assert answer.status_code == 200
        body: Body = answer.json()
        return body

    def _by(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    async def ask(self, seat: int, path: str, client: int = 0, **sent: Any) -> httpx.Response:
        client %= len(self._clients)
        return await self._clients[client].post(self.path + path, json=sent, headers=self._by(seat))

    async def all_at_once(self, *asked: tuple[int, str, dict[str, Any]]) -> list[int]:
        """What each of these got."""
        answers = await asyncio.gather(
            *(self.ask(seat, path, k, **sent) for k, (seat, path, sent) in enumerate(asked))
        )
        return [answer.status_code for answer in answers]

    async def history(self) -> list[str]:
        moves: list[str] = (await self.look(0))["observation"]["history"]
        return moves


async def tables(stack: AsyncExitStack, urls: list[str]) -> Table:
    clients = [
        await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=60.0))
        for url in urls * (PLAYERS // len(urls))
    ]
    table = Table(clients)
    await table.open()
    return table


@pytest.mark.parametrize("servers", [1, 2])
@in_loop
async def test_of_many_moves_on_one_version_one_is_made(urls: list[str], servers: int) -> None:
    async with AsyncExitStack() as stack:
        table = await tables(stack, urls[:servers])
        for played in range(ROUNDS):
            body = await table.look(played % 2)
            if not body["moves"]:
                break
            moves = (body["moves"] * PLAYERS)[:PLAYERS]
            got = await table.all_at_once(
                *(
                    (played % 2, "/moves", {"version": body["version"], "move": move})
                    for move in moves
                )
            )
            assert Counter(got) == {200: 1, 409: PLAYERS - 1}
            assert len(await table.history()) == played + 1


@pytest.mark.parametrize("servers", [1, 2])
@in_loop
async def test_a_request_that_is_sent_many_times_is_made_once(
    urls: list[str], servers: int
) -> None:
    async with AsyncExitStack() as stack:
        table = await tables(stack, urls[:servers])
        for played in range(ROUNDS // 2):
            body = await table.look(played % 2)
            sent = {"version": body["version"], "move": body["moves"][0], "request": f"{played}"}
            got = await table.all_at_once(*[(played % 2, "/moves", sent)] * PLAYERS)
            assert set(got) <= ({200} if servers == 1 else {200, 409})
            assert await table.all_at_once(*[(played % 2, "/moves", sent)] * PLAYERS) == (
                [200] * PLAYERS
            )
            assert len(await table.history()) == played + 1


@pytest.mark.parametrize("servers", [1, 2])
@in_loop
async def test_of_a_move_and_taking_back_the_last_one_wins(urls: list[str], servers: int) -> None:
    async with AsyncExitStack() as stack:
        table = await tables(stack, urls[:servers])
        await table.open("hornochsen")
        done = 0
        while done < ROUNDS:
            seat = (await table.look(0))["actor"]
            if seat is None:
                await table.open("hornochsen")
                continue
            body = await table.look(seat)
            version, before = body["version"], await table.history()
            again = {"version": version, "move": body["moves"][-1]}
            if not body["undoable"]:
                assert await table.all_at_once((seat, "/moves", again)) == [200]
                continue
            back = {"version": version, "move": "undo"}
            got = await table.all_at_once((seat, "/moves", back), (seat, "/moves", again))
            assert sorted(got) == [200, 409]
            after = await table.history()
            assert after[: len(before)] == before
            assert after[len(before)] == ("undo" if got[0] == 200 else again["move"])
            done += 1


@in_loop
async def test_a_late_move_and_handing_over_to_a_bot_agree(urls: list[str]) -> None:
    async with AsyncExitStack() as stack:
        table = await tables(stack, urls[:1])
        for _ in range(ROUNDS):
            await table.open()
            body = await table.look(0)
            sent = {"version": body["version"], "move": body["moves"][0]}
            moved, away = await table.all_at_once((0, "/moves", sent), (0, "/away", {}))
            assert away == 200
            assert moved in (200, 409)
            await table.ask(0, "/back")
            seen = (await table.look(1))["observation"]
            mine = seen["movers"].count(0)
            assert mine <= 1
            assert mine == 1 or moved == 409
            if moved == 200:
                assert seen["history"][0] == sent["move"]


@in_loop
async def test_of_two_who_take_the_last_seat_one_sits(urls: list[str]) -> None:
    async with AsyncExitStack() as stack:
        table = await tables(stack, urls)
        first = table._clients[0]
        seats = [{"kind": "human", "name": "Anna"}, {"kind": "human"}]
        for _ in range(ROUNDS):
            made = (await first.post("/tables", json={"game": "yucata", "seats": seats})).json()
            answers = await asyncio.gather(
                *(
                    client.post(f"/t/{made['id']}/seats", json={"name": "Bruno"})
                    for client in table._clients
                )
            )
            got = Counter(answer.status_code for answer in answers)
            assert got[201] == 1
            assert set(got) <= {201, 409, 422}
