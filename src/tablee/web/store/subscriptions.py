"""Browsers that get notices: each is one of somebody's devices."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from tablee.web.push import Subscription
from tablee.web.store.schema import devices, server, subscriptions

KEY = "push"  # the name under which the server's own key is kept


class Subscriber(NamedTuple):
    to: Subscription
    language: str


def server_key(connection: Connection, new: str) -> str:
    """The key that all subscriptions are bound to; the new one if there was none."""
    kept = connection.execute(select(server.c.value).where(server.c.name == KEY)).scalar()
    if kept is None:
        connection.execute(insert(server).values(name=KEY, value=new))
    return str(kept or new)


def keep(connection: Connection, token: bytes, subscriber: Subscriber, now: float) -> bool:
    """The only one of its device, and of its address; False if there is no such device."""
    device = connection.execute(select(devices.c.id).where(devices.c.token == token)).scalar()
    if device is None:
        return False
    to = subscriber.to
    same = (subscriptions.c.device == device) | (subscriptions.c.endpoint == to.endpoint)
    connection.execute(delete(subscriptions).where(same))
    connection.execute(
        insert(subscriptions).values(
            device=device, **to._asdict(), language=subscriber.language, created=now
        )
    )
    return True


def forget_device(connection: Connection, token: bytes) -> None:
    device = select(devices.c.id).where(devices.c.token == token).scalar_subquery()
    connection.execute(delete(subscriptions).where(subscriptions.c.device == device))


def forget_address(connection: Connection, endpoint: str) -> None:
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))


def of_guest(connection: Connection, guest: int) -> list[Subscriber]:
    wanted = (
        select(subscriptions)
        .join(devices, devices.c.id == subscriptions.c.device)
        .where(devices.c.guest == guest)
        .order_by(subscriptions.c.id)
    )
    return [
        Subscriber(Subscription(row.endpoint, row.point, row.auth), row.language)
        for row in connection.execute(wanted)
    ]
