"""`tablee referee`"""

import sys

import click


@click.command(
    short_help="Hold games for a program in any language.",
    epilog="""Example:

    \b
      $ tablee referee
      {"deal": {"game": "yucata", "seats": 2, "seed": 7}}
      {"actor": 0, "moves": ["1", "2", "3", "4", "5", "S"]}
      {"play": "5"}
      {"actor": 1, "moves": ["1", "2", "3", "4", "C", "S"]}

    Requests: new, deal, play, observe, moves, odds, scores, record, replay. docs/referee.md
    describes them all.""",
)
def referee() -> None:
    """Hold games for a program in any language: one JSON object a line, in and out.

    Each line on standard input gets exactly one line of answer on standard output. A mistake is
    answered by an "error", a sentence, and the conversation goes on.
    """
    from tablee.referee import converse

    converse(sys.stdin.buffer, sys.stdout.buffer)
