r"""Game records: games as text with tags, in the manner of PGN, and as JSON, many in a file.

`docs/formats/record.md` is the normative page of both forms. Reading recognises the form of a source.

>>> from hyperoxo import Board, Game, record
>>> game = Game(Board("3x3"), ["22", "11"], tags={"First": "Ada"})
>>> print(record.dumps(game), end="")
[Record "1"]
[Board "3x3"]
[First "Ada"]
[Result "*"]
<BLANKLINE>
1. 22 11 *
>>> [again] = record.loads(record.dumps(game, "json"))
>>> again.board.names(again.moves)
'22 11'
"""

from __future__ import annotations

import codecs
import io
import os
import typing
from functools import partial
from pathlib import Path

from hyperoxo.draft import Draft
from hyperoxo.errors import InputError, RecordError, TruncatedRecordError, naming
from hyperoxo.game import Game, checked_game
from hyperoxo.record.json_lines import as_json, from_json, read_json_game, write_json_game
from hyperoxo.record.line_source import MAX_RECORD_BYTES, LineSource
from hyperoxo.record.strict_json import MAX_NESTING
from hyperoxo.record.tagged_text import Scanner, read_text_game, write_text_game
from hyperoxo.record.tags import VERSION

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


__all__ = [
    "MAX_NESTING",
    "MAX_RECORD_BYTES",
    "VERSION",
    "Form",
    "append",
    "as_json",
    "dump",
    "dumps",
    "from_json",
    "load",
    "loads",
    "read",
    "recover",
    "recovered",
    "save",
]
__dir__ = __all__.copy

Form: typing.TypeAlias = typing.Literal["text", "json"]
"""The two forms of a record: text with tags, and JSON with one object a line."""

_WRITERS = {"text": write_text_game, "json": write_json_game}


def read(source: typing.IO[str] | typing.IO[bytes], *, faults: list[RecordError] | None = None) -> Iterator[Game]:
    """Yield the games of an open source one by one, each as soon as it is complete.

    Args:
        source: a stream of text, or of bytes in UTF-8; only bytes let an error say exactly where they are not UTF-8.
        faults: a list that takes the error of each malformed game, while reading goes on at the next record; None to
            raise the first.

    Raises:
        RecordError: a game is malformed, and there is no list for it; nothing can be read after it.
        TruncatedRecordError: the source ends inside a game.
        TypeError: it is a path or a text, not a stream.
    """
    if isinstance(source, str | bytes | os.PathLike):
        raise TypeError("read takes an open file; load takes its path, and loads the text of games")
    return _games(LineSource(source, faults))


def _games(lines: LineSource) -> Iterator[Game]:
    read_next: Callable[[], Game | None] | None = None
    while True:
        try:
            if read_next is None:
                is_json = lines.skip_lines() == b"{"
                read_next = partial(read_json_game, lines) if is_json else partial(read_text_game, Scanner(lines))
            game = read_next()
        except RecordError as fault:
            lines.collect(fault)
            continue
        if game is None:
            return
        yield game


def loads(text: str, *, faults: list[RecordError] | None = None) -> list[Game]:
    """Return the games in `text`; `faults` is as in `read`.

    Raises:
        RecordError: a game is malformed.
        TruncatedRecordError: the text ends inside a game.

    >>> text = dumps(Game("3x3", "22 11"))
    >>> faults = []
    >>> [game.board.names(game.moves) for game in loads(text + text.replace("11", "22"), faults=faults)]
    ['22 11']
    >>> faults[0].reason
    'the cell is taken by x'
    """
    return list(read(io.StringIO(text), faults=faults))


def load(path: str | os.PathLike[str], *, faults: list[RecordError] | None = None) -> list[Game]:
    """Return the games in a file; `read` takes them one by one from one that is large, and explains `faults`.

    Raises:
        OSError: the file cannot be read.
        RecordError: a game is malformed.
        TruncatedRecordError: the file ends inside a game.
    """
    with Path(path).open("rb") as source:
        return list(read(source, faults=faults))


def dumps(game: Game, form: Form = "text") -> str:
    """Return the canonical record of `game` up to its current ply, with a line break at its end.

    Raises:
        InputError: there is no such form, a tag or a note cannot be written, or the record would be longer than
            `MAX_RECORD_BYTES`.
        TypeError: `game` is not a game.
    """
    checked_game(game)
    if form not in _WRITERS:
        raise InputError(str(form), "there is no such form", f"forms are {' and '.join(_WRITERS)}")
    text = _WRITERS[form](game)
    if len(text.encode()) > MAX_RECORD_BYTES:
        raise InputError(repr(game), f"its record would be longer than {MAX_RECORD_BYTES:,} bytes")
    return text


