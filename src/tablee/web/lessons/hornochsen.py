"""A first game of Hornochsen!: where a card goes, the fifth card, special cards, and counting."""

from tablee.web.games.base import N_
from tablee.web.lessons.base import Lesson, Step

LESSON = Lesson(
    game="hornochsen",
    names=("Mira",),
    options={},
    opening=(
        *("~3", "~4", "~7", "~12", "~18", "~27", "~33", "~37", "~41", "~52", "~55", "~66"),
        *("~78", "~95"),
        *("~6", "~9", "~10", "~11", "~15", "~22", "~24", "~29", "~44", "~58", "~63", "~70"),
        *("~84", "~91"),
        *("~8", "~21", "~35", "~48", "~60", "~73", "~89"),
    ),
    steps=(
        Step(
            N_(
                "Welcome to the oxen! Seven rows have one card each. They stand in the order of "
                "their last cards, and five cards make a row full."
            ),
        ),
        Step(
            N_(
                "Below is your hand. Green heads will count for you, red ones against you. "
                "The small number at a row says what its cards are worth so far."
            ),
        ),
        Step(
            N_(
                "Pick the 37. It has one place only: the row that ends in 35, the highest end "
                "below it. Lay it there."
            ),
            moves=("37",),
            marks=("row-35",),
        ),
        Step(
            N_("You may lay up to three cards on a turn. This time one is enough: end your turn."),
            moves=("done",),
            then=("22", "24", "done"),
        ),
        Step(
            N_(
                "Mira has laid the 22 and the 24. What about your 3, which is lower than all rows? "
                "It goes to the row with the highest end, behind the 89."
            ),
            moves=("3",),
            marks=("row-89",),
        ),
        Step(
            N_("So this row ends in 3 at once, and your 4 goes there, too."),
            moves=("4",),
            marks=("row-89",),
        ),
        Step(
            N_(
                "Three good oxen. Make the row better still: put your “+5” there. "
                "As your third card it ends your turn."
            ),
            moves=("+5@4",),
            marks=("row-89",),
            then=("6", "done"),
        ),
        Step(
            N_(
                "Mira has added her 6: four cards, worth 9 points with the “+5”. "
                "Your 7 is the fifth one: take the row!"
            ),
            moves=("7",),
            marks=("row-89",),
        ),
        Step(
            N_(
                "10 points lie face down before you, and your turn goes on. Now the “x2”: it "
                "doubles everything that its taker has. Put it on the row that ends in 8."
            ),
            moves=("x2@8",),
            marks=("row-8", "taken-0"),
        ),
        Step(
            N_("A third card, if you like: the 41 goes behind the 37. Lay it."),
            moves=("41",),
            then=("9", "10", "11"),
        ),
        Step(
            N_(
                "Mira has spoilt your row: with the 10 and the 11 it is worth −6. But your 12 adds "
                "2 and takes it, and 10 − 4 points doubled are 12. Take it!"
            ),
            moves=("12",),
            marks=("row-8",),
        ),
        Step(
            N_(
                "So it goes on until all ox cards are laid. Each special card left in hand then "
                "costs 10 points; yours are laid, and nothing can happen to you."
            ),
        ),
    ),
    end=N_("Now you know everything about oxen. Play your first real game against the bots!"),
)
