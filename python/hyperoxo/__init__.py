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
    import typing
    from collections.abc import Iterator

    from hyperoxo import arena as arena
    from hyperoxo import dataset as dataset
    from hyperoxo import executor as executor
    from hyperoxo import explorer as explorer
    from hyperoxo import gif as gif
    from hyperoxo import museum as museum
    from hyperoxo import players as players
    from hyperoxo import puzzles as puzzles
    from hyperoxo import record as record
    from hyperoxo import review as review
    from hyperoxo import solver as solver
    from hyperoxo import svg as svg
    from hyperoxo import ugi as ugi
    from hyperoxo._core import MAX_CELLS, MAX_SYMMETRIES, Board, Playouts, Position, __version__
    from hyperoxo.arena.match import play_match
    from hyperoxo.arena.result import MatchResult
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
    from hyperoxo.players.own import player_from_file
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
    from hyperoxo.solver.analysis import analyze as analyze
    from hyperoxo.solver.atlas import atlas_values
    from hyperoxo.solver.distributed import solve_distributed
    from hyperoxo.solver.explain import Explanation, explain
    from hyperoxo.solver.forced_wins import ForcedWin, forced_win, refutations
    from hyperoxo.solver.search import SearchResult, search
    from hyperoxo.solver.solve import Solution, solve
    from hyperoxo.solver.strategies import Strategy
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
    "Explanation",
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
    "Strategy",
    "SymmetryLimitError",
    "TruncatedRecordError",
    "Value",
    "Verdict",
    "__version__",
    "analyse",
    "arena",
    "atlas_values",
    "dataset",
    "executor",
    "explain",
    "explorer",
    "forced_win",
    "gif",
    "museum",
    "play_game",
    "play_match",
    "player",
    "player_from_file",
    "players",
    "puzzles",
    "record",
    "refutations",
    "register",
    "review",
    "search",
    "solve",
    "solve_distributed",
    "solver",
    "svg",
    "ugi",
    "verify",
]
__dir__ = __all__.copy

_ORIGINS = {
    name: f"hyperoxo.{module}"
    for module, names in {
        "_core": ("MAX_CELLS", "MAX_SYMMETRIES", "Board", "Playouts", "Position", "__version__"),
        "arena.match": ("play_match",),
        "arena.result": ("MatchResult",),
        "arena.sprt": ("Sprt",),
        "errors": (
            *("BoardError", "Cancelled", "CellError", "ExecutorError", "HyperoxoError", "InputError"),
            *("MissingExtraError", "MoveError", "PlayerError", "PositionError", "ProofError", "RecordError"),
            *("SymmetryLimitError", "TruncatedRecordError"),
        ),
        "game": ("Ending", "Game", "Note", "Result"),
        "outcomes": ("Outcome", "Value"),
        "players": ("Limits", "play_game", "player", "register"),
        "players.own": ("player_from_file",),
        "sides": ("Side",),
        "solver.analysis": ("Analysis", "CellAnalysis", "analyse", "analyze"),
        "solver.atlas": ("atlas_values",),
        "solver.distributed": ("solve_distributed",),
        "solver.explain": ("Explanation", "explain"),
        "solver.forced_wins": ("ForcedWin", "forced_win", "refutations"),
        "solver.search": ("SearchResult", "search"),
        "solver.solve": ("Solution", "solve"),
        "solver.strategies": ("Strategy",),
        "solver.verify": ("Verdict", "verify"),
    }.items()
    for name in names
}
"""The module of each public name that is not a module."""
_MODULES = frozenset(
    {
        "arena",
        "dataset",
        "executor",
        "explorer",
        "gif",
        "museum",
        "players",
        "puzzles",
        "record",
        "review",
        "solver",
        "svg",
        "ugi",
    }
)


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
    from functools import partial  # noqa: PLC0415 - as above
    from importlib import import_module  # noqa: PLC0415 - as above

    from hyperoxo.extras import METHODS  # noqa: PLC0415 - as above

    def draw(self: "Position") -> str:
        """Return the position drawn as text."""
        from hyperoxo.drawing import draw  # noqa: PLC0415 - only for those who draw

        return draw(self)

    def svg(self: "Board | Position", **options: "typing.Any") -> str:  # noqa: ANN401 - the options have types of their own
        """Return a picture, which a notebook shows; `hyperoxo.svg.board` describes the options."""
        from hyperoxo.svg import board  # noqa: PLC0415 - only for those who draw

        return board(self, **options)

    def cells(self: "Board") -> "Iterator[int]":
        """Yield the cells as indices."""
        return iter(range(len(self)))

    def plot(game: "Game", *, nodes: int, ax: object) -> object:
        """Return the value of a game by ply as a plot."""
        from hyperoxo.review import review  # noqa: PLC0415 - only for those who draw

        return review(game, nodes=nodes).plot(ax=ax)  # type: ignore[arg-type] # checked there

    def of_record(name: str, *arguments: "typing.Any") -> object:  # noqa: ANN401 - the methods of `Game` type them
        """Call a function of `hyperoxo.record`, which most programs do without."""
        return getattr(import_module("hyperoxo.record"), name)(*arguments)

    def as_json(self: "Position") -> "dict[str, typing.Any]":
        """Return the position as JSON."""
        from hyperoxo.position_json import position_described  # noqa: PLC0415 - as above

        return position_described(self).as_json()

    def from_json(data: object) -> "Position":
        """Read a position that `as_json` wrote."""
        from hyperoxo.position_json import position_of_json  # noqa: PLC0415 - as above

        return position_of_json(data)

    METHODS.update({f"Game.{name}": partial(of_record, name) for name in ("as_json", "from_json", "save")})
    METHODS["Game.plot"] = plot
    board, position = core.Board, core.Position  # type: ignore[attr-defined]
    board.__iter__ = cells
    position.__str__ = draw
    position.as_json, position.from_json = as_json, staticmethod(from_json)
    board.svg = board._repr_svg_ = position.svg = position._repr_svg_ = svg
