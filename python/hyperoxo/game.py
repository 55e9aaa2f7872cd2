"""A game: where it started, the moves played, and how it ended.

`Position` knows the rules; `Game` adds the history. Every user interface, player and match makes its moves through
`Game`, so legality, undo and the end of a game mean the same everywhere.
"""

from __future__ import annotations

import typing
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum

from hyperoxo._core import Board
from hyperoxo.boards import to_position
from hyperoxo.errors import MoveError, whole_number
from hyperoxo.extras import METHODS, importing
from hyperoxo.outcomes import plies_in_words
from hyperoxo.pickles import copied_json, pickled
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo._core import Position
    from hyperoxo.gif import Gif
    from hyperoxo.sides import Side  # at run time it would be a `Literal`, at which the completion of Jedi 0.20 fails
    from hyperoxo.svg import Svg

PLOT_NODES = 200_000
"""Positions that the review for a plot searches, about: some seconds on most boards."""

JSON: typing.TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"
"""What can be written as JSON."""


class Ending(StrEnum):
    """How a game ended; every finished game has exactly one ending."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNED = "resigned"
    DRAW_AGREED = "draw agreed"
    OWN_RULES = "draw by its own rules"
    ILLEGAL_MOVE = "illegal move"
    TIME = "time"
    CRASH = "crash"
    ABANDONED = "abandoned"
    ADJUDICATED = "adjudicated"
    """A proof of the position's value ended the game: a win of either side, or a draw."""

    @property
    def has_winner(self) -> bool:
        """Whether a game that ends so has a winner; the others are draws, or have no result (`ABANDONED`).

        An adjudicated game may have a winner or be a draw.
        """
        return self in _DECISIVE

    def __repr__(self) -> str:
        """Return the name that evaluates to this ending."""
        return f"Ending.{self.name}"


_DECISIVE = frozenset({Ending.LINE, Ending.RESIGNED, Ending.ILLEGAL_MOVE, Ending.TIME, Ending.CRASH})


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: its name and, if there is one, the winner.

    Raises:
        ValueError: a winner where the ending has none, or none where it has one, or one that is no side.
        TypeError: the ending is not an `Ending`.
    """

    ending: Ending
    winner: Side | None = None

    def __post_init__(self) -> None:
        """Check that winner and ending fit."""
        if not isinstance(self.ending, Ending):
            raise TypeError(f"{self.ending!r} is not an ending; Ending.RESIGNED is one")
        if self.winner not in {None, *SIDES}:
            raise ValueError(f"{self.winner!r} is not a side; 'x' and 'o' are")
        if (self.winner is not None) != self.ending.has_winner and self.ending is not Ending.ADJUDICATED:
            raise ValueError(f"a game that ends by {self.ending.value!r} cannot have {self.winner!r} as its winner")

    def __str__(self) -> str:
        """Return the result for people: `X wins (line)`, `draw (full board)`, `abandoned`."""
        if self.winner is not None:
            return f"{self.winner.upper()} wins ({self.ending.value})"
        if self.ending is Ending.ABANDONED:
            return self.ending.value
        return f"draw ({self.ending.value.removeprefix('draw ')})"

    def as_json(self) -> dict[str, JSON]:
        """Return the winner and the name of the ending, as records have them."""
        return {"winner": self.winner, "ending": self.ending.value}


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a move: a comment by people, and a player's reasons as JSON."""

    comment: str = ""
    reasons: dict[str, JSON] | None = None


