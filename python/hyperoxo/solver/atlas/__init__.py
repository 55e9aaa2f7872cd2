"""Atlases of openings: who wins after the first three moves, known at once.

An atlas has the proved values of a board's openings of one to three stones, one of each class, each taken from a
certificate that the checker verified. It stores values and no moves. docs/atlas.md shows that of 4x4x4, which the
package ships, and defines the format.

>>> str(atlas_values("4x4x4")[0].outcome), atlas_values("4x4x4x4")
('win', [])
"""

from __future__ import annotations

import functools
import hashlib
import json
import typing
from pathlib import Path

from hyperoxo._core import Board, Position
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.errors import InputError, PositionError
from hyperoxo.outcomes import Outcome, ProvedMove
from hyperoxo.sides import Side, other_side
from hyperoxo.text import read_integer, shortened, split_head

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping


ATLAS_BOARDS = ("4x4x4",)
"""The boards of which the package has an atlas."""
ATLAS_FIRST_LINE = "oxo atlas 1"
"""What an atlas begins with: what it is, and the version of the format."""
ATLAS_HEAD = ("board", "openings", "sha256")
"""The keys of the lines of the head that follow, in order."""
MAX_STONES = 3
"""The stones of the longest openings."""
_WINNERS: Mapping[str, Side | None] = {"x": "x", "o": "o", "draw": None}


class ProvedOpening(typing.NamedTuple):
    """The proved outcome of an opening.

    Attributes:
        winner: the side that wins; None for a draw.
        plies: the plies after which the game is over at most, from the opening on.
    """

    winner: Side | None
    plies: int


