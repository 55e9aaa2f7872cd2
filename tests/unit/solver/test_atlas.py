"""Atlases of openings: their classes counted twice, lookups in any orientation, values by two methods, bad files."""

from __future__ import annotations

import functools
import itertools
import math
import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Game, InputError, Outcome, Position, PositionError, analyse
from hyperoxo.sides import other_side
from hyperoxo.solver import atlas as atlas_package
from hyperoxo.solver.atlas import ATLAS_BOARDS, Atlas, OpeningValue, atlas_values, shipped_atlas
from hyperoxo.solver.atlas.atlas import ProvedOpening, atlas_text
from hyperoxo.solver.atlas.attempts import OpeningTask, attempt_opening, solver_signature
from hyperoxo.solver.atlas.openings import in_order_of_lines, openings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SQUARE, CUBE, QUBIC = Board("3x3"), Board("3x3x3"), Board("4x4x4")
FIRST_MOVES = ("111", "112")
"""The first moves whose proofs are in the shipped atlas, one of each class."""


def proved_opening(position: Position) -> ProvedOpening:
    """Return the outcome of an opening of a small board, as an attempt finds it."""
    proved = attempt_opening(OpeningTask(str(position.board), position.text, 1_000_000))[0].proved
    assert proved is not None
    return proved


@functools.cache
def whole_atlas(board: Board) -> Atlas:
    """Return an atlas of a small board in which every opening has an attempt of its own."""
    every = [position for stones in (1, 2, 3) for position in openings(board, stones)]
    return Atlas(atlas_text(board, [(position, proved_opening(position)) for position in every]))


def image(position: Position, symmetry: Sequence[int]) -> Position:
    return position.transformed(symmetry)


# ---- The classes ----


def fixed_placements(symmetry: Sequence[int], x: int, o: int) -> int:
    """Return how many placements of one or two stones of X and at most one of O a permutation of the cells fixes."""
    cycles = []
    left = set(range(len(symmetry)))
    while left:
        cell, length = left.pop(), 1
        while (cell := symmetry[cell]) in left:
            left.remove(cell)
            length += 1
        cycles.append(length)
    ones, twos = cycles.count(1), cycles.count(2)
    if ones < o:
        return 0
    return math.comb(ones, o) * (math.comb(ones - o, x) + (twos if x == 2 else 0))


@pytest.mark.parametrize(
    ("board", "counts"),
    [(QUBIC, (2, 35, 757)), (CUBE, (4, 31, 254)), (SQUARE, (3, 12, 38)), (Board("5x5:4"), None)],
    ids=str,
)
def test_openings_are_counted_twice(board: Board, counts: tuple[int, ...] | None) -> None:
    """By listing canonical positions, and by Burnside's lemma: the mean number of positions that a symmetry fixes."""
    listed = tuple(len(openings(board, stones)) for stones in (1, 2, 3))
    symmetries = board.symmetries()
    by_burnside = tuple(
        Fraction(sum(fixed_placements(symmetry, x, o) for symmetry in symmetries), len(symmetries))
        for x, o in ((1, 0), (1, 1), (2, 1))
    )
    assert listed == by_burnside
    assert counts in {None, listed}


def test_openings_with_x_on_the_most_lines_are_tried_first() -> None:
    ordered = in_order_of_lines(openings(QUBIC, 3))
    seven = [any(len(QUBIC.lines_through(cell)) == 7 for cell in position.x) for position in ordered]
    assert seven == [True] * 345 + [False] * 412


# ---- Values ----


@functools.cache
def searched(position: Position) -> tuple[int, int]:
    """Return the outcome for the side to move (1, 0, -1) and the plies under best play, by trying everything."""
    if position.is_over:
        return (-1, 0) if position.winner else (0, 0)
    tried = [(-outcome, plies + 1) for outcome, plies in map(searched, map(position.play, position.legal_moves()))]
    best = max(outcome for outcome, _ in tried)
    plies = [plies for outcome, plies in tried if outcome == best]
    return best, max(plies) if best < 0 else min(plies)


def test_values_on_3x3_are_those_of_an_exhaustive_search() -> None:
    atlas = whole_atlas(SQUARE)
    assert len(atlas) == 3 + 12 + 38
    for position in (position for stones in (1, 2, 3) for position in openings(SQUARE, stones)):
        found = atlas.proved(position)
        outcome, plies = searched(position)
        winner = {1: position.to_move, 0: None, -1: other_side(position.to_move)}[outcome]
        assert found is not None
        assert found.winner == winner
        assert found.plies >= plies
        assert outcome or found.plies == len(position.empty_cells())


