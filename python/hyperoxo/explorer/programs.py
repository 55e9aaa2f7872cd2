"""What the historical programs play in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import PlayerError
from hyperoxo.explorer.node import ProgramMove
from hyperoxo.players import player
from hyperoxo.players.registry import HISTORICAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.game import Game
    from hyperoxo.players import Player

BOARDS_OF_DELPHI = ("3x3x3",)
"""The board of the program's document; the player takes any, and the other programs name theirs."""
SEEDS = range(1, 9)
"""The seeds with which a program is asked whose choice may depend on them."""


def program_moves(game: Game, classes: Mapping[int, int]) -> list[ProgramMove]:
    """Return the moves of the historical programs that know the board.

    Args:
        game: the game; programs may look at more of it than the position.
        classes: for each cell that can be played the cell that stands for its class.
    """
    if game.is_over:
        return []
    return [
        _asked(program, game, classes)
        for program in map(player, HISTORICAL)
        if str(game.board) in (program.kind.boards or BOARDS_OF_DELPHI)
    ]


def _asked(program: Player, game: Game, classes: Mapping[int, int]) -> ProgramMove:
    seeds = SEEDS[:1] if program.kind.ignores_seed(program.options) else SEEDS
    try:
        found = sorted({classes[program.move(game, seed=seed)] for seed in seeds})
    except PlayerError as error:
        words = f"makes no move: {error.reason.removeprefix('makes no move: ')}"
        return ProgramMove(player=program.name, cells=(), varies=False, words=words)
    cells = tuple(map(game.board.name, found))
    words = f"plays {cells[0]}" if len(cells) == 1 else f"varies: {', '.join(cells[:-1])} or {cells[-1]}"
    return ProgramMove(player=program.name, cells=cells, varies=len(cells) > 1, words=words)
