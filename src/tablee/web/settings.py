"""What whoever runs the server decides: from flags, else from the environment, else from here."""

import ipaddress
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tablee.web import logs

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

PREFIX = "TABLEE_"
LARGEST_PORT = 65_535
DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


class BadSetting(ValueError):
    """A setting that can't be; the message is one sentence that names it."""


# From text; what a reader refuses ends the sentence "--port: ...".


def whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"a whole number is wanted, not {text!r}")
    return int(text)


def number(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise ValueError(f"a number is wanted, not {text!r}")
    return float(text)


def at_least_one(text: str) -> int:
    if (value := whole(text)) == 0:
        raise ValueError("it must be at least 1")
    return value


def port(text: str) -> int:
    if (value := whole(text)) > LARGEST_PORT:
        raise ValueError(f"a port is a number up to {LARGEST_PORT}, not {text}")
    return value


def host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]{1,255}", text):
        raise ValueError(f"the name or the address of a computer is wanted, not {text!r}")
    return text


def database(text: str) -> str:
    """An address as SQLAlchemy has it; a file is written as its path."""
    scheme, separator, rest = text.partition("://")
    if not separator:
        return f"sqlite:///{Path(text).expanduser().absolute()}"
    if scheme not in DRIVERS:
        raise ValueError(
            "a file, or an address that begins with sqlite:/// or postgresql://, is wanted"
        )
    return f"{DRIVERS[scheme]}://{rest}"


def public_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or not parts.hostname or extra:
        raise ValueError(f"http:// or https:// and a name are wanted, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}".lower()


def networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(part.strip(), strict=False) for part in text.split(","))
    except ValueError:
        raise ValueError(f"addresses or networks with commas are wanted, not {text!r}") from None


def endpoint(text: str) -> tuple[str, int]:
    name, separator, digits = text.rpartition(":")
    if not separator:
        raise ValueError(f"an address such as 127.0.0.1:9100 is wanted, not {text!r}")
    return host(name.strip("[]")), port(digits)


def one_of(*words: str) -> Callable[[str], str]:
    def reader(text: str) -> str:
        if text not in words:
            raise ValueError(f"{' or '.join(words)} is wanted, not {text!r}")
        return text

    return reader


def setting(default: Any, reader: Callable[[str], Any], words: str) -> Any:
    return field(default=default, metadata={"reader": reader, "help": words})


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tablee"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablee"


def own_database() -> str:
    return f"sqlite:///{data_folder() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; the help texts are what `tablee serve --help` shows."""

    database: str = field(
        default_factory=own_database,
        metadata={
            "reader": database,
            "help": "A file for SQLite, or postgresql://user:password@host/name. "
            "Without it, a file in your data folder.",
        },
    )
    host: str = setting("127.0.0.1", host, "The address to listen on; 0.0.0.0 for all.")
    port: int = setting(8010, port, "The port to listen on; 0 for any that is free.")
    public_url: str = setting(
        "", public_url, "Where people reach the server, such as https://play.example.org."
    )
    trusted_proxy: tuple[Network, ...] = setting(
        (), networks, "Addresses or networks of the proxies whose X-Forwarded headers count."
    )
    metrics: tuple[str, int] | None = setting(
        None, endpoint, "A private address for health and metrics, such as 127.0.0.1:9100."
    )
    logs: str = setting(
        logs.TEXT, one_of(logs.TEXT, logs.JSON), "How a line of the logs looks: text or json."
    )

    pace: float = setting(0.9, number, "Seconds that a bot's move takes at least.")
    thinkers: int = setting(
        max(1, (os.cpu_count() or 1) - 1), at_least_one, "Bots that think at once on this server."
    )
    guest_thinking: float = setting(
        1200.0, number, "Seconds of thinking by bots that one guest's tables may cause an hour."
    )

    guest_tables: int = setting(
        50, at_least_one, "Tables that one guest may have open at the same time."
    )
    address_sockets: int = setting(
        200, at_least_one, "Live lines that may be open from one address."
    )
    address_rate: int = setting(
        1200, at_least_one, "Changes a minute that may be asked for from one address."
    )
    guest_rate: int = setting(240, at_least_one, "Changes a minute that one guest may ask for.")
    body: int = setting(65_536, at_least_one, "Bytes that the body of a request may have.")

    waiting_days: int = setting(
        7,
        whole,
        "Days without a change after which a table that never started is removed; 0: never.",
    )
    playing_days: int = setting(
        90, whole, "Days without a change after which an unfinished game is removed; 0: never."
    )
    ended_days: int = setting(365, whole, "Days after which a finished game is removed; 0: never.")
    guest_days: int = setting(
        365,
        whole,
        "Days without a visit after which a guest who sits at no table is forgotten; 0: never.",
    )

    @property
    def secure(self) -> bool:
        """Whether people come by TLS, so that cookies must not travel without."""
        return self.public_url.startswith("https://")


def names() -> tuple[str, ...]:
    return tuple(each.name for each in fields(Settings))


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def variable(name: str) -> str:
    return PREFIX + name.upper()


def read(flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """The settings of a command line and its environment; an empty text is as good as none."""
    given: dict[str, Any] = {}
    for each in fields(Settings):
        for source, text in (
            (flag(each.name), flags.get(each.name)),
            (variable(each.name), environment.get(variable(each.name))),
        ):
            if text:
                given[each.name] = understand(each, source, text)
                break
    return Settings(**given)


def understand(each: "Field[Any]", source: str, text: str) -> Any:
    try:
        return each.metadata["reader"](text.strip())
    except ValueError as wrong:
        raise BadSetting(f"{source}: {wrong}.") from None
