"""Labels, hints and proofs on the page are those of the library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table, opened, pair
from support.browsing import ASIDE, DESKTOP, NARROW

from hyperoxo import Game
from hyperoxo.solver.analysis import analyse

if TYPE_CHECKING:
    from support.browsing import Screen, Visit, Visitor


def thinking(visitor: Visitor, path: str) -> Table:
    """Analyse the position of a game at one screen."""
    return opened(visitor, f"{path}&mode=values")


def expect_labels_of_library(table: Table, *moves: str) -> None:
    """Wait until every cell has the label that the library gives it."""
    game = Game(table.board, moves)
    analysis = analyse(game.position)
    assert analysis.complete
    expect(table.page.get_by_text("All values are exact.")).to_be_visible()
    for cell in game.position.legal_moves():
        label = re.escape(analysis.cells[cell].text)
        expect(table.cell(table.board.name(cell))).to_have_accessible_name(
            re.compile(rf"empty, (. threatens, )?{label}$")
        )


def test_every_label_on_3x3x3_is_the_librarys_and_stays_across_moves(visit: Visit) -> None:
    table = thinking(visit(), "/play?board=3x3x3")
    expect_labels_of_library(table)
    table.play("111")
    expect_labels_of_library(table, "111")
    table.play("222")
    expect_labels_of_library(table, "111", "222")
    table.button("Undo").click()
    expect_labels_of_library(table, "111")


@pytest.mark.slow  # five seconds of analysis
def test_an_unproved_label_is_marked_as_heuristic(visit: Visit) -> None:
    table = thinking(visit(), "/play?board=5x5x5&moves=333")
    expect(table.page.get_by_text("of the 124 moves of O are proved")).to_be_visible()
    labels = table.page.locator('[role="gridcell"]').evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert len(labels) == 125
    for label in labels:
        assert re.search(r"(, X(, last move)?|, empty|, [WL]≤?\d+|estimate ~\d+)$", label), label


@pytest.mark.slow  # tests of the page have the colours
def test_labels_show_their_outcome_by_colour_and_the_bar_that_of_the_best(visit: Visit) -> None:
    """X has two in a line and wins at once; O, one ply later, can only block or lose.

    tier 1
    X X .
    . . .    and O in the last tier
    . . .
    """
    table = thinking(visit(), "/play?board=3x3x3&moves=111.333.112.332")
    expect(table.cell("113").locator("text.win-4")).to_have_text("W1")
    bar = table.page.get_by_role("meter", name="Value of the position")
    expect(bar).to_have_attribute("aria-valuetext", "X can force a win")
    table.play("222")
    expect(table.cell("131").locator("text.loss-4")).to_have_text(re.compile("L"))
    sizes = table.page.locator(".label.proved").evaluate_all(
        "labels => labels.map(label => label.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 11


@pytest.mark.slow  # several games and reloads
def test_the_address_keeps_the_analysis_and_a_game_against_someone_does_not(visit: Visit) -> None:
    table = thinking(visit(), "/play?board=3x3&moves=22.12")
    expect_labels_of_library(table, "22", "12")
    table.page.reload()
    expect_labels_of_library(table, "22", "12")

    x, _ = pair(visit, "3x3", hints=True)
    x.more("Label every cell")
    expect(x.cell("22")).to_have_accessible_name(re.compile("empty, D$"))
    x.page.reload()
    expect(x.cell("22")).to_have_accessible_name(re.compile("empty$"))
    # The analysis has a board of its own, from which Back returns to the game.
    x.more("Analyse")
    expect_labels_of_library(x)
    x.play("22")
    x.page.go_back()
    x.expect_status(YOURS)
    x.expect_empty("22")


@pytest.mark.slow  # long analyses
def test_thinking_is_stopped_and_goes_on(visit: Visit) -> None:
    table = thinking(visit(), "/play?board=5x5x5&moves=333")
    table.button("Stop").click()
    expect(table.page.get_by_text("Stopped: 0 of the 124 moves of O are proved")).to_be_visible()
    table.button("Think longer (20 s)").click()
    expect(table.page.get_by_text("Working on the 124 moves of O: 0 proved, 124 open")).to_be_visible()
    table.button("Stop").click()
    expect(table.button("Think longer (80 s)")).to_be_visible()


@pytest.mark.slow  # a matter of looks
@pytest.mark.parametrize("screen", [DESKTOP, ASIDE], ids=lambda screen: screen.name)
def test_the_page_does_not_scroll_beyond_its_panel(visit: Visit, screen: Screen) -> None:
    table = opened(visit(screen, still=True), "/play?board=4x4x4")
    height = "document.documentElement.scrollHeight"
    before = table.page.evaluate(height)
    table.more("Analyse")
    expect(table.page.get_by_text("Meaning of the labels")).to_be_attached()
    assert table.page.evaluate(height) <= max(before, screen.height)


@pytest.mark.slow  # a matter of looks
@pytest.mark.parametrize("screen", [DESKTOP, NARROW], ids=lambda screen: screen.name)
def test_a_hint_is_marked_on_the_board_and_read_over_it(visit: Visit, screen: Screen) -> None:
    """X has two in a line, and the hint is the cell that completes it.

    tier 1
    X X .
    . . .    and O in the last tier
    . . .
    """
    table = opened(visit(screen, still=True), "/play?board=3x3x3&moves=111.333.112.332")
    button = table.button("Hint")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.click()
    sentence = "Hint 113: three in a row, in row 1 of tier 1."
    read = table.page.locator(".last-move")
    expect(read).to_have_text(sentence)
    assert table.highlighted() == {"111", "112", "113"}
    expect(table.page.locator('[role="gridcell"].suggested')).to_have_attribute(
        "data-cell", str(table.board.cell("113"))
    )
    expect(read).to_be_in_viewport(ratio=1)
    assert button.bounding_box() == before


@pytest.mark.slow  # a matter of looks
def test_on_a_map_the_plane_of_the_hint_is_enlarged(visit: Visit) -> None:
    """X has three in a row of the plane 4,4, and the plane 1,1 is enlarged."""
    table = opened(visit(NARROW, still=True), "/play?board=4x4x4x4&moves=4441.1111.4442.1122.4443.1133")
    expect(table.cell("1133")).to_be_visible()
    table.button("Hint").tap()
    expect(table.cell("4444")).to_have_class(re.compile("highlighted"))
    expect(table.cell("4444")).to_be_in_viewport(ratio=1)


@pytest.mark.slow  # tests of the page have the lines
def test_a_cell_says_how_many_lines_go_through_it_and_shows_them(visit: Visit) -> None:
    table = opened(visit(), "/play?board=3x3x3")
    table.cell("222").focus()
    table.more("Lines through 222: 13")
    # Through the centre, lines lead to every cell.
    for cell in range(27):
        expect(table.cell(table.board.name(cell))).to_have_class(re.compile("highlighted"))
