"""Files that commands read and write: records of games, and files that are written whole or not at all."""

from __future__ import annotations

import os
import shlex
import sys
import typing
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path

from hyperoxo import record, svg
from hyperoxo.cli.arguments import BOARD_HELP, UsageError, add_board, add_count, add_plain, read_board, read_start
from hyperoxo.draft import Draft
from hyperoxo.engine_log import VARIABLE
from hyperoxo.errors import InputError, RecordError, naming
from hyperoxo.spellings import has_board_form
from hyperoxo.svg import PICTURE_SUFFIXES
from hyperoxo.text import shortened

RECORD_SUFFIXES = (".oxo", ".txt")
"""Suffixes of a record as text."""
JOURNAL_SUFFIXES = (".jsonl",)
"""Suffixes of files to which results are added as JSON, one a line."""

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection, Generator, Iterator, Sequence

    from hyperoxo import Game
    from hyperoxo.explorer import GameIndex
    from hyperoxo.svg import Svg


MAX_NAMED = 20
"""The most broken files, and malformed games of a file, that are named."""


class MalformedFileError(RecordError):
    """A file of games is malformed.

    Args:
        path: the file.
        error: the error of its first malformed game.
        *more: those of others.
    """

    def __init__(self, path: str, error: RecordError, *more: RecordError) -> None:
        super().__init__(error.subject, error.reason, error.remedy, line=error.line, column=error.column)
        self._lines = first_faults([f"{shortened(path)}: {each}" for each in (RecordError.__str__(self), *more)])

    def __str__(self) -> str:
        return "\noxo: ".join(self._lines)


def first_faults(lines: Sequence[str]) -> list[str]:
    """Return the first of these lines, and how many more there are."""
    left = len(lines) - MAX_NAMED
    return [*lines[:MAX_NAMED], f"and {left} more"] if left > 0 else list(lines)


class NoGameError(InputError):
    """A file has no game of those that are wanted."""


STRICT = ("--strict", "", "stop at the first malformed game")


def read_game_file(path: str, faults: list[RecordError] | None = None) -> Generator[Game]:
    with Path(path).open("rb") as source, malformed_file(path):
        yield from record.read(source, faults=faults)


@contextmanager
def malformed_file(path: str, faults: Sequence[RecordError] | None = None) -> Iterator[None]:
    """Add the file's name to errors of reading it; raise those that are collected in `faults` at the end."""
    try:
        yield
    except RecordError as error:
        raise MalformedFileError(path, error) from error
    except NoGameError:
        if not faults:
            raise
    if faults:
        raise MalformedFileError(path, *faults)


def load_game(path: str, number: int | None = 1) -> Game:
    """Return the game of a file with this number, from 1; for None the only game that it holds."""
    return find_game(read_game_file(path), path, number)


def find_game(source: Generator[Game], path: str, number: int | None) -> Game:
    """Return one of the games that are read from a file."""
    first = 0 if number is None else number - 1
    with closing(source) as games:
        found = list(islice(games, first, first + 2 if number is None else first + 1))
    if not found:
        raise NoGameError(path, "there is no game in the file" if number is None else f"the file has no game {number}")
    if len(found) > 1:
        raise InputError(path, "the file holds several games", "choose one with --game N")
    return found[0]


SOURCE = "BOARD|FILE"
"""The word in the help for a board, or the file of a recorded game."""


def add_source(parser: argparse.ArgumentParser) -> None:
    """Add the board, or the file of a recorded game, of which one and one position can be chosen."""
    add_board(parser, f"a board, {BOARD_HELP}; or a recorded game", SOURCE)
    add_count(parser, "--game", "number of the game in the file, if it holds several", least=1)
    add_count(parser, "--ply", "the position after this many moves (default: all moves)")