def dump(games: Game | Iterable[Game], path: str | os.PathLike[str], form: Form = "text") -> None:
    """Write games, or one game, to a file, in place of what it held; a regular file is written whole or not at all.

    Raises:
        OSError: the file cannot be written; a regular file that was there is unchanged.
        InputError: as `dumps`.
    """
    separator = "\n" if form == "text" else ""
    text = separator.join(dumps(game, form) for game in ([games] if isinstance(games, Game) else games))
    target = Path(os.path.realpath(path))
    with naming(os.fspath(path)):
        if target.exists() and not target.is_file():
            target.write_bytes(text.encode())
            return
        with Draft(target) as draft:
            draft.file.write(text.encode())
            draft.replace()


save = dump
"""The same as `dump`, which is named as in `json` and `pickle`; `Game.save` writes one game."""


def append(path: str | os.PathLike[str], game: Game, form: Form = "text", *, sync: bool = False) -> None:
    """Add one game to the end of a file, which is made if it is missing.

    The whole record is handed to the system in one piece, so that a program that reads the file meanwhile, or after
    this one was killed, finds whole games and at most one at the end that was cut (see `recover`).

    Args:
        path: the file; its games must have the same form.
        game: the game to add.
        form: text or JSON.
        sync: whether to wait until the disk has it, so that even a crash of the machine cannot lose it.

    Raises:
        OSError: the file cannot be written.
        InputError: as `dumps`; or the file has games in the other form, or ends inside a game (see `recover`).
    """
    data = dumps(game, form).encode()
    with naming(os.fspath(path)), Path(path).open("a+b") as file:
        if file.seek(0, os.SEEK_END) > 0:
            data = _separator(file, form) + data
        file.write(data)
        file.flush()
        if sync:
            os.fsync(file.fileno())


def _separator(file: typing.IO[bytes], form: Form) -> bytes:
    """Return the text that must stand between the end of a file that is not empty and a new game."""
    file.seek(0)
    first = LineSource(file).skip_lines()
    if first and (first == b"{") != (form == "json"):
        raise InputError(file.name, f"does not hold games as {form}", "use one form in one file")
    tail = _tail(file, b"\n{" if form == "json" else b"\n[Record ")
    if tail.endswith(b"\0") or _is_cut(tail):
        raise InputError(file.name, "it ends inside a game or in zero bytes", "call record.recover first")
    line_break = b"" if tail.endswith(b"\n") else b"\n"
    return line_break if form == "json" else line_break + b"\n"


def _tail(file: typing.IO[bytes], mark: bytes) -> bytes:
    """Return the end of a file from the last mark; if no game can be so long, an end without it."""
    size, length = file.seek(0, os.SEEK_END), 1 << 16
    while True:
        file.seek(max(size - length, 0))
        tail = file.read()
        if (at := tail.rfind(mark)) >= 0 or length >= min(size, MAX_RECORD_BYTES):
            return tail[max(at, 0) :]
        length *= 2


def _is_cut(tail: bytes) -> bool:
    """Return whether a file ends inside a game."""
    try:
        for _ in read(io.BytesIO(tail)):
            pass
    except TruncatedRecordError:
        return True
    except RecordError:  # in games that were there before, which the next reader reports
        pass
    return False


def recover(path: str | os.PathLike[str]) -> list[Game]:
    """Return the complete games in a file, and cut off the one at its end that its writer did not finish.

    Raises:
        OSError: the file cannot be read or written.
        RecordError: a game is malformed in another way; the file is as before.
    """
    with Path(path).open("r+b") as file:
        return list(recovered(file))


def recovered(file: typing.IO[bytes]) -> Iterator[Game]:
    """Yield the complete games in a file one by one, and cut off the one at its end that its writer did not finish.

    Args:
        file: a file of bytes at its start, open for reading and writing.

    Raises:
        OSError: the file cannot be read or written.
        RecordError: a game is malformed in another way; the file is as before.
    """
    try:
        yield from read(file)
    except TruncatedRecordError as error:
        file.seek(0)
        for _ in range(error.game_line - 1):
            file.readline()
        start = file.tell()
        line = file.readline()
        mark = len(line) - len(line.removeprefix(codecs.BOM_UTF8)) if start == 0 else 0  # no column counts the mark
        before = line[mark:].decode(errors="replace")[: error.game_column - 1]
        file.truncate(start + mark + len(before.encode()))
