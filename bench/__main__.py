"""Measure tablée beside its peers.

Without names all groups are measured; the table goes to the terminal, and all values to a file.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import IO, NoReturn

from bench.measure import run
from bench.table import load, machine, table

# Modules here, each with TITLE and measures().
GROUPS = ("engine", "search", "python", "envs", "memory", "load", "browser")
RESULTS = Path(__file__).parents[1] / ".cache" / "bench"
USAGE_ERROR = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"./dev bench: {message}.\n")


def whole(text: str) -> int:
    rounds = int(text) if text.isdecimal() else 0
    if rounds < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds")
    return rounds


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="./dev bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(GROUPS))
    parser.add_argument("--rounds", type=whole, default=9, help="how often (default: 9)")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="default: .cache/bench/<date>.json"
    )
    asked = parser.parse_args(given)
    for name in asked.names:
        if name not in GROUPS:
            parser.error(f"there is no group {name!r}, only {', '.join(GROUPS)}")
    return asked


def open_results(chosen: Path | None) -> IO[str]:
    """Before anything is measured: nobody likes to lose minutes to a wrong name of a file."""
    if chosen is None:
        RESULTS.mkdir(parents=True, exist_ok=True)
        chosen = RESULTS / f"{datetime.now().astimezone():%Y-%m-%dT%H-%M-%S}.json"
    return chosen.open("w", encoding="utf-8")


def measure(names: Sequence[str], rounds: int, file: IO[str]) -> None:
    print(f"{rounds} rounds; load of the machine: {load()}\n", flush=True)
    groups = {}
    for name in names:
        group = import_module(f"bench.{name}")
        results = run(group.measures(), rounds)
        groups[name] = [result.to_dict() for result in results]
        print(table(f"{name}: {group.TITLE}", results), flush=True)
    print(f"Load of the machine: {load()}. All values: {file.name}")
    report = {**machine(), "rounds": rounds, "load": load(), "groups": groups}
    file.write(json.dumps(report, indent=1) + "\n")


def main(given: Sequence[str]) -> int:
    asked = arguments(given)
    try:
        file = open_results(asked.json)
    except OSError as wrong:
        print(f"The results can't be written: {wrong.strerror}.", file=sys.stderr)
        return USAGE_ERROR
    with file:
        try:
            measure(asked.names or GROUPS, asked.rounds, file)
        except KeyboardInterrupt:
            return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
