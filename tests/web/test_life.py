"""The life of a table as pages and forms have it: opened, filled, left, taken over, begun anew."""

from pathlib import Path

import httpx
import pytest

from tablee.web import life
from tablee.web.clock import WallClock
from tablee.web.games import FACES
from tests.web.asking import (
    JSON,
    PAGE,
    Form,
    game_of_two,
    gone,
    opened,
    page,
    sentence,
    site,
    state,
)
from tests.web.serving import in_loop, play_out


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_the_form_of_a_new_table_opens_it_as_it_is(tmp_path: Path, game: str) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        text = page(await anna.get(f"/new/{game}?kind-1=bot&name-0=Anna&title=Sunday")).text
        form = Form(text, "/tables")
        chosen = {"kind-0": "me", "kind-1": "bot", "level-1": "novice", "first": "0"}
        table = gone(await anna.post("/tables", data=form.fields | chosen))
        seen = await state(anna, table)
        assert (seen["game"], seen["name"], seen["status"]) == (game, "Sunday", "playing")
        assert [chair["kind"] for chair in seen["seats"]] == ["human", "bot"]
        assert (seen["host"], seen["seat"], seen["public"]) == (True, 0, False)


@in_loop
async def test_what_cannot_be_opened_keeps_the_form_as_it_was_filled_in(tmp_path: Path) -> None:
    async with site(tmp_path, guest_tables=1) as served:
        anna = served.browser()
        good = {
            "game": "yucata",
            "kind-0": "me",
            "name-0": "Anna",
            "kind-1": "bot",
            "title": "Ours",
        }
        for wrong in (
            {"kind-1": "none"},
            {"kind-1": "nonsense"},
            {"level-1": "master"},
            {"option-layout": "nonsense"},
            {"kind-1": "here"},
            {"name-0": "\u200e"},
        ):
            answer = await anna.post("/tables", data=good | wrong)
            assert sentence(answer, 422)
            assert 'value="Ours"' in answer.text
        assert sentence(await anna.post("/tables", data=good | {"game": "chess"}), 404)
        gone(await anna.post("/tables", data=good))
        answer = await anna.post("/tables", data=good)
        assert sentence(answer, 429)
        assert 'value="Ours"' in answer.text


