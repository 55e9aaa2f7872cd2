"""A position as JSON, and the moves to it: keys that are declared here for the library, commands and the server."""

from __future__ import annotations

import json
import typing
from dataclasses import dataclass

from hyperoxo._core import Board, Position
from hyperoxo.errors import InputError, PositionError
from hyperoxo.json_shape import JsonShape, SparseShape
from hyperoxo.sides import Side
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hyperoxo.game import JSON, Game


@dataclass(frozen=True, slots=True)
class Stones(JsonShape):
    """The cells that each side holds, by name."""

    x: tuple[str, ...]
    o: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionDescribed(JsonShape):
    """A position that a game can reach."""

    board: str
    text: str
    """One token a cell, a space, and the side to move."""
    to_move: Side
    """Whose turn it is; after the end, whose turn it would be."""
    stones: Stones
    winner: Side | None
    """The side that has a line."""
    lines: tuple[tuple[str, ...], ...]
    """The completed lines."""
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionReached(SparseShape, PositionDescribed):
    """A position, and the moves that led to it."""

    moves: str
    """The cells that were played, separated by spaces."""
    position: str | None = None
    """The text of the position that the game started from; only there if it is not the empty one."""


def named(board: Board, cells: Iterable[int]) -> tuple[str, ...]:
    """Return the names of cells."""
    return tuple(map(board.name, cells))


def position_described(position: Position) -> PositionDescribed:
    """Return a position for JSON."""
    board = position.board
    return PositionDescribed(
        board=str(board),
        text=position.text,
        to_move=position.to_move,
        stones=Stones(named(board, position.x), named(board, position.o)),
        winner=position.winner,
        lines=tuple(named(board, board.lines[line]) for line in position.completed_lines()),
        is_over=position.is_over,
    )


def start_as_json(game: Game) -> dict[str, JSON]:
    """Return the board and the moves of a game, and the position where it started unless that is the empty board."""
    board = game.board
    entry: dict[str, JSON] = {"board": str(board), "moves": board.names(game.moves)}
    return entry if game.start == board.empty() else entry | {"position": game.start.text}


def position_reached(game: Game) -> PositionReached:
    """Return the current position of a game for JSON."""
    return PositionReached(**position_described(game.position).by_name() | start_as_json(game))


def position_of_json(data: object) -> Position:
    """Return the position that an object of JSON describes; `Position.from_json` says how."""
    if not isinstance(data, dict):
        raise PositionError(
            type(data).__name__, "not an object", 'an object such as {"board": "3x3", "text": "9 x"} is'
        )
    position: Position = _read(data, "text", _read(data, "board", Board.parse).position)
    for key, value in position_described(position).as_json().items():
        # Board and text, which were read, may be in another form, such as 5x5:5; 1 equals true, another value of JSON
        if key in data.keys() - {"board", "text"} and (type(data[key]) is not type(value) or data[key] != value):
            raise PositionError(key, f"by board and text it is {shortened(json.dumps(value), 60)}", "leave it out")
    return position


def _read(data: dict[str, typing.Any], key: str, read: Callable[[str], typing.Any]) -> typing.Any:  # noqa: ANN401 - what `read` returns
    value = data.get(key)
    if not isinstance(value, str):
        raise PositionError(key, "not a text" if key in data else "the key is missing")
    try:
        return read(value)
    except InputError as error:
        raise PositionError(f"{key}: {error.subject}", error.reason, error.remedy) from error