def test_values_of_every_second_move_on_3x3x3_are_those_of_an_exhaustive_analysis() -> None:
    """The analysis finds exact plies by exhaustive search; there is no atlas of this board."""
    atlas = whole_atlas(CUBE)
    for reply in openings(CUBE, 2):
        exact = analyse(reply)
        assert exact.complete
        values = {value.cell: value for value in atlas.values(reply)}
        assert values.keys() == exact.cells.keys() == set(reply.legal_moves())
        for cell, value in values.items():
            assert value.outcome is exact.cells[cell].value.outcome
            known = exact.cells[cell].value.plies
            assert known is not None
            assert value.plies >= known


def test_an_opening_whose_proof_costs_more_than_the_budget_stays_unknown() -> None:
    [first, *_] = openings(QUBIC, 3)
    found, _ = attempt_opening(OpeningTask("4x4x4", first.text, 1_000))
    assert (found.proved, found.certificate, found.budget) == (None, None, 1_000)
    assert found.nodes >= 1_000


def test_a_first_move_that_wins_implies_every_reply_and_second_moves_after_some() -> None:
    first = Board("6x6:4").empty().play("33")
    found, _ = attempt_opening(OpeningTask("6x6:4", first.canonical().text, 300_000))
    assert found.proved is not None
    replies = {first.play(cell).canonical() for cell in first.legal_moves()}
    implied = {first.board.position(text): plies for text, plies in found.implied.items()}
    assert {position for position in implied if position.stones == 2} == replies
    assert found.proved.plies == 1 + max(implied[reply] for reply in replies)
    second = {position for position in implied if position.stones == 3}
    assert second
    for position in second:
        value = analyse(position, nodes=300_000).value
        assert value.outcome is Outcome.LOSS
        assert not value.exact or (value.plies or 0) <= implied[position]


def test_the_signature_of_a_solver_is_the_same_each_time() -> None:
    first = solver_signature()
    solver_signature.cache_clear()
    assert solver_signature() == first


# ---- Lookups ----


@pytest.mark.parametrize("board", [SQUARE, CUBE, QUBIC], ids=str)
def test_an_image_of_an_opening_has_the_same_values_on_the_images_of_the_cells(board: Board) -> None:
    atlas = shipped_atlas(board) or whole_atlas(board)
    stream = random.Random(1)
    symmetries = board.symmetries()
    for stones in (0, 1, 2, 3):
        sample = openings(board, stones)
        for position in stream.sample(sample, min(len(sample), 12)):
            symmetry = stream.choice(symmetries)
            mapped = sorted((symmetry[cell], outcome, plies) for cell, outcome, plies in atlas.values(position))
            assert [tuple(value) for value in atlas.values(image(position, symmetry))] == mapped
            swapped = Position(board, position.o, position.x, other_side(position.to_move))
            assert atlas.values(swapped) == atlas.values(position)


@pytest.mark.parametrize("board", [SQUARE, CUBE, QUBIC], ids=str)
def test_values_of_moves_follow_from_the_openings(board: Board) -> None:
    atlas = shipped_atlas(board) or whole_atlas(board)
    for position in (position for stones in (0, 1, 2, 3) for position in openings(board, stones)):
        here = atlas.proved(position)
        values = {value.cell: value for value in atlas.values(position)}
        lost = here is not None and here.winner == other_side(position.to_move)
        for cell in position.legal_moves():
            after = atlas.proved(position.play(cell)) if position.stones < 3 else None
            if after is None and not lost:
                assert cell not in values
            elif lost:
                assert values[cell].outcome is Outcome.LOSS
                assert here is not None
                assert values[cell].plies <= here.plies
            elif after is not None:
                won = after.winner == position.to_move
                expected = Outcome.WIN if won else Outcome.LOSS if after.winner else Outcome.DRAW
                assert (values[cell].outcome, values[cell].plies) == (expected, after.plies + 1)


def test_an_atlas_has_no_values_beyond_its_openings() -> None:
    assert atlas_values(Game(QUBIC, "111 112 444 443").position) == []
    assert atlas_values(Board("4x4x4x4").empty()) == []
    assert atlas_values(CUBE.empty()) == []


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(PositionError, match="the atlas is for 3x3x3"):
        whole_atlas(CUBE).values(QUBIC.empty())


# ---- The shipped atlas ----


