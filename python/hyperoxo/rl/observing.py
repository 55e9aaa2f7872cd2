"""What an agent observes of a position, as PettingZoo's classic games and Gymnasium describe it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium import spaces

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hyperoxo._core import Board, Position
    from hyperoxo.sides import Side

Observation: TypeAlias = "dict[str, NDArray[np.int8]]"
"""`observation`, planes of shape `(2, *sides)`, and `action_mask`, of shape (cells,)."""


def observation_space(board: Board) -> spaces.Space[Any]:
    """Return the space of the observations on a board."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (2, *board.sides), np.int8),
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
    return {"observation": planes.reshape(2, *position.board.sides), "action_mask": mask}
