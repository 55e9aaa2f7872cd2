"""The shipped atlas: lookups in any orientation, and bad files."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING

import pytest
from support.openings import exhaustive_value, openings
from support.present import present

from hyperoxo import Board, Game, InputError, Outcome, Position, PositionError, analyse
from hyperoxo.sides import other_side
from hyperoxo.solver import atlas as atlas_package
from hyperoxo.solver.atlas import (
    ATLAS_BOARDS,
    Atlas,
    ProvedOpening,
    atlas_text,
    atlas_values,
    shipped_atlas,
)

if TYPE_CHECKING:
    from pathlib import Path

SQUARE, CUBE, QUBIC = Board("3x3"), Board("3x3x3"), Board("4x4x4")
FIRST_MOVES = ("111", "112")
"""The first moves whose proofs are in the shipped atlas, one of each class."""


def value_on_3x3(position: Position) -> ProvedOpening:
    """Return the outcome of an opening of 3x3."""
    outcome, plies = exhaustive_value(position)
    return ProvedOpening({1: position.to_move, 0: None, -1: other_side(position.to_move)}[outcome], plies)


@functools.cache
def atlas_of(board: Board) -> Atlas:
    """Return the shipped atlas of 4x4x4, or one of 3x3 that has every opening."""
    every = [position for stones in (1, 2, 3) for position in openings(board, stones)]
    return shipped_atlas(board) or Atlas(atlas_text(board, [(opening, value_on_3x3(opening)) for opening in every]))


# ---- Lookups ----


@pytest.mark.parametrize("board", [SQUARE, QUBIC], ids=str)
def test_an_image_of_an_opening_has_the_same_values_on_the_images_of_the_cells(board: Board) -> None:
    atlas = atlas_of(board)
    stream = random.Random(1)
    symmetries = board.symmetries()
    for stones in (0, 1, 2, 3):
        sample = openings(board, stones)
        for position in stream.sample(sample, min(len(sample), 12)):
            symmetry = stream.choice(symmetries)
            mapped = sorted((symmetry[cell], outcome, plies) for cell, outcome, plies in atlas.values(position))
            assert [tuple(value) for value in atlas.values(position.transformed(symmetry))] == mapped
            swapped = Position(board, position.o, position.x, other_side(position.to_move))
            assert atlas.values(swapped) == atlas.values(position)


@pytest.mark.parametrize("board", [SQUARE, QUBIC], ids=str)
def test_values_of_moves_follow_from_the_openings(board: Board) -> None:
    atlas = atlas_of(board)
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
                assert values[cell].plies <= present(here).plies
            elif after is not None:
                won = after.winner == position.to_move
                expected = Outcome.WIN if won else Outcome.LOSS if after.winner else Outcome.DRAW
                assert (values[cell].outcome, values[cell].plies) == (expected, after.plies + 1)


def test_an_atlas_has_no_values_beyond_its_openings() -> None:
    assert atlas_values(Game(QUBIC, "111 112 444 443").position) == []
    assert atlas_values(Board("4x4x4x4").empty()) == []
    assert atlas_values(CUBE.empty()) == []


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(PositionError, match="the atlas is for 3x3"):
        atlas_of(SQUARE).values(QUBIC.empty())


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
    atlas = present(shipped_atlas(QUBIC))
    for position in (position for stones in (0, 1, 2) for position in openings(QUBIC, stones)):
        analysis = analyse(position, nodes=0)
        for cell, outcome, plies in atlas.values(position):
            found = analysis.cells[cell].value
            assert found.outcome is outcome
            assert present(found.plies) <= plies


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
    text = atlas_text(CUBE, [(position, ProvedOpening("x", 19)) for position in openings(CUBE, 1)])
    assert len(Atlas(text)) == 4
    path = tmp_path / "changed.atlas"
    path.write_text(change(text))
    with pytest.raises(InputError, match=rf"changed\.atlas: .*{reason}"):
        Atlas.load(path)


def test_an_atlas_is_read_after_a_text_transfer(tmp_path: Path) -> None:
    text = atlas_text(CUBE, [(position, ProvedOpening("x", 19)) for position in openings(CUBE, 1)])
    (tmp_path / "sent.atlas").write_bytes(text.replace("\n", "\r\n").encode())
    assert len(Atlas.load(tmp_path / "sent.atlas")) == 4


def test_an_atlas_with_a_line_that_is_none_is_refused_though_its_checksum_fits() -> None:
    first = openings(SQUARE, 1)[0]
    for winner, plies in (("z", 5), ("x", 0), ("x", 10)):
        text = atlas_text(SQUARE, [(first, ProvedOpening(winner, plies))])  # type: ignore[arg-type]
        with pytest.raises(InputError, match="a line is malformed"):
            Atlas(text)


@pytest.mark.parametrize("old", [" x ", "board", "openings", "sha256", "oxo atlas", "openings 4"])
def test_a_text_that_no_file_can_hold_is_refused(old: str) -> None:
    """Half of a pair of surrogates is in no encoding, and so in no checksum."""
    text = atlas_text(CUBE, [(position, ProvedOpening("x", 19)) for position in openings(CUBE, 1)])
    with pytest.raises(InputError, match="the atlas: "):
        Atlas(text.replace(old, f"{old}\ud800", 1))


def test_a_binary_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "picture.atlas"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(InputError, match=r"picture\.atlas: it is not an atlas"):
        Atlas.load(path)


def test_a_shipped_file_of_another_board_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = atlas_text(SQUARE, [(position, value_on_3x3(position)) for position in openings(SQUARE, 1)])
    (tmp_path / "4x4x4.atlas").write_text(text)
    monkeypatch.setattr(atlas_package, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(atlas_package, "_load_shipped", atlas_package._load_shipped.__wrapped__)  # noqa: SLF001
    with pytest.raises(InputError, match=r"4x4x4\.atlas: it is an atlas of 3x3"):
        atlas_values(QUBIC.empty())
    monkeypatch.undo()
    assert atlas_values(QUBIC.empty())
