"""What an agent observes of a position, as PettingZoo's classic games and Gymnasium describe it; its rendering.

An environment renders the drawing of the terminal, or a picture of pixels. The picture places cells as the drawing
does: the last two axes form a grid, the axis before them places grids side by side, the one before that places such
rows below each other, and so on.

What both environments do alike stands here, too: their copies, and the starts of their games.
"""

from __future__ import annotations

import functools
import typing

import gymnasium
import numpy as np
from gymnasium import spaces

from hyperoxo._core import Position
from hyperoxo.drawing import draw
from hyperoxo.errors import InputError, wrong_type
from hyperoxo.game import Game
from hyperoxo.svg.layout import grid_of

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from hyperoxo._core import Board
    from hyperoxo.sides import Side

Observation: typing.TypeAlias = "dict[str, NDArray[np.int8]]"
"""`observation`, planes of shape `(2, *shape)`, and `action_mask`, of shape (cells,)."""
Pixels: typing.TypeAlias = "NDArray[np.uint8]"


def observation_space(board: Board) -> spaces.Space[typing.Any]:
    """Return the space of the observations on a board."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (2, *board.shape), np.int8),
            "action_mask": spaces.Box(0, 1, (len(board),), np.int8),
        }
    )


def observe(position: Position, side: Side, *, may_move: bool = True) -> Observation:
    """Return what a side observes: `observation`, its stones and those of its opponent, and `action_mask`.

    Args:
        position: the position.
        side: the side that observes.
        may_move: whether it can play a cell; if not, the action mask is all 0.

    Raises:
        InputError: there is no such side.

    >>> from hyperoxo import Position
    >>> seen = observe(Position("3x3", x="22", o="11"), "x")
    >>> seen["observation"].shape, seen["action_mask"].tolist()
    ((2, 3, 3), [0, 1, 1, 1, 0, 1, 1, 1, 1])
    """
    if side not in ("x", "o"):
        raise InputError(str(side), "there is no such side", "sides are x and o")
    planes = np.zeros((2, len(position.board)), np.int8)
    mask = np.zeros(len(position.board), np.int8)
    own, other = (position.x, position.o) if side == "x" else (position.o, position.x)
    planes[0, list(own)] = 1
    planes[1, list(other)] = 1
    if may_move:
        mask[position.legal_moves()] = 1
    return {"observation": planes.reshape(2, *position.board.shape), "action_mask": mask}


RENDER_MODES = ("human", "ansi", "rgb_array")
"""`human` prints the board whenever it changes, `ansi` returns it as text, `rgb_array` as pixels."""

_CELL = 32
"""Width and height of a cell in pixels."""
_GAPS = (2, 14, 28, 42)
"""Pixels between neighbours along the first two axes (cells), the next two (grids), and so on."""
_EDGE = 8
_BACKGROUND, _EMPTY, _LAST, _WON = (255, 255, 255), (236, 239, 243), (252, 235, 178), (188, 227, 197)
_STONES = {"x": (0, 114, 178), "o": (213, 94, 0)}


def check_render_mode(mode: str | None) -> None:
    """Check that a render mode is one of `RENDER_MODES`, or None for no rendering.

    Raises:
        InputError: there is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(str(mode), "there is no such render mode", f"render modes are {', '.join(RENDER_MODES)}")


def rendered(position: Position, mode: str | None, last_move: int | None = None) -> Pixels | str | None:
    """Return a position in a render mode; `human` prints it and returns None.

    Without a mode, it warns as other environments do, and returns None.
    """
    if mode is None:
        gymnasium.logger.warn("render() was called, but the environment was made without a render_mode")
        return None
    if mode == "rgb_array":
        return pixels(position, last_move)
    text = draw(position, last_move=last_move)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None


def pixels(position: Position, last_move: int | None = None) -> Pixels:
    """Return a picture of a position, of shape (height, width, 3).

    The cells of completed lines are green and the cell played last is yellow.
    """
    board = position.board
    grid = grid_of(board, _CELL, _GAPS)
    picture = np.full((grid.height + 2 * _EDGE, grid.width + 2 * _EDGE, 3), _BACKGROUND, np.uint8)
    won = {cell for line in position.completed_lines() for cell in board.lines[line]}
    for cell, (left, top) in enumerate(grid.corners):
        square = picture[_EDGE + top :, _EDGE + left :][:_CELL, :_CELL]
        square[:] = _WON if cell in won else _LAST if cell == last_move else _EMPTY
        stone = position.stone(cell)
        if stone is not None:
            square[_shapes()[stone]] = _STONES[stone]
    return picture


@functools.cache
def _shapes() -> dict[str, NDArray[np.bool_]]:
    """Return which pixels of a cell each side's stone covers."""
    down, right = np.mgrid[:_CELL, :_CELL] - (_CELL - 1) / 2
    reach, thickness = _CELL * 0.28, _CELL * 0.085
    within = np.maximum(abs(down), abs(right)) <= reach
    cross = within & ((abs(down - right) <= 1.4 * thickness) | (abs(down + right) <= 1.4 * thickness))
    ring = abs(np.hypot(down, right) - reach) <= thickness
    return {"x": cross, "o": ring}


def start_of(board: Board, options: Mapping[str, typing.Any] | None) -> Game | None:
    """Return the game from which the options of a reset start, None if they do not say; other keys mean nothing.

    Raises:
        InputError: the start is over or on another board, or both `position` and `moves` are given.
        PositionError: the text is malformed, or no game can reach the position.
        CellError: a cell of `moves` is not on the board.
        MoveError: a move cannot be played.
        TypeError: `position` is neither a position nor a text.
    """
    given = {key: options[key] for key in ("moves", "position") if key in options} if options else {}
    if not given:
        return None
    if len(given) > 1:
        raise InputError("options", "both moves and position are given", "give one of them")
    if "moves" in given:
        game = Game(board, given["moves"])
    else:
        position = given["position"]
        position = board.position(position) if isinstance(position, str) else position
        if not isinstance(position, Position):
            raise wrong_type("position", position, "neither a position nor its text")
        game = Game(position)
    if game.board != board:
        reason = f"the position is on {game.board}"
        raise InputError(game.position.text, reason, f"the environment is on {board}")
    if game.is_over:
        raise InputError(game.position.text, "the game is over in the position", "start before its end")
    return game
