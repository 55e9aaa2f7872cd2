"""How each program thinks: which rows of its figure light up at a move, worked out from the program's own reasons."""

import re
import typing
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from hyperoxo._core import Board, Position
from hyperoxo.game import Game
from hyperoxo.in_groups import in_groups
from hyperoxo.json_shape import JsonShape
from hyperoxo.players import Control, Limits, Play
from hyperoxo.players.delphi_player import rate
from hyperoxo.players.historic.atari_st import AtariStReasons
from hyperoxo.players.historic.delphi.program import DelphiReasons
from hyperoxo.players.historic.delphi.trial_search import rating_label
from hyperoxo.players.historic.fignition import FignitionReasons, opposite
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons
from hyperoxo.players.historic.magic_square.program import MagicSquareReasons
from hyperoxo.sides import Side

RowState: typing.TypeAlias = typing.Literal["passed", "found", "decided"]
"""What happened at a row: the program went through it without a result; it found something for later; it decided."""


@dataclass(frozen=True, slots=True)
class TreeGroup(JsonShape):
    """Fields of one level of a search tree that have the same rating."""

    rating: int
    """1 to 100, as the side sees it that moves there."""
    label: str
    """The same as an outcome and a number of plies, such as `W5`."""
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreeLevel(JsonShape):
    """A level of a search tree."""

    side: Side
    groups: tuple[TreeGroup, ...]
    """The open fields by rating, the best first."""
    chosen: str
    """The field to which the next level belongs."""


@dataclass(frozen=True, slots=True)
class FigureStep(JsonShape):
    """The rows of the figure that light up at a move; none at a visitor's."""

    states: Mapping[str, RowState] = field(default_factory=dict)
    """The rows that the program looked at, by key: without a result, with one for later, or with the move."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Its finding at a row, by key."""
    tree: tuple[TreeLevel, ...] = ()
    """The search tree from the move on; empty for figures of other kinds."""


NO_FIGURE = FigureStep()


def figure_step(game: Game, decision: Play) -> FigureStep:
    """Return the rows of a program's figure that light up at its decision, made in the game before the move."""
    match decision.reasons:
        case LevelReasons() as reasons:
            return levels_step(game.board, reasons)
        case AtariStReasons() as reasons:
            return sums_step(reasons)
        case MagicSquareReasons() as reasons:
            return formulas_step(reasons)
        case FignitionReasons() as reasons:
            return program_lines_step(reasons)
        case DelphiReasons():
            return search_tree_step(game.position, game.board.name(decision.cell))
        case other:
            raise TypeError(f"{type(other).__name__}: not the reasons of a program of the museum")


# ---- The IBM 1620: the program climbs its levels one by one, and stops where one gives a move ----


def levels_step(board: Board, reasons: LevelReasons) -> FigureStep:
    """Return which levels the program passed, at which it found a move for level 10, and which decided."""
    states: dict[str, RowState] = {str(level): "passed" for level in range(1, reasons.level)}
    notes: dict[str, str] = {}
    for level, finds in ((6, reasons.move6), (9, reasons.move9), (10, reasons.held)):
        if finds:
            states[str(level)] = "found"
            notes[str(level)] = f"keeps {board.names(dict.fromkeys(find.spot for find in finds))}"
    decided = str(reasons.level)
    states[decided] = "decided"
    if reasons.via in {"6MOV", "9MOV"} and reasons.find:
        notes[decided] = f"plays {reasons.via}, {board.name(reasons.find.spot)}"
    elif reasons.find:
        notes[decided] = f"plays {board.name(reasons.find.spot)}"
    return FigureStep(states, notes)


# ---- The Atari: what the combinations through the chosen square add up to ----


def sums_step(reasons: AtariStReasons) -> FigureStep:
    """Return the combinations that the value of the chosen square is the sum of."""
    times = Counter(reasons.terms)
    notes = {term.pattern: f"{count} x {term.points} = {count * term.points}" for term, count in times.items()}
    return FigureStep(dict.fromkeys(notes, "decided"), notes)


# ---- The magic square: the formulas that a move was worked out by ----

