"""What people notice at a table in Chromium: how soon a move shows, how much comes over the line,
whether anything jumps, and whether what moves does so smoothly."""

import atexit
from contextlib import ExitStack
from functools import partial
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measure import Measure
from tablee.match import TITLES
from tablee.web.games import FACES
from tests.browser.playing import Choice, Clicking
from tools.browser import launch
from tools.serving import own_server
from tools.visit import Visit

TITLE = "a table in the browser"
GAME = "yellowstone"
MOVES = 8  # that are timed in a round; the median counts
SETTLED = 700  # milliseconds after which nothing moves any more
GLANCE = 200  # milliseconds
CARDS = 6

# When a move was sent, and when its change was painted: a task right after the frame that shows it.
CLOCKS = """() => {
  const now = () => performance.timeOrigin + performance.now(), task = new MessageChannel();
  task.port1.onmessage = () => { window.painted = now(); };
  addEventListener('submit', () => { window.sent = now(); }, {capture: true});
  new MutationObserver(() => requestAnimationFrame(() => task.port2.postMessage(0)))
    .observe(document.getElementById('table'), {attributeFilter: ['data-version']});
}"""

# The lines of the log move on within their frame, and the status says something else in its place.
SHIFTS = """window.shifted = 0;
const meant = ({node}) => (node?.parentElement ?? node)?.closest('#log ol, #status');
new PerformanceObserver(list => {
  for (const {hadRecentInput, sources, value} of list.getEntries()) {
    if (!hadRecentInput && !sources.every(meant)) window.shifted += value;
  }
}).observe({type: 'layout-shift', buffered: true});"""

# Cards of the hand change places as after a move; the frames that come meanwhile.
GLIDE = """async many => {
  const {places, glide} = await import('/static/motion.js');
  const table = document.getElementById('table');
  const slots = [...table.querySelectorAll('#act .slot')].slice(0, many), before = places(table);
  slots[0].parentNode.prepend(...slots.toReversed());
  const moved = glide(table, before), frame = () => new Promise(requestAnimationFrame);
  if (moved < many) throw new Error(`Only ${moved} cards glide.`);
  const began = await frame();
  let frames = 0, last = began;
  for (; last - began < 300; frames++) last = await frame();
  return Math.round(frames / (last - began) * 1000);
}"""


class Looking(Clicking):
    """Looks at a place before pressing, as people do."""

    def make(self, choice: Choice) -> None:
        if choice.slot:
            self.slot(choice).click()
        self.place(choice).hover()
        self.page.wait_for_timeout(GLANCE)
        self.place(choice).click()


class Tables:
    """Two people who play, one who watches; a table of one's own for whatever else."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser, self._base = browser, base
        self._people = [Looking(self._page(), seed) for seed in range(2)]
        self._others = self._page()
        self._visits = [
            Visit(person.page, base, name)
            for person, name in zip(self._people, ("Anna", "Bruno"), strict=True)
        ]
        self._begin()
        self._alone = self._page()
        visit = Visit(self._alone, base)
        visit.go(visit.open(GAME, "bot"))
        self._watched: list[float] = []

    def _page(self) -> Page:
        page = self._browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        page.add_init_script(SHIFTS)
        return page

    @property
    def _pages(self) -> list[Page]:
        return [*(person.page for person in self._people), self._others]

    def _begin(self) -> None:
        table = self._visits[0].open(GAME, "human")
        self._visits[1].send(f"{table}/seats", name="Bruno")
        for page in self._pages:
            page.goto(self._base + table)
            page.evaluate(CLOCKS)

    def moved(self) -> float:
        """Milliseconds until who moves sees it."""
        own: list[float] = []
        self._watched.clear()
        while len(own) < MOVES:
            if self._people[0].over:
                self._begin()
            mover = next(person for person in self._people if person.decided)
            mover.move()
            mover.page.wait_for_timeout(SETTLED)
            sent = mover.page.evaluate("sent")
            for page in self._pages:
                times = own if page is mover.page else self._watched
                times.append(page.evaluate("painted") - sent)
        return median(own)

    def watched(self) -> float:
        """The same for the others, in the same round."""
        return median(self._watched)

    def shifted(self) -> float:
        return sum(float(page.evaluate("shifted")) for page in self._pages)

    def glide(self) -> float:
        self._alone.wait_for_timeout(SETTLED)
        return float(self._alone.evaluate(GLIDE, CARDS))

    def weight(self, game: str) -> float:
        """Kilobytes that come over the line for somebody who sits down for the first time."""
        page = self._page()
        visit = Visit(page, self._base)
        line, received = page.context.new_cdp_session(page), 0.0

        def finished(event: dict[str, float]) -> None:
            nonlocal received
            received += event["encodedDataLength"]

        line.send("Network.enable")
        line.on("Network.loadingFinished", finished)
        visit.go(visit.open(game, *["bot"] * 2))
        page.wait_for_load_state("networkidle")
        page.context.close()
        return received / 1000


def measures() -> list[Measure]:
    open_ones = ExitStack()
    atexit.register(open_ones.close)
    base = open_ones.enter_context(own_server())
    browser = open_ones.enter_context(launch(open_ones.enter_context(sync_playwright())))
    tables = Tables(browser, base)
    return [
        Measure("a move shows, who moves", "ms", tables.moved, 50),
        Measure("a move shows, the others", "ms", tables.watched, 80),
        Measure("layout shift", "", tables.shifted, 0),
        Measure(f"{CARDS} cards glide", "frames/s", tables.glide, 60),
        *(
            Measure(TITLES[game], "kB", partial(tables.weight, game), 100, once=True)
            for game in FACES
        ),
    ]
