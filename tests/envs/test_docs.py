"""The pages about the environments say what is true, and their programs run."""

import re
import runpy
from pathlib import Path

import pytest

from tablee.envs.features import ACTIONS, PLANES

DOCS = Path(__file__).parents[2] / "docs"


def values(low: int, high: int) -> str:
    return f"{low} to {high}".replace("-", "−") if high else "0"


@pytest.mark.parametrize("game", PLANES)
def test_planes_are_described(game: str) -> None:
    text, at = (DOCS / "environments.md").read_text(), 0
    for plane in PLANES[game]:
        bounds = values(plane.low, plane.high)
        assert f"| `{plane.name}` | {at} | {plane.size} | {bounds} | {plane.about} |\n" in text
        at += plane.size
    assert f": {at} numbers\n" in text


def test_actions_are_counted() -> None:
    text = (DOCS / "environments.md").read_text()
    assert dict(re.findall(r"\| `(\w+)` \| (\d+) \| (?:0|7)", text)) == {
        game: str(count) for game, count in ACTIONS.items()
    }


@pytest.mark.parametrize("page", ["batch.md", "gymnasium.md", "openspiel.md", "pettingzoo.md"])
def test_the_program_of_a_page_runs(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [program] = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    (tmp_path / "program.py").write_text(program)
    runpy.run_path(str(tmp_path / "program.py"), run_name="__main__")
    assert capsys.readouterr().out
