"""Everything that people do at tables, as pages and JSON ask for it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import func, select

from tablee.web import life, tokens
from tablee.web.bus import Watch
from tablee.web.chance import SECRET_BYTES
from tablee.web.clock import Clock
from tablee.web.errors import Forbidden, Stale, TooMuch, Unknown, Wrong
from tablee.web.people import Guest, Viewer, Who
from tablee.web.room import Room, Step
from tablee.web.rooms import Rooms
from tablee.web.showing import Shower, chair, version
from tablee.web.store import queries, schema
from tablee.web.store.rows import HERE, Table
from tablee.web.store.writer import Conflict
from tablee.web.tokens import Entropy
from tablee.web.view import OVER, PLAYING, WAITING, Chair, View
from tablee.web.wanted import Wanted, new_table

LONGEST_REQUEST = 100
SPECTATOR = Viewer()


class Joined(NamedTuple):
    id: str
    seat: int | None
    token: str | None  # stands for the seat of who has no cookie


class Listed(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    name: str
    status: str
    chairs: tuple[Chair, ...]
    turn: bool  # whether it is the asker's turn
    changed: float


class Tables:
    def __init__(
        self, rooms: Rooms, shower: Shower, clock: Clock, entropy: Entropy, guest_tables: int
    ) -> None:
        self._rooms, self._shower, self._clock = rooms, shower, clock
        self._entropy, self._guest_tables = entropy, guest_tables

    # -- beginning

    async def create(self, guest: Guest | None, wanted: Wanted) -> Joined:
        """A new table, at which the asker sits; without a free seat the game begins at once."""
        if guest is not None:
            await self._check_count(guest.id)
        token = None if guest else tokens.new_token(self._entropy)
        who = Who(guest.id if guest else None, tokens.hashed(token) if token else None)
        for _ in range(9):
            table = new_table(wanted, guest, who, self._fresh())
            room = Room(table)
            await self._rooms.ready(table.game)
            step = room.start(table, table.created) if table.full else Step(table)
            try:
                await self._rooms.add(room, step)
            except Conflict:  # the code is another table's already
                continue
            own = room.own(who)
            return Joined(table.id, own[0] if own else None, token if own else None)
        raise AssertionError

    async def _check_count(self, guest: int) -> None:
        count = await self._rooms.database.read(
            lambda connection: connection.execute(
                select(func.count()).where(queries.unfinished(guest))
            ).scalar_one()
        )
        if count >= self._guest_tables:
            raise TooMuch("You have too many open tables; please end or remove one first.")

    def _fresh(self) -> life.Fresh:
        return life.Fresh(
            tokens.new_id(self._entropy),
            tokens.new_code(self._entropy),
            self._entropy(SECRET_BYTES),
            self._clock.now(),
        )

    async def join(
        self,
        table: str,
        guest: Guest | None,
        name: str,
        seat: int | None = None,
        contribution: str = "",
    ) -> Joined:
        """Take a free seat; the last one to sit down starts the game."""
        token = None if guest else tokens.new_token(self._entropy)
        who = Who(guest.id if guest else None, tokens.hashed(token) if token else None)
        taken: list[int] = []

        def plan(room: Room) -> Step | None:
            chosen, step = life.join(room, who, name, seat, contribution, self._clock.now())
            taken.append(chosen)
            return step

        await self._rooms.change(table, plan)
        return Joined(table, taken[0], token)

    async def by_code(self, code: str) -> str:
        """The table that a short code leads to."""
        wanted = tokens.read_code(code)
        found: str | None = await self._rooms.database.read(
            lambda connection: connection.execute(
                select(schema.tables.c.id).where(schema.tables.c.code == wanted)
            ).scalar()
        )
        if found is None:
            raise Unknown("There is no table with this code.")
        return found

    # -- looking

    async def view(self, table: str, viewer: Viewer, as_seat: int | None = None) -> View:
        who, room = viewer.who, await self._rooms.get(table)
        if room.cached(room.place_of(who, as_seat).seat):
            return self._shower.view(room, who, as_seat, self._clock.now())
        async with self._rooms.held(table) as room:
            return self._shower.view(room, who, as_seat, self._clock.now())

    async def at(self, table: str, viewer: Viewer, number: int, as_seat: int | None = None) -> View:
        """As it was after so many moves, 0 for before the first; no moves are offered."""
        async with self._rooms.held(table) as room:
            return self._shower.at(room, viewer.who, as_seat, number, self._clock.now())

    def watch(self, table: str, viewer: Viewer = SPECTATOR) -> Watch:
        """To be told of changes, and to be seen as present, in its context."""
        return self._rooms.bus.watch(table, viewer)

    async def record(self, table: str, viewer: Viewer = SPECTATOR) -> dict[str, Any]:
        """The whole game with all its chance; after its end everybody may see it."""
        async with self._rooms.held(table) as room:
            if not room.over:
                raise Forbidden("The record is shown when the game is over.")
            return room.record()

    async def mine(self, guest: int) -> list[Listed]:
        """The tables of a guest: those that wait for a move of theirs first."""
        found = await self._rooms.database.read(
            lambda connection: queries.tables(connection, queries.of_guest(guest))
        )
        listed = [self._listed(table, Who(guest)) for table in found]
        return sorted(listed, key=lambda each: (not each.turn, each.status == OVER))

    async def open(self) -> list[Listed]:
        """Public tables to join, then those to watch."""
        found = await self._rooms.database.read(
            lambda connection: queries.tables(
                connection, schema.tables.c.public, schema.tables.c.status != OVER
            )
        )
        listed = [self._listed(table, Who()) for table in found]
        return sorted(listed, key=lambda each: each.status != WAITING)

    def _listed(self, table: Table, who: Who) -> Listed:
        chairs = tuple(chair(seat, self._shower.online(seat, table.id)) for seat in table.seats)
        turn = table.actor is not None and table.seats[table.actor].guest == who.guest
        return Listed(
            table.id,
            table.game,
            table.name,
            table.status,
            chairs,
            turn and who.guest is not None and not table.bots_turn,
            table.changed,
        )

    # -- playing

    async def play(
        self,
        table: str,
        viewer: Viewer,
        version: str,
        move: str,
        as_seat: int | None = None,
        request: str = "",
    ) -> View:
        """A move or "undo", made on a view of this version; a request sent twice is made once."""
        who = viewer.who
        await self._rooms.change(
            table, lambda room: self._play(room, who, version, move, as_seat, request)
        )
        return await self.view(table, viewer, as_seat)

    def _play(
        self, room: Room, who: Who, made_on: str, move: str, as_seat: int | None, request: str
    ) -> Step | None:
        own = life.of_seat(room, who, as_seat)
        if len(request) > LONGEST_REQUEST:
            raise Wrong("The name of the request is too long.")
        if request and any(room.asked_before(seat, request) for seat in own):
            return None
        if made_on != version(self._shower.epoch, room.table):
            raise Stale("The table has changed meanwhile.")
        if room.table.status != PLAYING:
            raise Wrong("No game is being played here.")
        actor = room.table.actor
        if actor not in own:
            raise Wrong("It is not your turn.")
        step = room.play(move, self._clock.now(), request or None)
        if room.table.seats[actor].absence == HERE:
            return step
        return replace(step, table=life.absent(step.table, [actor], HERE))

    # -- the life of a table

    async def fill(self, table: str, viewer: Viewer, level: str = life.STAND_IN) -> View:
        """The host gives the free seats to bots."""
        return await self._do(
            table, viewer, lambda room, who: life.fill(room, who, level, self._clock.now())
        )

    async def away(self, table: str, viewer: Viewer, as_seat: int | None = None) -> View:
        """A bot plays for the asker until they are back."""
        return await self._do(table, viewer, lambda room, who: life.away(room, who, as_seat))

    async def back(self, table: str, viewer: Viewer, as_seat: int | None = None) -> View:
        return await self._do(table, viewer, lambda room, who: life.back(room, who, as_seat))

    async def stand_in(self, table: str, viewer: Viewer, seat: int) -> View:
        """A bot plays for somebody who has not moved for long."""

        def plan(room: Room, who: Who) -> Step:
            chairs = self._shower.chairs(room, self._clock.now())
            if not 0 <= seat < len(chairs):
                raise Wrong("There is no such seat.")
            return life.stand_in(room, who, seat, chairs[seat].replaceable)

        return await self._do(table, viewer, plan)

    async def rename(self, table: str, viewer: Viewer, name: str) -> View:
        return await self._do(table, viewer, lambda room, who: life.rename(room, who, name))

    async def restart(self, table: str, viewer: Viewer) -> View:
        """The host lets the same people begin anew; the moves so far are forgotten."""
        secret, now = self._entropy(SECRET_BYTES), self._clock.now()
        return await self._do(table, viewer, lambda room, who: life.restart(room, who, secret, now))

    async def leave(self, table: str, viewer: Viewer, as_seat: int | None = None) -> None:
        """Stand up; a table at which nobody is left waiting is removed."""
        who = viewer.who
        room = await self._rooms.change(table, lambda room: life.leave(room, who, as_seat))
        if room.table.status == WAITING and not room.table.people:
            await self._rooms.remove(table, lambda room: None)

    async def remove(self, table: str, viewer: Viewer) -> None:
        """The host has the table forgotten, moves and all."""
        who = viewer.who
        await self._rooms.remove(table, lambda room: life.of_host(room, who))

    async def rematch(self, table: str, viewer: Viewer) -> str:
        """The table where the same people play again, which the first to ask opens."""
        who, fresh = viewer.who, self._fresh()

        def plan(room: Room) -> Step | None:
            step = life.rematch(room, who, fresh)
            return None if room.table.rematch else step

        room = await self._rooms.change(table, plan)
        following = str(room.table.rematch)
        await self._rooms.begin(following)
        return following

    async def _do(
        self, table: str, viewer: Viewer, plan: Callable[[Room, Who], Step | None]
    ) -> View:
        who = viewer.who
        await self._rooms.change(table, lambda room: plan(room, who))
        return await self.view(table, viewer)
