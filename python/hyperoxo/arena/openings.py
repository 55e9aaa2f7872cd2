"""Openings: the first moves of a match's games, each played twice with the seats changed.

Players without randomness play the same game again from the same start, which adds no information. So a match gives
them different openings. `KINDS` declares each kind of openings: its name, its meaning, and how to find them; options,
help and completion derive from it, and `docs/arena.md` describes it. What is not the name of a kind is a file.
"""

from __future__ import annotations

import random
import typing
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle, islice, repeat
from pathlib import Path

from hyperoxo import record
from hyperoxo._core import Board
from hyperoxo.boards import representative
from hyperoxo.errors import InputError
from hyperoxo.executor import Workers, in_order
from hyperoxo.game import Game
from hyperoxo.pickles import uncopied
from hyperoxo.players import play_game, player
from hyperoxo.seeds import derived_seed
from hyperoxo.solver.forced_wins import forced_win
from hyperoxo.text import read_integer

if typing.TYPE_CHECKING:
    import os

    from hyperoxo._core import Position

__all__ = [
    "FILE",
    "FORCING_NODES",
    "FORMS",
    "GAMES",
    "KINDS",
    "MAX_BYTES",
    "MAX_COUNTED_CLASSES",
    "MAX_FAILURES",
    "MAX_MISSES",
    "MAX_SCORE",
    "MIN_SCORE",
    "TESTER",
    "Opening",
    "OpeningBook",
    "OpeningKind",
    "OpeningSource",
    "Openings",
    "balanced_openings",
    "count_classes",
    "distinct_openings",
    "is_balanced",
    "openings_from_file",
    "random_openings",
    "read_openings",
    "representative",
]
__dir__ = __all__.copy

MAX_COUNTED_CLASSES = 5_000
"""The most classes of positions that are counted, to know when no others are left."""
MAX_MISSES = 1_000
"""With too many classes to count, the search for new ones ends after this many draws in a row without one."""
FORCING_NODES = 20_000
"""The most positions of each search for a forced win."""
TESTER = "oxo:level=3"
"""The player of the games from an opening: quick, without a clock, and it overlooks neither a line nor a fork."""
GAMES = 100
MIN_SCORE, MAX_SCORE = 0.4, 0.6
MAX_FAILURES = 1_000
"""After this many failed openings in a row, no others are tried."""
MAX_BYTES = 64 * 1024 * 1024
"""The longest file of openings, in bytes: it is read as a whole."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to start from, and moves that are played before the players are asked.

    Attributes:
        start: the position.
        moves: the cells played from there; the game is not over after them.
    """

    start: Position
    moves: tuple[int, ...] = ()

    def game(self) -> Game:
        """Return a new game in which the opening has been played."""
        return Game(self.start, self.moves)


OpeningSource: typing.TypeAlias = Callable[[Board, int, int, Workers], Iterator[Opening]]
"""Yields openings without end, one for each round, from the board, the plies, the seed and the workers of a match."""


@dataclass(frozen=True, slots=True)
class OpeningKind:
    """A kind of openings.

    Attributes:
        name: the word by which it is typed.
        meaning: what it is, for lists of kinds.
        find: finds the openings.
        takes_plies: whether the number of their moves follows the name.
    """

    name: str
    meaning: str
    find: OpeningSource
    takes_plies: bool = True

    @property
    def form(self) -> str:
        """The form in which it is typed."""
        return f"{self.name}:PLIES" if self.takes_plies else self.name


def random_openings(board: Board, plies: int, seed: int, *_: object) -> Iterator[Opening]:
    """Yield openings by random moves, each class of symmetric positions once before any is used again.

    Raises:
        InputError: every game is over after this number of plies, or every one of those that are tried.
    """
    count = count_classes(board, plies)
    lap = 0
    known: list[Opening] = []
    while True:
        found = []
        for opening in distinct_openings(board, plies, derived_seed(seed, "openings", lap), count):
            yield opening
            found.append(opening)
        if not (found or known):
            over = f"every game on {board}" if count == 0 else f"each of {MAX_MISSES:,} random games on {board}"
            raise InputError(str(plies), f"{over} is over by then", "choose fewer")
        if not found:  # the draws of this lap met none of the few that are not over
            yield from known
        known = found or known
        lap += 1