RELATIVES = (
    "across",
    "corner_previous",
    "corner_next",
    "edge_previous",
    "edge_next",
    "knight_previous",
    "knight_next",
)
"""The seven formulas that lead from a number to its relatives, by their names in reasons."""
THIRD, RANDOM_CORNER, CHOSEN, SUMS = "third", "random_corner", "chosen", "sums"
"""The other rows: the number missing to 15; the corner that looks random; a number given directly; only sums."""


def formulas_step(reasons: MagicSquareReasons) -> FigureStep:
    """Return the formulas that gave a number."""
    used = formulas_in(reasons.formula)
    return FigureStep(dict.fromkeys(used, "decided"), {used[0]: f"{reasons.formula} gives {reasons.number}"})


def formulas_in(text: str) -> list[str]:
    """Return the rows that the text of a formula uses, at least one.

    >>> formulas_in("X3 = across(15 - X1 - O1)")
    ['across', 'third']
    """
    words = set(re.findall(r"\w+", text))
    used = [name for name in RELATIVES if name in words]
    if "abs" in words:
        used.append(RANDOM_CORNER)
    if re.search(r"\b15 - ", text):
        used.append(THIRD)
    if not used:
        used.append(CHOSEN if " = " in text else SUMS)
    return used


# ---- Delphi: the rating of every open field, and below the best one those of every reply ----


# A rating is that of the best reply seen from the other side, one move further from 50. So along the best moves every
# level explains the one above it, down to the move that completes a line.


def search_tree_step(position: Position, cell: str) -> FigureStep:
    """Return the tree from a position on, in which the first level follows the field that the program has chosen."""
    tree = [_tree_level(position, cell)]
    while not (position := position.play(tree[-1].chosen)).is_over:
        tree.append(_tree_level(position, None))
    states: dict[str, RowState] = {}
    notes: dict[str, str] = {}
    for group in tree[0].groups:
        states[group.label] = "decided" if cell in group.cells else "found"
        notes[group.label] = f"{len(group.cells)} field{'s' if len(group.cells) > 1 else ''}"
    return FigureStep(states, notes, tuple(tree))


def _tree_level(position: Position, chosen: str | None) -> TreeLevel:
    rated = rate(position, Limits(), Control()).fields
    by_rating = in_groups((rating, cell) for cell, rating in rated.items())
    groups = tuple(
        TreeGroup(rating, rating_label(rating), tuple(map(position.board.name, by_rating[rating])))
        for rating in sorted(by_rating, reverse=True)
    )
    return TreeLevel(position.to_move, groups, groups[0].cells[0] if chosen is None else chosen)


# ---- The FIGnition: those of its nine lines of Forth that run for a move ----

TABLE = "table"
"""The row of the table of steps, which stands before the nine lines."""
_ALWAYS = ("1", "2", "3", "8", "9")
_STEP, _IS_IT_7, _ELSE, _ACROSS = "4", "5", "6", "7"


def program_lines_step(reasons: FignitionReasons) -> FigureStep:
    """Return the lines that run, and their results; none for the X that is drawn with the board."""
    now = reasons.ring_state
    if now is None:
        return FigureStep()
    states: dict[str, RowState] = dict.fromkeys(_ALWAYS, "passed")
    across = opposite(now.person)
    mine = "I have none" if now.entry == 0 else f"mine is {now.computer}"
    notes = {"2": f"yours, {now.person}, and 4 on is {across}; {mine}"}
    if reasons.step is None:
        states |= {_ELSE: "passed", _ACROSS: "decided"}
        notes |= {"3": "not blocked", _ACROSS: f"{now.computer} and 4 on is {reasons.square}"}
    else:
        states |= {TABLE: "found", _STEP: "decided", _IS_IT_7: "passed"}
        notes |= {
            "3": "no move yet" if now.entry == 0 else "blocked",
            TABLE: f"entry {now.entry + 1} for a first reply on {'an edge' if now.table == 'edge' else 'a corner'}",
            _STEP: f"{now.computer} and {reasons.step} on is {reasons.square}",
            _IS_IT_7: "7: this wins" if reasons.step == 7 else f"{reasons.step}: not the step that wins",
        }
    return FigureStep(states, notes)
