"""People without accounts: a name, and a token on each of their devices."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from tablee.web import names
from tablee.web.clock import Clock
from tablee.web.errors import Unknown
from tablee.web.store.database import Database
from tablee.web.store.schema import devices, guests, offers
from tablee.web.store.writer import Conflict
from tablee.web.tokens import Entropy, hashed, new_token

OFFER_LASTS = 15 * 60.0  # seconds
MOST_KNOWN = 20_000  # kept in memory
KNOWN_FOR = 60.0  # seconds; so long another process may take to hear of a new name
SEEN_EVERY = 3600.0


class Who(NamedTuple):
    """What somebody can show for themselves."""

    guest: int | None = None
    token: bytes | None = None  # hashed

    def has(self, guest: int | None, token: bytes | None) -> bool:
        """Whether something that belongs to this guest, or to this token, is theirs."""
        return (guest is not None and guest == self.guest) or (
            token is not None and token == self.token
        )


class Viewer(NamedTuple):
    guest: int | None = None  # from the cookie
    seat_token: str | None = None  # a bearer token that stands for one seat

    @property
    def who(self) -> Who:
        return Who(self.guest, hashed(self.seat_token) if self.seat_token else None)


class Guest(NamedTuple):
    id: int
    name: str


class Device(NamedTuple):
    id: int
    label: str
    created: float
    seen: float
    this: bool


@dataclass(slots=True)
class Known:
    guest: Guest
    until: float


class People:
    def __init__(self, database: Database, clock: Clock, entropy: Entropy) -> None:
        self._database, self._clock, self._entropy = database, clock, entropy
        self._known: OrderedDict[bytes, Known] = OrderedDict()

    async def known(self, token: str) -> Guest | None:
        """Whose cookie this is."""
        key, now = hashed(token), self._clock.now()
        found = self._known.get(key)
        if found and found.until > now:
            return found.guest
        row = await self._database.read(
            lambda connection: connection.execute(
                select(guests.c.id, guests.c.name, devices.c.seen)
                .join(devices, devices.c.guest == guests.c.id)
                .where(devices.c.token == key)
            ).first()
        )
        if row is None:
            return None
        if now - row.seen > SEEN_EVERY:
            await self._database.write(
                lambda connection: connection.execute(
                    update(devices).where(devices.c.token == key).values(seen=now)
                )
            )
        return self._remember(key, Guest(row.id, row.name))

    def _remember(self, key: bytes, guest: Guest) -> Guest:
        self._known[key] = Known(guest, self._clock.now() + KNOWN_FOR)
        self._known.move_to_end(key)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return guest

    def _forget(self, guest: int) -> None:
        for key in [key for key, known in self._known.items() if known.guest.id == guest]:
            del self._known[key]

    async def enter(self, name: str, label: str = "") -> tuple[Guest, str]:
        """A new guest with the token of the first device."""
        name, token, now = names.person(name), new_token(self._entropy), self._clock.now()

        def work(connection: Connection) -> int:
            made = insert(guests).values(name=name, created=now).returning(guests.c.id)
            guest = connection.execute(made).scalar_one()
            add_device(connection, guest, token, label, now)
            return int(guest)

        guest = Guest(await self._database.write(work), name)
        return self._remember(hashed(token), guest), token

    async def rename(self, guest: int, name: str) -> None:
        """From now on; tables keep the name that somebody sat down with."""
        name = names.person(name)
        await self._database.write(
            lambda connection: connection.execute(
                update(guests).where(guests.c.id == guest).values(name=name)
            )
        )
        self._forget(guest)

    async def devices(self, guest: int, token: str = "") -> list[Device]:
        """All devices, the last used one first; the token says which is this."""
        rows = await self._database.read(
            lambda connection: connection.execute(
                select(devices)
                .where(devices.c.guest == guest)
                .order_by(devices.c.seen.desc(), devices.c.id)
            ).all()
        )
        this = hashed(token)
        return [Device(row.id, row.label, row.created, row.seen, row.token == this) for row in rows]

    async def revoke(self, guest: int, device: int) -> None:
        """The device is nobody's any more."""
        await self._database.write(
            lambda connection: connection.execute(
                delete(devices).where(devices.c.guest == guest, devices.c.id == device)
            )
        )
        self._forget(guest)

    async def offer(self, guest: int) -> str:
        """A code by which one more device becomes this guest's, once and soon."""
        code, now = new_token(self._entropy), self._clock.now()

        def work(connection: Connection) -> None:
            connection.execute(delete(offers).where(offers.c.until < now))
            connection.execute(
                insert(offers).values(code=hashed(code), guest=guest, until=now + OFFER_LASTS)
            )

        await self._database.write(work)
        return code

    async def adopt(self, code: str, label: str = "") -> tuple[Guest, str]:
        """The guest who offered this code, with a token for the new device."""
        token, now = new_token(self._entropy), self._clock.now()

        def work(connection: Connection) -> Guest:
            offered = delete(offers).where(offers.c.code == hashed(code), offers.c.until >= now)
            guest = connection.execute(offered.returning(offers.c.guest)).scalar()
            if guest is None:
                raise Conflict
            add_device(connection, guest, token, label, now)
            name = connection.execute(
                select(guests.c.name).where(guests.c.id == guest)
            ).scalar_one()
            return Guest(guest, name)

        try:
            guest = await self._database.write(work)
        except Conflict:
            raise Unknown("This link has been used already, or is too old.") from None
        return self._remember(hashed(token), guest), token


def add_device(connection: Connection, guest: int, token: str, label: str, now: float) -> None:
    connection.execute(
        insert(devices).values(
            guest=guest, token=hashed(token), label=names.clean(label, 60), created=now, seen=now
        )
    )
