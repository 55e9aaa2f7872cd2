"""Pictures of analyses and solutions: values, guesses and best moves on their cells, and the words around them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from support.pictures import Picture
from support.present import present

from hyperoxo import Game, Outcome, analyse, solve
from hyperoxo.outcomes import moves_of_side
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    from hyperoxo.solver.solve import Solution

# X wins at once at 13, and draws or loses elsewhere.
SQUARE = Game("3x3", "11 21 12 31")


def of_cells(picture: Picture, text: str) -> set[str]:
    """Return the cells whose class contains a text."""
    return {cell.attrib["data-cell"] for cell in picture.of_class("cell") if text in cell.attrib["class"]}


def flagged(picture: Picture) -> set[str]:
    """Return the cells with a flag, by its place in their upper right corner."""
    corners: dict[tuple[Fraction, ...], str] = {
        (at.right - 13, at.top + 3): name for name, at in picture.cells().items()
    }
    starts = [tuple(map(Fraction, flag.attrib["d"][1:].partition("h")[0].split())) for flag in picture.of_class("flag")]
    return {corners[start] for start in starts if start in corners}


# ---- Analyses ----


def test_every_value_is_on_its_cell_and_the_best_move_has_a_flag() -> None:
    analysis = analyse(SQUARE)
    board, picture = SQUARE.board, Picture(analysis.svg(last_move="31"))
    cells = picture.cells()
    shown = {picture.cell_at((cells[name].centre[0], cells[name].centre[1])): None for name in cells}
    assert len(shown) == 9
    marks = {
        name: mark.text
        for mark in picture.of_class("mark")
        for name, at in cells.items()
        if at.left < float(mark.attrib["x"]) < at.right and at.top < float(mark.attrib["y"]) < at.bottom
    }
    assert marks == {board.name(cell): found.text for cell, found in analysis.cells.items()}
    assert flagged(picture) == {"13"} == {board.name(found.cell) for found in analysis.best}
    for outcome, shade in ((Outcome.WIN, "shade-3"), (Outcome.DRAW, "shade-1")):
        expected = {board.name(cell) for cell, found in analysis.cells.items() if found.value.outcome is outcome}
        assert of_cells(picture, shade) == expected
    assert picture.root[0].text == "3x3, X to move: W1"
    assert "X to move: wins in 1 move" in picture.texts()
    assert "W1: 13" in (picture.root[1].text or "")
    assert len(picture.of_class("last")) == 1


def test_equally_good_moves_are_all_best() -> None:
    """After 11 22 33, O draws on the edges, and loses in the corners."""
    analysis = analyse(Game("3x3", "11 22 33"))
    picture = Picture(analysis.svg())
    assert flagged(picture) == {"12", "21", "23", "32"} == of_cells(picture, "shade-1")
    assert picture.texts()[-4:] == ["O to move: draws", "D: draws", "L4: loses in 2", "best moves"]


def test_guesses_differ_from_values_in_their_outline_and_in_the_legend() -> None:
    analysis = analyse("4x4x4x4", nodes=1000)
    guesses = {analysis.position.board.name(cell) for cell, found in analysis.cells.items() if found.chance is not None}
    assert 0 < len(guesses) < 256
    picture = Picture(analysis.svg())
    assert of_cells(picture, "dashed") == guesses
    assert of_cells(picture, "shade-3").isdisjoint(guesses)
    assert "~62: a guess, expected score in percent" in picture.texts()


def test_an_unknown_position_is_a_guess() -> None:
    analysis = analyse("5x5x5", nodes=1)
    title = Picture(analysis.svg()).root[0].text
    assert title == f"5x5x5, X to move: ~{present(analysis.chance)}"


def test_the_analysis_of_a_game_that_is_over_says_so() -> None:
    picture = Picture(analyse(Game("3x3", "11 21 12 22 13")).svg())
    assert picture.texts()[-1] == "The game is over."
    assert not picture.of_class("mark")
    assert not picture.of_class("swatch")


# ---- Solutions ----


@pytest.mark.parametrize(
    ("start", "first"),
    [
        ("3x3x3", "222"),
        (Game("3x3", "11 21 12 31"), "13"),
        (Game("3x3x3", "222 111 113 331"), None),
        (Game("3x3x3", "222 111 333 112"), "113"),
        ("3x3", None),
    ],
    ids=["a win", "a line to complete", "a line to block or to use", "a line to block", "a draw"],
)
def test_the_winners_first_move_is_that_of_the_verified_strategy(start: str | Game, first: str | None) -> None:
    """The certificate is read in two ways: by its first record, and by the checker's strategy."""
    solution: Solution = solve(start)
    board = solution.position.board
    move = solution.first_move
    if solution.winner == solution.position.to_move:
        assert move is not None
        answer = Strategy(present(solution.certificate)).answer(solution.position)
        if answer is None:  # the proof has no records: the position is decided
            assert solution.position.play(move).winner == solution.winner
        else:
            assert move == answer.cell
    else:
        assert move is None
    if first is not None:
        assert move is not None
        assert board.name(move) == first
    assert flagged(Picture(solution.svg())) == (set() if move is None else {board.name(move)})


def test_a_solution_shows_its_outcome_and_the_size_of_its_proof() -> None:
    solution = solve("3x3x3")
    picture = Picture(solution.svg())
    assert picture.root[0].text == "3x3x3, X to move: X wins within 6 moves, proved"
    below = " ".join(picture.texts())
    assert f"X wins within {moves_of_side(solution.plies or 0)} moves, proved" in below
    size = len(present(solution.certificate))
    assert f"Proof: {solution.strategic} strategic and {solution.forced} forced positions, {size} bytes" in below
    assert solution._repr_svg_() == solution.svg()


def test_a_draw_and_an_unknown_outcome_are_named() -> None:
    assert "A draw, proved" in Picture(solve("3x3").svg()).texts()
    unknown = Picture(solve("4x4x4", nodes=100).svg())
    assert "Unknown, no proof was found" in unknown.texts()
    assert not unknown.of_class("flag")
    assert not any("Proof" in text for text in unknown.texts())
