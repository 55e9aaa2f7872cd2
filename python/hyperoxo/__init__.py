"""Tic-tac-toe in any number of dimensions: boards, positions, games, the players that play them, and proofs.

>>> from hyperoxo import Board, Game, play_game
>>> board = Board("4x4x4")
>>> len(board), len(board.lines), board.symmetry_count
(64, 76, 192)
>>> game = Game(board, "111 222 444")
>>> game.position.text
'x20o41x o'
>>> play_game("ibm1620", "random", board, seed=1).is_over
True
"""

from sys import version_info as _version

# pip refuses to install it there, but a clone can be on the path of any Python. With the name, `-m` prints one line.
if _version < (3, 11):  # noqa: UP036 - as said above
    raise ImportError(f"hyperoxo needs Python 3.11 or newer; this is Python {_version[0]}.{_version[1]}", name=__name__)

from hyperoxo.processor import core_folders as _core_folders

# A package may have a core for newer processors, which is imported instead of the one beside this file.
__path__[:0] = _core_folders(__path__[0])

# Type checkers take this name for true. `typing` takes milliseconds to import, in which Ctrl-C would show a traceback.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from hyperoxo import gif as gif
    from hyperoxo import record as record
    from hyperoxo import svg as svg
    from hyperoxo._core import MAX_CELLS, MAX_SYMMETRIES, Board, Playouts, Position, __version__
    from hyperoxo.arena.match import MatchResult, play_match
    from hyperoxo.arena.sprt import Sprt
    from hyperoxo.errors import (
        BoardError,
        Cancelled,
        CellError,
        ExecutorError,
        HyperoxoError,
        InputError,
        MissingExtraError,
        MoveError,
        PlayerError,
        PositionError,
        ProofError,
        RecordError,
        SymmetryLimitError,
        TruncatedRecordError,
    )
    from hyperoxo.game import Ending, Game, Note, Result
    from hyperoxo.outcomes import Outcome, Value
    from hyperoxo.players import Limits, play_game, player, register
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
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
    "CellAnalysis",
    "CellError",
    "Ending",
    "ExecutorError",
    "ForcedWin",
    "Game",
    "HyperoxoError",
    "InputError",
    "Limits",
    "MatchResult",
    "MissingExtraError",
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
    "Sprt",
    "SymmetryLimitError",
    "TruncatedRecordError",
    "Value",
    "Verdict",
    "__version__",
    "analyse",
    "forced_win",
    "gif",
    "play_game",
    "play_match",
    "player",
    "record",
    "register",
    "search",
    "solve",
    "svg",
    "verify",
]

_ORIGINS = {
    name: f"hyperoxo.{module}"
    for module, names in {
        "_core": ("MAX_CELLS", "MAX_SYMMETRIES", "Board", "Playouts", "Position", "__version__"),
        "arena.match": ("MatchResult", "play_match"),
        "arena.sprt": ("Sprt",),
        "errors": (
            *("BoardError", "Cancelled", "CellError", "ExecutorError", "HyperoxoError", "InputError"),
            *("MissingExtraError", "MoveError", "PlayerError", "PositionError", "ProofError", "RecordError"),
            *("SymmetryLimitError", "TruncatedRecordError"),
        ),
        "game": ("Ending", "Game", "Note", "Result"),
        "outcomes": ("Outcome", "Value"),
        "players": ("Limits", "play_game", "player", "register"),
        "sides": ("Side",),
        "solver.analysis": ("Analysis", "CellAnalysis", "analyse"),
        "solver.forced_wins": ("ForcedWin", "forced_win"),
        "solver.search": ("SearchResult", "search"),
        "solver.solve": ("Solution", "solve"),
        "solver.verify": ("Verdict", "verify"),
    }.items()
    for name in names
}
"""The module of each public name that is not a module."""
_MODULES = frozenset({"gif", "record", "svg"})


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the import of the package takes no time."""
    from importlib import import_module  # noqa: PLC0415 - only for what is imported here

    if name in _MODULES:
        return import_module(f"hyperoxo.{name}")
    if name in _ORIGINS:
        globals()[name] = value = getattr(import_module(_ORIGINS[name]), name)
        return value
    raise AttributeError(f"module 'hyperoxo' has no attribute {name!r}")


def _add_methods(core: object) -> None:
    """Add the methods to classes of the core that are written in Python; the core calls it while it is imported.

    Registers what a method of `Game` needs of parts that stand above it, too.
    """
    from hyperoxo.extras import METHODS  # noqa: PLC0415 - as above

    def draw(self: "Position") -> str:
        """Return the position drawn as text."""
        from hyperoxo.drawing import draw  # noqa: PLC0415 - only for those who draw

        return draw(self)

    def picture(self: "Board | Position") -> str:
        """Return the picture that notebooks show."""
        from hyperoxo.svg import svg  # noqa: PLC0415 - only for those who draw

        return svg(self)

    def plot(game: "Game", *, nodes: int, ax: object) -> object:
        """Return the value of a game by ply as a plot."""
        from hyperoxo.review import review  # noqa: PLC0415 - only for those who draw

        return review(game, nodes=nodes).plot(ax=ax)  # type: ignore[arg-type] # checked there

    METHODS["Game.plot"] = plot
    board, position = core.Board, core.Position  # type: ignore[attr-defined]
    position.__str__ = draw
    position._repr_svg_ = board._repr_svg_ = picture


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
