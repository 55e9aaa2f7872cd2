"""The explorer of openings on the page: walked by cells, by moves and by addresses, with the library's values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, opened

from hyperoxo.explorer import Explorer

if TYPE_CHECKING:
    from support.browsing import Visit


def expect_node(table: Table, moves: str) -> None:
    """Wait until board, labels and moves of the list are those of the library, named as the moves were played."""
    node = Explorer(table.board).node(moves)
    cells, page = moves.split(), table.page
    table.expect_stones(X=" ".join(cells[::2]), O=" ".join(cells[1::2]))
    expect(page.locator('[aria-busy="false"]')).to_contain_text(node.about)
    expected = {
        cell: "empty" if then.value.source is None else then.value.label
        for then in node.continuations
        for cell in then.cells
    }
    said = page.locator('[role="gridcell"]').evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    empty = [name.rpartition(", ")[2] for name in said if ", empty" in name]
    assert empty == [expected[name] for name in map(table.board.name, table.board) if name in expected]
    listed = page.locator("tbody th button").all_text_contents()
    assert listed == [then.cell for then in node.continuations][: len(listed)]
    query = re.escape(f"board={table.board}{'&moves=' if moves else ''}{'.'.join(cells)}")
    expect(page).to_have_url(re.compile(rf"/play\?{query}(|\D.*&ply={len(cells)})&mode=openings$"))


def test_cells_moves_and_addresses_lead_through_the_tree_and_the_board_never_turns(visit: Visit) -> None:
    """444 is a twin of 111, under which the book has it, and keeps its place."""
    visitor = visit()
    table, page = opened(visitor, "/explore?board=4x4x4"), visitor.page
    expect_node(table, "")
    table.play("444")
    expect_node(table, "444")
    table.button("122").click()
    expect_node(table, "444 122")
    table.button("Undo").click()
    expect_node(table, "444")
    table.button("111").press("Enter")
    expect_node(table, "444 111")
    expect(page.locator("tbody button").first).to_be_focused()
    assert table.highlighted() == set(Explorer(table.board).node("444 111").continuations[0].cells)
    visitor.open("/explore?board=4x4x4&moves=444.111")
    expect_node(table, "444 111")
    table.cell("222").focus()
    table.press("u")
    expect_node(table, "444")


@pytest.mark.slow  # tests of the server refuse it
def test_a_position_that_is_no_opening_says_why(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/explore?board=3x3&moves=11.11")
    expect(visitor.page.get_by_text("11 is taken by X")).to_be_visible()
    visitor.open("/play?board=3x3&start=x8+o&mode=openings")
    expect(visitor.page.get_by_text("Openings begin with the empty board")).to_be_visible()
