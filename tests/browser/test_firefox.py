"""Another browser, so that nothing here is Chromium's only."""

from pathlib import Path

import pytest

from tests.browser.marionette import PATH, firefox

pytestmark = pytest.mark.slow
TURN, OVER = "#table[data-turn=yes]", "#table.over"


@pytest.mark.skipif(PATH is None, reason="there is no firefox-esr here, which Debian has")
def test_a_whole_game_in_firefox(server: str, tmp_path: Path) -> None:
    with firefox(tmp_path) as browser:
        browser.go(server)
        browser.click(".game.yucata .main-act")
        browser.wait(f"{TURN}, {OVER}")
        while not browser.all(OVER):
            browser.click("#act .slot:has(:enabled)")
            browser.click("#act .move.over")  # the only place of this card
            browser.wait(f"{OVER}, {TURN} #act:not(:has(:checked))")
        assert len(browser.all("#result td.number")) > 0
        assert browser.all("#line[hidden]")
