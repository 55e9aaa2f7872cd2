"""Tic-tac-toe in any number of dimensions: boards, positions, games, the players that play them, and proofs.

>>> from hyperoxo import Board, Game, play_game
>>> board = Board("4x4x4")
>>> len(board), len(board.lines), board.symmetry_count
(64, 76, 192)
>>> game = Game(board, "111 222 444")
>>> game.position.text
'x20o41x o'
>>> play_game(board, "ibm1620", "random", seed=1).is_over
True
"""

from typing import TYPE_CHECKING

from hyperoxo._core import MAX_CELLS, MAX_SYMMETRIES, Board, Playouts, Position, __version__
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

if TYPE_CHECKING:
    from hyperoxo import record as record
    from hyperoxo import svg as svg
    from hyperoxo.solver.analysis import Analysis, analyse
    from hyperoxo.solver.forced_wins import ForcedWin, forced_win
    from hyperoxo.solver.search import SearchResult, search
    from hyperoxo.solver.solve import Solution, solve
    from hyperoxo.solver.verify import Verdict, verify

__all__ = [
    "MAX_CELLS",
    "MAX_SYMMETRIES",
    "Analysis",
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
    "SearchResult",
    "Side",
    "Solution",
    "SymmetryLimitError",
    "TruncatedRecordError",
    "Verdict",
    "__version__",
    "analyse",
    "forced_win",
    "play_game",
    "player",
    "record",
    "search",
    "solve",
    "svg",
    "verify",
]

_LAZY = {
    name: f"hyperoxo.solver.{module}"
    for module, names in {
        "analysis": ("Analysis", "analyse"),
        "forced_wins": ("ForcedWin", "forced_win"),
        "search": ("SearchResult", "search"),
        "solve": ("Solution", "solve"),
        "verify": ("Verdict", "verify"),
    }.items()
    for name in names
}
_LAZY_MODULES = frozenset({"record", "svg"})


def __getattr__(name: str) -> object:
    """Import, when it is first asked for, what would make the import of the package slow."""
    from importlib import import_module  # noqa: PLC0415 - only for what is imported here

    if name in _LAZY_MODULES:
        return import_module(f"hyperoxo.{name}")
    if name in _LAZY:
        globals()[name] = value = getattr(import_module(_LAZY[name]), name)
        return value
    raise AttributeError(f"module 'hyperoxo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
