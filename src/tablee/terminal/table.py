"""A person and bots at one table."""

from collections.abc import Callable

import click

from tablee.bots.protocol import Bot
from tablee.match import TITLES, Match
from tablee.observation import Observation
from tablee.rules import GAMES
from tablee.rules.contract import IllegalMove
from tablee.terminal.faces import FACES, draw, events, foreseen, hands, names_of, offers, result
from tablee.terminal.paint import bold

PROMPT = "> "
QUIT = ("quit", "exit", "q")
COMMANDS = """\
help   this text            moves  the legal moves
board  the table again      undo   take back, within your own turn
quit   leave the table"""
GREETING = "Type a move, or: help, moves, board, undo, quit."

Say = Callable[[str], None]
Ask = Callable[[str], str | None]  # the answer to a prompt; None when there will be none


class Table:
    """One seat is a person's; all that the person sees is what that seat may see."""

    def __init__(self, match: Match, me: int, bot: Bot, say: Say, ask: Ask) -> None:
        self._match, self._me, self._bot = match, me, bot
        self._say, self._ask = say, ask
        self._names = names_of(match.seats, me)
        self._compile()

    def _compile(self) -> None:
        """Have everything ready before the first question, not in the middle of a game."""
        seen = self._match.observe(self._match.actor)
        foreseen(seen, self._bot.choose(seen))

    def play(self) -> bool:
        """Play to the end; whether it was reached."""
        self._say(GREETING)
        while (actor := self._match.actor) is not None:
            if actor != self._me:
                self._make(self._bot.choose(self._match.observe(actor)))
            elif not self._my_move():
                return False
        self._say(f"\n{draw(self._look(), self._names)}")
        self._say(f"\n{result(self._match, self._names)}")
        return True

    def _look(self) -> Observation:
        return self._match.observe(self._me)

    def _make(self, move: str) -> None:
        before = self._look()
        self._match.play(move)
        for line in events(before, self._look(), self._names):
            self._say(f"  {line}")

    def _my_move(self) -> bool:
        """Ask until a move is made; False when the person leaves."""
        seen = self._look()
        self._show_board(seen)
        self._show_moves(seen)
        while True:
            answer = self._ask(PROMPT)
            if answer is None or answer.strip().lower() in QUIT:
                return False
            match answer.strip().lower():
                case "":
                    self._say(GREETING)
                case "help" | "?":
                    self._say(help_of(seen.game))
                case "board":
                    self._show_board(seen)
                case "moves":
                    self._show_moves(seen)
                case typed:
                    try:
                        self._make(meant(typed, seen))
                    except IllegalMove as wrong:
                        self._say(str(wrong))
                    else:
                        return True

    def _show_board(self, seen: Observation) -> None:
        self._say(f"\n{draw(seen, self._names)}\n\n{hands(seen, 'your hand')}\n")

    def _show_moves(self, seen: Observation) -> None:
        self._say(offers(seen))


def help_of(game: str) -> str:
    rules = click.wrap_text(FACES[game].HELP, width=76, preserve_paragraphs=True)
    return f"{bold(TITLES[game])}\n\n{rules}\n\n{COMMANDS}"


def meant(typed: str, seen: Observation) -> str:
    """The move that was typed: in any case of letters, and shortened when only one begins so."""
    stem = FACES[seen.game].stem
    begun: list[str] = [each.move for each in seen.moves if stem(each.move).lower() == typed]
    if len(begun) > 1:
        raise IllegalMove(
            "That may be any of %(count)d moves, such as %(move)s.",
            count=len(begun),
            move=begun[0],
        )
    if begun:
        return begun[0]
    cased: dict[str, str] = {move.lower(): move for move in GAMES[seen.game].MOVES}
    return cased.get(typed, typed)
