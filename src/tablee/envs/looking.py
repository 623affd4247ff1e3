"""A bare state as one sees it: for pictures and for text."""

from importlib import import_module
from typing import Any

import numpy as np

from tablee.envs.pictures import rasterised
from tablee.envs.pixels import pixels
from tablee.match import look
from tablee.observation import OBSERVERS, Observation
from tablee.rules.contract import EVERYONE, MOST_MOVES, BadOption, States, quoted
from tablee.rules.yellowstone import EDGE, REACH
from tablee.rules.yucata import GOAL
from tablee.terminal.faces import draw, hands, names_of

RENDER_MODES = ("ansi", "rgb_array", "human")


def options_of(game: str, states: States) -> dict[str, Any]:
    """The options of a game, from a state of it."""
    s = states[0]
    if game == "hornochsen":
        return {"collecting_ends_turn": bool(s["collecting_ends_turn"])}
    if game == "yellowstone":
        neutral = {"neutral": "reach" if s["options"] & REACH else "off"} if s["seats"] == 2 else {}
        return {"edge": bool(s["options"] & EDGE)} | neutral
    good, bad = int(s["good"]), int(s["bad"])
    stones = [".ox"[(good >> space & 1) + 2 * (bad >> space & 1)] for space in range(GOAL)]
    return {"layout": "".join([*stones, "*"])}


def seen_from(game: str, states: States, seat: int | None) -> Observation:
    """What the seat to act, or a spectator, sees on the table; the moves so far are left out."""
    view = np.zeros_like(states)
    moves, ahead = np.empty(MOST_MOVES, np.int64), np.empty((MOST_MOVES, 4), np.int64)
    count = look(states, EVERYONE if seat is None else seat, view, moves, ahead)
    observer = OBSERVERS[game]
    found: Observation = observer.observe(
        seat=seat,
        seats=int(states["seats"][0]),
        first=0,
        options=options_of(game, states),
        actor=seat,
        moves=tuple(sorted(observer.moves(moves[:count].tolist(), ahead[:count].tolist()))),
        history=(),
        movers=(),
        scores=None,
        winners=(),
        view=view,
    )
    return found


def as_text(seen: Observation) -> str:
    """The table for a terminal, with the hand of the seat that looks."""
    names = names_of(seen.seats, None)
    lines = [draw(seen, names)]
    if seen.seat is not None:
        lines += ["", hands(seen, names[seen.seat])]
    return "\n".join(lines)


class Easel:
    """Shows the table as an environment was asked to."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise BadOption(
                "A render mode is one of %(known)s, not %(mode)s.",
                known=", ".join(RENDER_MODES),
                mode=quoted(mode),
            )
        self._mode = mode
        self._window: Window | None = None

    def paint(self, seen: Observation) -> Any:
        """A look at the table: text or an array of pixels; None where a person looks at it."""
        match self._mode:
            case "ansi":
                return as_text(seen)
            case "rgb_array":
                return pixels(rasterised(seen))
            case "human":
                self._show(seen)
                return None
        raise BadOption("Nothing can be rendered without a render mode.")

    def _show(self, seen: Observation) -> None:
        """In a window, or in the terminal where there can be none."""
        if self._window is None:
            self._window = Window()
        if not self._window.show(rasterised(seen)):
            print(as_text(seen), flush=True)

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None


class Window:
    """A window with one picture, by Python's own Tk."""

    def __init__(self) -> None:
        self._root: Any = None
        try:
            tkinter = import_module("tkinter")
        except ImportError:
            return
        try:
            self._root = tkinter.Tk()
        except tkinter.TclError:  # there is no screen
            return
        self._root.title("tablée")
        self._label = tkinter.Label(self._root)
        self._label.pack()
        self._new_image = tkinter.PhotoImage

    def show(self, png: bytes) -> bool:
        """Whether there is a window."""
        if self._root is None:
            return False
        self._image = self._new_image(data=png)  # Tk keeps no picture alive by itself
        self._label.configure(image=self._image)
        self._root.update()
        return True

    def close(self) -> None:
        if self._root is not None:
            self._root.destroy()
