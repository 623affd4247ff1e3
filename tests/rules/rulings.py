"""Which rulings the tests of a game name: in their names (`test_u5_...`) or docstrings (U-5)."""

import re
from collections.abc import Mapping
from pathlib import Path

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"


def decided(letter: str) -> set[str]:
    return set(re.findall(rf"^### ({letter}-\d+) — ", RULINGS.read_text("utf-8"), re.MULTILINE))


def named(letter: str, module: Mapping[str, object]) -> set[str]:
    tests = {name: test.__doc__ or "" for name, test in module.items() if name.startswith("test_")}
    in_names = re.findall(rf"_{letter.lower()}(\d+)(?=_)", " ".join(tests))
    in_docstrings = re.findall(rf"\b{letter}-(\d+)\b", " ".join(tests.values()))
    return {f"{letter}-{number}" for number in in_names + in_docstrings}


def check_coverage(
    letter: str, module: Mapping[str, object], not_observable: Mapping[str, str]
) -> None:
    """Every ruling is named by a test of the module, or listed with why no test can see it."""
    tested = named(letter, module)
    assert tested.isdisjoint(not_observable)
    assert tested | set(not_observable) == decided(letter)
