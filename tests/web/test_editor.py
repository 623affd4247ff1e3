"""The track editor: what it says of a layout, and who wins on it."""

import re
from pathlib import Path

import pytest

from tablee.rules.yucata import LAYOUTS, why_illegal
from tests.web.asking import PART, Form, site
from tests.web.serving import in_loop
from tests.web.test_render import checked

CEIBA, TIKAL = LAYOUTS["ceiba"], LAYOUTS["tikal"]


def layout_in(text: str) -> str:
    found = re.search(r'data-layout="([^"]*)"', text)
    assert found
    return found[1]


def boxes(layout: str) -> list[tuple[str, str | int | float | bool | None]]:
    return [("bad", str(space)) for space, stone in enumerate(layout) if stone == "x"]


@in_loop
async def test_a_layout_stands_in_the_address(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        for sent in ({}, {"layout": "ceiba"}):
            answer = await client.get("/editor", params=sent)
            assert answer.headers["location"] == f"/editor?layout={CEIBA}"
        answer = await client.get(f"/editor?layout={CEIBA}")
        page = checked(answer.text)
        assert layout_in(answer.text) == CEIBA
        found = [attrs["value"] for _, attrs in page.tags if attrs.get("name") == "bad"]
        assert found[1:] == [str(space) for space in range(4, 38)]
        assert len([1 for _, attrs in page.tags if "checked" in attrs]) == 9
        answer = await client.get("/editor?layout=random")
        assert why_illegal(answer.headers["location"].partition("=")[2]) is None


@in_loop
async def test_stones_that_were_turned_make_a_layout(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        answer = await client.get("/editor", params=[("bad", ""), *boxes(TIKAL)])
        assert answer.headers["location"] == f"/editor?layout={TIKAL}"
        answer = await client.get("/editor", params=[("bad", ""), *boxes(TIKAL)], headers=PART)
        assert layout_in(answer.text) == TIKAL
        assert "<html" not in answer.text
        assert 'id="judge"' in answer.text


ILLEGAL = [
    (CEIBA.replace("x", "o", 1), "There are 25 good stones and 9 bad ones"),
    (CEIBA[:36] + "x*", "A layout has 39 characters"),
    (CEIBA.replace("x", "o", 1)[:37] + "x*", "A good stone must lie between"),
    ("<b>", "A layout has 39 characters, one a space; this one has 3."),
    ("", "A layout has 39 characters, one a space; this one has 0."),
]


@pytest.mark.parametrize(("layout", "why"), ILLEGAL)
def test_what_is_illegal_is_explained_at_once(layout: str, why: str, tmp_path: Path) -> None:
    @in_loop
    async def asked() -> None:
        async with site(tmp_path) as here, here.browser() as client:
            answer = await client.get("/editor", params={"layout": layout})
            assert answer.status_code == 200
            checked(answer.text)
            assert why in answer.text
            assert 'id="judge"' not in answer.text
            answer = await client.post("/editor", data={"layout": layout}, headers=PART)
            assert answer.status_code == 422
            assert why in answer.text

    asked()


@in_loop
async def test_who_wins_with_perfect_play(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        answer = await client.post("/editor", data={"layout": CEIBA})
        text = answer.text
        checked(text)
        assert "It is a draw: this track is fair." in text
        margins = re.findall(r"<b>([−+]?\d+)</b>", text)
        assert margins == ["−5", "−4", "0", "−7", "−7", "−2"]  # docs/solver.md
        assert text.count('class="best"') == 1
        assert f"/new/yucata?layout={CEIBA.replace('*', '%2A')}" in text
        other = {"layout": "....xxxxxxxxxooooooooooooooooooooooooo*"}
        answer = await client.post("/editor", data=other, headers=PART)
        assert "Whoever begins" in answer.text


@in_loop
async def test_an_empty_purse_has_to_wait(tmp_path: Path) -> None:
    async with site(tmp_path, guest_thinking=0.0) as here, here.browser() as client:
        answer = await client.post("/editor", data={"layout": CEIBA})
        assert answer.status_code == 429
        assert "please wait a while" in answer.text


@in_loop
async def test_a_table_is_opened_on_the_track(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        answer = await client.get("/new/yucata", params={"layout": TIKAL})
        assert f'name="option-layout" value="{TIKAL}" checked' in answer.text
        table = {
            "game": "yucata",
            "kind-0": "me",
            "kind-1": "bot",
            "level-1": "novice",
            "option-layout": TIKAL,
            "first": "0",
        }
        answer = await client.post("/tables", data=table)
        answer = await client.get(answer.headers["location"])
        assert answer.text.count('class="stone bad"') == 9
        assert 'id="space-16" class="p16"' in answer.text


@in_loop
async def test_a_track_is_chosen_by_its_name(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        form = Form((await client.get("/new/yucata")).text, "/tables")
        assert form.fields["option-layout"] == '"ceiba"'
        sent = {**form.fields, "kind-0": "me", "kind-1": "bot", "option-layout": '"tikal"'}
        answer = await client.post("/tables", data=sent)
        assert answer.status_code == 303


@in_loop
async def test_a_server_that_stops_begins_no_thought(tmp_path: Path) -> None:
    async with site(tmp_path) as here, here.browser() as client:
        await here.service.thinking.stop()
        answer = await client.post("/editor", data={"layout": CEIBA})
        assert answer.status_code == 503
        assert "The server is about to stop" in answer.text
