"""Pictures of a table: from the web table's drawings, of what one seat sees, in a window if any."""

import re
import struct
import zlib
from importlib.resources import files
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.envs import aec, looking
from tablee.envs.pictures import HEIGHT, WIDTH, drawings, drawn, rasterised, spot
from tablee.envs.pixels import pixels
from tablee.rules import GAMES

SETUPS = [(game, seats) for game, rules in GAMES.items() for seats in rules.SEATS]
every_table = pytest.mark.parametrize(("game", "seats"), SETUPS)


def somewhere(game: str, seats: int, moves: int, seed: int = 1) -> tablee.Match:
    match, random = tablee.deal(game, seats, seed=seed), Random(seed)
    for _ in range(moves):
        if match.actor is not None:
            match.play(random.choice(match.moves()))
    return match


@every_table
@pytest.mark.parametrize("moves", [0, 30, 1000])
def test_everything_that_a_picture_uses_is_there(game: str, seats: int, moves: int) -> None:
    match = somewhere(game, seats, moves)
    for seat in (None, *range(seats)):
        svg = drawn(match.observe(seat))
        assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r'id="([\w-]+)"', svg))
        assert "var(" not in svg
        assert "light-dark" not in svg


@pytest.mark.parametrize("game", GAMES)
def test_all_named_colours_of_the_drawings_are_known(game: str) -> None:
    source = (files("tablee.web") / "static" / f"{game}.svg").read_text()
    assert "var(--" in source
    assert "var(--" not in drawings(game)


@every_table
def test_a_picture_has_colours_and_its_size(game: str, seats: int) -> None:
    match = somewhere(game, seats, 12)
    picture = pixels(rasterised(match.observe(match.actor)))
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("game", ["hornochsen", "yellowstone"])
def test_a_hand_is_shown_to_its_owner_only(game: str) -> None:
    match = somewhere(game, 3, 5)
    shown = [drawn(match.observe(seat)) for seat in (None, 0, 1, 2)]
    assert len(set(shown)) == 4
    assert len(shown[0]) < min(map(len, shown[1:]))


def test_the_track_of_yucata_goes_step_by_step() -> None:
    for space in range(38):
        (x, y), (a, b) = spot(space), spot(space + 1)
        assert abs(x - a) + abs(y - b) in (50, 60)
    assert len({spot(space) for space in range(39)}) == 39


def test_the_colours_of_seats_are_those_of_their_amulets() -> None:
    [first, second] = re.findall(r'id="amulet-[01]".*?</symbol>', drawings("yucata"), re.DOTALL)
    assert "#b4472d" in first
    assert "#2f6f8f" in second


# -- a PNG as an array


def packed(lines: list[tuple[int, bytes]], width: int) -> bytes:
    """A PNG, from lines that each begin with the way its bytes are written."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    head = struct.pack(">IIBBBBB", width, len(lines), 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(bytes([kind]) + line for kind, line in lines))
    half = len(data) // 2
    chunks = chunk(b"IHDR", head) + chunk(b"IDAT", data[:half]) + chunk(b"IDAT", data[half:])
    return b"\x89PNG\r\n\x1a\n" + chunks + chunk(b"IEND", b"")


@pytest.mark.nojit
def test_every_way_to_write_a_line_of_a_png() -> None:
    random = Random(1)
    image = np.array([random.randrange(256) for _ in range(6 * 3 * 4)], np.uint8).reshape(6, 3, 4)
    flat = np.zeros((7, 4 + 12), np.int64)  # with a line above and a point to the left, all 0
    flat[1:, 4:] = image.reshape(6, 12)
    left, above, corner = flat[1:, :-4], flat[:-1, 4:], flat[:-1, :-4]
    middle = left + above - corner
    far = np.abs(np.stack([middle - left, middle - above, middle - corner]))
    nearest = np.choose(far.argmin(0), [left, above, corner])
    guesses = [0 * left, left, above, (left + above) // 2, nearest]
    kinds = [0, 1, 2, 3, 4, 4]
    lines = [
        (kind, ((flat[y + 1, 4:] - guesses[kind][y]) % 256).astype(np.uint8).tobytes())
        for y, kind in enumerate(kinds)
    ]
    assert (pixels(packed(lines, 3)) == image[..., :3]).all()


# -- for a person


class Screen:
    """Stands for Tk where there is a screen."""

    TclError = RuntimeError

    def __init__(self) -> None:
        self.shown: list[bytes] = []
        self.closed = 0

    def Tk(self) -> Any:  # noqa: N802 - Tk's own name
        def close() -> None:
            self.closed += 1

        return SimpleNamespace(title=str, update=lambda: None, destroy=close)

    def Label(self, root: Any) -> Any:  # noqa: N802
        return SimpleNamespace(pack=lambda: None, configure=lambda image: self.shown.append(image))

    def PhotoImage(self, data: bytes) -> bytes:  # noqa: N802
        return data


class NoScreen(Screen):
    def Tk(self) -> Any:  # noqa: N802
        raise RuntimeError


def test_a_person_sees_every_move_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(looking, "import_module", lambda name: screen)
    env = aec("yucata", 2, render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert env.render() is None
    assert len(screen.shown) == 3
    assert screen.shown[0] != screen.shown[1] == screen.shown[2]
    env.close()
    env.close()
    assert screen.closed == 1


@pytest.mark.parametrize("missing", [True, False])
def test_without_a_screen_the_terminal_shows_it(
    missing: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find(name: str) -> Any:
        if missing:
            raise ImportError
        return NoScreen()

    monkeypatch.setattr(looking, "import_module", find)
    env = aec("yucata", 2, render_mode="human")
    env.reset(seed=1)
    assert "seat 0 to play" in capsys.readouterr().out
    env.close()
