"""Games of two people at one screen: by mouse, by keyboard alone, and with the browser's Back button."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.at_the_table import Table
from support.patience import until

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from support.browsing import Visit, Visitor


def tab_to(visitor: Visitor, target: Locator) -> None:
    """Press the tab key until something has the focus."""
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"the tab key does not lead to {target}")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    page = visitor.page
    table = Table(visitor, "3x3x3")
    tab_to(visitor, page.get_by_role("button", name="Any board …"))
    table.press("Enter")
    board = page.get_by_role("radio", name=re.compile("^4x4x4 Qubic"))
    expect(board).to_be_checked()
    expect(page.get_by_label("Any other")).to_be_focused()
    table.press("Shift+Tab")
    expect(board).to_be_focused()
    until(page.get_by_role("radio", name="3x3x3", exact=True).is_checked, lambda: table.press("ArrowLeft"))
    tab_to(visitor, page.get_by_label("A computer", exact=True))
    table.press("ArrowDown", "ArrowDown")
    expect(page.get_by_label("A person here", exact=True)).to_be_checked()
    tab_to(visitor, table.button("Begin"))
    table.press("Enter")
    table.expect_status("X to move")

    expect(table.cell("111")).to_be_focused()
    table.press("Enter")
    table.expect_stones(X="111")
    table.press("ArrowDown", "ArrowRight", "Enter")
    table.expect_stones(O="122")
    table.press("PageDown", "Enter")
    table.expect_stones(X="222")
    table.press("u")
    table.expect_empty("222")
    table.press("r")
    table.expect_stones(X="222")
    table.press("Home", "Enter", "l", "PageDown", "End", "ArrowDown", " ")
    table.expect_stones(O="221", X="111 222 333")
    table.expect_status(re.compile("X won"))
    # Keys also step through a finished game, in which no move can be played.
    table.press("[", "[")
    table.expect_empty("221 333")
    table.press("]", "]")
    table.expect_stones(O="221", X="333")
    table.press("ArrowUp", "Enter")
    table.expect_empty("323")
    # The game is one entry of the browser's history.
    page.go_back()
    expect(page.get_by_role("button", name="Any board …")).to_be_visible()
    page.go_forward()
    table.expect_stones(O="221", X="333")
