"""The Chromium of the tests and pictures: the system's, or one that is fetched into .cache.

python -m tools.browser      # find one, or install one, and say where it is
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

CHOSEN = "TABLEE_CHROMIUM"  # the path of another one
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = (
    "--no-sandbox",  # which root needs; only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
)


@cache
def found() -> str | None:
    """The path of a Chromium that is there."""
    if chosen := os.environ.get(CHOSEN):
        return chosen
    paths = chain(map(shutil.which, NAMES), ON_MACOS, fetched())
    return next((path for path in paths if path and Path(path).exists()), None)


def fetched() -> Iterator[str]:
    """Where Playwright keeps its own; to ask takes a second."""
    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def launch(playwright: Playwright, *more_flags: str) -> Browser:
    path = found()
    if path is None:
        raise SystemExit("There is no Chromium here: python -m tools.browser installs one.")
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *more_flags])


def install() -> None:
    """By Debian's package where that may be done, else by Playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        apt = ("apt-get", "-qq")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run((*apt, "update"), check=True)
        needed = ("install", "--yes", "--no-install-recommends", "chromium")
        subprocess.run((*apt, *needed), check=True, env=quiet, stdout=subprocess.DEVNULL)
    else:
        subprocess.run((sys.executable, "-m", "playwright", "install", "chromium"), check=True)


def main() -> int:
    if found() is None:
        print("Installing Chromium for the tests; this may take some minutes ...", flush=True)
        try:
            install()
        except subprocess.CalledProcessError as failure:
            print(f"It could not be installed. {CHOSEN} may name one by its path.", file=sys.stderr)
            return failure.returncode
        found.cache_clear()
    print(f"Chromium: {found()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
