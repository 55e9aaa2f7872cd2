"""The command `oxo`: one module for each of its commands, loaded when that command is given.

A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit code (`exit_codes.py`)
unless that is always 0.
Every mistake of the user ends here, as one message on standard error.
"""

from __future__ import annotations

import _thread
import argparse
import importlib
import io
import os
import re
import sys
import typing
from contextlib import ExitStack, suppress
from pathlib import Path

from hyperoxo.cli.arguments import Parser, Read, UsageError, split_boards
from hyperoxo.cli.command_list import COMMANDS, GROUPS, HELP, PAGES, SPELLINGS
from hyperoxo.cli.exit_codes import CODES_OF_FINDINGS, COMMON_CODES, ExitCode
from hyperoxo.errors import CheckpointError, HyperoxoError, ProofError, RecordError
from hyperoxo.spellings import has_board_form
from hyperoxo.text import did_you_mean, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_HOSTS = {
    "backup": "database",
    "book": "proofs",
    "compare": "match",
    "gif": "svg",
    "info": "boards",
    "ladder": "match",
    "names": "database",
    "sprt": "match",
    "tournament": "match",
    "verify": "proofs",
    "worksheet": "puzzle",
}
"""The modules of commands that share one; their functions are `add_NAME_arguments` and `run_NAME`.

The module of any other command has its name, with `_` for `-`.
"""
_OTHER_COMMANDS = {
    "ai": "players",
    "api": "help library",
    "board": "boards",
    "elo": "help statistics",
    "engine": "help ugi",
    "engines": "players",
    "game": "play",
    "hint": "analyse",
    "load": "play",
    "new": "play",
    "picture": "svg",
    "python": "help library",
    "rules": "help glossary",
    "start": "play",
    "version": "--version",
}
"""Commands that people type for others, too far from these to be found as misspelled."""
_ABOUT = "Tic-tac-toe in any number of dimensions: play it, analyse it, solve it, and compare players."
_FIRST = ("play", "new-player", "puzzle", "museum")
"""What a newcomer may try."""
_SHORTAGES = (MemoryError, RuntimeError, ImportError, SystemError)
"""Errors that CPython raises when memory runs out; all but the first have other causes, too."""
_ROOM = 64 << 20
"""Bytes, more than a thread or a library takes."""
_NUMBERED = ("--games", "--count", "--positions", "--port", "--ply")
"""What a number that stands by itself means in a command that has one of these options, the first of them."""
_MEANT: Mapping[str, Sequence[tuple[str, str]]] = {
    "--engine": [("--second", "--second ugi:{value}"), ("--engines", "ugi:{value}")],
    "--file": [("BOARD|FILE", "{prog} {value}"), ("FILE", "{prog} {value}")],
    "--level": [("--engines", "oxo:level={value}")],
    "--load": [("BOARD|FILE", "{prog} {value}"), ("FILE", "{prog} {value}")],
    "--number": [("--games", "--games {value}"), ("--count", "--count {value}")],
    "--opponent": [("--second", "--second {value}")],
    "--out": [("--save", "--save {value}")],
    "--rounds": [("--games", "--games {value}")],
    "--save": [("--out", "--out {value}")],
    "--sprt": [("--openings", "oxo sprt")],
    "--strategy": [("--second", "--second oxo:strategy={value}"), ("--engines", "oxo:strategy={value}")],
    "-n": [("--games", "--games {value}"), ("--count", "--count {value}")],
    "-o": [("--out", "--out {value}"), ("--save", "--save {value}")],
}
"""What to type instead of an option that a command does not have: the first that it has, an argument, and the text."""
_BETWEEN = ("vs", "vs.", "v", "versus", "against", "and")
"""What people type between two players."""


def main(arguments: Sequence[str] | None = None) -> ExitCode:
    """Run the command that the arguments name (those of the process by default) and return the exit code."""
    return run_program("oxo", lambda: _run(sys.argv[1:] if arguments is None else list(arguments)))


