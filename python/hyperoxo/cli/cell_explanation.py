"""Why a cell has its value: what `oxo analyse --why` tells beyond the game that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo import MAX_CELLS
from hyperoxo.cli.arguments import read_count
from hyperoxo.errors import InputError
from hyperoxo.solver.analysis import value_as_json
from hyperoxo.solver.explain import explain, node_as_json, node_lines

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Game
    from hyperoxo.game import JSON
    from hyperoxo.players import Control
    from hyperoxo.solver.analysis import Analysis

_DEPTH = 1


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be explained.

    Attributes:
        cell: the cell.
        replies: the replies after it to which the proof is to be followed.
        depth: how many replies deep the proof is wanted; None for no more than a game that shows the value.
    """

    cell: int
    replies: tuple[int, ...]
    depth: int | None


def add_why(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--why",
        metavar='"CELLS"',
        help="show a game that proves the value of a cell; with replies behind the cell, the proof from there on",
    )
    parser.add_argument("--depth", metavar="N", help="show the proof of --why, too, this many replies deep")


def read_why(game: Game, cells: str | None, depth: str | None) -> Question | None:
    """Read the arguments; None if nothing is to be explained.

    Raises:
        InputError: they make no sense in this game.
    """
    if cells is None:
        if depth is not None:
            raise InputError(depth, "--depth is how deep --why is to go", "name a cell with --why")
        return None
    named = game.board.moves(cells)
    if not named or named[0] not in game.position.legal_moves():
        raise InputError(cells, "the cell cannot be played")
    cell, *replies = named
    if depth is not None:
        return Question(cell, tuple(replies), read_count(depth, most=MAX_CELLS))
    return Question(cell, tuple(replies), _DEPTH if replies else None)


def why_lines(question: Question, analysis: Analysis, seconds: float, control: Control) -> list[str]:
    """Return the explanation as text: a game that shows the value, and the proof if that is wanted."""
    board, cell = analysis.position.board, question.cell
    value, line = analysis.cells[cell].value, analysis.line(cell)
    shown = board.names(line) if line else "there is no single game that shows it"
    first = f"{board.name(cell)} is {value.label}: {shown}"
    if question.depth is None:
        return [first]
    found = explain(analysis.position, cell, nodes=None, seconds=seconds, on_progress=lambda _: control.cancelled)
    if found is None:
        return [first, "No proof was found in the time there was."]
    if not value.is_known:
        first = f"{board.name(cell)} is {found.value.label}, as a search for this cell alone has proved"
    if not question.replies:
        return [first, *(f"  {one}" for one in found.lines(question.depth))]
    node = found.at(question.replies)
    then = f"After {board.names((cell, *question.replies))} and the answers to it:"
    return [first, then, *(f"  {one}" for one in node_lines(node, question.depth))]


def why_as_json(question: Question, analysis: Analysis, seconds: float, control: Control) -> dict[str, JSON]:
    """Return the line, and the value that was proved with its trees, null if there is no proof.

    The trees are one reply deep if nothing else was asked for, and begin behind the replies that were named.
    """
    board, cell = analysis.position.board, question.cell
    depth = _DEPTH if question.depth is None else question.depth
    line: list[JSON] = [board.name(one) for one in analysis.line(cell)]
    replies: list[JSON] = [board.name(one) for one in question.replies]
    told: dict[str, JSON] = {"cell": board.name(cell), "line": line, "replies": replies, "value": None, "trees": None}
    found = explain(analysis.position, cell, nodes=None, seconds=seconds, on_progress=lambda _: control.cancelled)
    if found is None:
        return told
    trees = [found.at(question.replies)] if question.replies else found.trees
    return told | {"value": value_as_json(found.value), "trees": [node_as_json(node, depth) for node in trees]}