@pytest.mark.parametrize("first", FIRST_MOVES)
def test_the_shipped_atlas_has_values_of_first_moves_and_every_reply(first: str) -> None:
    assert ATLAS_BOARDS == ("4x4x4",)
    [value] = [value for value in atlas_values(QUBIC.empty()) if value.cell == QUBIC.cell(first)]
    assert value.outcome is Outcome.WIN
    after = QUBIC.empty().play(first)
    known = {value.cell: value for value in atlas_values(after)}
    assert known.keys() == set(after.legal_moves())
    assert {value.outcome for value in known.values()} == {Outcome.LOSS}


def test_an_analysis_has_the_values_of_the_atlas_without_a_search() -> None:
    atlas = shipped_atlas(QUBIC)
    assert atlas is not None
    for position in (position for stones in (0, 1, 2) for position in openings(QUBIC, stones)):
        analysis = analyse(position, nodes=0)
        for cell, outcome, plies in atlas.values(position):
            found = analysis.cells[cell].value
            assert found.outcome is outcome
            assert found.plies is not None
            assert found.plies <= plies


def test_an_analysis_without_books_has_no_atlas_either() -> None:
    position = Game(QUBIC, "112").position
    assert not any(found.value.is_known for found in analyse(position, nodes=0, book=False).cells.values())


def test_a_cheap_entry_is_proved_again() -> None:
    """The entry with the smallest bound is solved and its certificate checked, as its attempt once was."""
    atlas = shipped_atlas(QUBIC)
    assert atlas is not None
    proved = {position: atlas.proved(position) for position in openings(QUBIC, 3)}
    quickest = min((found.plies, position.text) for position, found in proved.items() if found is not None)
    again = attempt_opening(OpeningTask("4x4x4", quickest[1], 100_000_000))[0].proved
    assert again is not None
    assert again.winner == "x"


# ---- Files ----


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[:-1], "does not have the"),
        (lambda text: text[: len(text) // 2], "the head of an atlas is missing"),
        (lambda text: text.partition("\n\n")[0], "the head of an atlas is missing"),
        (lambda _: "", "the head of an atlas is missing"),
        (lambda text: text.replace("oxo atlas 1", "oxo atlas 2"), "the head of an atlas is missing"),
        (lambda text: text.replace("oxo atlas 1", "oxo book 1"), "the head of an atlas is missing"),
        (lambda text: text[:-2] + ("8" if text[-2] == "9" else "9") + "\n", "checksum"),
        (lambda text: text.replace(" x ", " o ", 1), "checksum"),
        (lambda text: text.replace("board 3x3x3", "board 5x5"), "a line is malformed"),
        (lambda text: text.replace("board 3x3x3", "board three"), "a line is malformed"),
    ],
)
def test_a_cut_or_changed_or_foreign_atlas_is_refused_by_name(
    change: functools.partial[str], reason: str, tmp_path: Path
) -> None:
    text = atlas_text(CUBE, [(position, proved_opening(position)) for position in openings(CUBE, 1)])
    assert len(Atlas(text)) == 4
    path = tmp_path / "changed.atlas"
    path.write_text(change(text))
    with pytest.raises(InputError, match=rf"changed\.atlas: .*{reason}"):
        Atlas.load(path)


def test_an_atlas_with_a_line_that_is_none_is_refused_though_its_checksum_fits() -> None:
    first = openings(SQUARE, 1)[0]
    for winner, plies in (("z", 5), ("x", 0), ("x", 10)):
        text = atlas_text(SQUARE, [(first, ProvedOpening(winner, plies))])  # type: ignore[arg-type]
        with pytest.raises(InputError, match="a line is malformed"):
            Atlas(text)


def test_a_binary_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "picture.atlas"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(InputError, match=r"picture\.atlas: it is not an atlas"):
        Atlas.load(path)


def test_a_shipped_file_of_another_board_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = atlas_text(SQUARE, [(position, proved_opening(position)) for position in openings(SQUARE, 1)])
    (tmp_path / "4x4x4.atlas").write_text(text)
    monkeypatch.setattr(atlas_package, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(atlas_package, "_load_shipped", atlas_package._load_shipped.__wrapped__)  # noqa: SLF001
    with pytest.raises(InputError, match=r"4x4x4\.atlas: it is an atlas of 3x3"):
        atlas_values(QUBIC.empty())
    monkeypatch.undo()
    assert atlas_values(QUBIC.empty())


def test_values_have_the_shape_that_an_analysis_takes() -> None:
    value = atlas_values(QUBIC.empty())[0]
    assert value == OpeningValue(0, Outcome.WIN, value.plies)
    assert list(itertools.islice(value, 2)) == [0, "win"]
