"""A first game of Yucata': numbers, the sword, the chameleon, the card that may not be repeated,
and why it is good to let others go first."""

from tablee.web.games.base import N_
from tablee.web.lessons.base import Lesson, Step

LESSON = Lesson(
    game="yucata",
    names=("Mira",),
    options={"layout": "ceiba"},
    opening=(),
    steps=(
        Step(
            N_(
                "A path winds through the jungle to the temple. The round stones are good, the "
                "jagged ones are bad. Whoever goes ahead takes what lies there, be it good or bad."
            ),
            marks=("space-4", "space-6"),
        ),
        Step(
            N_(
                "Pick the 5. You see where your amulet would land and which stones it takes. "
                "Lay it: touch the card again, or the place on the path."
            ),
            moves=("5",),
            then=("S",),
        ),
        Step(
            N_(
                "Mira has laid the sword: it always leads to the space just ahead of the furthest "
                "amulet, whoever it belongs to. So she took a bad stone. Two more lie ahead of "
                "her: stay behind, and lay the 1."
            ),
            moves=("1",),
            then=("3",),
            marks=("space-7", "space-8"),
        ),
        Step(
            N_(
                "Mira had to take both. Her 3 is grey in your hand: nobody may lay the card that "
                "was laid just before. But the chameleon does what the last card did. Lay it!"
            ),
            moves=("C",),
            then=("5",),
        ),
        Step(
            N_(
                "A good way to wait. Mira has run ahead and taken her fourth bad stone. Now use "
                "your sword: wherever you stand, it carries you just past her."
            ),
            moves=("S",),
            then=("4",),
        ),
        Step(
            N_(
                "Six spaces with one card. Before Mira lies a good stone, and then a bad one on "
                "space 20. Let her meet it first: lay the 3, which takes nothing."
            ),
            moves=("3",),
            then=("2",),
            marks=("space-20",),
        ),
        Step(
            N_("She did. Now the way is clear: lay the 4, and take two good stones."),
            moves=("4",),
            then=("C",),
            marks=("space-21", "space-22"),
        ),
        Step(
            N_(
                "One card is left in your hand. The last card may always be laid, even if it was "
                "laid just before."
            ),
            moves=("2",),
            then=("1",),
        ),
        Step(
            N_(
                "Seven rounds are over: everybody has taken the seven cards back. Lay the 5. It "
                "takes a bad stone as well, but three good ones are worth it: one bad stone costs "
                "you only one good stone."
            ),
            moves=("5",),
            then=("4",),
            marks=("space-28",),
        ),
        Step(
            N_("Three bad stones in a row lie before the temple. Lay the 2, and no more."),
            moves=("2",),
            then=("S",),
            marks=("space-32", "space-33", "space-34"),
        ),
        Step(
            N_("Mira has taken the first of them. Lay the 1, and wait for her once more."),
            moves=("1",),
            then=("5",),
        ),
        Step(
            N_(
                "Mira stands before the gate. The game ends at once when an amulet reaches the "
                "temple, and you still have the sword!"
            ),
            moves=("S",),
        ),
        Step(
            N_(
                "The final stone takes your only bad one away, so your 10 good stones count. Bad "
                "stones cost 1, 3, 6, 10 good ones and so on: Mira's eight would cost 36, so all "
                "her 15 are gone."
            ),
            marks=("stones-0", "stones-1"),
        ),
    ),
    end=N_("That was a whole game. Now you know all of it: play your first one against the bots!"),
)
