"""Data sets of positions with proved values, in JSON Lines; docs/learning.md says what a learner can measure with one.

>>> from hyperoxo import Board
>>> labelled(Board("3x3").position("xx1oo4 x"))["moves"]["13"]
{'value': 'win', 'plies': 1, 'exact': True}
>>> sum(1 for _ in positions("3x3", "all"))
5478
"""

from __future__ import annotations

import json
import os
import random
import typing
from contextlib import closing
from functools import partial
from itertools import islice
from types import MappingProxyType

from hyperoxo._core import Board
from hyperoxo.arena.openings import distinct_openings
from hyperoxo.errors import InputError, SymmetryLimitError, whole_number
from hyperoxo.executor.workers import InProcess, in_order
from hyperoxo.journal import Journal
from hyperoxo.review.judgement import value_at_end
from hyperoxo.seeds import checked_seed, derived_seed
from hyperoxo.solver.analysis import analyse

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from hyperoxo._core import Position
    from hyperoxo.executor import Workers
    from hyperoxo.outcomes import Value

__all__ = ["labelled", "positions", "write_dataset"]
__dir__ = __all__.copy

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "random": "positions after random moves, each class once",
        "all": "every position of a small board",
        "ended": "those of them in which the game is over",
    }
)
"""Where positions come from, with the meaning of each."""
DEFAULT_COUNT = 1_000
"""The number of random positions, unless another is given."""
DEFAULT_NODES = 100_000
"""Positions that are searched for the values of one, unless another number is given."""
MAX_POSITIONS = 200_000
"""The most positions of a board that are listed."""
TEST_SHARE = 5
"""One of this number of orbits is for tests."""


def positions(board: Board | str, source: str = "random", *, seed: int = 0) -> Iterator[Position]:
    """Return the positions of a data set: the same for the same arguments, in an order that the seed determines.

    Args:
        board: the board.
        source: `random` for positions of games by random moves that go on, one of each class, without an end on a large
            board; `all` for every position that a game can reach; `ended` for those in which the game is over.
        seed: a whole number.

    Raises:
        InputError: there is no such source, the board has too many positions to list, or the seed is out of range.

    >>> from itertools import islice
    >>> [position.text for position in islice(positions("3x3", seed=1), 3)]
    ['1x3o3 x', '7x1 o', 'xox2ooxx o']
    """
    board, seed = Board(board), checked_seed(seed)
    if source not in SOURCES:
        raise InputError(source, "not a source of positions", f"choose one of {', '.join(SOURCES)}")
    if source == "random":
        return (opening.game().position for opening in distinct_openings(board, None, seed, None))
    found = [position for position in _reachable(board) if source == "all" or position.is_over]
    random.Random(seed).shuffle(found)
    return iter(found)


def _reachable(board: Board) -> list[Position]:
    found = [board.empty()]
    met = set(found)
    for position in found:  # which grows
        for cell in position.legal_moves():
            after = position.play(cell)
            if after not in met:
                met.add(after)
                found.append(after)
        if len(found) > MAX_POSITIONS:
            raise InputError(
                str(board), f"it has more than {MAX_POSITIONS:,} positions", "choose a smaller board, or random ones"
            )
    return found


def labelled(position: Position, nodes: int = DEFAULT_NODES) -> dict[str, typing.Any]:
    """Return what a line of a data set says of a position.

    `value` is proved, `win`, `loss` or `draw` for the side to move, or None if it is unknown. A game of best play ends
    in `plies` plies, or within them if they are not `exact`. `moves` has the same for the move to each cell, that move
    counted. `orbit` is the text of the canonical position, None on a board whose symmetries are too many to list.
    `split` is `test` for about a fifth of the orbits, by a hash, otherwise `train`.

    Args:
        position: the position.
        nodes: positions that are searched for it, at most.

    Raises:
        InputError: `nodes` is out of range.

    >>> line = labelled(Board("3x3").position("xo2x3o x"))
    >>> line["value"], line["plies"], line["moves"]["21"]
    ('win', 3, {'value': 'win', 'plies': 3, 'exact': True})
    """
    board = position.board
    analysis = analyse(position, nodes=nodes, threads=1, guesses=False)
    try:
        orbit = position.canonical().text
    except SymmetryLimitError:
        orbit = None
    is_test = derived_seed(0, "split", str(board), orbit or position.text) % TEST_SHARE == 0
    return {
        **_question(position, nodes),
        **_described(value_at_end(position) if position.is_over else analysis.value),
        "moves": {board.name(cell): _described(found.value) for cell, found in analysis.by_index.items()},
        "orbit": orbit,
        "split": "test" if is_test else "train",
    }


