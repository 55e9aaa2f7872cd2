"""A node of the explorer: shapes from which its JSON derives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hyperoxo.json_shape import JsonShape
from hyperoxo.outcomes import ValueDescribed
from hyperoxo.position_json import PositionReached

FEW = 5
"""Fewer games of people than this are called few."""


class Source(StrEnum):
    """What proves a value."""

    ATLAS = "atlas"
    BOOK = "book"
    SEARCH = "search"
    BOARD = "board"
    """The game is over."""

    @property
    def in_words(self) -> str:
        """What proves a value, to follow it and a comma; empty if the board shows it."""
        return {"atlas": "by the atlas of openings", "book": "by the book", "search": "by a search"}.get(self, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedValue(ValueDescribed):
    """A proved value, and what proves it."""

    words: str
    """The value as a sentence without a full stop: `X wins within 14 moves`; `unknown` if nothing is proved."""
    source: Source | None
    """None if nothing is proved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesThrough(JsonShape):
    """Finished games that reached a position, or went on in a way, by their results."""

    games: int
    x: int
    """Games that X won."""
    o: int
    """Games that O won."""
    draws: int
    people: int
    """Games in which a person played."""
    few: bool
    """Whether fewer than five of them are games of people."""
    words: str
    """The counts as a text: `12 games: X won 7, O 4, 1 draw`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramMove(JsonShape):
    """What a historical program plays in a position."""

    player: str
    """The name of the player, which has its default options."""
    cells: tuple[str, ...]
    """A cell of each class of moves that it plays; none if it does not move."""
    varies: bool
    """Whether the class depends on its random numbers."""
    words: str
    """The same as a text: `plays 233`, `varies: 111 or 112`; or why it does not move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation(JsonShape):
    """The moves from a position that lead to the same node."""

    cell: str
    """The first of the cells, which stands for all."""
    cells: tuple[str, ...]
    """All cells that symmetries make alike, in the coordinates of the moves that led here."""
    key: str
    """The key of the node after the move."""
    value: SourcedValue
    """For the side that moves, this move counted."""
    programs: tuple[str, ...]
    """The historical programs that may play one of the cells."""
    games: GamesThrough | None
    """The games that went on so; none if there are no games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorerNode(PositionReached):
    """A position up to symmetry, as it was reached."""

    key: str
    """The text of the canonical position, the same for all positions that symmetries make alike."""
    value: SourcedValue
    """For the side to move."""
    about: str
    """What is known of the position, in sentences."""
    unproved: int
    """How many of the continuations have no proof; of a few, the atlas knows that there is one and not of which."""
    continuations: tuple[Continuation, ...]
    """All moves, those alike once; by value the best first, then by games."""
    programs: tuple[ProgramMove, ...]
    """The historical programs that know the board."""
    games: GamesThrough | None
    """The games that reached the position; none if there are no games."""