class Atlas:
    """The proved openings of a board.

    Args:
        text: what the atlas holds.
        name: what to call it in errors.

    Attributes:
        board: the board that it is for.

    Raises:
        InputError: it is no atlas, not a whole one, or changed.
    """

    def __init__(self, text: str, name: str = "the atlas") -> None:
        (description, openings, checksum), body = split_head(
            text,
            ATLAS_FIRST_LINE,
            ATLAS_HEAD,
            InputError(name, "the head of an atlas is missing", f"an atlas begins with {ATLAS_FIRST_LINE!r}"),
        )
        lines = body.split("\n")
        if lines.pop() or str(len(lines)) != openings:
            raise InputError(name, f"it does not have the {shortened(openings)} openings that its head announces")
        if not body.isascii() or hashlib.sha256(body.encode()).hexdigest() != checksum:
            raise InputError(name, "its openings are not those that the checksum in its head was made from")
        try:
            self.board: typing.Final = Board.parse(description)
            self._openings = dict(self._read(line) for line in lines)
        except InputError as error:
            raise InputError(name, f"a line is malformed: {error}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Atlas:
        """Read an atlas from its file.

        Raises:
            InputError: it is no atlas, not a whole one, or changed.
            OSError: the file cannot be read.
        """
        try:
            return cls(Path(path).read_bytes().decode("ascii").replace("\r\n", "\n"), str(path))
        except UnicodeDecodeError as error:
            raise InputError(str(path), f"it is not an atlas: {error}") from None

    def __len__(self) -> int:
        """Return how many classes of openings it has."""
        return len(self._openings)

    def proved(self, position: Position) -> ProvedOpening | None:
        """Return the outcome of a position, in any orientation and with either side in the place of X.

        Returns:
            The outcome; None if it is not in the atlas.

        Raises:
            PositionError: the position is on another board.
        """
        if position.board != self.board:
            raise PositionError(
                position.text, f"it is a position of {position.board}", f"the atlas is for {self.board}"
            )
        if position.stones > MAX_STONES:
            return None
        found = self._openings.get(position.canonical().text)
        if found is not None:
            return found
        swapped = Position(self.board, position.o, position.x, other_side(position.to_move))
        found = self._openings.get(swapped.canonical().text)
        if found is None or found.winner is None:
            return found
        return ProvedOpening(other_side(found.winner), found.plies)

    def values(self, position: Position) -> list[ProvedMove]:
        """Return what the atlas proves about moves in a position, by ascending cells.

        In a lost position every move loses, within the plies of the position; else a move has the value of the opening
        that it leads to.

        Raises:
            PositionError: the position is on another board.
        """
        if position.stones > MAX_STONES:
            return []
        known = self.proved(position)
        loses_within = None
        if known is not None and known.winner == other_side(position.to_move):
            loses_within = known.plies
        values = (self._value(position, cell, loses_within) for cell in position.legal_moves())
        return [value for value in values if value is not None]

    def _value(self, position: Position, cell: int, loses_within: int | None) -> ProvedMove | None:
        """Return what is proved of a move; `loses_within` is the plies of the lost position, None if it is not lost."""
        found = self.proved(position.play(cell))
        if found is None:
            return None if loses_within is None else ProvedMove(cell, Outcome.LOSS, loses_within)
        if found.winner is None:
            return ProvedMove(cell, Outcome.DRAW, len(position.empty_cells()))
        if found.winner == position.to_move:
            return ProvedMove(cell, Outcome.WIN, found.plies + 1)
        plies = found.plies + 1 if loses_within is None else min(found.plies + 1, loses_within)
        return ProvedMove(cell, Outcome.LOSS, plies)

    def _read(self, line: str) -> tuple[str, ProvedOpening]:
        """Return the position text of a line, and the outcome.

        Raises:
            InputError: no atlas has such a line.
        """
        match line.split(" "):
            case stones, side, winner, plies if winner in _WINNERS:
                position = self.board.position(f"{stones} {side}")
                within = read_integer(plies, 1, self.board.size)
                if within is not None and 0 < position.stones <= MAX_STONES:
                    return position.text, ProvedOpening(_WINNERS[winner], within)
        raise InputError(line, f"not an opening of 1 to {MAX_STONES} stones, its winner and a number of plies")

    def __repr__(self) -> str:
        return f"<Atlas of {self.board}, {len(self)} openings>"


def atlas_text(board: Board, openings: Iterable[tuple[Position, ProvedOpening]]) -> str:
    """Return the text of the atlas of these openings, each the canonical one of its class."""
    body = "".join(sorted(f"{position.text} {found.winner or 'draw'} {found.plies}\n" for position, found in openings))
    facts = (board, body.count("\n"), hashlib.sha256(body.encode()).hexdigest())
    head = [ATLAS_FIRST_LINE, *(f"{key} {fact}" for key, fact in zip(ATLAS_HEAD, facts, strict=True)), "", ""]
    return "\n".join(head) + body


def shipped_atlas(board: Board) -> Atlas | None:
    """Return the atlas of a board; None without one. It is read when it is first needed, and kept."""
    description = str(board)
    return _load_shipped(description) if description in ATLAS_BOARDS else None


def atlas_values(position: PositionLike) -> list[ProvedMove]:
    """Return what an atlas proves about moves in a position, by ascending cells; nothing beyond its reach.

    Args:
        position: the position; a game is its current position, a board or its description its empty one.

    >>> move = atlas_values("4x4x4")[0]
    >>> move.cell, move.outcome.value, move.plies
    (0, 'win', 29)
    """
    position = to_position(position)
    atlas = shipped_atlas(position.board)
    return [] if atlas is None else atlas.values(position)


def proved_replies(position: Position) -> int:
    """Return after how many classes of replies an opening that no atlas decides is proved to be won by the other side.

    Which replies these are is not stored.
    """
    is_within = str(position.board) in ATLAS_BOARDS and position.stones == MAX_STONES
    return _load_proved_replies(str(position.board)).get(position.canonical().text, 0) if is_within else 0


@functools.cache
def _load_proved_replies(description: str) -> dict[str, int]:
    found: dict[str, int] = json.loads(Path(__file__).with_name(f"{description}-replies.json").read_text("ascii"))
    return found


@functools.cache
def _load_shipped(description: str) -> Atlas:
    path = Path(__file__).with_name(f"{description}.atlas")
    atlas = Atlas.load(path)
    if str(atlas.board) != description:
        raise InputError(str(path), f"it is an atlas of {atlas.board}", "install hyperoxo again")
    return atlas
