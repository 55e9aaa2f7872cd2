"""The openings in formulas: X1, O1, X2, ... are the moves in order, and every move is worked out from earlier ones.

The article gives corner first (formulas, and a table of other moves that win as well) and centre first, and says
which second moves are safe. It leaves the edge as first move to its reader, and does not mention how the second player
goes on: both are worked out here in its style. Errors of the article are corrected to what it must have
meant, unless the moves are wanted as printed; the module `errata` lists them all.

The formulas take for granted that lines are completed and blocked (`program.choices` sees to that), so they say
nothing of a player who lets a line stand.
"""

from __future__ import annotations

import typing

from hyperoxo.players.historic.magic_square.numbers import (
    CENTRE,
    CORNERS,
    EDGES,
    MAGIC_SUM,
    Formula,
    across,
    corner_next,
    corner_previous,
    edge_next,
    edge_previous,
    is_edge,
    knight_next,
    knight_previous,
)

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

OPENINGS = {"corner": CORNERS, "centre": (CENTRE,), "edge": EDGES}
"""The first moves of each opening, the article's own first."""

WINNING_TABLE: dict[int, dict[int, tuple[int, ...]]] = {
    1: {4: (5,), 5: (6,), 6: (4,)},
    3: {4: (6,), 5: (4,), 6: (5,)},
    4: {8: (6,)},
    6: {4: (8,), 8: (4,)},
    7: {4: (5, 8), 5: (4, 9)},
    8: {4: (6,), 6: (4,)},
    9: {5: (6, 7), 6: (5, 8)},
}
"""After X1 = 2: by the reply O1, each second move of the article's table with the third moves that then make a fork."""


PRINTED_TABLE: dict[int, dict[int, tuple[int, ...]]] = {**WINNING_TABLE, 3: {4: (8,), 5: (6,), 6: (4,)}}
"""The same table with the third moves as they are printed."""


def corner_first(plies: Sequence[int], *, as_printed: bool = False) -> list[Formula]:
    """Return the first player's moves after X1 = a corner, the article's formula before its table's other moves."""
    x1, o1, *rest = plies
    if o1 == CENTRE:
        return _corner_then_centre(x1, rest, as_printed=as_printed)
    table = PRINTED_TABLE if as_printed else WINNING_TABLE
    turn = next(factor for factor in (1, 7, 9, 3) if 2 * factor % 10 == x1)
    row = {
        x2 * turn % 10: tuple(x3 * turn % 10 for x3 in thirds)
        for x2, thirds in table[next(o for o in table if o * turn % 10 == o1)].items()
    }
    match rest:
        case []:
            formula = _corner_second_move(x1, o1)
            others = [Formula(x2, f"X2 = {x2}, from the table") for x2 in row]
        case [x2, _]:
            formula = _corner_third_move(x1, o1, x2, as_printed=as_printed)
            others = [Formula(x3, f"X3 = {x3}, from the table") for x3 in row[x2]]
        case _:
            return []
    return [*formula, *(other for other in others if other.number not in {move.number for move in formula})]


def _corner_second_move(x1: int, o1: int) -> list[Formula]:
    if is_edge(o1):
        return [Formula(CENTRE, "X2 = 5")]
    if o1 == across(x1):
        return [Formula(corner_next(x1), "X2 = corner_next(X1)")]
    return [Formula(across(x1), "X2 = across(X1)")]


def _corner_third_move(x1: int, o1: int, x2: int, *, as_printed: bool) -> list[Formula]:
    if x2 == CENTRE:
        # O1 and the block O2 = across(X1) may stand beside one corner, which must then be taken.
        if 2 * o1 % 10 in (x1, across(x1)):
            return [Formula(corner_previous(x1), "X3 = corner_previous(X1)")]
        return [Formula(corner_next(x1), "X3 = corner_next(X1)")]
    if x2 == across(x1) and not as_printed:
        return [Formula(across(o1), "X3 = across(O1)")]
    if across(x1) in (x2, o1):
        return [Formula(across(x2), "X3 = across(X2)")]
    return []


