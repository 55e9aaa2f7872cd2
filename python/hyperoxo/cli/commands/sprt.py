"""`oxo sprt`: games between two players until they decide for one of two Elo differences."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from hyperoxo.arena.schedule import Competition
from hyperoxo.arena.sequential import SequentialTest
from hyperoxo.arena.sprt import STOPPED_EARLY, Sprt, SprtVerdict
from hyperoxo.arena.tables import figures
from hyperoxo.cli.arguments import UsageError
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.match_command import play_match
from hyperoxo.cli.match_options import add_board_option, add_match_options, read_match_options
from hyperoxo.cli.output import WIDTH
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    import argparse

    from hyperoxo.arena.schedule import Schedule
    from hyperoxo.game import JSON

ERROR = 0.05
"""How often the test may be wrong in either way unless other rates are typed."""

MOST_GAMES = 10_000
"""Games after which a test ends without a verdict, unless another number is typed."""

_CODES = {SprtVerdict.ACCEPTED: ExitCode.DONE, SprtVerdict.REJECTED: ExitCode.NO, SprtVerdict.OPEN: ExitCode.UNKNOWN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo sprt`."""
    parser.add_argument("players", nargs=2, metavar="PLAYER", help="NAME or NAME:option=value,…; see oxo engines")
    parser.add_argument("--elo0", metavar="E", help="Elo of the first above the second that is to be given up")
    parser.add_argument("--elo1", metavar="E", help="a larger one, that is to be accepted")
    parser.add_argument("--alpha", metavar="P", help=f"how often --elo1 may be accepted wrongly (default: {ERROR})")
    parser.add_argument("--beta", metavar="P", help=f"how often --elo0 may be accepted wrongly (default: {ERROR})")
    add_board_option(parser)
    add_match_options(parser, "the most games to play", MOST_GAMES)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Test, and print the verdict; the exit code is 0 if it is --elo1, 1 if it is --elo0, 3 if there is none."""
    test = _read_test(arguments)
    options = read_match_options(arguments, Competition.SPRT, arguments.players, str(test))
    results, scoring = play_match(arguments, options, lambda schedule: SprtScoring(test, schedule))
    caution = textwrap.wrap(STOPPED_EARLY, WIDTH) if scoring.is_decided else []
    results.print(arguments, {"sprt": scoring.as_json()}, ["", *caution, scoring.sentence()])
    return _CODES[scoring.verdict]


class SprtScoring(SequentialTest):
    """The scoring of a test, with its verdict for people and programs.

    Args:
        test: what is tested.
        schedule: the match.
    """

    def __init__(self, test: Sprt, schedule: Schedule) -> None:
        super().__init__(test, schedule)
        self.test = test

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict."""
        return self.verdict is not SprtVerdict.OPEN

    def summary(self) -> str:
        """Return the log-likelihood ratio between its bounds."""
        lower, upper = self.test.bounds
        return f"log-likelihood ratio {self.llr:.2f} of {lower:.2f} to {upper:.2f}"

    def sentence(self) -> str:
        """Return the verdict for people."""
        test = self.test
        verdicts = {
            SprtVerdict.ACCEPTED: f"Elo {test.elo1:g} or more is accepted, {test.elo0:g} rejected",
            SprtVerdict.REJECTED: f"Elo {test.elo0:g} or less is accepted, {test.elo1:g} rejected",
            SprtVerdict.OPEN: f"nothing is decided between Elo {test.elo0:g} and {test.elo1:g}",
        }
        return f"SPRT: {verdicts[self.verdict]} after {figures.format_games(self.games)}; {self.summary()}."

    def as_json(self) -> dict[str, JSON]:
        """Return the test and its verdict for programs."""
        test = self.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": self.llr,
            "bounds": list(test.bounds),
            "verdict": self.verdict.value,
        }


def _read_test(arguments: argparse.Namespace) -> Sprt:
    """Return the test that was asked for.

    Raises:
        UsageError: a difference is missing, or the numbers make no test.
        InputError: something is not a number.
    """
    for name in ("elo0", "elo1"):
        if getattr(arguments, name) is None:
            raise UsageError(f"--{name} is missing; a test needs two Elo differences, such as --elo0 0 --elo1 20")
    elo0, elo1 = _read_number(arguments.elo0), _read_number(arguments.elo1)
    alpha, beta = (ERROR if typed is None else _read_number(typed) for typed in (arguments.alpha, arguments.beta))
    try:
        return Sprt(elo0, elo1, alpha, beta)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _read_number(typed: str) -> float:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?", typed):
        raise InputError(typed, "not a number", "such as 20, -5 or 0.05")
    return float(typed)
