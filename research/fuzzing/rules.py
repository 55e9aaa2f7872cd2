"""Checks of one random input against a slow twin: rules, labels of late positions, mutants of bounds.

Each draws its input from a stream, and raises an AssertionError if an answer differs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hyperoxo import Board, analyse, verify
from support.bound_check import CheckError
from support.bound_mutants import bounds, mutated, refuted_position
from support.random_positions import fought_position, random_position
from support.reference import ReferenceBoard, ReferencePosition, axis_maps, exhaustive_value

if TYPE_CHECKING:
    import random

    from support.reference import Line, Permutation

RULES = ("3x3", "4x4", "7x5:4", "3x3x3", "4x4x4", "3x4x5:3", "3x3x3x3", "4x4x4x4", "2x3x3x4:3", "3x3x3x3x3")
"""Boards of two to five axes."""
LATE = ("3x3", "4x4", "3x4:3", "5x5:4", "4x6:4", "2x4x4:4", "4x4x4", "3x5x5:5")
"""Boards of which many games are drawn, so that late positions are still undecided."""
MAX_EMPTY_CELLS = 9
"""The most empty cells of a position whose games are all played."""
MUTANTS = 20
"""The mutants of a certificate."""


@cache
def _twin(description: str) -> tuple[tuple[Line, ...], list[Permutation]]:
    """Return the lines of a board, and the permutations of its cells by its axes."""
    shape, _, k = description.partition(":")
    lengths = tuple(map(int, shape.split("x")))
    board = ReferenceBoard(lengths, int(k or lengths[0]))
    return tuple(board.lines), sorted(axis_maps(board))


def check_rules(stream: random.Random) -> None:
    """Play random moves on a random board, and compare the position with the slow twin."""
    description = stream.choice(RULES)
    lines, maps = _twin(description)
    position, stones = Board(description).empty(), ["."] * len(Board(description))
    cells = stream.sample(range(len(stones)), stream.randint(0, len(stones)))
    for cell in cells:
        if position.is_over:
            break
        stones[cell] = position.to_move
        position = position.play(cell)
    played = len(stones) - stones.count(".")
    twin = ReferencePosition("".join(stones), "xo"[played % 2], lines)
    completed = {side: twin.completed(side) for side in ("x", "o")}
    winner = next((side for side, of_side in completed.items() if of_side), None)
    assert (position.text, position.to_move, position.winner) == (twin.text, twin.to_move, winner)
    assert (position.empty_cells(), position.legal_moves()) == (twin.empty, [] if winner else twin.empty), twin.text
    assert list(position.completed_lines()) == completed["x"] + completed["o"], twin.text
    assert position.threats("x") == twin.threats("x"), twin.text
    assert position.threats("o") == twin.threats("o"), twin.text
    assert position.board.position(twin.text) == position
    image = stream.choice(maps)
    assert position.transformed(image).text == twin.image(image).text
    if not stream.randrange(8):  # up to 3,840 symmetries, each of which is tried
        canonical = position.canonical()
        assert position.transformed(image).canonical() == canonical
        assert position.transformed(position.canonical_symmetry()) == canonical


def check_labels(stream: random.Random) -> None:
    """Analyse a late position, and compare the value of each move with that of all games after it."""
    draw = stream.choice((fought_position, random_position))
    board = Board(stream.choice(LATE))
    position = draw(board, len(board) - stream.randint(2, MAX_EMPTY_CELLS), stream)
    if len(position.empty_cells()) > MAX_EMPTY_CELLS:  # every move completes a line
        check_labels(stream)
        return
    stones = "".join(position.stone(cell) or "." for cell in board)
    # A line with stones of both sides has no part in what follows.
    lines = tuple(line for line in _twin(str(board))[0] if {"x", "o"} - {stones[cell] for cell in line})
    twin = ReferencePosition(stones, position.to_move, lines)
    known: dict[tuple[str, str], tuple[str, int]] = {}
    outcome, plies = exhaustive_value(twin, known)
    analysis = analyse(position, threads=1, guesses=False)
    assert analysis.complete, position.text
    assert _stated(analysis.value.label) == (outcome, plies if outcome != "draw" else None), position.text
    for cell, found in analysis.cells.items():
        outcome, plies = exhaustive_value(twin.play(cell), known)
        after = {"win": "loss", "loss": "win", "draw": "draw"}[outcome]
        assert _stated(found.value.label) == (after, plies + 1 if after != "draw" else None), (position.text, cell)


def _stated(label: str) -> tuple[str, int | None]:
    """Return the outcome and the plies of an exact label."""
    if label == "D":
        return "draw", None
    return {"W": "win", "L": "loss"}[label[0]], int(label[1:])


def check_bound(stream: random.Random) -> None:
    """Mutate a bound: one that is verified must be verified by the second checker, too, and true."""
    position, certificate = refuted_position(stream)
    checker = bounds(str(position.board))
    for _ in range(MUTANTS):
        mutant = mutated(certificate, stream)
        try:
            claim = checker.check(mutant)
        except CheckError:
            claim = None
        assert bool(verify(mutant)) == (claim is not None), mutant
        assert claim is None or checker.fails(*claim), mutant
