"""The figures: what lights up agrees with the decision, worked out by another method."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from support.decisions import played

from hyperoxo import Board, Game
from hyperoxo.museum import exhibit_names, exhibit_svg, find_exhibit, replayed_sample
from hyperoxo.museum.figures import RELATIVES, figure_step, formulas_in
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.delphi_player import rate
from hyperoxo.players.historic.delphi.trial_search import NEUTRAL, rate_fields, rating_for_previous, rating_label
from hyperoxo.players.historic.ibm1620.reasons import ROW_SUMS
from hyperoxo.players.historic.magic_square.book import opening_formulas
from hyperoxo.players.historic.magic_square.numbers import (
    NUMBERS,
    across,
    corner_next,
    corner_previous,
    edge_next,
    edge_previous,
    knight_next,
    knight_previous,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hyperoxo.museum import SampleMove
    from hyperoxo.museum.figures import FigureStep


def own_moves(name: str) -> list[SampleMove]:
    """Return the program's moves of a sample game."""
    return [move for move in replayed_sample(find_exhibit(name)).moves if move.by_program]


def decided(step: FigureStep) -> set[str]:
    return {key for key, state in step.states.items() if state == "decided"}


def games_of(name: str, board: str, opponent: str, count: int) -> Iterator[tuple[FigureStep, Any]]:
    """Yield what lights up, and the reasons, at every move of some games, in both seats where it can take both."""
    entrant, other = player(name), player(opponent)
    for seed in range(count):
        seat = "xo"[seed % 2] if entrant.refusal(board, "o") is None else "x"
        game = Game(board)
        sessions = {
            side: (entrant if side == seat else other).start(game.board, side, seed)  # type: ignore[arg-type] # a side
            for side in "xo"
        }
        while not game.is_over:
            decision = sessions[game.to_move].decide(game, Limits(), Control())
            if not isinstance(decision, Play):
                break
            if game.to_move == seat:
                yield figure_step(game, decision), decision.reasons
            game.play(decision.cell)


GAMES = {
    "ibm1620": ("4x4x4", "atari-st", 12),
    "atari-st": ("4x4x4", "ibm1620", 12),
    "delphi": ("3x3x3", "random", 6),
    "magic-square": ("3x3", "random", 60),
    "fignition": ("3x3", "random", 30),
}


@pytest.mark.parametrize("name", exhibit_names())
def test_only_rows_of_the_figure_light_up(name: str) -> None:
    keys = {row.key for row in find_exhibit(name).figure.rows}
    steps = [step for step, _ in games_of(name, *GAMES[name])]
    assert len(steps) > 10
    assert {key for step in steps for key in (*step.states, *step.notes)} <= keys
    lit = set().union(*map(decided, steps))
    assert len(lit) > 1


def test_every_combination_of_the_atari_is_part_of_some_sum() -> None:
    lit = set().union(*(decided(step) for step, _ in games_of("atari-st", *GAMES["atari-st"])))
    assert lit == {row.key for row in find_exhibit("atari-st").figure.rows}


# ---- Levels ----


def test_the_level_that_lights_up_is_the_one_that_decided() -> None:
    for step, reasons in games_of("ibm1620", *GAMES["ibm1620"]):
        assert decided(step) == {str(reasons.level)}
        assert set(step.states) == {str(level) for level in range(1, reasons.level + 1)}
        found = {key for key, state in step.states.items() if state == "found"}
        kept = {str(level) for level, finds in ((6, reasons.move6), (9, reasons.move9)) if finds}
        assert found == kept - {str(reasons.level)}


def test_the_row_sums_are_those_of_the_program() -> None:
    rows = find_exhibit("ibm1620").figure.rows
    assert {int(row.key): int(row.cells[1]) for row in rows if row.cells[1] != "none"} == ROW_SUMS


# ---- Sums ----


def test_the_points_that_light_up_add_up_to_the_value_of_the_square() -> None:
    points = {row.key: int(row.cells[1]) for row in find_exhibit("atari-st").figure.rows}
    for move in own_moves("atari-st"):
        times = {key: int(note.split(" x ")[0]) for key, note in move.figure.notes.items()}
        values = move.reasons["values"]
        assert sum(points[key] * count for key, count in times.items()) == values[move.cell] == max(values.values())
        assert decided(move.figure) == set(times)


# ---- Formulas ----


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("X2 = across(X1)", ["across"]),
        ("X3 = corner_previous(X1)", ["corner_previous"]),
        ("O2 = across(abs(10 - 2 O1))", ["across", "random_corner"]),
        ("O2 = across(15 - X1 - O1)", ["across", "third"]),
        ("blocks the line: 15 - 2 - 6", ["third"]),
        ("X1 = 2, corner first", ["chosen"]),
        ("X2 = 8, from the table", ["chosen"]),
        ("makes a fork: needs 2 or 4", ["sums"]),
        ("free: centre before corners before edges", ["sums"]),
    ],
)
def test_the_formulas_of_a_text_are_found(text: str, rows: list[str]) -> None:
    assert formulas_in(text) == rows