def distinct_openings(board: Board, plies: int | None, seed: int, count: int | None) -> Iterator[Opening]:
    """Yield openings of different classes, drawn by random moves, until there are no others left.

    Args:
        board: the board.
        plies: the number of random moves, None to draw it for each; draws after which the game is over do not count.
        seed: the same seed draws the same openings.
        count: how many classes there are; None if that is not known.
    """
    stream = random.Random(seed)
    seen: set[Position] = set()
    misses = 0
    while len(seen) != count and (count is not None or misses < MAX_MISSES):
        misses += 1
        position, moves = board.empty(), []
        for _ in range(stream.randrange(len(board)) if plies is None else plies):
            if position.is_over:
                break
            moves.append(stream.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if not position.is_over and (known := representative(position)) not in seen:
            seen.add(known)
            misses = 0
            yield Opening(board.empty(), tuple(moves))


def count_classes(board: Board, plies: int) -> int | None:
    """Count the positions after `plies` plies, up to symmetry, of games that are not over; None if too many.

    Boards with too many symmetries to list are not counted either: there every position is a class of its own.
    """
    positions = {representative(board.empty())}
    for _ in range(plies):
        following = (position.play(cell) for position in positions for cell in position.legal_moves())
        reached: set[Position] = set()
        for position in following:
            if not position.is_over:
                reached.add(representative(position))
            if len(reached) > MAX_COUNTED_CLASSES:
                return None
        positions = reached
    return len(positions)


def balanced_openings(board: Board, plies: int, seed: int, workers: Workers) -> Iterator[Opening]:
    """Yield random openings in which neither side is much better off, each class once until there are no others left.

    An opening counts as balanced if

    1. neither side could force a win by threats, whichever had the move, as far as `FORCING_NODES` positions show, and
    2. X scores from `MIN_SCORE` to `MAX_SCORE` of the points in `GAMES` games of the house player against itself then.

    That is a measurement and no proof: with so few games the score has an error of about a twentieth, and stronger
    players may find one side better. `docs/arena.md` shows how well it works. The openings depend on board, plies and
    seed only, so every run of a match finds the same ones.

    Raises:
        InputError: none of the tried ones is balanced.
    """
    openings = distinct_openings(board, plies, derived_seed(seed, "openings", 0), count_classes(board, plies))
    candidates = ((opening, derived_seed(seed, "balance", number)) for number, opening in enumerate(openings))
    found: list[Opening] = []
    failures = 0
    with closing(in_order(workers, _tested, candidates)) as tested:
        for opening in tested:
            failures = 0 if opening else failures + 1
            if opening is not None:
                found.append(opening)
                yield opening
            if failures == MAX_FAILURES:
                break
    if not found:
        raise InputError(str(plies), f"no opening of this length on {board} is balanced", "try more plies, or random")
    yield from cycle(found)


def _tested(candidate: tuple[Opening, int]) -> Opening | None:
    opening, seed = candidate
    return opening if is_balanced(opening.game().position, seed) else None


def is_balanced(position: Position, seed: int) -> bool:
    """Return whether a position whose game goes on is balanced, as defined at `balanced_openings`."""
    if any(forced_win(position, side, nodes=FORCING_NODES).exists is not False for side in ("x", "o")):
        return False
    tester = player(TESTER)
    points = 0.0
    for number in range(GAMES):
        result = play_game(tester, tester, position, derived_seed(seed, number), with_reasons=False).result
        points += 0.5 if result is None or result.winner is None else float(result.winner == "x")
    return MIN_SCORE <= points / GAMES <= MAX_SCORE


def openings_from_file(board: Board, path: str | os.PathLike[str]) -> Iterator[Opening]:
    """Yield the openings of a file in its order, again and again.

    The file contains records in either form, all moves of which are the opening; or lines of text with moves (cells in
    order) or position text. Blank lines and text after a `#` are ignored.

    Raises:
        OSError: the file cannot be read.
        InputError: an opening is malformed, of another board, or leaves nothing to play; or there are none.
    """
    openings = _read(board, Path(path))
    if not openings:
        raise InputError(str(path), "there are no openings in this file", "give one a line: moves, or a position")
    return cycle(openings)


def _read(board: Board, path: Path) -> list[Opening]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(str(path), "neither a kind of openings nor a file", FORMS) from None
    if len(data) > MAX_BYTES:
        raise InputError(str(path), f"longer than {MAX_BYTES:,} bytes", "leave some openings out")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"not UTF-8: {error.reason} at byte {error.start}") from error
    if text.lstrip()[:1] in {"{", "["}:
        return [_checked(board, game, f"{path}, game {number}") for number, game in enumerate(record.loads(text), 1)]
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    places = ((f"{path}, line {number}", line) for number, line in lines if line)
    return [_checked(board, _game(board, line, place), place) for place, line in places]


