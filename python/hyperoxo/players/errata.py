"""Errata: where the document of a historical program is wrong, and what follows from it in play.

A historical program exposes the errata of its document as `ERRATA`, and `PlayerKind.errata` holds the same ones. Where
one matters in play, the program takes the option `listing`: `printed` plays what the document has, `corrected` what it
must mean. The terminal, the page and the sources show these texts, which are plain: no Markdown.
"""

import typing
from dataclasses import dataclass
from enum import StrEnum

from hyperoxo.json_shape import JsonShape
from hyperoxo.players.options import Option
from hyperoxo.sides import Side

PRINTED, CORRECTED = "printed", "corrected"


def listing_option(printed: str) -> Option:
    """Return the option `listing` of a program; `printed` describes that choice in a few words."""
    return Option(
        "listing",
        CORRECTED,
        f"corrected: the document's errata are mended; printed: {printed}",
        choices=(CORRECTED, PRINTED),
    )


class Effect(StrEnum):
    """What an erratum does to a game with `listing=printed`."""

    NONE = "changes no move"
    SCREEN = "changes only the screen"
    OTHER_MOVE = "plays another move"
    ILLEGAL_MOVE = "ends as an illegal move"
    ENDS_GAME = "ends the game"
    OUTSIDE_PLAY = "only in a replay"
    """It needs something that no board here allows, such as a key without a square."""
    CANNOT_RUN = "cannot run"
    """So the program lacks the option `listing`."""


@dataclass(frozen=True, slots=True)
class ReplayStep(JsonShape):
    """A step of a replay that no game can hold."""

    side: Side
    cell: str | None
    """Where the stone is put; none if it is on no cell, or no stone is put."""
    text: str
    beside: bool = False
    """Whether the screen shows the stone next to the board."""


@dataclass(frozen=True, slots=True)
class Replay(JsonShape):
    """A scripted replay of what the printed program does. It is no game: `steps` break the rules."""

    board: str
    program: Side
    """The side that the program holds."""
    moves: tuple[str, ...]
    """Legal moves, from the empty board."""
    erratum_ply: int
    """The number of moves before the erratum; below that of all moves if the erratum is itself a legal move."""
    steps: tuple[ReplayStep, ...] = ()
    """What follows the moves."""
    corrected: str | None = None
    """The cell that the corrected program plays instead; none if it plays none, or the same one."""
    options: str = ""
    """The options with which it goes this way, beside `listing`; often empty."""
    says: typing.Literal["", "win", "draw"] = ""
    """What the program says at the end: that it has won, or that the game is drawn."""


@dataclass(frozen=True, slots=True)
class Erratum(JsonShape):
    """A place where the document is wrong."""

    key: str
    """A name for links, unique within the program."""
    place: str
    printed: str
    corrected: str
    """The correction, and why."""
    in_play: str
    """What happens with `listing=printed`."""
    effect: Effect = Effect.NONE
    """The same in a few words."""
    replay: Replay | None = None
