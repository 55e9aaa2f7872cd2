"""`oxo sprt`: plays games between two players until a sequential test decides between two Elo differences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.arena.sprt import Sprt, SprtVerdict
from hyperoxo.cli.arguments import PLAYER_HELP, UsageError, add_board_option
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import run_match
from hyperoxo.cli.match_options import add_match_options, read_match_options
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    import argparse

ERROR = 0.05
"""The probability of either error, unless another is typed."""

MOST_GAMES = 10_000
"""The test ends without a verdict after this many games, unless another number is typed."""

_CODES = {SprtVerdict.ACCEPTED: ExitCode.DONE, SprtVerdict.REJECTED: ExitCode.NO, SprtVerdict.OPEN: ExitCode.UNKNOWN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo sprt`."""
    parser.add_argument("players", nargs=2, metavar="PLAYER", help=PLAYER_HELP)
    parser.add_argument("--elo0", metavar="E", help="Elo difference to reject: the first player's above the second's")
    parser.add_argument("--elo1", metavar="E", help="larger Elo difference, to accept")
    parser.add_argument("--alpha", metavar="P", help=f"probability of accepting --elo1 wrongly (default: {ERROR})")
    parser.add_argument("--beta", metavar="P", help=f"probability of accepting --elo0 wrongly (default: {ERROR})")
    add_board_option(parser)
    add_match_options(parser, "most games to play", MOST_GAMES)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play the test and print the verdict; the exit code is 0 for --elo1, 1 for --elo0, 3 for no verdict."""
    test = _read_test(arguments)
    options = read_match_options(arguments, Competition.SPRT, arguments.players, test)
    return _CODES[run_match(arguments, options).verdict or SprtVerdict.OPEN]


def _read_test(arguments: argparse.Namespace) -> Sprt:
    """Return the test that was typed.

    Raises:
        UsageError: a difference is missing, or the numbers make no test.
        InputError: an argument is not a number.
    """
    for name in ("elo0", "elo1"):
        if getattr(arguments, name) is None:
            raise UsageError(f"--{name} is missing; a test needs two Elo differences, such as --elo0 0 --elo1 20")
    elo0, elo1 = (_read_number(getattr(arguments, name), f"--{name}") for name in ("elo0", "elo1"))
    alpha = ERROR if arguments.alpha is None else _read_number(arguments.alpha, "--alpha")
    beta = ERROR if arguments.beta is None else _read_number(arguments.beta, "--beta")
    try:
        return Sprt(elo0, elo1, alpha, beta)
    except ValueError as error:
        raise UsageError(re.sub(r"\b(elo0|elo1|alpha|beta)\b", r"--\1", str(error))) from None


def _read_number(typed: str, option: str) -> float:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?", typed):
        raise InputError(f"{option} {typed}", "not a number", "such as 20, -5 or 0.05")
    return float(typed)