def _game(board: Board, line: str, place: str) -> Game:
    try:
        if line.rsplit(maxsplit=1)[-1] in {"x", "o"}:
            return Game(board.position(line))
        return Game(board, board.moves(line))
    except InputError as error:
        raise InputError(f"{place}: {error.subject}", error.reason, error.remedy) from error


def _checked(board: Board, game: Game, place: str) -> Opening:
    if game.board != board:
        raise InputError(place, f"an opening on {game.board}, and the match is on {board}", "choose with --board")
    if game.position.is_over:
        raise InputError(place, "the game is over after this opening", "leave moves out")
    return Opening(game.start, game.moves)


def _empty_openings(board: Board, *_: object) -> Iterator[Opening]:
    return repeat(Opening(board.empty()))


KINDS = {
    kind.name: kind
    for kind in (
        OpeningKind("none", "the empty board", _empty_openings, takes_plies=False),
        OpeningKind("random", "random moves", random_openings),
        OpeningKind("balanced", "random moves that favour neither side", balanced_openings),
    )
}
"""Every kind of openings that is typed by a name, by this name."""
FORMS = f"{', '.join(kind.form for kind in KINDS.values())}, or a file"
"""The forms in which openings are typed."""
FILE = "file"
"""The kind of the openings that a file lists."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings that were chosen for a match.

    Attributes:
        kind: the name of their kind, or `FILE`.
        plies: how many moves they have; 0 for kinds that do not take a number.
        path: the file that lists them; empty for other kinds.
    """

    kind: str
    plies: int = 0
    path: str = ""

    def stream(self, board: Board, seed: int, workers: Workers) -> Iterator[Opening]:
        """Yield openings without end, one for each round: the same ones for the same board and seed.

        Raises:
            OSError: the file cannot be read.
            InputError: there are none, or a line of the file is not one.
        """
        if self.kind == FILE:
            return openings_from_file(board, self.path)
        return KINDS[self.kind].find(board, self.plies, seed, workers)

    def __str__(self) -> str:
        """Return these openings as they are typed."""
        if self.kind == FILE:
            return self.path
        return f"{self.kind}:{self.plies}" if self.plies else self.kind


def read_openings(typed: str, board: Board) -> Openings:
    """Return the openings that were typed: in the form of one of `KINDS`, or as the name of a file.

    Raises:
        InputError: the number of plies is malformed or too large.

    >>> from itertools import islice
    >>> from hyperoxo.executor import open_executor
    >>> board = Board("3x3")
    >>> with open_executor(jobs=1) as workers:
    ...     found = read_openings("random:2", board).stream(board, 1, workers)
    ...     [board.names(opening.moves) for opening in islice(found, 3)]
    ['21 23', '33 22', '32 11']
    """
    name, colon, plies = typed.partition(":")
    kind = KINDS.get(name)
    if kind is None or (colon and not kind.takes_plies):
        return Openings(FILE, path=typed)
    if not kind.takes_plies:
        return Openings(name)
    most = len(board) - 1
    number = read_integer(plies, 1, most)
    if number is None:
        raise InputError(typed, f"not openings on {board}", f"{kind.form}, with 1 to {most} plies; or {FORMS}")
    return Openings(name, number)


class OpeningBook:
    """The openings of the rounds of a match, by number, found when they are first requested.

    It must be closed before the workers, which may still test openings.

    Args:
        openings: the kind of openings.
        board: the board.
        seed: the same seed finds the same ones.
        workers: the workers that test openings, if the kind needs that.
    """

    __reduce__ = uncopied("is in the middle of a search for openings", "make another one with the same seed")

    def __init__(self, openings: Openings, board: Board, seed: int, workers: Workers) -> None:
        self._stream = openings.stream(board, seed, workers)
        self._found: list[Opening] = []

    def __getitem__(self, round_: int) -> Opening:
        """Return the opening of a round, counted from 0."""
        missing = round_ + 1 - len(self._found)
        self._found.extend(islice(self._stream, max(missing, 0)))
        return self._found[round_]

    def close(self) -> None:
        """Stop the search for openings."""
        if isinstance(self._stream, Generator):
            self._stream.close()
