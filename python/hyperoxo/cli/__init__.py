"""The command `oxo`: one module for each of its commands, loaded when that command is given.

A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit code (`exit_codes.py`).
Every error that a mistake of the user causes ends here as one line on standard error.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from hyperoxo.cli.arguments import Parser, UsageError
from hyperoxo.cli.exit_codes import CODES_OF_FINDINGS, ExitCode
from hyperoxo.errors import HyperoxoError, ProofError, RecordError
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

COMMANDS = {
    "play": "play a game in the terminal",
    "move": "let a player decide on one move, with its reasons",
    "analyse": "say what moving to each empty cell is worth, with proof",
    "solve": "decide who wins a position, with a proof",
    "verify": "check a proof",
    "book": "make the book of a proved win",
    "replay": "go through a recorded game",
    "svg": "draw a position as a picture",
    "match": "let two players meet, and say how strong they are",
    "tournament": "let every player meet every other",
    "sprt": "let two players meet until it is known which of two Elo differences they have",
    "ladder": "let all players that fit a board meet, and rate them",
    "report": "tell recorded games on a page, with tables and plots",
    "boards": "list boards",
    "engines": "list players, or the options of one",
    "info": "count the cells, lines and symmetries of a board",
    "ugi": "be an engine that other programs talk to",
    "ugi-check": "tell the author of an engine what it does wrong",
    "serve": "serve the page, to play and analyse in a browser",
}
"""Every command, with what it does; the module of `commands` that has its name (`-` is `_` there) does it."""


def main(arguments: Sequence[str] | None = None) -> ExitCode:
    """Run the command that the arguments give (those of the process by default) and return the exit code."""
    return run_program("oxo", lambda: _run(sys.argv[1:] if arguments is None else list(arguments)))


def run_program(name: str, work: Callable[[], ExitCode]) -> ExitCode:
    """Run the work of a command-line program and return its exit code; a mistake of the user becomes one line of error.

    Args:
        name: what its errors begin with.
        work: prints what there is to print, and returns the code where nothing goes wrong.
    """
    _prepare_output()
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has seen enough.
        _abandon(sys.stdout)
        return ExitCode.DONE
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except HyperoxoError as error:
        return _refuse(name, str(error), _code_of(error))
    except OSError as error:
        subject = shortened(os.fsdecode(error.filename)) if error.filename else "output"
        return _refuse(name, f"{subject}: {error.strerror or error}", ExitCode.USAGE)
    return code


def _code_of(error: HyperoxoError) -> ExitCode:
    """Return the exit code of an error."""
    match error:
        case RecordError():
            return ExitCode.MALFORMED
        case ProofError(finding=finding):
            return CODES_OF_FINDINGS[finding]
        case _:
            return ExitCode.USAGE


def _run(arguments: list[str]) -> ExitCode:
    chosen = next((argument for argument in arguments if not argument.startswith("-")), None)
    if chosen is not None and chosen not in COMMANDS:
        raise UsageError(f"{shortened(chosen)}: there is no such command; commands are {', '.join(COMMANDS)}")
    try:
        parsed, unknown = _parser(chosen).parse_known_args(arguments)
    except SystemExit:  # help or version has been printed
        return ExitCode.DONE
    program = f"oxo {chosen}" if chosen else "oxo"
    if unknown:
        raise UsageError(f"{shortened(unknown[0])}: unexpected; {program} --help tells what there is")
    if chosen is None:
        raise UsageError(f"a command is missing; commands are {', '.join(COMMANDS)}; oxo --help tells more")
    code: ExitCode = parsed.run(parsed)
    return code


def _parser(chosen: str | None) -> Parser:
    """Return the parser of the whole command line, in which only the chosen command knows its arguments."""
    parser = Parser(
        prog="oxo", description="Tic-tac-toe in any number of dimensions: play it, and watch programs play it."
    )
    parser.add_argument("--version", action=_Version, help="print the version and leave")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == chosen:
            module = importlib.import_module(f"{__name__}.commands.{name.replace('-', '_')}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


class _Version(argparse.Action):
    """Prints the version, which is looked up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib import metadata  # noqa: PLC0415 - only this needs it

        print(f"oxo {metadata.version('hyperoxo')}")
        parser.exit()


def _prepare_output() -> None:
    """Make standard output take any text, and be there, as standard error is, even if it was closed."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - open until the process ends
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - open until the process ends
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _refuse(name: str, message: str, code: ExitCode) -> ExitCode:
    """Print the message below whatever could be printed before, and return the code."""
    try:
        sys.stdout.flush()
    except OSError:
        _abandon(sys.stdout)
    try:
        print(f"{name}: {message}", file=sys.stderr)
    except OSError:  # the exit code remains
        _abandon(sys.stderr)
    return code


def _abandon(stream: TextIO) -> None:
    """Send what the stream still holds nowhere; at exit it would be written again, and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
