"""The example that learns, and its curve; PyTorch is not among what tests need."""

import json
import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_a_curve_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, picture = tmp_path / "curve.jsonl", tmp_path / "curve.svg"
    shares = [(0, 0.2), (4, 0.55), (8, 0.6)]
    lines = [{"minutes": m, "won": w, "error": 0.1, "opponent": "casual"} for m, w in shares]
    log.write_text("\n".join(map(json.dumps, lines)))
    run("curve.py", [str(log), str(picture)], monkeypatch)
    drawn = ET.fromstring(picture.read_text())  # noqa: S314 - our own
    dots = drawn.findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == len(shares)
    heights = [float(dot.attrib["cy"]) for dot in dots]
    assert heights == sorted(heights, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hornochsen", "yellowstone", "yucata"])
def test_a_little_is_learned(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    log = tmp_path / "curve.jsonl"
    options = ["--minutes", "0.02", "--looks", "1", "--games", "2", "--opponent", "random"]
    run("ppo.py", [game, *options, "--log", str(log)], monkeypatch)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["decisions"] > 0 for line in lines] == [False, True]
    assert [line["games"] for line in lines] == [2, 10]