def run_program(name: str, work: Callable[[], ExitCode]) -> ExitCode:
    """Run a command-line program and return its exit code; a mistake of the user becomes one message."""
    _prepare_output()
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has closed the pipe.
        _abandon(sys.stdout)
        return ExitCode.DONE
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except HyperoxoError as error:
        return _refuse(name, str(error), _code_of(error))
    except OSError as error:
        subject = shortened(os.fsdecode(error.filename)) if error.filename else "output"
        return _refuse(name, f"{subject}: {error.strerror or error}", ExitCode.USAGE)
    except _SHORTAGES as error:
        if not isinstance(error, MemoryError) and (type(error) not in _SHORTAGES or _has_room()):
            raise
        return _refuse(name, "out of memory: close other programs or raise the limit", ExitCode.USAGE)
    return code


def _has_room() -> bool:
    """Whether the system gives a thread and some memory now, while what was called still holds its own."""
    try:
        bytes(_ROOM)
        _thread.start_new_thread(int, ())
    except (MemoryError, RuntimeError):
        return False
    return True


def _code_of(error: HyperoxoError) -> ExitCode:
    match error:
        case RecordError() | CheckpointError():
            return ExitCode.MALFORMED
        case ProofError(finding=finding):
            return CODES_OF_FINDINGS[finding]
        case _:
            return ExitCode.USAGE


def _run(arguments: list[str]) -> ExitCode:
    at = next((at for at, argument in enumerate(arguments) if not argument.startswith("-")), len(arguments))
    words = [SPELLINGS.get(word, word) if word.startswith("-") else word for word in arguments[at + 1 :]]
    chosen = next((SPELLINGS.get(word, word) for word in arguments[at : at + 1]), None)
    if chosen == HELP:
        return _help(arguments)
    if chosen is not None and chosen not in COMMANDS:
        play = f"play {chosen}" if has_board_form(chosen) or Path(chosen).is_file() else None
        other = _OTHER_COMMANDS.get(chosen, f"{HELP} {chosen}" if chosen in PAGES else play)
        near = f"did you mean {other}?" if other else did_you_mean(chosen, (*COMMANDS, HELP))
        remedy = near or f"commands are {', '.join(COMMANDS)}"
        raise UsageError(f"{shortened(chosen)}: there is no such command; {remedy}")
    parsed = argparse.Namespace()
    try:
        before, unknown = _parser().parse_known_args(arguments[:at])
        if before.version:
            from importlib import metadata  # noqa: PLC0415 - no other option needs it

            print(f"oxo {metadata.version('hyperoxo')}")
            return ExitCode.DONE
        if chosen is not None and not unknown:
            parser = command_parser(chosen)
            boards, others = split_boards(parser, words)
            # Words of which there may be any number would else have to stand together.
            is_listing = any(not each.option_strings and each.nargs in {"+", "*"} for each in parser.arguments)
            read = parser.parse_known_intermixed_args if is_listing else parser.parse_known_args
            _, unknown = read(others, parsed)
            unknown = _place_boards(parsed, boards, unknown)
    except SystemExit:  # help has been printed
        return ExitCode.DONE
    if unknown:
        raise UsageError(f"{shortened(unknown[0])}: unexpected argument; {_remedy(unknown[0], chosen, arguments)}")
    if chosen is None:
        return _welcome()
    from hyperoxo.cli.interruptible import interrupt_raised  # noqa: PLC0415 - help works without it

    _, run = _functions(chosen)
    with ExitStack() as stack:
        stack.enter_context(interrupt_raised())
        if hasattr(parsed, "engines"):
            from hyperoxo.cli.named_players import engine_names  # noqa: PLC0415 - as above

            stack.enter_context(engine_names(parsed.engines))
        if getattr(parsed, "log", None) is not None:
            from hyperoxo.cli.files import engine_log  # noqa: PLC0415 - as above

            stack.enter_context(engine_log(parsed.log))
        return run(parsed) or ExitCode.DONE


