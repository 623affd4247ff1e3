"""The sockets that a server listens on; apart, since it takes a while to load all the rest."""

import socket

from tablee.web.settings import BadSetting, flag

WAITING = 2048  # connections that the system may keep until we take them
STALLED = 30_000  # milliseconds until the system drops who takes nothing in, even once we have


def bound(host: str, port: int, setting: str) -> socket.socket:
    """A socket at this address, on which nobody is answered yet."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind, protocol)
    except OSError as wrong:
        raise BadSetting(f"{flag(setting)}: {host} can't be used: {reason(wrong)}.") from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED)
        made.bind(address)
        made.listen(WAITING)
    except OSError as wrong:
        made.close()
        raise BadSetting(
            f"{flag(setting)}: {at(host, port)} can't be used: {reason(wrong)}."
        ) from None
    return made


def reason(wrong: OSError) -> str:
    return str(wrong.strerror or wrong)


def at(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
