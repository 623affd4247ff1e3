"""Playing by forms, as a browser without scripts does: whole games, refusals, hints."""

from pathlib import Path
from random import Random

import httpx
import pytest

from tablee.bots.thinking import Budget
from tablee.web import hinting
from tablee.web.games import FACES
from tests.web.asking import (
    JSON,
    PAGE,
    PART,
    Form,
    game_of_two,
    gone,
    opened,
    page,
    sentence,
    site,
    state,
)
from tests.web.serving import in_loop


@pytest.mark.parametrize("game", FACES)
@in_loop
async def test_two_people_play_a_whole_game_with_nothing_but_forms(
    tmp_path: Path, game: str
) -> None:
    random = Random(game)
    async with site(tmp_path, guest_rate=9999, address_rate=9999) as served:
        people = [served.browser(), served.browser()]
        table = await game_of_two(people[0], people[1], game)
        moves = 0
        while (await state(people[0], table))["status"] == "playing":
            moves += sum([await take_turn(person, table, random) for person in people])
        assert moves > 13
        for person in people:
            found = page(await person.get(table))
            assert "result" in found.ids
            assert not Form(found.text, f"{table}/moves").buttons
        record = await people[1].get(f"{table}/record")
        assert len(record.json()["moves"]) >= moves


async def take_turn(person: httpx.AsyncClient, table: str, random: Random) -> int:
    """Press one of the buttons that are there; whether there were any."""
    form = Form((await person.get(table)).text, f"{table}/moves")
    offered = [button for button in form.buttons if button != ("move", "undo")]
    if not offered:
        return 0
    name, move = random.choice(offered)
    seat = form.fields["as"]
    answer = await person.post(f"{table}/moves", data=form.fields | {name: move})
    assert gone(answer) == f"{table}?as={seat}"
    return 1


@in_loop
async def test_a_move_that_comes_late_or_cannot_be_is_answered_with_the_table_as_it_is(
    tmp_path: Path,
) -> None:
    async with site(tmp_path) as served:
        anna, bruno, stranger = served.browser(), served.browser(), served.browser()
        table = await game_of_two(anna, bruno)
        seen = await state(anna, table)
        version, move = seen["version"], seen["moves"][0]
        address = f"{table}/moves"
        refused = (
            (anna, {"version": version, "move": "nonsense"}, 422),
            (anna, {"version": "e.0", "move": move}, 409),
            (anna, {"version": version, "move": move, "as": "1"}, 403),
            (bruno, {"version": version, "move": move}, 422),
            (stranger, {"version": version, "move": move}, 403),
        )
        for wish in (PAGE, PART, JSON):
            for asker, sent, status in refused:
                answer = await asker.post(address, data=sent, headers=wish)
                assert sentence(answer, status)
                assert version in answer.text
            for sent in ({}, {"version": version}, {"version": version, "move": move, "as": "x"}):
                answer = await anna.post(address, data=sent, headers=wish)
                assert sentence(answer, 422).startswith("This can't be read: ")
        for _ in range(2):  # the same request twice is one move
            again = {"version": version, "move": move, "request": "abc"}
            answer = await anna.post(address, data=again, headers=PART)
            assert 'data-version="' in page(answer).text
        after = await state(anna, table)
        assert [move for move in after["observation"]["history"] if move[0] != "~"] == [move]
        undo = {"version": after["version"], "move": "undo", "as": "0"}
        assert gone(await anna.post(address, data=undo)) == f"{table}?as=0"
        assert sentence(await anna.post(address, data=undo), 409)


@in_loop
async def test_a_double_click_makes_one_move(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await game_of_two(anna, bruno, "yucata")
        form = Form((await anna.get(table)).text, f"{table}/moves")
        name, move = form.buttons[0]
        answers = [
            await anna.post(f"{table}/moves", data=form.fields | {name: move}) for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [303, 409]
        assert len((await state(bruno, table))["observation"]["history"]) == 1


@in_loop
async def test_hints_are_for_one_person_among_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quick(seconds: float, stop: object) -> Budget:
        assert seconds < 1
        return Budget(rounds=64)

    monkeypatch.setattr(hinting, "Budget", quick)
    async with site(tmp_path) as served:
        anna, bruno = served.browser(), served.browser()
        table = await opened(anna, "hornochsen", "bot", hints="on")
        form = Form((await anna.get(table)).text, f"{table}/moves")
        for wish in (PAGE, PART):
            answer = await anna.post(f"{table}/hint", data=form.fields, headers=wish)
            said = page(answer).text.partition('id="hint"')[2].partition("</p>")[0]
            assert "The bots would play, with the chance to win: " in said
            assert said.count("%)") == 3
        assert sentence(await bruno.post(f"{table}/hint"), 403)
        assert sentence(await anna.post(f"{table}/hint", data={"as": "1"}), 403)
        assert sentence(await anna.post(f"{table}/hint", data={"as": "x"}), 422)
        for purse in served.service.purses._purses.values():
            purse.seconds = 0.0
        served.service.purses._an_hour = 0.0
        assert sentence(await anna.post(f"{table}/hint"), 429)
        together = await game_of_two(anna, bruno, hints="on")
        assert sentence(await anna.post(f"{together}/hint"), 403)


@in_loop
async def test_several_people_on_one_device_have_a_curtain_between_them(tmp_path: Path) -> None:
    async with site(tmp_path) as served:
        anna = served.browser()
        table = await opened(anna, "hornochsen", "here", **{"name-1": "Bruno"})
        for seat in (0, 1):
            looking = page(await anna.get(table))
            assert "curtain" in looking.ids
            assert "pick-0" not in looking.ids
            assert "pick-0" not in page(await anna.get(f"{table}?as={1 - seat}")).ids
            mine = page(await anna.get(f"{table}?as={seat}"))
            assert "pick-0" in mine.ids
            form = Form(mine.text, f"{table}/moves")
            sent = form.fields | {"move": "done" if seat else form.buttons[0][1]}
            answer = await anna.post(f"{table}/moves", data=sent)
            if seat:
                assert sentence(answer, 422)  # who has laid nothing can't be done
            while not seat and (await state(anna, table))["actor"] == 0:
                mine = page(await anna.get(f"{table}?as=0"))
                form = Form(mine.text, f"{table}/moves")
                await anna.post(f"{table}/moves", data=form.fields | {"move": "done"})
        assert sentence(await anna.get(f"{table}?as=2"), 403)
