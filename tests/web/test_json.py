"""The interface for programs, as it was agreed: what is sent, and what is answered."""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.web import bodies
from tablee.web.chance import verify
from tablee.web.games import FACES
from tablee.web.people import Viewer
from tests.web.asking import JSON, Client, Site, sentence, site, state
from tests.web.serving import in_loop, play_out
from tests.web.test_live import online

DOCS = Path(__file__).parents[2] / "docs"


def two(game: str = "hornochsen", **more: Any) -> dict[str, Any]:
    seats = [{"kind": "human", "name": "Anna"}, {"kind": "human"}]
    return {"game": game, "seats": seats, "first": 0, **more}


async def seated(site: Site, game: str = "hornochsen") -> tuple[str, list[Client]]:
    """A table where a game has begun, and two programs that play there."""
    stranger = site.program()
    made = (await stranger.post("/tables", json=two(game))).json()
    taken = (await stranger.post(f"/t/{made['id']}/seats", json={"name": "Bruno"})).json()
    return f"/t/{made['id']}", [site.program(each["token"]) for each in (made, taken)]


@in_loop
async def test_tables_are_opened_and_seats_are_taken(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        program = served.program()
        seats = [{"kind": "bot", "level": "novice", "name": "Rob"}, *two()["seats"]]
        answer = await program.post("/tables", json=two() | {"seats": seats, "name": "Ours"})
        assert answer.status_code == 201
        made = answer.json()
        assert set(made) == {"id", "seat", "token"}
        assert made["seat"] == 1  # the first human one
        table = f"/t/{made['id']}"
        answer = await program.post(f"{table}/seats", json={"name": "Bruno"})
        assert answer.status_code == 201
        taken = answer.json()
        assert taken["id"] == made["id"]
        assert taken["seat"] == 2
        assert taken["token"] not in (None, made["token"])
        seen = await state(program, table)
        assert [chair["name"] for chair in seen["seats"]] == ["Rob", "Anna", "Bruno"]
        assert (seen["name"], seen["status"]) == ("Ours", "playing")
        assert sentence(await program.post(f"{table}/seats", json={"name": "Clara"}), 422)
        bots = {"game": "yucata", "seats": 2 * [{"kind": "bot", "level": "novice"}]}
        alone = (await program.post("/tables", json=bots)).json()
        assert (alone["seat"], alone["token"]) == (None, None)


@in_loop
async def test_who_has_a_cookie_needs_no_token(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.program(), served.program()
        for each, name in ((anna, "Anna"), (bruno, "Bruno")):
            await each.post("/me/name", data={"name": name})
        made = (await anna.post("/tables", json=two(public=True))).json()
        assert (made["seat"], made["token"]) == (0, None)
        lists = (await bruno.get("/tables")).json()
        assert [each["id"] for each in lists["public"]] == [made["id"]]
        taken = (await bruno.post(f"/t/{made['id']}/seats", json={"name": "Bruno"})).json()
        assert (taken["seat"], taken["token"]) == (1, None)
        for each, turn in ((anna, True), (bruno, False)):
            found = bodies.Lists.model_validate((await each.get("/tables")).json())
            assert [(table.id, table.turn) for table in found.mine] == [(made["id"], turn)]


@in_loop
async def test_everybody_sees_their_own_of_a_table(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        table, (anna, bruno) = await seated(served)
        hands = []
        for asker, seat, own in ((anna, 0, [0]), (bruno, 1, [1]), (served.program(), None, [])):
            seen = await state(asker, table)
            bodies.Body.model_validate(seen)
            assert set(seen) == set(bodies.Body.model_fields) - {"error"}
            assert (seen["seat"], seen["own"], seen["actor"]) == (seat, own, 0)
            assert (seen["moves"] != []) == (seat == 0)
            assert seen["observation"]["seat"] == seat
            assert seen["secret"] is None
            hands.append(str(seen["observation"]["hand"]))
        assert len(set(hands)) == 3
        stranger = served.program("0" * 48)
        assert (await state(stranger, table))["seat"] is None
        assert sentence(await stranger.post(f"{table}/away"), 403)


@in_loop
async def test_a_move_is_answered_with_the_table_whatever_comes_of_it(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        table, (anna, bruno) = await seated(served)
        before = await state(anna, table)
        sent = {"version": before["version"], "move": before["moves"][0]}
        for asker, made, status in (
            (anna, sent | {"move": "nonsense"}, 422),
            (anna, sent | {"version": "e.0"}, 409),
            (bruno, sent, 422),
            (served.program(), sent, 403),
        ):
            answer = await asker.post(f"{table}/moves", json=made)
            assert sentence(answer, status)
            body = answer.json()
            assert body.pop("error")
            assert body == await state(asker, table)
        answer = await anna.post(f"{table}/moves", json=sent)
        assert answer.status_code == 200
        assert answer.json() == await state(anna, table)
        assert answer.json()["version"] != before["version"]
        undone = {"version": answer.json()["version"], "move": "undo"}
        assert answer.json()["undoable"]
        answer = await anna.post(f"{table}/moves", json=undone)
        assert answer.json()["moves"] == before["moves"]
        again = undone | {"version": answer.json()["version"], "move": sent["move"], "request": "a"}
        for _ in range(2):
            answer = await anna.post(f"{table}/moves", json=again)
            assert answer.status_code == 200
        assert answer.json()["observation"]["history"].count(sent["move"]) == 2


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"version": "e.1"},
        {"version": 1, "move": "1"},
        {"version": "e.1", "move": "1", "as": "0"},
        {"version": "e.1", "move": "1", "as": 10**30},
        {"version": "e.1", "move": "1", "other": 1},
        {"version": "e.1", "move": None},
        {"version": "e.1", "move": "\0"},
        {"version": "e.1", "move": "x" * 1001},
        {"version": "e.1", "move": "1", "request": "x" * 201},
        [],
        "text",
        None,
    ],
)
@in_loop
async def test_what_is_not_a_move_is_refused_in_a_sentence(tmp_path: Path, sent: Any) -> None:
    async with site(tmp_path) as served:
        table, (anna, _) = await seated(served)
        answer = await anna.post(f"{table}/moves", json=sent)
        status = 403 if isinstance(sent, dict) and sent.get("as") == 10**30 else 422
        assert sentence(answer, status)


@in_loop
async def test_what_is_not_a_table_is_refused_in_a_sentence(tmp_path: Path) -> None:
    bot = {"kind": "bot"}
    changes: list[dict[str, Any]] = [
        {"game": "chess"},
        {"seats": []},
        {"seats": [bot]},
        {"seats": 7 * [bot]},
        {"seats": 21 * [bot]},
        {"seats": [{"kind": "me"}, bot]},
        {"seats": [{"kind": "bot", "level": "master"}, bot]},
        {"seats": [{"kind": "bot", "level": "perfect"}, bot]},
        {"seats": [{"kind": "human"}, bot]},  # nobody has a name
        {"options": {"edge": True}},
        {"options": {"collecting_ends_turn": "yes"}},
        {"options": {"collecting_ends_turn": [[]]}},
        {"first": 9},
        {"first": -1},
        {"first": 10**30},
        {"first": "0"},
        {"public": 1},
        {"contribution": "x" * 201},
        {"secret": "mine"},
    ]
    async with site(tmp_path) as served:
        for changed in changes:
            answer = await served.program().post("/tables", json=two() | changed)
            assert sentence(answer, 422)
        for content in (b"", b"{", b"\xff", b'{"game": NaN}', b"[" * 9999):
            headers = JSON | {"content-type": "application/json; charset=utf-8"}
            answer = await served.program().post("/tables", content=content, headers=headers)
            assert sentence(answer, 422)


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_the_record_is_there_after_the_end(tmp_path: Path, game: str) -> None:
    async with site(tmp_path) as served:
        table, (anna, bruno) = await seated(served, game)
        assert sentence(await anna.get(f"{table}/record"), 403)
        assert sentence(await anna.post(f"{table}/rematch"), 422)
        tokens = [each.headers["authorization"].split()[1] for each in (anna, bruno)]
        viewers = [Viewer(None, token) for token in tokens]
        await play_out(served.service, table.removeprefix("/t/"), viewers)
        seen = await state(served.program(), table)
        assert (seen["status"], seen["actor"], seen["moves"]) == ("over", None, [])
        record = (await served.program().get(f"{table}/record")).json()
        assert verify(record).winners() == seen["observation"]["winners"]
        assert record["chance"]["secret"] == seen["secret"]
        answer = await bruno.post(f"{table}/rematch")
        assert answer.status_code == 201
        assert (await state(bruno, f"/t/{answer.json()['id']}"))["seat"] == 1
        for asker, act in ((bruno, "leave"), (anna, "remove")):
            answer = await asker.post(f"{table}/{act}", json={} if act == "leave" else None)
            assert (answer.status_code, answer.content) == (204, b"")
        assert sentence(await anna.get(table), 404)


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_the_bot_of_the_documentation_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    [program] = re.findall(r"```python\n(.*?)```", (DOCS / "web-bot.md").read_text(), re.DOTALL)
    assert len([line for line in program.splitlines() if line and line[0] not in '"#']) <= 35
    (tmp_path / "bot.py").write_text(program)
    async with online(tmp_path) as at:
        made = (await at.site.program().post("/tables", json=two(game))).json()
        address = f"http://127.0.0.1:{at.port}/t/{made['id']}"
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", str(tmp_path / "bot.py"), address),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "no_proxy": "*"},
        )
        while (await state(at.site.program(), f"/t/{made['id']}"))["status"] == "waiting":
            await asyncio.sleep(0.02)
        view = await play_out(at.site.service, made["id"], [Viewer(None, made["token"])])
        said, _ = await bot.communicate()
        assert bot.returncode == 0
        assert view.observation is not None
        assert said.decode() == f"Winners: {list(view.observation.winners)}\n"