def read_source(arguments: argparse.Namespace) -> Game:
    """Return the recorded game, or the game that starts as typed, at the ply that was typed."""
    if (game := read_recorded_game(arguments)) is not None:
        return game
    position = getattr(arguments, "position", None)
    return at_ply(read_start(read_board(arguments), arguments.moves, position), arguments.ply)


def read_recorded_game(arguments: argparse.Namespace) -> Game | None:
    """Return the recorded game whose file stands for the board, at the ply that was typed; None if there is no file."""
    path = arguments.board
    if path is None or not is_record(path):
        check_no_number(arguments)
        return None
    check_alone(path, arguments)
    return at_ply(load_game(path, arguments.game), arguments.ply)


def is_record(typed: str) -> bool:
    """Return whether a word that may be a board is the name of a file, or of a folder, which is refused as one."""
    path = Path(typed)
    is_named_so = path.suffix.lower() in {*RECORD_SUFFIXES, *JOURNAL_SUFFIXES}
    return not has_board_form(typed) and (is_named_so or path.name != typed or path.exists())


def at_ply(game: Game, ply: int | None) -> Game:
    """Return a game after it has gone to a ply; its end for None."""
    game.go_to(game.length if ply is None else ply)
    return game


def check_no_number(arguments: argparse.Namespace) -> None:
    """Refuse the number of a game where no file is named."""
    if arguments.game is not None:
        raise UsageError(f"--game {arguments.game}: it is a number of a game in a file; name the file")