FORMULAS: dict[str, Callable[[int], int]] = {
    "across": across,
    "corner_previous": corner_previous,
    "corner_next": corner_next,
    "edge_previous": edge_previous,
    "edge_next": edge_next,
    "knight_previous": knight_previous,
    "knight_next": knight_next,
}


@pytest.mark.parametrize("name", RELATIVES)
@pytest.mark.parametrize("number", [2, 9, 4, 3, 8, 1, 6, 7])
def test_the_formulas_of_the_figure_give_the_relatives(name: str, number: int) -> None:
    [row] = [row for row in find_exhibit("magic-square").figure.rows if row.key == name]
    written = row.cells[1 if number % 2 else 2].replace("2 X", "2 * X").replace("3 X", "3 * X").replace("4 X", "4 * X")
    known = {
        "across": across,
        "Cp": corner_previous(number),
        "Cn": corner_next(number),
        "Ep": edge_previous(number),
        "X": number,
    }
    worked_out = eval(written.replace("mod", "%"), {"__builtins__": {}}, known)  # noqa: S307 - a text of our own file
    assert worked_out == FORMULAS[name](number)


def test_all_formulas_of_the_book_are_rows() -> None:
    texts = {move.text for x1 in (2, 5, 9) for o1 in NUMBERS if o1 != x1 for move in opening_formulas([x1, o1])}
    assert {row for text in texts for row in formulas_in(text)} >= {"across", "corner_next", "knight_next", "chosen"}


# ---- Search tree ----


def test_each_level_of_the_tree_explains_the_one_above() -> None:
    for move in own_moves("delphi"):
        tree = move.figure.tree
        assert tree[0].chosen == move.cell
        for level, below in pairwise(tree):
            [chosen] = [group for group in level.groups if level.chosen in group.cells]
            assert chosen.rating == rating_for_previous(max(group.rating for group in below.groups))
        assert tree[-1].groups[0].rating == 100


def test_the_ratings_of_the_tree_are_those_of_the_literal_search() -> None:
    exhibit = find_exhibit("delphi")
    for move in own_moves("delphi")[1:]:
        literal = rate_fields(exhibit.sample.position_at(move.ply - 1)).fields
        shown = {cell: group.rating for group in move.figure.tree[0].groups for cell in group.cells}
        assert shown == {exhibit.sample.board.name(cell): rating for cell, rating in literal.items()}


def test_only_the_centre_punishes_another_first_move() -> None:
    """The first moment says so: each of the 26 other first moves loses because the opponent takes the centre."""
    board = Board("3x3x3")
    for first in set(range(27)) - {13}:
        fields = rate(board.empty().play(first), Limits(), Control()).fields
        assert [cell for cell, rating in fields.items() if rating > NEUTRAL] == [13]


def test_labels_and_ratings_of_the_figure_belong_together() -> None:
    for row in find_exhibit("delphi").figure.rows:
        assert rating_label(int(row.cells[1])) == row.cells[0]


# ---- Lines of Forth ----


def test_the_lines_that_light_up_are_those_of_the_branch() -> None:
    for step, reasons in games_of("fignition", *GAMES["fignition"]):
        if reasons.rule == "centre first":
            assert step.states == {}
        elif reasons.rule == "opposite square":
            assert decided(step) == {"7"}
            assert set(step.states) == {"1", "2", "3", "6", "7", "8", "9"}
            assert step.notes["7"] == f"{reasons.ring_state.computer} and 4 on is {reasons.square}"
        else:
            assert decided(step) == {"4"}
            assert set(step.states) == {"table", "1", "2", "3", "4", "5", "8", "9"}
            assert step.notes["4"].endswith(f"and {reasons.step} on is {reasons.square}")


def test_the_reasons_of_another_program_are_refused() -> None:
    decision = played(player("random").start("4x4x4", "x", 0), Game("4x4x4"))
    with pytest.raises(TypeError):
        figure_step(Game("4x4x4"), decision)


# ---- Pictures ----


def texts_of(picture: str) -> str:
    """Return all text of a picture; fail if it is no SVG of its own."""
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own text
    assert root.tag.endswith("svg")
    assert "href" not in picture
    assert "<script" not in picture
    return " ".join(
        text for element in root.iter() if not element.tag.endswith("style") for text in [element.text or ""]
    )


@pytest.mark.parametrize("name", exhibit_names())
def test_the_pictures_are_whole(name: str) -> None:
    exhibit = find_exhibit(name)
    assert exhibit.picture_caption in texts_of(exhibit_svg(exhibit))
