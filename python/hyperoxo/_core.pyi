"""The typed interface of the Rust core: boards, positions, the counting and sampling done on them, and proofs.

`Board`, `Position` and `Playouts` are immutable values, which print, compare, hash, pickle and copy. A `Strategy` is
immutable, but can do none of these; a `GameBatch` changes with every step. Cells and lines are plain integers in
results; where a cell is an argument, its name, such as `231`, does as well.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias, final, overload

from numpy import int8, int64, uint8
from numpy.typing import NDArray

from hyperoxo.outcomes import SearchEnding
from hyperoxo.sides import Side

__all__ = [
    "MAX_BATCH",
    "MAX_CELLS",
    "MAX_PROOF_BYTES",
    "MAX_SYMMETRIES",
    "Board",
    "GameBatch",
    "Playouts",
    "Position",
    "Strategy",
    "__version__",
    "analyse",
    "forced_win",
    "move_scores",
    "refutations",
    "search",
    "solve",
    "verify",
    "within",
    "work_on_task",
]

_ForcedWin: TypeAlias = tuple[bool | None, tuple[int, ...], bool, int]
_Proof: TypeAlias = tuple[str, str, str | None, int, int, int | None]
_Reason: TypeAlias = Literal["completes", "forced", "strategic"]
_ResponseKind: TypeAlias = Literal["completion", "run", "record", "pair", "nothing"]
_Value: TypeAlias = tuple[Literal["win", "loss", "draw", "unknown"], int | None, bool]

_Cell: TypeAlias = int | str

__version__: Final[str]
"""The version of the package."""
MAX_BATCH: int
"""Most games in a batch: 2**24."""
MAX_CELLS: int
"""Most cells that a board may have: 256."""
MAX_SYMMETRIES: int
"""Most automorphisms that are listed one by one, and so used for canonical forms: 10,000."""
MAX_PROOF_BYTES: int
"""Bytes of a proof beyond which `verify` does not look at it: 2**28."""

@final
class Board:
    """A set of cells and the lines on them: `Board("5x5:4")` is `Board(5, 5, line_length=4)`.

    Args:
        description: `4x4x4`, `3x3x3x3`, or with a line length `5x5:4`, `3x4x5:3`. `4X4X4` and `qubic` are understood;
            a `Board` is itself.
        shape: instead, the lengths of its axes, slowest axis first: numbers, or one tuple or list.
        line_length: cells in a line (k), with a shape. If several axes have one length, it is the default.

    Raises:
        BoardError: the description or shape is malformed, has more than 256 cells or 8 axes, or no line fits.

    >>> board = Board("4x4x4")
    >>> board.shape, board.line_length, board.size, len(board.lines)
    ((4, 4, 4), 4, 64, 76)
    >>> [board.names(board.lines[line]) for line in board.lines_through("112")]
    ['111 112 113 114', '112 122 132 142', '112 212 312 412', '112 222 332 442']
    >>> [len(cells) for cells in board.cell_classes()]
    [16, 48]
    """

    @overload
    def __new__(cls, description: str | Board, /) -> Board: ...
    @overload
    def __new__(cls, shape: tuple[int, ...] | list[int], /, *, line_length: int | None = None) -> Board: ...
    @overload
    def __new__(cls, *shape: int, line_length: int | None = None) -> Board: ...
    @staticmethod
    def parse(description: str) -> Board:
        """Read a description by the grammar of files and protocols, which has one spelling.

        Raises:
            BoardError: the description is malformed, has more than 256 cells or 8 axes, or no line fits.
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """Cells along each axis, slowest axis first."""
    @property
    def dimensions(self) -> int:
        """How many axes the board has."""
    @property
    def line_length(self) -> int:
        """Cells in a line (k)."""
    @property
    def size(self) -> int:
        """How many cells the board has; `len(board)` is the same."""
    def __len__(self) -> int: ...
    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line as its cells from end to end; a line is known elsewhere by its index in this tuple."""
    def lines_through(self, cell: _Cell) -> tuple[int, ...]:
        """Return the indices of the lines that run through `cell`, ascending."""
    def cell(self, cell: _Cell) -> int:
        """Return the index of a cell, given by its name (`231`; with a side above 9, `10.2.3`) or its index.

        Raises:
            CellError: the name is malformed, or the cell is not on this board.
        """
    def name(self, cell: _Cell) -> str:
        """Return the name of a cell."""
    def names(self, cells: Iterable[_Cell]) -> str:
        """Return the names of `cells` in order, separated by spaces."""
    def moves(self, text: str) -> list[int]:
        """Read cells separated by white space or commas, in order; the inverse of `names`.

        Raises:
            CellError: a name is malformed or not on this board; nothing is said of legality.

        >>> board = Board("3x3")
        >>> board.moves("22, 11"), board.names([4, 0])
        ([4, 0], '22 11')
        """
    def coordinates(self, cell: _Cell) -> tuple[int, ...]:
        """Return the coordinates of a cell, each from 1, slowest axis first."""
    @property
    def symmetry_count(self) -> int:
        """Size of the automorphism group, exact however large."""
    def symmetries(self) -> list[tuple[int, ...]]:
        """Return every automorphism as a permutation: cell `i` goes to `permutation[i]`; the identity is first.

        Raises:
            SymmetryLimitError: there are more than `MAX_SYMMETRIES`.
        """
    def cell_classes(self) -> tuple[tuple[int, ...], ...]:
        """Return the orbits of the cells under all automorphisms, each ascending, ordered by their first cell."""
    def empty(self) -> Position:
        """Return the empty position, X to move."""
    def position(self, text: str) -> Position:
        """Read a position text such as `xo1x8x8o41o x`.

        Raises:
            PositionError: the text is malformed or no game can reach the position.
        """
    def __iter__(self) -> Iterator[int]: ...
    def svg(self, **options: Any) -> str:  # noqa: ANN401 - the options have types of their own
        """Return a picture, which a notebook shows; `hyperoxo.svg.board` describes the options."""
    def _repr_svg_(self, **options: Any) -> str: ...  # noqa: ANN401 - see svg
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...

@final
class Position:
    """Stones on a board and the side to move; always one that a game can reach.

    Args:
        board: the board, or its description.
        x: cells of the first player's stones, also as a text of names: `"111 222"` or `"111,222"`.
        o: cells of the second player's stones. Stones need not be balanced.
        to_move: whose turn it is; by default O's if X has one stone more, else X's.

    Raises:
        CellError: a cell is not on the board.
        PositionError: stones overlap, both sides have a line, the winner would be to move, or play went on after a win.

    >>> position = Position("3x3", x="11 22", o="12 33")
    >>> print(position)
         1  2  3
      1  X  O  .
      2  .  X  .
      3  .  .  O
    >>> position.to_move, position.text
    ('x', 'xo2x3o x')
    >>> after = position.play("21")
    >>> after.stone("21"), after.is_over, position.stone("21")
    ('x', False, None)
    """

    def __new__(
        cls, board: Board | str, x: Iterable[_Cell] = (), o: Iterable[_Cell] = (), to_move: Side | None = None
    ) -> Position: ...
    @property
    def board(self) -> Board:
        """The board it is on."""
    @property
    def to_move(self) -> Side:
        """Whose turn it is; after the end, whose turn it would be."""
    @property
    def x(self) -> tuple[int, ...]:
        """Cells of X's stones, ascending."""
    @property
    def o(self) -> tuple[int, ...]:
        """Cells of O's stones, ascending."""
    @property
    def stones(self) -> int:
        """How many stones are on the board."""
    def stone(self, cell: _Cell) -> Side | None:
        """Return whose stone is on `cell`, None if it is empty."""
    def empty_cells(self) -> list[int]:
        """Return the cells without a stone, ascending, whether or not the game is over."""
    def legal_moves(self) -> list[int]:
        """Return the cells that can be played, ascending; none once the game is over."""
    def play(self, cell: _Cell) -> Position:
        """Return the position after the side to move plays `cell`.

        Raises:
            CellError: the cell is not on the board.
            MoveError: the cell is taken or the game is over.
        """
    @property
    def winner(self) -> Side | None:
        """The side that has a line, if any."""
    def completed_lines(self) -> tuple[int, ...]:
        """Return the indices of all completed lines, ascending; one move can complete several."""
    @property
    def is_full(self) -> bool:
        """Whether every cell holds a stone."""
    @property
    def is_over(self) -> bool:
        """Whether a side has a line or the board is full."""
    def threats(self, side: Side) -> list[tuple[int, int]]:
        """Return each line with k-1 stones of `side` and one empty cell, as (that cell, the line's index), by line.

        >>> position = Position("3x3", x="11 12 22")
        >>> board = position.board
        >>> [(board.name(cell), board.names(board.lines[line])) for cell, line in position.threats("x")]
        [('13', '11 12 13'), ('33', '11 22 33'), ('32', '12 22 32')]
        """
    def transformed(self, symmetry: Sequence[int]) -> Position:
        """Return the position with the stone of each cell `i` moved to `symmetry[i]`.

        Raises:
            CellError: an entry of `symmetry` is not on the board.
            PositionError: `symmetry` is not a permutation of the cells that takes lines to lines.
        """
    def canonical(self) -> Position:
        """Return the representative of this position's class.

        Two positions have the same one exactly if an automorphism joins them: it is the image whose cells, read
        in index order with X's stone before O's before an empty cell, come first lexicographically.

        Raises:
            SymmetryLimitError: the board has more than `MAX_SYMMETRIES` automorphisms.

        >>> Position("3x3", x="33").canonical() == Position("3x3", x="13").canonical()
        True
        """
    def canonical_symmetry(self) -> tuple[int, ...]:
        """Return an automorphism that takes this position to its canonical form.

        Raises:
            SymmetryLimitError: the board has more than `MAX_SYMMETRIES` automorphisms.
        """
    @property
    def text(self) -> str:
        """The position text: one token a cell, a space, the side to move; `Board.position` reads it back.

        `str(position)` is the drawn board.
        """
    def as_json(self) -> dict[str, Any]:
        """Return `board`, `text`, `to_move`, `stones` of `x` and `o`, `winner`, completed `lines` and `is_over`.

        Stones and lines are names of cells. `from_json` reads it back.
        """
    @staticmethod
    def from_json(data: object) -> Position:
        """Return the position of an object of JSON, such as `as_json` returns, or one line of a file with more keys.

        `board` and `text` say what it is; of the other keys those of `as_json` may be there and must fit.

        Raises:
            PositionError: a key is missing, malformed or contradicts the others; the message names it.
        """
    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` legal plies from here."""
    def playouts(self, games: int, seed: int) -> Playouts:
        """Play `games` uniformly random games to their end on one thread; the same seed gives the same figures."""
    def svg(self, **options: Any) -> str:  # noqa: ANN401 - the options have types of their own
        """Return a picture, which a notebook shows; `hyperoxo.svg.board` describes the options."""
    def _repr_svg_(self, **options: Any) -> str: ...  # noqa: ANN401 - see svg
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...

@final
class Playouts:
    """What random games from one position came to.

    Args:
        x_wins: games that X won.
        o_wins: games that O won.
        draws: games that filled the board without a line.
        plies: plies played, summed over the games.

    Raises:
        InputError: a number is negative, or the games or plies do not fit in 64 bits.
    """

    def __new__(cls, x_wins: int, o_wins: int, draws: int, plies: int) -> Playouts: ...
    @property
    def games(self) -> int:
        """Games played."""
    @property
    def x_wins(self) -> int:
        """Games that X won."""
    @property
    def o_wins(self) -> int:
        """Games that O won."""
    @property
    def draws(self) -> int:
        """Games that filled the board without a line."""
    @property
    def plies(self) -> int:
        """Plies played, summed over the games."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

_BatchArrays: TypeAlias = tuple[NDArray[uint8], NDArray[uint8], NDArray[int8], NDArray[uint8], NDArray[int8]]

@final
class GameBatch:
    """Games that are stepped together; `hyperoxo.rl.batch.BatchedGames` has the arrays, too.

    `arrays` are flat, contiguous arrays of the caller, which are written in place while other threads may run: the
    action mask (a row of cells for each game), the observation (two rows for each game), the winner, the ends, and the
    side to move.

    Args:
        start: the position that every game starts from, until it is set to another.
        games: how many games, from 1 to `MAX_BATCH`.
        seed: the source of `random_actions`.
        auto_reset: whether a game that ends starts again at once.

    Raises:
        InputError: the game is over in the position, or the number of games is out of range.
    """

    random_state: bytes
    """The state of `random_actions`, 32 bytes, which go on from a state that is set."""

    def __new__(cls, start: Position, games: int, *, seed: int, auto_reset: bool) -> GameBatch: ...
    def copy(self) -> GameBatch:
        """Return a batch of the same games, which draws the same random actions."""
    def seed(self, seed: int) -> None:
        """Seed `random_actions` again."""
    def position(self, game: int) -> Position:
        """Return the position of a game; a negative number counts from the end.

        Raises:
            IndexError: there is no such game.
        """
    def set(self, game: int, position: Position, arrays: _BatchArrays, *, is_start: bool) -> None:
        """Put a game into a position, from which it also starts if `is_start`, and describe it in `arrays`.

        Raises:
            IndexError: there is no such game.
            InputError: the position is on another board, or it is over and games start again at once; or an array has
                the wrong length, is read-only or is in use by another thread.
        """
    def reset(self, chosen: NDArray[uint8] | None, arrays: _BatchArrays) -> None:
        """Start games again, all or those chosen by an entry that is not 0, and describe these in `arrays`.

        Raises:
            InputError: an array has the wrong length, is read-only or is in use by another thread.
        """
    def step(self, actions: NDArray[int64], arrays: _BatchArrays) -> None:
        """Play one move in every game, and describe all games in `arrays`.

        Raises:
            InputError: an array has the wrong length, is read-only or is in use by another thread.
            MoveError: an action is illegal; nothing has changed.
        """
    def random_actions(self, actions: NDArray[int64]) -> None:
        """Write a random legal action for every game; -1 where the game is over.

        Raises:
            InputError: the array has the wrong length, is read-only or is in use by another thread.
        """

def within(
    position: Position,
    plies: int,
    *,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    is_cancelled: Callable[[], bool] | None,
    on_progress: Callable[[int], object] | None,
) -> tuple[bool | None, int | None, int, int, bytes | None]:
    """Decide whether X, to move, wins within a number of plies; `hyperoxo.solver.within.Within` names the results.

    Args:
        position: the position.
        plies: the plies.
        nodes: positions that may be searched.
        seconds: how long it may take.
        memory: MiB that it may take.
        is_cancelled: polled; ends the search once it returns true.
        on_progress: called at intervals with the positions searched so far.

    Raises:
        InputError: a limit is out of range.
    """

def solve(
    position: Position,
    *,
    small: bool,
    shorten: bool,
    attacker: Side | None,
    begin_with: bytes | None,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    threads: int | None,
    task_runner: Callable[[list[bytes], bytes], Iterable[tuple[int, bytes, bytes] | None]] | None,
    on_progress: Callable[[int, int, int], object] | None,
    on_unfinished: Callable[[bytes], object] | None,
    interval: float,
) -> tuple[Side | Literal["draw"] | None, int, int, int | None, int, bytes | None, bytes | None, SearchEnding | None]:
    """Decide a position; `hyperoxo.solver.solve.solve` names the results.

    Args:
        position: the position.
        small: whether to go on from the first proof to a small one.
        shorten: whether to go on, before that, to one with shorter games.
        attacker: the only side whose attack is tried; None for both.
        begin_with: what an earlier search left unfinished.
        nodes: positions that may be searched.
        seconds: how long it may take.
        memory: how much it may take, in MiB.
        threads: how many search; None for as many as the machine runs at once.
        task_runner: called with the tasks of each stage and the answers that are known, to have each worked on by
            `work_on_task`; yields the number of each, from 0, and its result, in any order, and regularly None in
            between. If it leaves tasks out, the search ends.
        on_progress: called with the tasks proved, all tasks and positions searched; if it returns something true, the
            search ends with what it has found, and what it raises ends it too.
        on_unfinished: called with what it would leave unfinished, once in each interval; what it raises ends the
            search.
        interval: its seconds.

    Returns:
        The winner, "draw", or None for unknown; the strategic and the forced positions of the proof; the plies of its
        longest game, None unless a side wins; the positions searched; the certificate, None if the outcome is unknown;
        what the search left unfinished, None if nothing; and why it ended early, None if it did not.

    Raises:
        CheckpointError: `begin_with` is damaged, or written by a search on another board.
        InputError: a bound is out of range, or the result of a task is damaged, or from another search.
    """

def work_on_task(task: bytes, known: bytes, *, seconds: float | None, memory: int) -> tuple[bytes, bytes]:
    """Work on a task of a search until the end of a stage, on one thread; `hyperoxo.solver.distributed` calls it.

    Args:
        task: the task, as the search sends it to its task runner.
        known: the answers that are known.
        seconds: how long it may take.
        memory: how much it may take, in MiB.

    Returns:
        The task, with how far it has come, and the answers that were found.

    Raises:
        InputError: a bound is out of range, or the task or the answers are damaged, or not those of a search.
    """

def verify(
    proof: bytes, form: str
) -> tuple[
    Literal["verified", "rejected", "malformed", "out of resources"],
    str,
    _Proof | None,
]:
    """Check a proof; `hyperoxo.solver.verify.verify` names the results.

    Args:
        proof: what its file holds.
        form: `oxc` or `patashnik`.

    Returns:
        The kind of verdict; what it says, in one line; and for a proof that holds its claim, the board, the text of
        the position (None for the empty board), its strategic and its forced positions, and the plies of the longest
        game in a certificate of a win.

    Raises:
        InputError: there is no such form.
    """

@final
class Strategy:
    """A verified proof that can be asked what it plays; `hyperoxo.solver.strategies.Strategy` is the same with names.

    Args:
        certificate: what its file holds.

    Raises:
        ProofError: the certificate is not verified.
    """

    def __new__(cls, certificate: bytes) -> Strategy: ...
    @property
    def proof(self) -> _Proof:
        """What the proof shows, in the form that `verify` returns."""
    def answer(self, position: str) -> tuple[int, _Reason, int | None] | None:
        """Return the strategist's move where it is to move; None if the strategy has no answer there.

        Args:
            position: the text of the position.

        Returns:
            The cell, why it is played, and the plies of the longest game; None for those in a proof that a side holds.

        Raises:
            PositionError: it is no position of the board.
        """
    def replies(self, position: str) -> list[tuple[int, _ResponseKind, list[int], int | None]] | None:
        """Return each reply where the opponent is to move, with the response; None if the strategy has none there.

        Args:
            position: the text of the position.

        Returns:
            For each empty cell, ascending: the cell, what meets a reply there, the moves that follow as far as they are
            known only from that, and the plies of the longest game after the reply; None for those in a proof that a
            side holds.

        Raises:
            PositionError: it is no position of the board.
        """
    def strategic(self) -> list[tuple[str, tuple[int, _Reason, int | None]]]:
        """Return the text of each position in which the strategy chooses a move, one of each class, with the answer."""

def analyse(
    position: Position,
    *,
    known: Sequence[tuple[int, str, int]],
    nodes: int | None,
    seconds: float | None,
    memory: int,
    threads: int | None,
    on_update: Callable[[int, _Value, tuple[int, ...]], object] | None,
    is_cancelled: Callable[[], bool] | None,
) -> tuple[_Value, list[tuple[int, _Value, tuple[int, ...]]], int]:
    """Find the value of moving to each empty cell; `hyperoxo.solver.analysis.analyse` names the results.

    Args:
        position: the position.
        known: what is proved of moves already: a cell that can be played, win, loss or draw, and for a win or a loss
            the plies within which the game ends, that move counted. It is taken as true.
        nodes: positions that may be searched.
        seconds: how long it may take.
        memory: how much it may take, in MiB.
        threads: how many search at once; None for as many as the machine runs at once.
        on_update: called with a cell, its value and its line whenever that value gets better known; what it raises
            ends the search.
        is_cancelled: asked about a hundred times a second whether to stop.

    Returns:
        The value of the position; for each empty cell, its value and a game that shows it; and the positions searched.
        A value is its outcome, its plies, and whether they are exact.

    Raises:
        CellError: a known cell is not on the board.
        InputError: a bound is out of range, or there is no such outcome.
        MoveError: a known cell cannot be played.
    """

def forced_win(
    position: Position,
    *,
    side: Side | None,
    longest: int | None,
    nodes: int,
    is_cancelled: Callable[[], bool] | None,
) -> _ForcedWin:
    """Find the shortest forced win of a side; `hyperoxo.solver.forced_wins.forced_win` names the results.

    Args:
        position: the position.
        side: the side, taken to be on move; None for the side to move.
        longest: plies that the win may have; None for any number.
        nodes: positions that may be searched, about.
        is_cancelled: asked every few thousand positions whether to stop.

    Returns:
        Whether there is one, None if that is unknown; its line; whether none is shorter; and the positions searched.

    Raises:
        InputError: there is no such side, or a bound is out of range.
    """

def refutations(
    position: Position, *, longest: int | None, nodes: int, is_cancelled: Callable[[], bool] | None
) -> list[tuple[int, _ForcedWin]]:
    """Find how each move is refuted; `hyperoxo.solver.forced_wins.refutations` names the results.

    Args:
        position: the position.
        longest: plies that a win may have; None for any number.
        nodes: positions that may be searched for each answer, about.
        is_cancelled: asked every few thousand positions whether to stop.

    Returns:
        Each cell that can be played, ascending, and what `forced_win` says of the opponent after it.

    Raises:
        InputError: a bound is out of range.
    """

def search(
    position: Position,
    *,
    among: Iterable[_Cell] | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    on_depth: Callable[[int, int, _Value, tuple[int, ...], int, int], object] | None,
    is_cancelled: Callable[[], bool] | None,
) -> tuple[int, int, _Value, tuple[int, ...], int, int]:
    """Search for the best move; `hyperoxo.solver.search.search` names the results.

    Args:
        position: the position.
        among: the moves to choose from; None for all.
        depth: the most plies to look ahead.
        nodes: positions that may be searched.
        seconds: how long it may take.
        memory: how much it may take, in MiB.
        on_depth: called with what is returned whenever a depth is finished; what it raises ends the search.
        is_cancelled: asked about a hundred times a second whether to stop.

    Returns:
        The move, its score, what is proved of it, how the game is expected to go on, the plies looked ahead, and the
        positions searched.

    Raises:
        CellError: a cell is not on the board.
        InputError: a bound is out of range, a cell cannot be played, or there is no move to choose.
    """

def move_scores(
    position: Position,
    *,
    among: Iterable[_Cell] | None,
    depth: int,
    nodes: int,
    is_cancelled: Callable[[], bool] | None,
) -> list[tuple[int, int, int]]:
    """Score every move by a small search of its own; `hyperoxo.solver.chances.move_guesses` makes guesses of scores.

    Args:
        position: the position.
        among: the moves to score; None for all.
        depth: plies to look ahead after a move.
        nodes: positions that may be searched for each move.
        is_cancelled: asked about a hundred times a second whether to score the rest only by open lines.

    Returns:
        Each move, ascending, its score for the side that makes it, and the plies that were looked ahead after it.

    Raises:
        CellError: a cell is not on the board.
        InputError: a bound is out of range, or a cell cannot be played.
    """