def _place_boards(parsed: argparse.Namespace, boards: list[str], unknown: list[str]) -> list[str]:
    """Let `parsed` have the board, and return the words that stay unknown.

    Raises:
        UsageError: two words name a board, or the file of a game.
    """
    if "".join(unknown).startswith("-"):
        return unknown
    typed: str | None = getattr(parsed, "board", None)
    if boards and typed is not None and typed.isdecimal():
        return [typed, *unknown]
    found = boards if typed is None else [typed, *boards]
    if hasattr(parsed, "board") and hasattr(parsed, "ply"):
        from hyperoxo.cli.files import is_record  # noqa: PLC0415 - few words are left

        found += filter(is_record, unknown)
        unknown = [word for word in unknown if word not in found]
    if hasattr(parsed, "second") and (programs := [word for word in found if word.endswith(".py")]):
        typed = shortened(programs[0])
        raise UsageError(f"{typed}: a program, not a board or a game; --second {typed} lets it play O")
    if len(found) > 1:
        raise UsageError(f"{shortened(found[0])} and {shortened(found[1])}: two boards or games; leave one of them out")
    if found:
        parsed.board = found[0]
    return unknown


def _remedy(unknown: str, chosen: str | None, arguments: Sequence[str]) -> str:
    """Return what to type instead of an argument that a command does not have."""
    if chosen is None:
        return "see oxo --help"
    find = _remedy_of_option if unknown.startswith("-") else _remedy_of_word
    return find(unknown, command_parser(chosen), arguments) or f"see oxo {chosen} --help"


def _remedy_of_option(unknown: str, parser: Parser, arguments: Sequence[str]) -> str | None:
    """Return the option, or the argument, that was meant; None if none is near."""
    options = [option for action in parser.arguments for option in action.option_strings]
    name, _, value = unknown.partition("=")
    value = shortened(value or next(iter(arguments[arguments.index(unknown) + 1 :]), "…"))
    known = {*options, *(str(action.metavar) for action in parser.arguments if not action.option_strings)}
    meant = [text.format(prog=parser.prog, value=value) for needed, text in _MEANT.get(name, ()) if needed in known]
    return f"type {meant[0]}" if meant else did_you_mean(name, options)


def _remedy_of_word(unknown: str, parser: Parser, arguments: Sequence[str]) -> str | None:
    """Return what a word without an option was meant to be; None if that is not known."""
    if "--moves" in arguments:
        return 'put the cells in quotes, such as --moves "111 222"'
    numbers = {option for action in parser.arguments if isinstance(action, Read) for option in action.option_strings}
    if unknown.isdecimal():
        found = [option for option in _NUMBERED if option in numbers]
        board = f"{arguments[arguments.index(unknown) - 1]}:{unknown}"
        is_length = has_board_form(board) and int(unknown) < max(map(int, re.findall("[0-9]+", board)))
        if is_length and found in ([], ["--ply"]):
            return f"type {board} for a line of {unknown}"
        return f"type {found[0]} {shortened(unknown)}" if found else None
    if between := [word for word in arguments if word.lower() in _BETWEEN]:
        return f"leave out {between[0]}"
    unquoted = any(argument.startswith("ugi:") and " " not in argument for argument in arguments)
    return "put a program and its arguments in quotes" if unquoted else None


def _help(arguments: list[str]) -> ExitCode:
    """Show the help of all commands or of one, the page of this name, or what the glossary has about a term."""
    named = [SPELLINGS.get(argument, argument) for argument in arguments if not argument.startswith("-")]
    named.remove(HELP)
    name = " ".join(named)
    if not named or name in COMMANDS.keys() - PAGES:
        return _run([*named, "--help"])
    from hyperoxo.cli.pages import glossary_text, page_text, show  # noqa: PLC0415 - the help of commands needs no page

    usage = command_parser(name).format_help().replace(f"more: oxo help {name}\n", "\n") if name in COMMANDS else ""
    near = did_you_mean(_OTHER_COMMANDS.get(name, name).removeprefix(f"{HELP} "), (*COMMANDS, *PAGES))
    text = usage + page_text(name) if name in PAGES else glossary_text(name, only_headings=bool(near))
    if not text:
        remedy = near or f"pages are {', '.join(PAGES)}; oxo help glossary explains terms"
        raise UsageError(f"{shortened(name)}: there is no such command, page or term; {remedy}")
    show(text)
    return ExitCode.DONE