def _corner_then_centre(x1: int, rest: Sequence[int], *, as_printed: bool) -> list[Formula]:
    match rest:
        case []:
            return [Formula(across(x1), "X2 = across(X1)")]
        case [_, o2]:
            return [Formula(across(o2), "X3 = across(O2)")]
        case [_, o2, _, o3] if is_edge(o2):
            return [Formula(across(o3), "X4 = across(O3)")]
        case [_, o2, _, o3, _, o4] if is_edge(o2):
            return [Formula(across(o3), "X5 = across(O3)") if as_printed else Formula(across(o4), "X5 = across(O4)")]
        case _:
            return []


def centre_first(plies: Sequence[int]) -> list[Formula]:
    """Return the first player's moves after X1 = 5."""
    _, o1, *rest = plies
    match rest:
        case []:
            return [Formula(abs(10 - 2 * o1), "X2 = abs(10 - 2 O1)")]
        case [_, o2] if is_edge(o1):
            return [Formula(corner_next(o2), "X3 = corner_next(O2)")]
        case [_, o2]:
            return [Formula(MAGIC_SUM - o1 - o2, "X3 = 15 - O1 - O2")]
        case [_, o2, _, _] if not is_edge(o1):
            return [Formula(MAGIC_SUM - across(o1) - o2, "X4 = 15 - across(O1) - O2")]
        case [_, _, _, _, _, _] if not is_edge(o1):
            return [Formula(across(o1), "X5 = across(O1)")]
        case _:
            return []


def edge_first(plies: Sequence[int]) -> list[Formula]:
    """Return the first player's moves after X1 = an edge; those of one list are mirror images of each other."""
    x1, o1, *rest = plies
    match rest:
        case []:
            return _edge_second_move(x1, o1)
        case [x2, o2]:
            return _edge_third_move(x1, o1, x2, o2)
        case _:
            return []


def _edge_second_move(x1: int, o1: int) -> list[Formula]:
    if o1 == CENTRE:
        return [Formula(edge_next(x1), "X2 = edge_next(X1)"), Formula(edge_previous(x1), "X2 = edge_previous(X1)")]
    if o1 == across(x1):
        return [
            Formula(knight_next(x1), "X2 = knight_next(X1)"),
            Formula(knight_previous(x1), "X2 = knight_previous(X1)"),
        ]
    if is_edge(o1):
        return [Formula(CENTRE, "X2 = 5")]
    if o1 in (corner_previous(x1), corner_next(x1)):
        return [Formula(across(MAGIC_SUM - x1 - o1), "X2 = across(15 - X1 - O1)")]
    return [Formula(MAGIC_SUM - x1 - across(o1), "X2 = 15 - X1 - across(O1)")]


def _edge_third_move(x1: int, o1: int, x2: int, o2: int) -> list[Formula]:
    previous = Formula(corner_previous(x1), "X3 = corner_previous(X1)")
    following = Formula(corner_next(x1), "X3 = corner_next(X1)")
    if o1 == CENTRE:
        if not is_edge(o2):
            return [Formula(across(o2), "X3 = across(O2)")]
        return [following] if x2 == edge_next(x1) else [previous]
    if o1 == across(x1):
        near, far, edge = (
            (following, previous, edge_next(x1)) if x2 == knight_next(x1) else (previous, following, edge_previous(x1))
        )
        # The near corner makes a line with X1 and one with X2, unless O2 stands in it or beside it.
        return [far] if o2 in (near.number, edge) else [near]
    if is_edge(o1):
        return [following, previous]
    if o1 in (corner_previous(x1), corner_next(x1)):
        return [_edge_third_move_after_near_corner(x1, o1, o2)]
    return [Formula(CENTRE, "X3 = 5")]


def _edge_third_move_after_near_corner(x1: int, o1: int, o2: int) -> Formula:
    if o2 == CENTRE:
        return Formula(across(o1), "X3 = across(O1)")
    if o2 == MAGIC_SUM - x1 - o1:
        return Formula(across(x1), "X3 = across(X1)")
    return Formula(CENTRE, "X3 = 5")


