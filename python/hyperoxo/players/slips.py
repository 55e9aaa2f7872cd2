"""Slips: where the document of a historical program is wrong, and what follows from it in play.

A historical program exposes the slips of its document as `SLIPS`, and `PlayerKind.slips` holds the same ones. Where a
slip matters in play, the program takes the option `listing`: `printed` plays what the document has, `corrected` what it
must mean. The terminal, the page and the dossiers show these texts, which are plain: no Markdown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from hyperoxo.players.options import Option

if TYPE_CHECKING:
    from hyperoxo.sides import Side

PRINTED, CORRECTED = "printed", "corrected"


def listing_option(printed: str) -> Option:
    """Return the option `listing` of a program; `printed` describes that choice in a few words."""
    return Option(
        "listing",
        CORRECTED,
        f"corrected: the document's slips are mended; printed: {printed}",
        choices=(CORRECTED, PRINTED),
    )


class Effect(StrEnum):
    """What a slip does to a game with `listing=printed`."""

    NONE = "changes no move"
    OTHER_MOVE = "plays another move"
    ILLEGAL_MOVE = "ends as an illegal move"
    ENDS_GAME = "ends the game"
    OUTSIDE_PLAY = "only in a replay"
    """It needs something that no board here allows, such as a key without a square."""
    CANNOT_RUN = "cannot run"


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a replay that no game can hold.

    Attributes:
        side: the side that does it.
        cell: the name of the cell on which the stone is put; None if it is on no cell, or no stone is put.
        text: what happens, in a sentence.
    """

    side: Side
    cell: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A scripted replay of a slip: moves of a game, then what the printed program does.

    Attributes:
        board: the board.
        program: the side that the program holds.
        moves: legal moves by name of cell, from the empty board.
        slip_ply: the number of moves before the slip; below `len(moves)` if the slip is itself a legal move.
        steps: what follows the moves, and no game can hold; empty if the moves are all.
        corrected: the name of the cell that `listing=corrected` plays instead; None if it plays none, or the same one.
        options: the options with which the program goes this way, beside `listing`: `variety=no`.
    """

    board: str
    program: Side
    moves: tuple[str, ...]
    slip_ply: int
    steps: tuple[ReplayStep, ...] = ()
    corrected: str | None = None
    options: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A place where a program's document is wrong.

    Attributes:
        key: a name for links and tests, unique within the program.
        place: where in the document it is.
        printed: what is printed there.
        corrected: what it must mean, and why.
        in_play: what happens with `listing=printed`, and what the document leaves unsaid about it.
        effect: the same in a word.
        replay: a demonstration, if it can be shown on a board.
    """

    key: str
    place: str
    printed: str
    corrected: str
    in_play: str
    effect: Effect = Effect.NONE
    replay: Replay | None = None
