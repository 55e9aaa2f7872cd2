"""Tic-tac-toe in any number of dimensions: boards, positions, games, the players that play them, and proofs.

>>> from hyperoxo import Board, Game, play_game, player
>>> board = Board("4x4x4")
>>> len(board), len(board.lines), board.symmetry_count
(64, 76, 192)
>>> game = Game(board, ["111", "222", "444"])
>>> game.position.text
'x20o41x o'
>>> play_game(board, player("ibm1620"), player("random"), seed=1).is_over
True
"""

from hyperoxo._core import MAX_CELLS, MAX_SYMMETRIES, Board, Playouts, Position
from hyperoxo.errors import (
    BoardError,
    Cancelled,
    CellError,
    ExecutorError,
    HyperoxoError,
    InputError,
    MoveError,
    PlayerError,
    PositionError,
    ProofError,
    RecordError,
    SymmetryLimitError,
    TruncatedRecordError,
)
from hyperoxo.game import Ending, Game, Note, Result
from hyperoxo.outcomes import Outcome
from hyperoxo.players import play_game, player
from hyperoxo.sides import Side
from hyperoxo.solver.forced_wins import ForcedWin, forced_win
from hyperoxo.solver.solve import Solution, solve
from hyperoxo.solver.verify import Verdict, verify

__all__ = [
    "MAX_CELLS",
    "MAX_SYMMETRIES",
    "Board",
    "BoardError",
    "Cancelled",
    "CellError",
    "Ending",
    "ExecutorError",
    "ForcedWin",
    "Game",
    "HyperoxoError",
    "InputError",
    "MoveError",
    "Note",
    "Outcome",
    "PlayerError",
    "Playouts",
    "Position",
    "PositionError",
    "ProofError",
    "RecordError",
    "Result",
    "Side",
    "Solution",
    "SymmetryLimitError",
    "TruncatedRecordError",
    "Verdict",
    "forced_win",
    "play_game",
    "player",
    "solve",
    "verify",
]