def safe_second_moves(x1: int) -> list[Formula]:
    """Return the replies to a first move that do not lose: the article's table."""
    if x1 == CENTRE:
        return [Formula(corner, "O1 = a corner, safe against 5") for corner in CORNERS]
    if not is_edge(x1):
        return [Formula(CENTRE, "O1 = 5, the only safe reply to a corner")]
    return [
        Formula(CENTRE, "O1 = 5, safe against an edge"),
        Formula(corner_previous(x1), "O1 = corner_previous(X1), safe against an edge"),
        Formula(corner_next(x1), "O1 = corner_next(X1), safe against an edge"),
        Formula(across(x1), "O1 = across(X1), safe against an edge"),
    ]


def second_reply(x1: int, o1: int, x2: int) -> list[Formula]:
    """Return the second player's second move, worked out for each safe O1; mirror images where there are two."""
    if x1 == CENTRE:
        return _second_reply_to_centre(o1, x2)
    if not is_edge(x1):
        return _second_reply_to_corner(x1, x2)
    if o1 in (CENTRE, across(x1)):
        previous = Formula(corner_previous(x1), "O2 = corner_previous(X1)")
        following = Formula(corner_next(x1), "O2 = corner_next(X1)")
        return [move for move in (following, previous) if move.number != x2]
    # O1 is a corner beside X1; `other` is the corner on X1's other side.
    other = MAGIC_SUM - x1 - o1
    if x2 == CENTRE:
        return [Formula(across(x1), "O2 = across(X1)")]
    if x2 in (other, MAGIC_SUM - other - across(o1)):
        return [Formula(across(other), "O2 = across(15 - X1 - O1)")]
    return [Formula(CENTRE, "O2 = 5")]


def _second_reply_to_centre(o1: int, x2: int) -> list[Formula]:
    if x2 != across(o1):
        return [Formula(across(x2), "O2 = across(X2)")]
    # X1 and X2 stand on a diagonal with O1: only a corner keeps X from a fork.
    chosen = abs(10 - 2 * o1)
    return [Formula(chosen, "O2 = abs(10 - 2 O1)"), Formula(across(chosen), "O2 = across(abs(10 - 2 O1))")]


def _second_reply_to_corner(x1: int, x2: int) -> list[Formula]:
    if x2 == across(x1):
        # Corners at both ends of a diagonal: an edge forces X away from the third corner.
        return [Formula(edge_next(x1), "O2 = edge_next(X1)"), Formula(edge_previous(x1), "O2 = edge_previous(X1)")]
    if x2 in (knight_previous(x1), knight_next(x1)):
        return [Formula(MAGIC_SUM - across(x1) - x2, "O2 = 15 - across(X1) - X2")]
    return [Formula(MAGIC_SUM - x1 - x2, "O2 = 15 - X1 - X2")]


def opening_formulas(plies: Sequence[int], *, as_printed: bool = False) -> list[Formula]:
    """Return the moves that the formulas give after `plies`, the preferred one first; none where they end.

    The caller must ensure that the side to move has followed the formulas so far. As printed, a formula may give a
    number that is taken.
    """
    if len(plies) % 2 == 0:
        if not plies:
            return [
                Formula(number, f"X1 = {number}, {opening} first")
                for opening, numbers in OPENINGS.items()
                for number in numbers
            ]
        if plies[0] == CENTRE:
            return centre_first(plies)
        return edge_first(plies) if is_edge(plies[0]) else corner_first(plies, as_printed=as_printed)
    match plies:
        case [x1]:
            return safe_second_moves(x1)
        case [x1, o1, x2]:
            return second_reply(x1, o1, x2)
        case _:
            return []


def follows_book(plies: Sequence[int], *, as_printed: bool = False) -> bool:
    """Return whether every earlier move of the side to move is one that the formulas give."""
    own = range(len(plies) % 2, len(plies), 2)
    given = ((plies[k], opening_formulas(plies[:k], as_printed=as_printed)) for k in own)
    return all(not formulas or number in [move.number for move in formulas] for number, formulas in given)
