"""Openings from a file: games as records, or one opening a line."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.arena.openings.opening import Opening
from hyperoxo.errors import InputError
from hyperoxo.game import Game

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from hyperoxo._core import Board

MAX_BYTES = 64 * 1024 * 1024
"""The longest file of openings, in bytes: it is read as a whole."""


def openings_from_file(board: Board, path: str | os.PathLike[str]) -> Iterator[Opening]:
    """Yield the openings of a file in its order, again and again.

    The file contains records in either form, all moves of which are the opening; or lines of text with moves (cells in
    order) or position text. Blank lines and text after a `#` are ignored.

    Raises:
        OSError: the file cannot be read.
        InputError: an opening is malformed, of another board, or leaves nothing to play; or there are none.
    """
    openings = _read(board, Path(path))
    if not openings:
        raise InputError(str(path), "there are no openings in this file", "give one a line: moves, or a position")
    return cycle(openings)


def _read(board: Board, path: Path) -> list[Opening]:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(str(path), f"longer than {MAX_BYTES:,} bytes", "leave some openings out")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"not UTF-8: {error.reason} at byte {error.start}") from error
    if text.lstrip()[:1] in {"{", "["}:
        return [_checked(board, game, f"{path}, game {number}") for number, game in enumerate(record.loads(text), 1)]
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    places = ((f"{path}, line {number}", line) for number, line in lines if line)
    return [_checked(board, _game(board, line, place), place) for place, line in places]


def _game(board: Board, line: str, place: str) -> Game:
    try:
        if line.rsplit(maxsplit=1)[-1] in {"x", "o"}:
            return Game(board.position(line))
        return Game(board, board.moves(line))
    except InputError as error:
        raise InputError(f"{place}: {error.subject}", error.reason, error.remedy) from error


def _checked(board: Board, game: Game, place: str) -> Opening:
    if game.board != board:
        raise InputError(place, f"an opening on {game.board}, and the match is on {board}", "choose with --board")
    if game.position.is_over:
        raise InputError(place, "the game is over after this opening", "leave moves out")
    return Opening(game.start, game.moves)
