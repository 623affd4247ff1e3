"""`tablee completion`"""

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

SHELLS = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(
    short_help="Print the script for completion in a shell.",
    epilog="""To have it in every new shell, once:

    \b
      bash  tablee completion bash > ~/.local/share/bash-completion/completions/tablee
      zsh   tablee completion zsh > "${fpath[1]}/_tablee"
      fish  tablee completion fish > ~/.config/fish/completions/tablee.fish

    Or for this shell only:

    \b
      eval "$(tablee completion bash)"
      eval "$(tablee completion zsh)"
      tablee completion fish | source""",
)
@click.argument("shell", type=click.Choice(list(SHELLS)), metavar="[bash|zsh|fish]")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, games and options."""
    complete = SHELLS[shell]
    click.echo(complete(context.find_root().command, {}, "tablee", "_TABLEE_COMPLETE").source())
