"""`tablee serve`, and `tablee` alone"""

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import Field, fields
from typing import Any, NoReturn

import click

from tablee.web import settings
from tablee.web.listening import at, bound
from tablee.web.settings import BadSetting, Settings

INTERRUPTED = 130
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # what to listen on is the operator's choice
Function = Callable[..., Any]


def setting_options(function: Function) -> Function:
    """An option for every setting; `settings.read` understands its text."""
    for each in reversed(fields(Settings)):
        option = click.option(
            settings.flag(each.name), each.name, metavar="VALUE", help=explained(each)
        )
        function = option(function)
    return function


def explained(each: "Field[Any]") -> str:
    words: str = each.metadata["help"]
    if not isinstance(each.default, (str, int, float)) or each.default == "":
        return words
    return f"{words}  [default: {each.default:{'g' if isinstance(each.default, float) else ''}}]"


@click.command(
    epilog="""Examples:

    \b
      tablee serve --host 0.0.0.0
      tablee serve --public-url https://play.example.org --trusted-proxy 127.0.0.1
      TABLEE_DATABASE=postgresql://tablee@localhost/tablee tablee serve --logs json

    Each can also stand in the environment: TABLEE_PUBLIC_URL is --public-url, and so on.
    SIGTERM and Ctrl-C end the server in good order; docs/running.md says more."""
)
@setting_options
def serve(**flags: str | None) -> None:
    """Open the table in the browser for everybody who can reach this computer.

    Without anything else it listens on this computer alone, and keeps its tables in a file.
    """
    chosen = settings.read(flags, os.environ)
    listening = bound(chosen.host, chosen.port, "port")
    keep_open(chosen, listening, click.echo)


def at_home(browser: bool) -> NoReturn:
    """The table for who sits at this computer: on any free port, shown in their browser."""
    chosen = settings.read({}, os.environ)
    try:
        listening = bound(chosen.host, chosen.port, "port")
    except BadSetting:
        if settings.variable("port") in os.environ:
            raise
        listening = bound(chosen.host, 0, "port")
    url = address(chosen, listening)

    def tell(sentence: str) -> None:
        click.echo(sentence)
        if browser and can_show():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    keep_open(chosen, listening, tell)


def keep_open(chosen: Settings, listening: socket.socket, tell: Callable[[str], None]) -> NoReturn:
    """Serve to the end."""
    from tablee.web import logs, server

    logs.configure(chosen.logs)
    sentence = f"The table is open at {address(chosen, listening)} - Ctrl-C closes it."
    came = server.run(chosen, listening, lambda: tell(sentence))
    leave(INTERRUPTED if came == signal.SIGINT else 0)


def leave(status: int) -> NoReturn:
    """At once: a thread that still compiles would hold up an orderly end for seconds."""
    sys.stdout.flush()
    os._exit(status)


def address(chosen: Settings, listening: socket.socket) -> str:
    """Where people find the table."""
    host, port = listening.getsockname()[:2]
    return (
        chosen.public_url
        or f"http://{at(socket.gethostname() if host in EVERYWHERE else host, port)}"
    )


def can_show() -> bool:
    """Whether a browser would open in a window, not in this terminal."""
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform == "darwin" or any(os.environ.get(name) for name in screen)
