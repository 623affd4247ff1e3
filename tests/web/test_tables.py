"""Tables from the first chair to the last card, as people use them."""

from pathlib import Path

import pytest

from tablee.match import TITLES
from tablee.rules.contract import IllegalMove
from tablee.web.chance import verify
from tablee.web.errors import Forbidden, Stale, TooMuch, Unknown, Wrong
from tablee.web.people import Viewer
from tablee.web.view import BOT, HUMAN, OPEN, OVER, PLAYING, WAITING
from tablee.web.wanted import WantedChair
from tests.web.serving import (
    PERSON,
    QUICK_BOT,
    in_loop,
    play_out,
    served,
    two_people,
    until,
    viewer_of,
    wanted,
)


@pytest.mark.parametrize("game", TITLES)
@in_loop
async def test_a_game_is_played_to_its_end_and_its_record_is_fair(
    tmp_path: Path, game: str
) -> None:
    async with served(tmp_path) as service:
        table, viewers = await two_people(service, game)
        view = await play_out(service, table, viewers)
        record = await service.tables.record(table)
    assert view.status == OVER
    assert view.actor is None
    assert list(verify(record).played) == record["moves"]
    assert bytes.fromhex(view.secret or "")
    assert record["chance"]["commitment"] == view.commitment
    assert [event.number for event in view.events] == list(range(1, len(record["moves"]) + 1))


@pytest.mark.parametrize("game", TITLES)
@in_loop
async def test_bots_play_by_themselves(tmp_path: Path, game: str) -> None:
    async with served(tmp_path) as service:
        made = await service.tables.create(None, wanted(game, QUICK_BOT, QUICK_BOT))
        assert (made.seat, made.token) == (None, None)
        view = await until(service, made.id, Viewer(), lambda view: len(view.events) > 20)
        assert {chair.kind for chair in view.chairs} == {BOT}
        assert view.seat is None


@in_loop
async def test_a_table_waits_until_every_chair_is_taken(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.tables.create(None, wanted("yucata", PERSON, PERSON, QUICK_BOT))
        view = await service.tables.view(made.id, viewer_of(made))
        assert [chair.kind for chair in view.chairs] == [HUMAN, OPEN, BOT]
        assert (view.status, view.observation, view.events) == (WAITING, None, ())
        assert view.host
        assert view.seat == 0
        assert await service.tables.by_code(f" {view.code[:3].lower()}-{view.code[3:]} ") == made.id
        joined = await service.tables.join(made.id, None, "Bruno")
        assert joined.seat == 1
        view = await service.tables.view(made.id, viewer_of(joined))
        assert (view.status, view.actor, view.host) == (PLAYING, 0, False)
        with pytest.raises(Wrong, match="All seats are taken"):
            await service.tables.join(made.id, None, "Clara")


@in_loop
async def test_a_move_is_made_on_the_newest_version_by_who_is_to_move(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        table, (anna, bruno) = await two_people(service)
        view = await service.tables.view(table, anna)
        assert view.observation
        move = view.observation.moves[0].move
        tables, version = service.tables, view.version
        with pytest.raises(Wrong, match="not your turn"):
            await tables.play(table, bruno, version, move)
        with pytest.raises(Forbidden):
            await tables.play(table, Viewer(), version, move)
        with pytest.raises(Forbidden):
            await tables.play(table, anna, version, move, as_seat=1)
        with pytest.raises(IllegalMove):
            await tables.play(table, anna, version, "nonsense")
        assert await tables.view(table, anna) == view
        after = await tables.play(table, anna, version, move, request="one")
        assert after.version != version
        assert after.events[-1].outcome == view.observation.moves[0]
        assert after == await tables.play(table, anna, version, move, request="one")
        with pytest.raises(Stale):
            await tables.play(table, anna, version, move)
        assert after.undoable
        undone = await tables.play(table, anna, after.version, "undo")
        assert undone.observation
        assert undone.observation.moves == view.observation.moves
        assert [event.move for event in undone.events[-2:]] == [move, "undo"]


@in_loop
async def test_earlier_positions_can_be_looked_at(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        table, viewers = await two_people(service)
        seen = [await service.tables.view(table, viewers[1])]
        for _ in range(5):
            await play_out(service, table, viewers, 1)
            seen.append(await service.tables.view(table, viewers[1]))
        for view in seen:
            again = await service.tables.at(table, viewers[1], len(view.events))
            assert again.events == view.events
            assert again.observation
            assert view.observation
            assert again.observation.history == view.observation.history
            assert again.observation.to_dict() == view.observation.to_dict() | {"moves": []}
        with pytest.raises(Wrong):
            await service.tables.at(table, viewers[1], len(seen[-1].events) + 1)
        with pytest.raises(Forbidden):
            await service.tables.at(table, viewers[1], 30, as_seat=0)


@in_loop
async def test_everything_is_there_after_a_restart_and_bots_go_on(tmp_path: Path) -> None:
    async with served(tmp_path, pace=100.0) as service:
        made = await service.tables.create(None, wanted("yucata", PERSON, QUICK_BOT))
        view = await play_out(service, made.id, [viewer_of(made)], 1)
    async with served(tmp_path, pace=100.0) as service:
        assert await service.tables.view(made.id, viewer_of(made)) == view
    async with served(tmp_path) as service:
        view = await until(service, made.id, viewer_of(made), lambda view: view.turn)
        assert len(view.events) == 2


@in_loop
async def test_guests_have_their_tables_in_a_list(tmp_path: Path) -> None:
    async with served(tmp_path, guest_tables=2) as service:
        anna, _ = await service.people.enter("Anna")
        bruno, _ = await service.people.enter("Bruno")
        tables = service.tables
        one = await tables.create(anna, wanted("yucata", PERSON, PERSON, public=True, name="One"))
        two = await tables.create(anna, wanted("hornochsen", PERSON, QUICK_BOT))
        assert (one.seat, one.token) == (0, None)
        with pytest.raises(TooMuch):
            await tables.create(anna, wanted("yucata", PERSON, PERSON))
        assert [(each.id, each.turn) for each in await tables.mine(anna.id)] == [
            (two.id, True),
            (one.id, False),
        ]
        assert [(each.id, each.name, each.status) for each in await tables.open()] == [
            (one.id, "One", WAITING)
        ]
        assert await tables.mine(bruno.id) == []
        joined = await tables.join(one.id, bruno, "Bruno")
        assert joined == await tables.join(one.id, bruno, "Bruno")
        assert [each.turn for each in await tables.mine(bruno.id)] == [False]
        await tables.remove(two.id, Viewer(anna.id))
        with pytest.raises(Unknown):
            await tables.view(two.id, Viewer(anna.id))


@in_loop
async def test_what_cannot_be_wanted_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        bad = [
            wanted("chess", PERSON, PERSON),
            wanted("yucata", PERSON),
            wanted("yucata", PERSON, QUICK_BOT, options={"nonsense": 1}),
            wanted("yucata", PERSON, WantedChair("bot", "", "master")),
            wanted("yucata", PERSON, QUICK_BOT, WantedChair("bot", "", "perfect")),
            wanted("yucata", PERSON, WantedChair("here", "Bruno")),
            wanted("yucata", WantedChair("me", "\u200e \n"), PERSON),
        ]
        for each in bad:
            with pytest.raises(ValueError, match=r"\.$"):
                await service.tables.create(None, each)
