"""`tablee ...`: the commands, and how each of them ends when something is wrong."""

import codecs
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import tablee
from tablee.commands.analyse import analyse
from tablee.commands.arena import arena
from tablee.commands.backup import backup
from tablee.commands.completion import completion
from tablee.commands.play import play
from tablee.commands.record import record, replay
from tablee.commands.referee import referee
from tablee.commands.serve import at_home, serve
from tablee.commands.simulate import simulate
from tablee.commands.solve import solve
from tablee.commands.tables import tables
from tablee.commands.verify import verify
from tablee.web.settings import BadSetting

WRONG = 2
INTERRUPTED = 130
TO_PLAIN = "tablee.plainly"
STREAMS = (("stdin", "r", "replace"), ("stdout", "w", TO_PLAIN), ("stderr", "w", TO_PLAIN))

# What a terminal without these characters gets to see instead.
PLAIN = str.maketrans("┌┐└┘─│·▸◂±–…", "++++-|.><~-.")


def plainly(wrong: UnicodeEncodeError) -> tuple[str, int]:
    """The error handler of our output: a near character for one that can't be written."""
    text = wrong.object[wrong.start : wrong.end].translate(PLAIN)
    return text.encode("ascii", "replace").decode(), wrong.end


codecs.register_error(TO_PLAIN, plainly)  # type: ignore[arg-type] # we only ever encode


class Commands(click.Group):
    """A group whose mistakes are one sentence on stderr and a status, never more."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        for name, mode, errors in STREAMS:
            if getattr(sys, name) is None:  # closed by who called us
                setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
            getattr(sys, name).reconfigure(errors=errors)
        sys.exit(self.run(args, prog_name, {**extra, "standalone_mode": False}))

    def run(self, args: Sequence[str] | None, prog_name: str | None, extra: dict[str, Any]) -> int:
        try:
            status = super().main(args, prog_name, **extra)  # a broken pipe ends in here
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as wrong:
            click.echo(wrong.format_message())
            return 0
        except click.ClickException as wrong:
            return self.refuse(wrong.format_message())
        except BadSetting as wrong:
            return self.refuse(str(wrong))
        except ValueError as wrong:
            if isinstance(wrong, (tablee.BadOption, tablee.IllegalMove, tablee.RecordError)):
                return self.refuse(str(wrong))
            raise
        return status if isinstance(status, int) else 0

    def refuse(self, sentence: str) -> int:
        click.echo(" ".join(sentence.split()), err=True)
        return WRONG


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""Examples:

    \b
      tablee                           open the table in the browser
      tablee play                      play against bots, here in the terminal
      tablee play yucata --seats 2
      tablee simulate hornochsen --games 10000

    `tablee COMMAND --help` says more about each.""",
)
@click.option("--no-browser", is_flag=True, help="Without a command: only say where the table is.")
@click.version_option(tablee.__version__, prog_name="tablee", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context, no_browser: bool) -> None:
    """Yucata', Hornochsen! and Yellowstone Park: play, replay, referee, simulate and bots.

    Without a command the table opens in your browser, on this computer.
    """
    if os.environ.get("NO_COLOR"):
        context.color = False
    if context.invoked_subcommand is None:
        at_home(not no_browser)


for command in (
    serve,
    tables,
    backup,
    play,
    replay,
    record,
    verify,
    referee,
    simulate,
    arena,
    analyse,
    solve,
    completion,
):
    main.add_command(command)
