"""A first game of Yellowstone Park: the row and the column, the twin, the full matrix, the penalty
cards and how one gets rid of them."""

from tablee.web.games.base import N_
from tablee.web.lessons.base import Lesson, Step

LESSON = Lesson(
    game="yellowstone",
    names=("Mira", "Jonas", "Lou"),
    options={},
    opening=(
        *("~R5", "~R3", "~B3", "~G5", "~B5", "~Y6"),
        *("~B3", "~B4", "~B4", "~Y1", "~R7", "~G2"),
        *("~G3", "~G3", "~G4", "~B1", "~Y5", "~R2"),
        *("~R4", "~R4", "~R5", "~G7", "~B6", "~Y3"),
        "~G4",
    ),
    steps=(
        Step(
            N_(
                "Welcome to the park! A green 4 has opened it. The number of a card is its row, "
                "and this first card lies in the middle column."
            ),
            marks=("cell-4-d",),
        ),
        Step(
            N_(
                "All cards in the park must lie in one matrix, a square of three by three spaces. "
                "The light ground shows where it can still be. Your own six cards are below."
            ),
        ),
        Step(
            N_(
                "Pick the red 5: it goes to row 5. Red is not in the park yet, so it could open "
                "any free column. Lay it in column e, next to green."
            ),
            moves=("R5e",),
        ),
        Step(
            N_("You could lay a second card now, but you need not. End your turn."),
            moves=("done",),
            then=("B3c", "done", "G3d", "done", "R4e", "done"),
        ),
        Step(
            N_(
                "The others have laid a card each, and you are up again. Red has its own column "
                "now: your red 3 has one place only, in column e."
            ),
            moves=("R3e",),
        ),
        Step(
            N_(
                "This time, lay a second card. A blue 3 lies in the park already: put yours on "
                "top of it. A twin always fits."
            ),
            moves=("B3c",),
            marks=("cell-3-c",),
        ),
        Step(
            N_(
                "After two cards, four or five players may fill up their hands or draw nothing. "
                "Draw nothing: you will soon see what an empty hand is good for."
            ),
            moves=("keep",),
            then=("B4c", "done", "G3d", "done", "R5e", "done"),
        ),
        Step(
            N_(
                "Seven spaces of the matrix are taken. Whoever takes the eighth moves back one "
                "space on the score track, and back is good. Lay the green 5."
            ),
            moves=("G5d",),
            marks=("mark-0",),
        ),
        Step(
            N_("The ninth space is worth even three. Lay the blue 5!"),
            moves=("B5c",),
            marks=("mark-0",),
        ),
        Step(
            N_("Four spaces back in a single turn: your marker stands on 1. Draw nothing again."),
            moves=("keep",),
            then=("B4c", "done", "G4d", "done", "R4e", "done"),
        ),
        Step(
            N_(
                "Your last card is the yellow 6, and it fits nowhere. The number on its place "
                "tells how many cards you have to collect. No other column costs less."
            ),
            moves=("Y6f",),
        ),
        Step(
            N_(
                "Eight penalty cards! But your hand is empty, and with six penalty cards or more "
                "you may draw six of them instead of new cards. Do it."
            ),
            moves=("penalties",),
            then=("~B3", "~R3", "~B4", "~G3", "~B5", "~B4"),
            marks=("stack-0",),
        ),
        Step(
            N_(
                "Two penalty cards remain. When the draw pile has run out there is a scoring: all "
                "markers go forward by the penalty cards of their players. Once a marker has "
                "come to 35, the lowest one wins."
            ),
            marks=("stack-0", "pile"),
        ),
    ),
    end=N_("That was all of it. Now you know the game: play your first one against the bots!"),
)
