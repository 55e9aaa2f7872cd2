"""Atlases of openings: who wins after the first three moves, known at once.

An atlas has the proved values of a board's openings of one to three stones, one of each class, each taken from a
certificate that the checker verified. It stores values and no moves. docs/atlas.md shows that of 4x4x4, which the
package ships, and says how it is made.

>>> str(atlas_values("4x4x4")[0].outcome), atlas_values("4x4x4x4")
('win', [])
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.boards import to_position
from hyperoxo.errors import InputError
from hyperoxo.solver.atlas.atlas import Atlas, OpeningValue

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.boards import PositionLike

__all__ = ["ATLAS_BOARDS", "Atlas", "OpeningValue", "atlas_values", "shipped_atlas"]

ATLAS_BOARDS = ("4x4x4",)
"""The boards of which the package has an atlas."""


def shipped_atlas(board: Board) -> Atlas | None:
    """Return the atlas of a board; None if there is none. It is read when it is first needed, and kept."""
    description = str(board)
    return _load_shipped(description) if description in ATLAS_BOARDS else None


def atlas_values(position: PositionLike) -> list[OpeningValue]:
    """Return what an atlas proves about moves in a position, by ascending cells; nothing beyond its reach.

    Args:
        position: the position; a game is its current position, a board or its description its empty one.
    """
    position = to_position(position)
    atlas = shipped_atlas(position.board)
    return [] if atlas is None else atlas.values(position)


@functools.cache
def _load_shipped(description: str) -> Atlas:
    path = Path(__file__).with_name(f"{description}.atlas")
    atlas = Atlas.load(path)
    if str(atlas.board) != description:
        raise InputError(str(path), f"it is an atlas of {atlas.board}", "install hyperoxo again")
    return atlas