class Game:
    """A game in progress or at its end, with its whole history.

    Moves that were undone stay ahead, to be redone, until another move is played in their place. An ending that
    is declared (`end`) belongs to the last ply: undoing a move opens the game again, redoing it brings the ending back,
    and `reopen` takes back only the ending.

    Games are equal if they hold the same: start, moves (those ahead included), ply, declared ending, tags and notes.

    Args:
        start: the board or its description, for a game from the empty position, or the position that it starts from.
        moves: cells to play at once, by name or index, or one text: `"111 222"` or `"111,222"`.
        tags: free facts about the game, such as `Event` or `Seed`.
        notes: notes by ply: 0 for the game as a whole, n for the nth move.
        result: the end that is declared after the moves.
        ply: how many moves to stand at, the others undone; None for all.

    Raises:
        BoardError: there is no such board.
        CellError: a cell of `moves` is not on the board.
        MoveError: a move cannot be played, or the game has no such ply.
        TypeError: `start` is neither a position nor a board.

    >>> game = Game("3x3", "11 21 12 22 13")
    >>> str(game.result)
    'X wins (line)'
    """

    __slots__ = ("_declared", "_moves", "_ply", "_positions", "notes", "tags")

    def __init__(
        self,
        start: Board | Position | str,
        moves: Iterable[int | str] = (),
        *,
        tags: Mapping[str, str] | None = None,
        notes: Mapping[int, Note] | None = None,
        result: Result | None = None,
        ply: int | None = None,
    ) -> None:
        given: object = start  # a game has a current position, too, but its moves would be lost
        if isinstance(given, Game):
            raise TypeError("a game cannot start from a Game; game.copy() copies it, game.position is its position")
        self._positions: list[Position] = [to_position(start)]
        self._moves: list[int] = []
        self._ply = 0
        self._declared: Result | None = None
        self.tags: dict[str, str] = dict(tags or {})
        self.notes: dict[int, Note] = {}
        """Notes by ply: 0 for the game as a whole, n for the nth move."""
        for move in self.board.moves(moves) if isinstance(moves, str) else moves:
            self.play(move)
        if result is not None:
            self.end(result)
        if ply is not None:
            self.go_to(ply)
        self.notes.update(notes or {})

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self._positions[0].board

    @property
    def start(self) -> Position:
        """The position that the game started from."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[self._ply]

    @property
    def ply(self) -> int:
        """How many moves led from the start to the position now."""
        return self._ply

    @property
    def length(self) -> int:
        """How many moves are known, those that were undone included."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[int, ...]:
        """The cells played up to now."""
        return tuple(self._moves[: self._ply])

    @property
    def all_moves(self) -> tuple[int, ...]:
        """The cells played, those that were undone and can be redone included."""
        return tuple(self._moves)

    @property
    def last_move(self) -> int | None:
        """The cell played last, None at the start."""
        return self._moves[self._ply - 1] if self._ply else None

    @property
    def to_move(self) -> Side:
        """Whose turn it is; after the end, whose turn it would be."""
        return self.position.to_move

    @property
    def winner(self) -> Side | None:
        """The side that has won, by a line or by a declared end; None if no side has."""
        result = self.result
        return result.winner if result else None

    def legal_moves(self) -> list[int]:
        """Return the cells that can be played, ascending; none once the game is over."""
        return [] if self.is_over else self.position.legal_moves()

    def position_at(self, ply: int) -> Position:
        """Return the position after the first `ply` moves.

        Raises:
            MoveError: the game has no such ply.
        """
        return self._positions[self._checked_ply(ply)]

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        position = self._positions[self._ply]
        if position.is_over:
            winner = position.winner
            return Result(Ending.LINE, winner) if winner else Result(Ending.FULL_BOARD)
        return self._declared if self._ply == len(self._moves) else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self._declared is not None and self._ply == len(self._moves):
            return True
        return self._positions[self._ply].is_over

    @property
    def can_be_won(self) -> bool:
        """Whether some line can still be completed by a side, since no stone of the other is on it."""
        stones = (set(self.position.x), set(self.position.o))
        return any(side.isdisjoint(line) for line in self.board.lines for side in stones)

    def play(self, cell: int | str) -> Position:
        """Play a cell for the side to move and return the new position; undone moves are forgotten.

        Raises:
            CellError: the cell is not on the board.
            MoveError: the cell is taken, or the game is over.
        """
        before = self._positions[self._ply]
        index = before.board.cell(cell)
        if self._declared is not None and self._ply == len(self._moves):
            raise MoveError(before.board.name(index), f"the game is over: {self._declared}")
        after = before.play(index)
        self._declared = None
        if self._ply < len(self._moves):
            self._forget_ahead()
        self._moves.append(index)
        self._positions.append(after)
        self._ply += 1
        return after

    def end(self, result: Result) -> None:
        """Declare the end of a game that the board has not ended; moves that had been undone are forgotten.

        Raises:
            MoveError: the game is already over.
            ValueError: `result` is an ending that only the board can give.
            TypeError: `result` is something else.

        >>> game = Game("3x3", "22 11")
        >>> game.end(Result(Ending.RESIGNED, "o"))
        >>> str(game.result)
        'O wins (resigned)'
        """
        if not isinstance(result, Result):
            raise TypeError(f"{result!r} is not a result; Result(Ending.DRAW_AGREED) is one")
        if result.ending in {Ending.LINE, Ending.FULL_BOARD}:
            raise ValueError(f"only the board ends a game by {result.ending.value!r}")
        if self.is_over:
            raise MoveError(result.ending.value, f"the game is over already: {self.result}")
        self._forget_ahead()
        self._declared = result

    def reopen(self) -> None:
        """Take back the end that was declared, and no move; it cannot be redone, but declared again.

        Raises:
            MoveError: the game goes on, or the board has ended it.
        """
        if self._declared is None or self._ply < len(self._moves):
            ended = self.result
            raise MoveError("reopen", f"the board has ended the game: {ended}" if ended else "the game goes on")
        self._declared = None

    def undo(self, plies: int = 1) -> None:
        """Take back the last `plies` moves, and an end that was declared after them; they can be redone.

        Raises:
            MoveError: fewer moves have been played, or `plies` is negative.
        """
        self._ply -= _checked_count("undo", plies, self._ply, "played")

    def redo(self, plies: int = 1) -> None:
        """Play `plies` undone moves again.

        Raises:
            MoveError: fewer moves have been undone, or `plies` is negative.
        """
        self._ply += _checked_count("redo", plies, len(self._moves) - self._ply, "undone")

    def go_to(self, ply: int) -> None:
        """Undo or redo to the position after the first `ply` moves.

        Raises:
            MoveError: the game has no such ply.
        """
        self._ply = self._checked_ply(ply)

    def branch(self, ply: int | None = None) -> Game:
        """Return a new game that shares the first `ply` moves (all up to now when not given), their notes and the tags.

        It has no declared end, since a branch is made to continue the game.

        Raises:
            MoveError: the game has no such ply.

        >>> game = Game("3x3", "22 11 33")
        >>> other = game.branch(1)
        >>> _ = other.play("12")
        >>> game.board.names(game.moves), game.board.names(other.moves)
        ('22 11 33', '22 12')
        """
        shared = self._checked_ply(self._ply if ply is None else ply)
        other = Game(self.start, tags=self.tags)
        other._moves = self._moves[:shared]
        other._positions = self._positions[: shared + 1]
        other._ply = shared
        other.notes = {at: note for at, note in self.notes.items() if at <= shared}
        return other

    def copy(self) -> Game:
        """Return a new game that holds the same, undone moves and a declared end included."""
        other = object.__new__(type(self))
        other._positions = self._positions.copy()
        other._moves = self._moves.copy()
        other._ply, other._declared = self._ply, self._declared
        other.tags = self.tags.copy()
        other.notes = {at: Note(note.comment, copied_json(note.reasons)) for at, note in self.notes.items()}
        if added := getattr(self, "__dict__", None):  # by a subclass
            vars(other).update(deepcopy(added))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[typing.Any, ...]:
        declared = None if self._declared is None else (self._declared.ending.value, self._declared.winner)
        notes = {at: (note.comment, note.reasons) for at, note in self.notes.items()}
        return (
            *pickled(type(self), str(self.board), self.start.text, self._moves, self._ply, declared, self.tags, notes),
            getattr(self, "__dict__", None),
        )

    @classmethod
    def _restored(cls, *state: typing.Any) -> Game:  # noqa: ANN401 - as `__reduce__` wrote it
        board, start, moves, ply, declared, tags, notes = state
        result = None if declared is None else Result(Ending(declared[0]), declared[1])
        noted = {at: Note(*note) for at, note in notes.items()}
        game = cls.__new__(cls)  # the constructor of a subclass may take other arguments
        Game.__init__(game, Board.parse(board).position(start), moves, tags=tags, notes=noted, result=result, ply=ply)
        return game

    def __eq__(self, other: object) -> bool:
        """Compare everything that the games hold."""
        return self._state() == other._state() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # a game goes on

    def __repr__(self) -> str:
        """Return the board, how many plies were played, and the result: `<Game of 4x4x4, 17 plies, X wins (line)>`."""
        result = self.result or f"{self.to_move.upper()} to move"
        return f"<Game of {self.board}, {plies_in_words(self._ply)}, {result}>"

    def __str__(self) -> str:
        """Return the current position drawn as text."""
        return str(self.position)

    def svg(self, **options: typing.Any) -> Svg:  # noqa: ANN401 - the options have types of their own
        """Return a picture of the current position, which a notebook shows.

        Args:
            **options: the arguments of `hyperoxo.svg.board`, such as `marks={"22": "!"}`.
        """
        from hyperoxo.svg import board  # noqa: PLC0415 - most games are not drawn

        return board(self, **options)

    _repr_svg_ = svg

    def gif(self, **options: typing.Any) -> Gif:  # noqa: ANN401 - as above
        """Return the game as an animation up to the current ply, with the extra `pictures`.

        Args:
            **options: the arguments of `hyperoxo.gif.game`, such as `delay=0.5`.
        """
        from hyperoxo.gif import game  # noqa: PLC0415 - most games are not drawn

        return game(self, **options)

    def plot(self, *, nodes: int = PLOT_NODES, ax: Axes | None = None) -> Figure:
        """Plot the value by ply: review the game, and draw proved values apart from guesses, with the marked moves.

        Moves that were undone count too. `hyperoxo.review.review` reviews with other bounds, and has a `plot` as well.

        Args:
            nodes: how many positions the review may search, about; the same number gives the same plot.
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Returns:
            The figure of matplotlib; `figure.savefig("game.png")` writes it to a file.

        Raises:
            InputError: `nodes` is negative.
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        with importing("notebook"):
            import matplotlib  # noqa: F401, PLC0415 - before the review, which takes time
        figure: Figure = METHODS["Game.plot"](self, nodes=nodes, ax=ax)
        return figure

    def save(self, path: str | os.PathLike[str], form: typing.Literal["text", "json"] = "text") -> None:
        """Write the game up to the current ply to a file, as `hyperoxo.record.save` does.

        Raises:
            OSError: the file cannot be written; a regular file that was there is unchanged.
            InputError: there is no such form, or a tag or a note cannot be written.
        """
        METHODS["Game.save"](self, path, form)

    def as_json(self) -> dict[str, JSON]:
        """Return the record of the game up to the current ply, as `hyperoxo.record.as_json` does."""
        record: dict[str, JSON] = METHODS["Game.as_json"](self)
        return record

    @staticmethod
    def from_json(data: JSON) -> Game:
        """Return the game of a record, `Game.from_json(json.loads(line))`, as `hyperoxo.record.from_json` does."""
        game: Game = METHODS["Game.from_json"](data)
        return game

    def _state(self) -> tuple[object, ...]:
        return self.start, self._moves, self._ply, self._declared, self.tags, self.notes

    def _checked_ply(self, ply: int) -> int:
        ply = whole_number("ply", ply)
        if not 0 <= ply <= len(self._moves):
            raise MoveError(f"ply {ply}", f"the game has plies 0 to {len(self._moves)}")
        return ply

    def _forget_ahead(self) -> None:
        del self._moves[self._ply :]
        del self._positions[self._ply + 1 :]
        self.notes = {at: note for at, note in self.notes.items() if at <= self._ply}


def _checked_count(action: str, plies: int, most: int, done: str) -> int:
    """Return a number of moves to undo or redo, or refuse one that was not played or undone."""
    plies = whole_number("plies", plies)
    if plies < 0:
        raise MoveError(f"{action} {plies}", "plies are counted from 0")
    if plies > most:
        moves = f"only {most} moves have" if most > 1 else "only 1 move has" if most else "no move has"
        raise MoveError(f"{action} {plies}", f"{moves} been {done}")
    return plies


def checked_game(game: object) -> Game:
    """Return a game that a caller gives, or raise a TypeError."""
    if not isinstance(game, Game):
        raise TypeError(f"{shortened(repr(game), 60)} is not a game; Game('4x4x4') is one")
    return game
