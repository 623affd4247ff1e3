"""A view as JSON."""

from dataclasses import fields
from typing import Any

from pydantic_core import to_json

from tablee.web.view import Chair, View

HERE = ("id", "code", "game", "name", "status", "version", "options", "public", "first")
CHAIR = tuple(each.name for each in fields(Chair))
AFTER = ("commitment", "secret", "rematch", "created", "changed")


def body(view: View, error: str = "") -> bytes:
    """The same for every asker who sees the same; `bodies.Body` describes it."""
    seen = view.observation
    said: dict[str, Any] = {name: getattr(view, name) for name in HERE}
    said["seats"] = [{name: getattr(chair, name) for name in CHAIR} for chair in view.chairs]
    said |= {"seat": view.seat, "own": view.own, "host": view.host, "actor": view.actor}
    said["moves"] = [each.move for each in seen.moves] if seen and view.turn else []
    said["undoable"] = view.undoable
    said["observation"] = seen.to_dict(view.memory) if seen else None
    said |= {name: getattr(view, name) for name in AFTER}
    if error:
        said["error"] = error
    return to_json(said)
