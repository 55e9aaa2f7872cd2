"""The smallest phone: everything fits its width, cells are large enough to tap, and whole games can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, begun, opened
from support.browsing import PHONE, SMALL, box_of

if TYPE_CHECKING:
    from support.browsing import Screen, Visit

EASY = 40
"""Width of a cell in pixels from which on a tap plays without confirmation."""


def test_a_whole_game_by_tapping_on_320_pixels(visit: Visit) -> None:
    table = begun(visit(SMALL), "3x3x3")
    for name in map(table.board.name, range(27)):
        box = box_of(table.cell(name))
        assert min(box["width"], box["height"]) >= EASY
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL.width
    table.play("111", "211", "112", "212", "113")
    table.expect_status(re.compile("X won"))
    assert not table.visitor.overflow()


@pytest.mark.slow  # tests of the page have the question
@pytest.mark.parametrize("screen", [SMALL, PHONE], ids=lambda screen: screen.name)
def test_a_tap_on_a_small_cell_asks_for_confirmation(visit: Visit, screen: Screen) -> None:
    table = opened(visit(screen), "/play?board=4x4x4")
    size = table.cell("111").evaluate("cell => cell.getBoundingClientRect().width")
    table.cell("111").tap()
    if size < EASY:
        table.expect_empty("111")
        table.button("Not there").tap()
        table.cell("222").tap()
        table.button("Play 222").tap()
        expect(table.cell("222")).to_be_focused()
        table.expect_empty("111")
        table.expect_stones(X="222")
    else:
        table.expect_stones(X="111")


@pytest.mark.slow  # other sizes of the same board
def test_a_board_of_four_dimensions_is_played_plane_by_plane(visit: Visit) -> None:
    """The map shows the whole board; tapping it chooses the plane that is drawn large enough to tap."""
    table = opened(visit(SMALL), "/play?board=4x4x4x4")
    assert not table.visitor.overflow()
    expect(table.cell("1111")).to_be_visible()
    expect(table.cell("3421")).to_be_hidden()
    table.page.get_by_role("group", name="Map of the planes").get_by_role(
        "button", name=re.compile("block 3, tier 4", re.IGNORECASE)
    ).tap()
    expect(table.cell("3421")).to_be_visible()
    table.play("3421")
    table.expect_stones(X="3421")
    assert not table.visitor.overflow()


@pytest.mark.slow  # one notice
def test_an_answer_of_the_computer_is_in_sight(visit: Visit) -> None:
    """The button is below the board, and the notice above it."""
    visitor = visit(SMALL)
    visitor.open("/")
    visitor.page.get_by_role("button", name="Easy", exact=True).tap()
    table = Table(visitor, "4x4x4")
    table.button("End it …").tap()
    table.button("Offer a draw").tap()
    notice = visitor.page.get_by_role("alert").filter(has_text="The computer declined the draw.")
    expect(notice).to_be_in_viewport()