@in_loop
async def test_options_first_seat_and_level_are_as_chosen(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        table = await opened(
            anna, "yellowstone", "bot", "bot", first="2", **{"option-edge": "true", "public": "on"}
        )
        seen = await state(anna, table)
        assert (seen["first"], seen["options"]["edge"], seen["public"]) == (2, True, True)
        assert {chair["level"] for chair in seen["seats"]} == {None, "novice"}
        stones = "....xxxxxxxxxooooooooooooooooooooooooo*"
        form = page(await anna.get(f"/new/yucata?layout={stones}")).text
        assert Form(form, "/tables").fields["option-layout"] == stones
        table = await opened(anna, "yucata", "bot", **{"option-layout": stones})
        assert (await state(anna, table))["options"] == {"layout": stones}


@in_loop
async def test_friends_come_by_a_link_or_a_code(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno, clara = served.browser(), served.browser(), served.browser()
        table = await opened(anna, "hornochsen", "human", "human", public="on")
        invite = page(await anna.get(table))
        assert {"invite", "link"} <= set(invite.ids)
        code = (await state(anna, table))["code"]
        spoken = f" {code[:3].lower()} {code[3:]} "
        assert gone(await bruno.post("/join", data={"code": spoken})) == table
        assert gone(await clara.get(f"/j/{code}")) == table
        for wrong in ("", "ABCDEF", "1" * 12):
            assert sentence(await bruno.post("/join", data={"code": wrong}), 404)
        assert table in page(await clara.get("/tables")).text
        form = Form((await bruno.get(table)).text, f"{table}/seats")
        assert (
            gone(await bruno.post(f"{table}/seats", data=form.fields | {"name": "Anna"})) == table
        )
        assert [chair["name"] for chair in (await state(bruno, table))["seats"]] == [
            "Anna",
            "",
            "Anna 2",
        ]
        taken = await clara.post(f"{table}/seats", data={"name": "Clara", "seat": "2"})
        assert sentence(taken, 422) == "This seat is taken; please choose another one."
        assert sentence(await clara.post(f"{table}/seats", data={"name": "\u200e"}), 422)
        assert gone(await clara.post(f"{table}/seats", data={"name": ""})) == table
        assert (await state(clara, table))["seats"][1]["name"] == "Clara"  # taken from before
        late = await served.browser().post(f"{table}/seats", data={"name": "Dora"})
        assert sentence(late, 422) == "All seats are taken; you can watch."
        nowhere = await clara.post(f"/t/{24 * '0'}/seats", data={"name": "Clara"})
        assert sentence(nowhere, 404)


@in_loop
async def test_the_host_fills_the_table_with_bots(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await opened(anna, "hornochsen", "human", "human")
        form = Form((await anna.get(table)).text, f"{table}/start")
        assert form.found
        assert sentence(await bruno.post(f"{table}/start", data={"level": "novice"}), 403)
        assert sentence(await anna.post(f"{table}/start", data={"level": "master"}), 422)
        assert gone(await anna.post(f"{table}/start", data={"level": "novice"})) == table
        assert (await state(anna, table))["status"] == "playing"
        assert sentence(await anna.post(f"{table}/start", data={"level": "novice"}), 422)


async def offers(asker: httpx.AsyncClient, table: str) -> set[str]:
    """What the menu of the table lets somebody do."""
    text = page(await asker.get(table)).text
    acts = ("away", "back", "stand-in", "leave", "rename", "restart", "remove", "rematch", "start")
    return {act for act in acts if Form(text, f"{table}/{act}").found}


@in_loop
async def test_a_bot_plays_for_who_is_away_and_hands_back(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno, stranger = served.browser(), served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        assert await offers(bruno, table) == {"away", "leave"}
        assert await offers(anna, table) == {"away", "leave", "rename", "restart", "remove"}
        assert await offers(stranger, table) == set()
        assert gone(await bruno.post(f"{table}/away", data={"as": "1"})) == table
        assert (await state(anna, table))["seats"][1]["away"]
        assert "back" in await offers(bruno, table)
        assert gone(await bruno.post(f"{table}/back", data={"as": "1"})) == f"{table}?as=1"
        assert not (await state(anna, table))["seats"][1]["away"]
        for act in ("away", "back", "leave", "stand-in", "rename", "restart", "remove"):
            answer = await stranger.post(f"{table}/{act}", data={"seat": "0", "name": "x"})
            assert sentence(answer, 403)
        assert sentence(await anna.post(f"{table}/away", data={"as": "1"}), 403)
        assert gone(await bruno.post(f"{table}/leave")) == "/tables"
        assert table not in page(await bruno.get("/tables")).text
        assert (await state(bruno, table))["seats"][1]["away"]
        again = await bruno.post(f"{table}/seats", data={"name": "Bruno"})
        assert gone(again) == table  # who left and sits down again is back
        assert not (await state(bruno, table))["seats"][1]["away"]


@in_loop
async def test_others_may_have_a_bot_for_who_does_not_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        assert sentence(await bruno.post(f"{table}/stand-in", data={"seat": "0"}), 422)
        assert sentence(await bruno.post(f"{table}/stand-in", data={"seat": "9"}), 422)
        assert sentence(await bruno.post(f"{table}/stand-in", data={"seat": "x"}), 422)
        now = served.service.clock.now()
        monkeypatch.setattr(WallClock, "now", lambda self: now + life.PATIENCE + 1)
        assert "stand-in" in await offers(bruno, table)
        answer = await bruno.post(f"{table}/stand-in", data={"seat": "0"}, headers=JSON)
        assert answer.json()["seats"][0]["away"]


@in_loop
async def test_a_waiting_table_is_left_and_handed_on(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await opened(anna, "hornochsen", "human", "human")
        await bruno.post(f"{table}/seats", data={"name": "Bruno"})
        assert sentence(await bruno.post(f"{table}/restart"), 403)
        assert sentence(await anna.post(f"{table}/restart"), 422)
        assert sentence(await anna.post(f"{table}/away"), 422)
        assert sentence(await anna.post(f"{table}/rematch"), 422)
        assert gone(await anna.post(f"{table}/leave", data={"as": "0"})) == "/tables"
        assert (await state(bruno, table))["host"]
        assert (await bruno.post(f"{table}/leave", headers=JSON)).status_code == 204
        assert sentence(await bruno.get(table), 404)


@in_loop
async def test_the_host_renames_restarts_and_removes(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno, "yucata")
        assert gone(await anna.post(f"{table}/rename", data={"name": "Our <table>"})) == table
        assert "Our &lt;table&gt;" in page(await bruno.get(table)).text
        before = await state(anna, table)
        moved = {"version": before["version"], "move": before["moves"][0]}
        await anna.post(f"{table}/moves", data=moved)
        assert gone(await anna.post(f"{table}/restart")) == table
        after = await state(anna, table)
        assert after["observation"]["history"] == []
        assert after["commitment"] != before["commitment"]
        assert sentence(await bruno.post(f"{table}/remove"), 403)
        assert gone(await anna.post(f"{table}/remove")) == "/tables"
        for wish in (PAGE, JSON):
            assert sentence(await bruno.get(table, headers=wish), 404)
            assert sentence(await anna.post(f"{table}/remove", headers=wish), 404)


@in_loop
async def test_after_the_end_the_same_people_play_again(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno, stranger = served.browser(), served.browser(), served.browser()
        table = await game_of_two(anna, bruno, "yucata")
        viewers = [await served.viewer(each) for each in (anna, bruno)]
        await play_out(served.service, table.removeprefix("/t/"), viewers)
        assert await offers(bruno, table) == {"rematch"}
        assert sentence(await stranger.post(f"{table}/rematch"), 403)
        following = gone(await bruno.post(f"{table}/rematch"))
        assert following != table
        answer = await anna.post(f"{table}/rematch", headers=JSON)
        assert (answer.status_code, f"/t/{answer.json()['id']}") == (201, following)
        assert (await state(bruno, following))["first"] == 1
        assert f'href="{following}"' in page(await anna.get(table)).text
        listed = page(await anna.get("/tables")).text
        assert table in listed
        assert table not in page(await anna.get("/")).text
