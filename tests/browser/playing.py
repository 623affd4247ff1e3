"""People who play: each makes moves in another way, and knows nothing but what any game shows."""

import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from playwright.sync_api import Locator, Page, expect

TURN, OVER = "#table[data-turn=yes]", "#table.over"
DECIDED = f"{TURN}, {OVER}"
MOST = 200  # moves that one person makes in a game of any kind
PATIENCE = 60.0  # seconds

# What a person may do now: cards with their places, and what needs no card.
CHOICES = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const open = all('#act [name=pick]:enabled').map(pick => pick.id.slice('pick-'.length));
  const slots = move => move.dataset.for.split(' ').filter(slot => open.includes(slot));
  const actions = all('#act .action[value]').map(move => move.value);
  return [
    ...all('#act .move[data-for]').flatMap(move => slots(move).map(slot => [slot, move.value])),
    ...actions.filter(move => move !== 'undo').map(move => ['', move]),
  ];
}"""

# What of the move at hand lies outside of the window as it opens.
OUT_OF_SIGHT = """() => {
  const parts = [...document.querySelectorAll('#status, #act .slot, #act .move')];
  const shown = parts.filter(each => each.checkVisibility({visibilityProperty: true}));
  return shown.filter(each => {
    const {left, right, top, bottom} = each.getBoundingClientRect();
    return left < 0 || right > innerWidth || top + scrollY < 0 || bottom + scrollY > innerHeight;
  }).map(each => each.outerHTML.slice(0, 90));
}"""


class Choice(NamedTuple):
    slot: str  # the number of the card, or nothing
    move: str


class Person:
    """`page` may be changed, as people change from one window to another."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.made = 0

    def choose(self) -> Choice:
        found = self.page.evaluate(CHOICES)
        return Choice(*self.random.choice(found))

    def place(self, choice: Choice) -> Locator:
        card = f'[data-for~="{choice.slot}"]' if choice.slot else ".action"
        return self.page.locator(f'#act .move{card}[value="{choice.move}"]')

    def slot(self, choice: Choice) -> Locator:
        return self.page.locator(f"#act .slot:has(#pick-{choice.slot})")

    def make(self, choice: Choice) -> None:
        raise NotImplementedError

    def move(self) -> None:
        """One move, until it shows."""
        assert self.made < MOST
        before = self.page.locator("#table").get_attribute("data-version")
        self.make(self.choose())
        expect(self.page.locator("#table")).not_to_have_attribute("data-version", before or "")
        self.made += 1

    @property
    def decided(self) -> bool:
        """Whether it is this person's turn, or the game is over."""
        return self.page.locator(DECIDED).count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def glance(self) -> None:
        """A moment goes by."""
        self.page.wait_for_timeout(20)


class Tapping(Person):
    def make(self, choice: Choice) -> None:
        if choice.slot:
            self.slot(choice).tap()
            assert self.page.evaluate(OUT_OF_SIGHT) == []
        self.place(choice).tap()


class Dragging(Person):
    def make(self, choice: Choice) -> None:
        if not choice.slot:
            return self.place(choice).click()
        slot, place, mouse = self.slot(choice), self.place(choice), self.page.mouse
        slot.hover()
        mouse.down()
        x, y = middle(slot)
        mouse.move(x, y - 20, steps=2)
        place.wait_for(state="visible")
        mouse.move(*middle(place), steps=3)
        return mouse.up()


class Typing(Person):
    """By keyboard alone, from wherever the focus is."""

    def make(self, choice: Choice) -> None:
        if choice.slot:
            self.press_until("Tab", "each.name === 'pick'")
            self.press_until("ArrowRight", f"each.id === 'pick-{choice.slot}'")
            assert self.page.evaluate(OUT_OF_SIGHT) == []
            self.press("Enter")
            assert self.at("each.dataset.for !== undefined")
            for way in self.random.sample(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"], 2):
                self.press(way)
        else:
            self.press_until("Tab", f"each.value === '{choice.move}'")
        self.press("Enter")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def at(self, what: str) -> bool:
        there: bool = self.page.evaluate(f"(each => {what})(document.activeElement)")
        return there

    def press_until(self, key: str, what: str) -> None:
        for _ in range(80):
            if self.at(what):
                return
            self.press(key)
        raise AssertionError(f"{key} never leads to {what}.")


class Clicking(Person):
    def make(self, choice: Choice) -> None:
        if choice.slot:
            self.slot(choice).click()
        self.place(choice).click()


class WithoutScript(Clicking):
    """The page is asked for again until it is one's turn."""

    def glance(self) -> None:
        self.page.reload()


class Listening(Person):
    """By what is read out: roles, names, states. Acts as a screen reader does, without a place."""

    LINE = re.compile(r"""\s*- '?(radio|button) "((?:[^"\\]|\\.)*)"(.*)""")
    NO_MOVES = ("Hint", "Take back")

    def told(self) -> str:
        """The whole table."""
        return self.page.get_by_role("main").aria_snapshot()

    def heard(self, role: str) -> list[str]:
        """The names of what can be done."""
        said = filter(None, map(self.LINE.match, self.told().splitlines()))
        return [
            name.replace("''", "'").replace('\\"', '"')
            for line, name, state in (each.groups() for each in said)
            if line == role and "[disabled]" not in state and name not in self.NO_MOVES
        ]

    def act(self, role: Literal["radio", "button"]) -> None:
        name = self.random.choice(self.heard(role))
        self.page.get_by_role(role, name=name, exact=True).first.dispatch_event("click")

    def move(self) -> None:
        assert self.made < MOST
        if self.heard("radio"):
            self.act("radio")
        before = self.told()
        self.act("button")
        while self.told() == before:
            self.page.wait_for_timeout(20)
        self.made += 1

    @property
    def decided(self) -> bool:
        mine = self.page.get_by_role("status").filter(has_text="It is your turn.")
        return mine.count() > 0 or self.over

    @property
    def over(self) -> bool:
        return self.page.get_by_role("heading", name="Result").count() > 0


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play(people: Sequence[Person], between: Callable[[], object] = lambda: None) -> None:
    """Everybody moves when it is their turn, until all see that the game is over."""
    patient = time.monotonic() + PATIENCE
    while not all(person.over for person in people):
        assert time.monotonic() < patient, "Nothing happens any more."
        between()
        for person in people:
            if person.decided and not person.over:
                person.move()
                patient = time.monotonic() + PATIENCE
            else:
                person.glance()
