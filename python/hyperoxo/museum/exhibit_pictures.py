"""The pictures of an exhibit: a position of its sample game, and its figure at every move.

Where a program writes numbers on the board (the Atari's sums, the magic square, the ring), the board with them stands
above the rows of the figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import svg
from hyperoxo.errors import InputError
from hyperoxo.museum.figures import figure_svg
from hyperoxo.museum.sample_game import replayed_sample
from hyperoxo.players.historic.atari_st import AtariStReasons

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.museum.exhibit import Exhibit
    from hyperoxo.museum.sample_game import SampleMove
    from hyperoxo.players import Reasons

_ON_A_BOARD = frozenset({"sums", "formulas", "program-lines"})
"""The kinds of figures whose numbers stand on the board."""


def exhibit_svg(exhibit: Exhibit) -> str:
    """Return the drawn position of an exhibit."""
    game = exhibit.sample.branch()
    game.go_to(exhibit.picture_ply)
    return svg.svg(game, title=f"{exhibit.title}: {exhibit.picture_caption}", background=False)


def exhibit_figure_svg(exhibit: Exhibit, ply: int) -> str:
    """Return the picture of an exhibit's figure at a ply of its sample game.

    At ply 0, and at the visitor's moves, nothing lights up.

    Raises:
        InputError: the sample game has no such ply.
    """
    if not 0 <= ply <= exhibit.sample.length:
        raise InputError(f"ply {ply}", f"the sample game has {exhibit.sample.length} moves")
    if not ply:
        return figure_svg(exhibit.figure)
    move = replayed_sample(exhibit).moves[ply - 1]
    return figure_svg(exhibit.figure, move.figure, exhibit.sample.board, _numbered_board(exhibit, move))


def _numbered_board(exhibit: Exhibit, move: SampleMove) -> str | None:
    """Return the board before a move of the program with its numbers, None if the figure needs none."""
    if move.decision is None or exhibit.figure.kind not in _ON_A_BOARD:
        return None
    reasons = move.decision.reasons
    board = exhibit.sample.board
    return svg.svg(
        exhibit.sample.position_at(move.ply - 1),
        marks=reasons.marks(board),
        shades=_shades(reasons, move.cell),
        title=f"The board before {board.name(move.cell)} is played",
        background=False,
    )


def _shades(reasons: Reasons, cell: int) -> Mapping[int | str, int]:
    """Return the strongest shade for the cell that is played, and paler ones for the Atari's lower sums."""
    if not isinstance(reasons, AtariStReasons):
        return {cell: svg.SHADES}
    highest = max(reasons.values.values())
    return {
        square: svg.SHADES if points == highest else 2 if 2 * points >= highest else 1
        for square, points in reasons.values.items()
        if points
    }