def _question(position: Position, nodes: int) -> dict[str, typing.Any]:
    """Return the beginning of a line, on which the rest of it depends."""
    return {"board": str(position.board), "text": position.text, "nodes": nodes}


def _described(value: Value) -> dict[str, typing.Any]:
    return {"value": value.outcome.value if value.is_known else None, "plies": value.plies, "exact": value.exact}


def write_dataset(
    path: str | os.PathLike[str],
    board: Board | str,
    source: str = "random",
    *,
    count: int | None = None,
    nodes: int = DEFAULT_NODES,
    seed: int = 0,
    resume: bool = False,
    replace: bool = False,
    workers: Workers | None = None,
    on_progress: Callable[[int, int], object] = lambda _done, _proved: None,
) -> tuple[int, int]:
    """Write a data set to a file, one line of JSON for each position, as `labelled` returns it.

    The same arguments write the same bytes, with any number of workers and interruptions. Each line is in the file as
    soon as those before it are.

    Args:
        path: the file.
        board: the board.
        source: where the positions come from, as `positions` describes it.
        count: the most positions; None for 1,000 random ones, or for all of another source.
        nodes: positions that are searched for the values of each, at most.
        seed: of the choice and the order of the positions.
        resume: whether to continue the data set that the file holds, if it exists.
        replace: whether to replace the file if it exists.
        workers: who analyses; None for this process.
        on_progress: called after each line with the results so far.

    Returns:
        The number of positions, and of those with a proved value.

    Raises:
        InputError: an argument is out of range, or the file exists and is not to be changed, or is of another data set.
        OSError: the file cannot be written.
    """
    if count is None and source == "random":
        count = DEFAULT_COUNT
    if count is not None and whole_number("count", count) < 0:
        raise InputError(f"count={count}", "must not be negative")
    found = islice(positions(board, source, seed=seed), count)
    done = proved = 0
    with (
        _DatasetFile(os.fspath(path), "data set", resume=resume, replace=replace) as file,
        closing(file.filled(found, nodes, workers or InProcess())) as entries,
    ):
        for entry in entries:
            done += 1
            proved += entry.get("value") is not None
            on_progress(done, proved)
    return done, proved


class _DatasetFile(Journal):
    """The file of a data set, whose lines are in its order from the first on."""

    def filled(self, found: Iterator[Position], nodes: int, workers: Workers) -> Generator[dict[str, typing.Any]]:
        """Yield what the file has of the data set; then add and yield the rest."""
        yield from self._restored(found, nodes)
        with closing(in_order(workers, partial(labelled, nodes=nodes), found)) as entries:
            for entry in entries:
                self._write(_line(entry))
                yield entry
        self._sync()

    def _restored(self, found: Iterator[Position], nodes: int) -> Iterator[dict[str, typing.Any]]:
        """Yield the lines of the file, and cut off one that was not written to its end.

        Raises:
            InputError: a line is not the next one of the data set.
        """
        if self._is_replaced:
            return
        with self._target.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if (number > 1 or _HEAD.startswith(line[: len(_HEAD)].rstrip(b"\0"))) and not line.endswith(b"\n"):
                    break
                entry = _read(line)
                position = next(found, None)
                if position is None or entry != entry | _question(position, nodes):
                    raise InputError(
                        f"{self.path}, line {number}",
                        "not of this data set",
                        "give the arguments with which it was begun, or another file",
                    )
                self._file.seek(len(line), os.SEEK_CUR)
                yield entry
        self._file.truncate()


_HEAD = b'{"board": "'
"""The start of a data set; a file with another start is never cut."""


def _line(entry: dict[str, typing.Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"


def _read(line: bytes) -> dict[str, typing.Any]:
    """Return the entry of a line, or nothing for a line that no data set has."""
    try:
        entry = json.loads(line)
    except (RecursionError, ValueError):
        return {}
    return entry if isinstance(entry, dict) and _line(entry) == line else {}
