"""Drawn boards for the tests of `ibm1620`, and the machine's decisions on them.

A board is drawn as four tiers side by side, row 1 at the top and column 1 at the left: `231` is tier 2, row 3,
column 1. M is the machine's move, P the person's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperoxo import Board, Game, Position
from hyperoxo.players import Control, Decision, Limits, Play
from hyperoxo.players.historic.ibm1620 import KIND

if TYPE_CHECKING:
    from hyperoxo import Side
    from hyperoxo.players.options import OptionValue

CUBE = Board("4x4x4")
FOUR = Board("4x4x4x4")
EXAMPLES = 200
"""Seeds that are tried where every outcome of a random choice must come up."""

THREES = """
    M M . M   . . . .   . . . .   P P P .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . ."""

TRAP = """
    M M . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . M   . . . .   . . . .   . . . .
    . . . M   . . . .   . . . .   . . . ."""

PREPARE = """
    . M M .   . . . .   . . P .   . . . .
    . . . .   . . . .   . . . .   . . . M
    . . . .   . . . .   . . P P   . . . M
    . . . .   . . . .   . . . .   . . . ."""
"""Rows 111-114 and 414-444 hold two machine moves each; the pillar 114-414 is the one empty row that crosses both."""

PREVENT = """
    . P P .   . . . .   . . M .   . . . .
    . . . .   . M . .   . . . .   . . . P
    . . . .   . . . .   . . . M   . . . P
    . . . .   . . . .   . . . .   . . . ."""
"""The same two rows, of the person; again the pillar 114-414 is the one empty row that crosses both."""

CORNERS = """
    M . . M   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    M . . M   . . . .   . . . .   . . . ."""

NO_DIAGONAL = """
    M P . M   M P P P   P . . .   P . M P
    P M P P   P M M .   P M M M   M P . M
    P M P P   M M P .   M P M .   M M M P
    M P . P   P . M M   . M P M   P M P P"""
"""Late in a game: the sixteen spots of the major diagonals are taken, and there is nothing to build on."""


def drawn(drawing: str, machine: Side = "x") -> Position:
    """Return the drawn position, the machine to move."""
    symbols = [symbol for symbol in drawing if symbol in "MP."]
    assert len(symbols) == 64
    cells: dict[str, list[int]] = {"M": [], "P": [], ".": []}
    for place, symbol in enumerate(symbols):
        row, tier, column = place // 16, place % 16 // 4, place % 4
        cells[symbol].append(16 * tier + 4 * row + column)
    x, o = (cells["M"], cells["P"]) if machine == "x" else (cells["P"], cells["M"])
    return Position(CUBE, x, o, machine)


def swapped(drawing: str) -> str:
    """Return the drawing with the sides exchanged."""
    return drawing.translate(str.maketrans("MP", "PM"))


def decision(drawing: str, *, machine: Side = "x", seed: int = 0, **options: OptionValue) -> Decision:
    """Return the machine's decision on a drawn board."""
    game = Game(drawn(drawing, machine))
    return KIND.player(**options).start(CUBE, machine, seed).decide(game, Limits(), Control())


def move(drawing: str, *, seed: int = 0, **options: OptionValue) -> tuple[str, dict[str, Any]]:
    """Return the machine's move by name and its reasons; the same whichever side the machine holds."""
    decisions = [decision(drawing, machine=machine, seed=seed, **options) for machine in ("x", "o")]
    (name, reasons), other = [
        (CUBE.name(each.cell), each.reasons.as_json(CUBE)) for each in decisions if isinstance(each, Play)
    ]
    assert (name, reasons) == other
    return name, reasons


def includes(reasons: dict[str, Any], **expected: object) -> bool:
    """Whether the reasons have each of the expected values."""
    return expected == {key: reasons[key] for key in expected}
