"""The player `delphi`: the historical program, with exact ratings from the solver's values.

The program's own search, in Python and without a transposition table, finishes its own board in seconds and larger ones
only near the end of a game. The solver finds its results sooner: a rating is an outcome and a number of plies. So the
player that is registered as `delphi` decides by exact ratings and shows them, unless it is typed with its own search
(`delphi:search=literal`). Wherever both finish, they agree.

This module imports both the solver and the program. The program takes ratings as a function, and imports no solver.

>>> from hyperoxo import Board
>>> from hyperoxo.players import Control, Limits
>>> rate(Board("3x3x3").empty(), Limits(), Control()).fields[13]
94
"""

from __future__ import annotations

import typing
from dataclasses import replace

from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players.historic.delphi import KIND
from hyperoxo.players.historic.delphi.program import DelphiSession
from hyperoxo.players.historic.delphi.trial_search import NEUTRAL, WIN, FieldRatings, rated_at_once
from hyperoxo.players.options import Option, OptionValue
from hyperoxo.players.player import Refusal
from hyperoxo.solver.analysis import analyse

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board, Position
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side

NODES = 50_000
"""The most positions that are searched for one decision: more than necessary wherever the program's own search finishes
within its default of 300,000 trial moves, and about a second at most."""
MAX_OPEN_FIELDS = 64
"""With more open fields only immediate wins and losses are rated: on large boards even few positions take long."""
EXACT_ANALYSIS = "exact analysis"
"""The name of this rating in reasons."""
EXACT, LITERAL = "exact", "literal"


def rating(value: Value) -> int | None:
    """Return the rating of a value, None if there is none.

    There is none for a bound or an unknown value, nor for a win or a loss of more than 50 plies: its rating would have
    to be 50, which is a draw.
    """
    if not value.exact or value.plies is None:
        return None
    if value.outcome is Outcome.DRAW:
        return NEUTRAL
    if value.outcome is Outcome.WIN:
        found = WIN + 1 - value.plies
        return found if found > NEUTRAL else None
    found = value.plies - 1
    return found if found < NEUTRAL else None


def rate(position: Position, limits: Limits, control: Control) -> FieldRatings:
    """Rate the open fields of a position that is not over by exact analysis.

    Args:
        position: on any board.
        limits: `nodes` counts positions searched. As with the program's own search, a `depth` below the number of open
            fields leaves only immediate wins and losses.
        control: stops the analysis when cancelled.
    """
    open_fields = len(position.empty_cells())
    nodes = NODES if open_fields <= MAX_OPEN_FIELDS else 0
    if limits.depth is not None and limits.depth < open_fields:
        nodes = 0
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes)
    ratings = rated_at_once(position)
    if nodes > 0:
        analysis = analyse(position, nodes=nodes, seconds=limits.seconds, control=control)
        found = {cell: rating(known.value) for cell, known in analysis.cells.items()}
        ratings |= {cell: exact for cell, exact in found.items() if exact is not None}
    fields = dict(sorted(ratings.items()))
    return FieldRatings(fields, 0, complete=len(fields) == open_fields, rated_by=EXACT_ANALYSIS)


def _session(board: Board, seat: Side, seed: int, *, search: str, trial_moves: int, open_fields: int) -> DelphiSession:
    exact_rating = rate if search == EXACT else None
    return DelphiSession(board, seat, seed, trial_moves=trial_moves, open_fields=open_fields, rate=exact_rating)


def _refusal(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001
    """Refuse bounds on a search that is not used."""
    bounds = [option.name for option in KIND.options if options[option.name] != option.default]
    if options["search"] == LITERAL or not bounds:
        return None
    return Refusal(f"{' and '.join(bounds)} would bound its own search, which is not used", f"add search={LITERAL}")


DELPHI = replace(
    KIND,
    summary="rates every field by how the game ends after it, where that can be computed, and plays the best",
    session=_session,
    options=(
        Option(
            "search",
            EXACT,
            "what rates the fields: exact analysis, at once, or its own trial moves, bounded by the other options",
            choices=(EXACT, LITERAL),
        ),
        *KIND.options,
    ),
    refusal=_refusal,
)