def _welcome() -> ExitCode:
    """Show a person at a terminal what this is, what to try, and all commands by their groups, on one screen."""
    from hyperoxo.cli.output import is_terminal, wrapped  # noqa: PLC0415 - help works without it

    if not is_terminal(sys.stdin, sys.stdout):
        raise UsageError(f"a command is missing; commands are {', '.join(COMMANDS)}; see oxo --help")
    width = max(map(len, GROUPS)) + 4
    groups = [
        line
        for title, group in GROUPS.items()
        for line in wrapped(", ".join(group), first=f"  {title}:".ljust(width), indent=" " * width)
    ]
    parts = (
        wrapped(_ABOUT),
        ["To try:", *(f"  oxo {name:12}{COMMANDS[name].summary}" for name in _FIRST)],
        ["All commands:", *groups],
        wrapped(
            "oxo help: what each command does; oxo help COMMAND: its arguments and an example; "
            "oxo help WORD: what a term means."
        ),
    )
    print("\n\n".join("\n".join(part) for part in parts))
    return ExitCode.DONE


def _parser() -> Parser:
    """Return the parser of what may stand before a command."""
    width = max(map(len, COMMANDS))
    listed = (
        "\n".join([f"{title}:", *(f"  {name:{width}}  {command.summary}" for name, command in group.items()), ""])
        for title, group in GROUPS.items()
    )
    ending = f"oxo help COMMAND shows the arguments of a command; oxo help PAGE, a page: {', '.join(PAGES)}."
    parser = Parser(
        prog="oxo",
        usage="oxo [-h] [-V] COMMAND ...",
        description=_ABOUT,
        epilog="\n".join([*listed, ending]),
    )
    parser.add_argument("-V", "--version", action="store_true", help="show the version and exit")
    return parser


def command_parser(name: str) -> Parser:
    """Return the parser of the arguments of one of `COMMANDS`."""
    summary, example, codes = COMMANDS[name]
    parser = Parser(prog=f"oxo {name}", description=f"{summary[0].upper()}{summary[1:]}.")
    add_arguments, _ = _functions(name)
    add_arguments(parser)
    meanings = "; ".join(f"{code:d} {meaning}" for code, meaning in sorted({**COMMON_CODES, **codes}.items()))
    parser.notes = parser.epilog or ""
    ending = [parser.notes, "", f"example: oxo {example}", f"exit codes: {meanings}"]
    parser.epilog = "\n".join([*ending, *([f"more: oxo help {name}"] if name in PAGES else [])]).strip()
    return parser


def _functions(name: str) -> tuple[Callable[[Parser], None], Callable[[argparse.Namespace], ExitCode | None]]:
    """Import the module of a command; return what declares its arguments, and what runs it."""
    host = _HOSTS.get(name)
    module = importlib.import_module(f"{__name__}.commands.{host or name.replace('-', '_')}")
    own = f"_{name}" if host else ""
    return getattr(module, f"add{own}_arguments"), getattr(module, f"run{own}")


def _prepare_output() -> None:
    """Make standard output accept any text; replace it and standard error by the null device where they are closed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _refuse(name: str, message: str, code: ExitCode) -> ExitCode:
    """Print the message below the output, on a terminal broken between words, and return the code."""
    try:
        sys.stdout.flush()
    except OSError:
        _abandon(sys.stdout)
    text = f"{name}: {message}"
    with suppress(*_SHORTAGES):  # a lack of memory is reported in one long line
        from hyperoxo.cli.output import fitted_to_terminal  # noqa: PLC0415 - only mistakes need it

        text = "\n".join(fitted_to_terminal(line, sys.stderr) for line in text.splitlines())
    try:
        print(text, file=sys.stderr)
    except OSError:  # only the exit code can report the mistake now
        _abandon(sys.stderr)
    return code


def _abandon(stream: typing.TextIO) -> None:
    """Discard what the stream still holds; Python would write it again at exit, and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
