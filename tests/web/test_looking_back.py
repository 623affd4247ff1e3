"""Looking back: replay, moments, analysis, records; and lessons, which are games looked ahead."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.web import analysing, played
from tablee.web.chance import verify
from tablee.web.games import FACES
from tablee.web.lessons import LESSONS
from tests.web import views
from tests.web.asking import (
    JSON,
    PART,
    Form,
    Site,
    game_of_two,
    gone,
    opened,
    page,
    sentence,
    site,
    state,
)
from tests.web.serving import in_loop, play_out


async def ended(served: Site, game: str = "hornochsen") -> tuple[str, list[httpx.AsyncClient]]:
    """A game that is over, and the two who played it."""
    people = [served.browser(), served.browser()]
    table = await game_of_two(people[0], people[1], game)
    viewers = [await served.viewer(each) for each in people]
    await play_out(served.service, table.removeprefix("/t/"), viewers)
    return table, people


@in_loop
async def test_while_a_game_is_played_everybody_looks_back_at_what_they_saw(
    tmp_path: Path,
) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        mine = page(await anna.get(f"{table}/replay?at=20"))
        assert 'value="0" selected' in mine.text
        assert 'value="1"' not in mine.text.partition('id="as"')[2].partition("</select>")[0]
        for eyes in ("1", "2", "all", "-1", "x"):
            answer = await anna.get(f"{table}/replay?as={eyes}")
            if eyes in ("-1", "x"):
                assert 'value="none" selected' in page(answer).text
            else:
                assert sentence(answer, 422) == "You can't look on from there."
        moment = (await state(anna, f"{table}/at/20"))["observation"]
        assert len(moment["history"]) == 20
        assert moment["moves"] == []
        assert sentence(await anna.get(f"{table}/at/20?as=1", headers=JSON), 403)
        for number in ("-1", "9999", "9" * 30):
            assert sentence(await anna.get(f"{table}/at/{number}", headers=JSON), 422)
        assert sentence(await anna.get(f"{table}/analysis"), 403)
        assert sentence(await anna.post(f"{table}/analysis"), 403)
        waiting = await opened(anna, "yucata", "human")
        assert sentence(await anna.get(f"{waiting}/replay"), 422)


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_after_the_end_all_hands_are_open_to_everybody(tmp_path: Path, game: str) -> None:
    async with site(tmp_path) as served:
        table, (anna, _) = await ended(served, game)
        last = len((await state(anna, table))["observation"]["history"])
        for asker in (anna, served.browser()):
            for at in ("0", "3", str(last), "99999", "x", "", "٣"):
                for eyes in ("all", "1", "none", ""):
                    address = f"{table}/replay?at={at}&as={eyes}"
                    whole = page(await asker.get(address))
                    part = await asker.get(address, headers=PART)
                    assert page(part).text in whole.text
                    assert (whole.text.count('class="all-hands"') == 2) == (eyes == "all")
        for seat in (0, 1):
            moment = await state(served.program(), f"{table}/at/{last - 1}?as={seat}")
            assert moment["seat"] == seat
        assert sentence(await anna.get(f"{table}/at/0?as=-1", headers=JSON), 403)
        assert sentence(await anna.get(f"{table}/at/0?as=2", headers=JSON), 403)


@in_loop
async def test_the_record_of_a_game_can_be_saved_checked_and_looked_at(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        table, (anna, _) = await ended(served, "yellowstone")
        answer = await anna.get(f"{table}/record")
        assert answer.headers["content-type"] == "application/json"
        record = answer.json()
        assert list(verify(record).played) == record["moves"]
        for sent in (
            {"data": {"text": answer.text}},
            {"files": {"file": ("game.json", answer.content)}, "data": {"text": "?"}},
            {"files": {"file": ("", b"")}, "data": {"text": answer.text}},
        ):
            address = gone(await served.browser().post("/look", **sent))
            assert address.endswith("/replay?at=0&as=all")
        stranger = served.browser(**{"accept-language": "fr"})
        look = address.partition("/replay")[0]
        for at in ("0", "5", "99999"):
            for eyes in ("all", "0", "none", ""):
                shown = page(await stranger.get(f"{look}/replay?at={at}&as={eyes}"))
                assert "Place 1" in shown.text
        begun = page(await served.browser().get(address)).text
        assert 'data-number="13"' in begun  # two hands, and the card that opens the park
        assert sentence(await stranger.get(f"{look}/replay?as=2"), 422)


def bad_records() -> list[tuple[str, str]]:
    record = views.played("yellowstone", 3, 30).record()

    def changed(**fields: Any) -> str:
        return json.dumps(record | fields)

    moves = record["moves"]
    return [
        ("", "JSON"),
        ("{", "JSON"),
        ("9" * 5000, "JSON"),
        ("[" * 5000, "JSON"),
        ("[]", "A record is a JSON object."),
        ("null", "A record is a JSON object."),
        ("{}", "has no field"),
        (changed(format="x"), "format"),
        (changed(game="chess"), "chess"),
        (changed(game=["yucata"]), "game"),
        (changed(game={}), "game"),
        (changed(seats=99), "seats"),
        (changed(seats="3"), "seats"),
        (changed(first=9), "seat"),
        (changed(rules=99), "rules"),
        (changed(options={}), "options"),
        (changed(options={"x": 1}), "options"),
        (changed(options=[]), "options"),
        (changed(moves={}), "list"),
        (changed(moves=[1]), "Move 1"),
        (changed(moves=[None]), "Move 1"),
        (changed(moves=[moves[:1]]), "Move 1"),
        (changed(moves=["\ud800"]), "Move 1"),
        (changed(moves=["<b>&"]), "Move 1"),
        (changed(moves=[*moves, "nonsense"]), f"Move {len(moves) + 1}"),
        (changed(moves=["undo"]), "Move 1"),
        (changed(moves=5001 * ["x"]), "too long"),
        (changed(moves=[*moves[:20], *moves]), "Move 21"),
    ]


@in_loop
async def test_a_record_that_is_none_is_told_why(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        browser = served.browser()
        page(await browser.get("/look"))
        for text, why in bad_records():
            said = sentence(await browser.post("/look", data={"text": text}), 422)
            assert why in said
            assert len(said) < 300
        binary = {"file": ("game.json", b"\xff\xfe\x00")}
        assert sentence(await browser.post("/look", files=binary), 422)
        deep = '{"x":' + 900 * "[" + 900 * "]" + "}"
        assert sentence(await browser.post("/look", data={"text": deep}), 422)


@in_loop
async def test_the_records_that_were_brought_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "MOST_KEPT", 2)
    async with site(tmp_path) as served:
        browser = served.browser()
        addresses = []
        for moves in (3, 4, 5):
            text = json.dumps(views.played("yucata", 2, moves).record())
            addresses.append(gone(await browser.post("/look", data={"text": text})))
        assert [(await browser.get(address)).status_code for address in addresses] == [
            404,
            200,
            200,
        ]


async def analysed(browser: httpx.AsyncClient, address: str) -> str:
    """The page of the analysis when nothing is missing from it any more."""
    while "refresh" in (text := page(await browser.get(address)).text):
        await asyncio.sleep(0.05)
    return text


@in_loop
async def test_an_ended_game_is_analysed_for_everybody_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "SECONDS", 0.0)
    async with site(tmp_path) as served:
        table, (anna, bruno) = await ended(served, "hornochsen")
        address = f"{table}/analysis"
        assert Form(page(await anna.get(address)).text, address).found
        for asker in (anna, bruno):
            assert gone(await asker.post(address)) == address
        assert len(served.service.analysing._jobs) == 1
        text = await analysed(anna, address)
        assert text.count("<polyline") == 2
        mistake = text.partition("/analysis?look=")[2].partition("#")[0]
        assert 'id="look"' in page(await bruno.get(f"{address}?look={mistake}")).text
        assert 'id="look"' not in page(await bruno.get(f"{address}?look=0")).text


@in_loop
async def test_a_record_without_a_decision_is_analysed_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "SECONDS", 0.0)
    async with site(tmp_path) as served:
        browser = served.browser()
        text = json.dumps(views.played("hornochsen", 2, 0).record())
        look = gone(await browser.post("/look", data={"text": text})).partition("/replay")[0]
        assert gone(await browser.post(f"{look}/analysis")) == f"{look}/analysis"
        said = await analysed(browser, f"{look}/analysis")
        assert "Nobody made a mistake that the bots could find." in said


@in_loop
async def test_thinking_is_bounded_for_analyses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "MOST_KEPT", 1)
    async with site(tmp_path) as served:
        browser = served.browser()
        looks = []
        for moves in (36, 37):
            text = json.dumps(views.played("hornochsen", 3, moves).record())
            address = gone(await browser.post("/look", data={"text": text}))
            looks.append(address.partition("/replay")[0])
            assert gone(await browser.post(f"{looks[-1]}/analysis"))
        assert list(served.service.analysing._jobs) == looks[1:]
        served.service.purses._an_hour = 0.0
        assert sentence(await browser.post(f"{looks[0]}/analysis"), 429)


@in_loop
async def test_an_analysis_that_fails_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> bool:
        raise ValueError

    monkeypatch.setattr(analysing, "one", fails)
    async with site(tmp_path) as served:
        table, (anna, _) = await ended(served, "yucata")
        await anna.post(f"{table}/analysis")
        await analysed(anna, f"{table}/analysis")


@pytest.mark.parametrize("game", LESSONS)
@in_loop
async def test_a_lesson_is_gone_through_step_by_step(tmp_path: Path, game: str) -> None:
    async with site(tmp_path) as served:
        browser = served.browser()
        address, lesson = f"/learn/{game}", LESSONS[game]
        for number, step in enumerate(lesson.steps):
            shown = page(await browser.get(address))
            assert f"step {number + 1} of {len(lesson.steps)}" in shown.text
            form = Form(shown.text, f"/learn/{game}")
            assert {move for _, move in form.buttons} == set(step.moves or ("on",))
            made = form.fields["made"]
            wrong = await browser.post(f"/learn/{game}", data={"made": made, "move": "nonsense"})
            assert sentence(wrong, 422)
            name, move = form.buttons[0]
            part = await browser.post(
                f"/learn/{game}", data=form.fields | {name: move}, headers=PART
            )
            assert page(part).tags[0][0] == "main"
            address = gone(await browser.post(f"/learn/{game}", data=form.fields | {name: move}))
        assert not Form(page(await browser.get(address)).text, f"/learn/{game}").buttons
        assert sentence(await browser.get(f"/learn/{game}?made=nonsense"), 422)
        assert sentence(await browser.get(f"/learn/{game}?made={400 * '.'}"), 422)
        assert sentence(await browser.post("/learn/chess", data={"move": "on"}), 404)