def check_alone(path: str, arguments: argparse.Namespace) -> None:
    """Refuse a board, moves or a position next to the file of a recorded game."""
    for name in ("board_option", "moves", "position"):
        if getattr(arguments, name, None) is not None:
            option = f"--{name.removesuffix('_option')}"
            raise UsageError(f"{path} and {option}: a file has its own board and moves; leave one of them out")


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add the option for files of games to be counted."""
    about = "count the finished games of these records, or folders of records, by opening"
    parser.add_argument("--games", nargs="+", action="extend", metavar="FILE", help=about)


def read_games(paths: Sequence[str] | None, *, strict: bool = False) -> GameIndex | None:
    """Return the index of the games in files and folders; None for none. Name broken files on standard error.

    Raises:
        MalformedFileError: it is strict, and a game is malformed.
    """
    if paths is None:
        return None
    from hyperoxo.explorer import GameIndex  # noqa: PLC0415 - few commands count games

    if "" in paths:  # as a path, the working folder
        raise InputError("--games ''", "not the name of a file or folder")
    index = GameIndex.read(paths)
    for path, _, faults in index.broken if strict else ():
        if faults:
            raise MalformedFileError(path, faults[0])
    if index.broken:
        count = f"{len(index.broken)} of {index.files} {'file is' if index.files == 1 else 'files are'} broken"
        print(f"oxo: warning: {count}; their other games count", file=sys.stderr)
        for line in first_faults([f"{shortened(file.path)}: {shortened(file.reason, 200)}" for file in index.broken]):
            print(f"  {line}", file=sys.stderr)
    return index


def add_output(parser: argparse.ArgumentParser, option: str, about: str, *, required: bool = False) -> None:
    """Add the option for a file that a command writes, and the one to replace that file."""
    parser.add_argument(option, metavar="FILE", required=required, help=about)
    add_plain(parser, FORCE)


FORCE = ("--force", "", "replace the file to write if it exists already")


def check_output(
    path: str,
    suffixes: Collection[str],
    *,
    replace: bool = False,
    remedy: str = "add --force to replace it, or choose another name",
) -> None:
    """Refuse to write a file that exists, or whose suffix is not one of its format; no suffixes allow all."""
    target = Path(path)
    if not target.name:
        raise InputError(path, "not the name of a file", "choose another name")
    if not target.parent.is_dir():
        raise InputError(
            path, f"there is no folder {shortened(str(target.parent))}", "create it, or choose another name"
        )
    if target.exists() and not target.is_file():
        raise InputError(path, "not a file", "choose another name")
    if suffixes and target.suffix.lower() not in suffixes:
        reason = f"{target.suffix} files cannot be written here" if target.suffix else "the name says no format"
        raise InputError(path, reason, f"choose a name that ends in {' or '.join(suffixes)}")
    if target.exists() and not replace:
        raise InputError(path, "the file exists already", remedy)


def read_journal(arguments: argparse.Namespace) -> str | None:
    """Return the file that `--out` or `--resume` names, to which results are added; None for none."""
    if arguments.out is not None and arguments.resume is not None:
        raise UsageError("--out and --resume: there is one file; leave --out out, --resume creates a file too")
    if arguments.force and arguments.resume is not None:
        raise UsageError(
            "--force and --resume: --resume continues the file and replaces nothing; leave one of them out"
        )
    path: str | None = arguments.resume if arguments.out is None else arguments.out
    if path is not None:
        check_output(
            path,
            JOURNAL_SUFFIXES,
            replace=arguments.force or arguments.resume is not None,
            remedy=f"continue it with --resume {path}, add --force to replace it, or choose another name",
        )
    return path


def save_game(game: Game, path: str, *, replace: bool) -> None:
    """Write a game, up to its current ply, to a file that `check_output` accepted before."""
    with output_file(path, None, replace=replace) as write:
        write(record.dumps(game).encode())


def review_command(path: str) -> str:
    return shlex.join(["oxo", "review", path])


@contextmanager
def engine_log(path: str) -> Iterator[None]:
    """Have all processes of this command add their dialogues with programs to a file; an empty one is not kept."""
    check_output(path, (".log",), replace=True)
    target = Path(os.path.realpath(path))
    with naming(path), target.open("ab"):
        os.environ[VARIABLE] = str(target)
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        with suppress(FileNotFoundError):
            if target.stat().st_size == 0:
                target.unlink()


@contextmanager
def output_file(
    path: str | None, suffixes: Collection[str] | None, *, replace: bool
) -> Iterator[Callable[[bytes], None]]:
    """Yield what writes a file: whole, at the end of the work, or not at all.

    A draft next to it is created before the work begins, so that hours of work are not lost to a missing folder. The
    draft takes its place in one step at the end, so that a killed program leaves no half file. A link to a file stays a
    link. With `replace` even a file that another program creates during the work is replaced.

    The suffixes are those of what is written, as `check_output` takes them; None if that accepted the file before. A
    path of None writes nothing.
    """
    if path is None:
        yield lambda _: None
        return
    if suffixes is not None:
        check_output(path, suffixes, replace=replace)
    with naming(path):
        draft = Draft(Path(os.path.realpath(path)))

    def write(data: bytes) -> None:
        with naming(path):
            draft.file.write(data)
        put_in_place(draft, path, replace=replace)

    with draft:
        yield write


def put_in_place(draft: Draft, path: str, *, replace: bool) -> None:
    """Put a finished draft in the place that a user has named, which must be free unless `replace` is set."""
    with naming(path):
        if replace:
            draft.replace()
            return
        try:
            draft.put_in_free_place()
        except FileExistsError:
            reason = "the file appeared during the work, and was not replaced"
            raise InputError(path, reason, f"the result is in {draft.keep()}; rename that file") from None


@contextmanager
def picture_file(path: str | None, *, replace: bool, width: int | None = None) -> Iterator[Callable[[Svg], None]]:
    """Check that a picture can be written before the work begins, and yield what writes it.

    The suffix says what it is; the width is that of a PNG file. A path of None writes nothing.
    """
    if path is None:
        yield lambda _: None
        return
    suffix = Path(path).suffix
    with output_file(path, PICTURE_SUFFIXES, replace=replace) as write:
        # A missing extra is refused before minutes of work.
        svg.board("2x2").encoded(suffix, path)
        is_png = suffix.lower() == ".png"
        yield lambda picture: write(picture.png(width=width) if is_png else picture.encoded(suffix, path))
