"""Why a cell has its value: what `oxo analyse --why` asks, and the answer as text, as JSON and as a picture."""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace

from hyperoxo.cancellation import DEFAULT_SECONDS
from hyperoxo.errors import InputError
from hyperoxo.outcomes import Outcome, is_more_precise
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.explain import DEFAULT_DEPTH, explain, node_as_json, node_lines, proof_svg

if typing.TYPE_CHECKING:
    from hyperoxo import Game
    from hyperoxo.game import JSON
    from hyperoxo.players import Control, Limits
    from hyperoxo.solver.analysis import Analysis
    from hyperoxo.solver.explain import Explanation
    from hyperoxo.svg import Svg

_DEPTH = 1
"""How many replies deep a proof is shown, unless a depth is typed."""


@dataclass(frozen=True, slots=True)
class WhyRequest:
    """The request to explain a value.

    Attributes:
        cell: the cell.
        replies: the replies after it, along which the proof is followed.
        depth: how many replies deep the proof is shown; None for only a game that shows the value.
        is_drawn: whether the proof is drawn, too.
    """

    cell: int
    replies: tuple[int, ...]
    depth: int | None
    is_drawn: bool

    def proof(self, analysis: Analysis, limits: Limits, control: Control, *, is_wanted: bool) -> Explanation | None:
        """Search for the proof if it is wanted, drawn or shown; else return None."""
        if not (is_wanted or self.is_drawn or self.depth is not None):
            return None
        seconds = DEFAULT_SECONDS * SLOWNESS if limits.seconds is None else limits.seconds
        return explain(analysis.position, self.cell, nodes=None, seconds=seconds, control=control)

    def picture(self, proof: Explanation) -> Svg:
        """Return the picture of the proof, from the replies on that were typed."""
        depth = DEFAULT_DEPTH if self.depth is None else self.depth
        if not self.replies:
            return proof.svg(depth)
        names = proof.position.board.names((self.cell, *self.replies))
        title = f"{proof.position.board}, after {names} and the answers to it"
        return proof_svg((proof.at(self.replies),), depth=depth, title=title)

    def lines(self, analysis: Analysis, proof: Explanation | None) -> list[str]:
        """Return the answer as text: a game that shows the value, and the proof if it is requested."""
        board, found = analysis.position.board, analysis.cells[self.cell]
        is_shown = self.depth is not None or self.is_drawn
        if found.line:
            shown = board.names(found.line)
        elif found.value.is_known:
            shown = "no single game shows it" + ("" if is_shown else "; --depth 1 looks for a proof to show")
        else:
            shown = "unknown so far; --time or --nodes sets a longer search"
        first = f"{board.name(self.cell)} is {found.value.label}: {shown}"
        if not is_shown:
            return [first]
        if proof is None:
            return [first, "No proof to show was found in time; a proved label holds all the same."]
        if proof.value != found.value:
            first = f"{board.name(self.cell)} is {proof.value.label}, as a search for only this cell has proved"
        if self.depth is None:
            return [first]
        if not self.replies:
            return [first, *(f"  {one}" for one in proof.lines(self.depth))]
        then = f"After {board.names((self.cell, *self.replies))} and the answers to it:"
        return [first, then, *(f"  {one}" for one in node_lines(proof.at(self.replies), self.depth))]

    def as_json(self, analysis: Analysis, proof: Explanation | None) -> dict[str, JSON]:
        """Return the line, and the proved value with its trees; null where there is no proof.

        The trees are one reply deep unless a depth was typed, and begin after the replies that were typed.
        """
        board = analysis.position.board
        depth = _DEPTH if self.depth is None else self.depth
        entry: dict[str, JSON] = {
            "cell": board.name(self.cell),
            "line": [board.name(cell) for cell in analysis.cells[self.cell].line],
            "replies": [board.name(cell) for cell in self.replies],
            "value": None,
            "trees": None,
        }
        if proof is None:
            return entry
        trees = [proof.at(self.replies)] if self.replies else proof.trees
        return entry | {
            "value": proof.value.described().as_json(),
            "trees": [node_as_json(node, depth) for node in trees],
        }


def with_one_value(found: Explanation, analysis: Analysis) -> tuple[Explanation, Analysis]:
    """Return an explanation and an analysis of its position, both with the value of the cell that says more."""
    known = analysis.cells[found.cell]
    if not is_more_precise(found.value, known.value):
        return replace(found, value=known.value), analysis
    by_index = {**analysis.by_index, found.cell: replace(known, value=found.value, chance=None, line=())}
    is_best = found.value.outcome is Outcome.WIN and is_more_precise(found.value, analysis.value)
    return found, replace(analysis, by_index=by_index, value=found.value if is_best else analysis.value)


def read_why(game: Game, cells: str | None, depth: int | None, tree: str | None) -> WhyRequest | None:
    """Return the question that was typed; None for none."""
    if cells is None:
        for option, value, what in (("--depth", depth, "depth"), ("--tree", tree, "picture")):
            if value is not None:
                raise InputError(f"{option} {value}", f"it is the {what} of --why", "name a cell with --why")
        return None
    named = game.board.moves(cells)
    if not named or named[0] not in game.position.legal_moves():
        raise InputError(cells, "the cell cannot be played")
    cell, *replies = named
    if depth is None and replies:
        depth = _DEPTH
    return WhyRequest(cell, tuple(replies), depth, tree is not None)
