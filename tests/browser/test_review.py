"""The end of a game, and its review: at one screen, by a shared link, and on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, begin, choose
from support.browsing import DESKTOP, Screen, Theme
from support.sights import PICTURES

if TYPE_CHECKING:
    from support.browsing import Visit

CUBE = (
    "234.213.124.132.224.411.314.344.221.433.341.324.113.334.222"
    ".223.331.211.122.233.243.312.114.422.444.333.133.311.111.322"
)
"""30 plies on 4x4x4, won by O."""
SMALL_PHONE = Screen("phone-360", 360, 740, touch=True)


def test_a_game_is_reviewed_at_its_end(visit: Visit) -> None:
    """O lets X win with the left column.

    X O .
    X X .
    X . O
    """
    visitor = visit(still=True)
    visitor.open("/")
    choose(visitor.page, "3x3")
    begin(visitor.page)
    table, page = Table(visitor, "3x3"), visitor.page
    table.play("22", "12", "11", "33", "21", "23", "31")
    ended = page.get_by_role("dialog", name="X won with a column")
    expect(ended.get_by_role("link", name="Play again")).to_be_visible()
    ended.get_by_role("button", name="Review").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_text("gave away a draw: 11 draws, and after 12 X wins in 5 plies.")).to_be_visible()

    # The line that shows why is stepped through on the board.
    line = review.get_by_text("Allows:").locator("..")
    line.get_by_role("button", name="33").click()
    table.expect_stones(X="22 11", O="12 33")
    table.expect_empty("21 31")
    table.expect_status("A line that was not played")
    table.button("Next").click()
    table.expect_stones(X="22 11 21", O="12 33")
    assert visitor.violations() == []
    table.button("Return to the game").click()
    table.expect_stones(X="11 21 22 31", O="12 23 33")
    table.expect_status("X won with a column")

    # The marked move leads to its ply, and the review stays.
    review.get_by_role("button", name="2. O 12").click()
    table.expect_stones(X="22", O="12")
    table.expect_status("X to move")
    expect(review.get_by_text("gave away a draw")).to_be_visible()


def test_a_review_is_kept_in_the_browser(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/play?board=3x3&moves=22.12.11.33.21.23.31")
    page = visitor.page
    page.get_by_role("tab", name="Review").click()
    expect(page.get_by_text("The moment that mattered")).to_be_visible()
    expect(page.get_by_label("Progress of the review")).to_be_hidden()
    visitor.context.route_web_socket(re.compile("/api/review$"), lambda socket: socket.close(code=1008))
    page.reload()
    page.get_by_role("tab", name="Review").click()
    expect(page.get_by_text("gave away a draw")).to_be_visible()


@pytest.mark.parametrize(("screen", "theme"), [(DESKTOP, "light"), (SMALL_PHONE, "dark")], ids=["desktop", "phone"])
def test_a_shared_game_is_reviewed(visit: Visit, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen, theme, still=True)
    visitor.open(f"/play?board=4x4x4&moves={CUBE}")
    page = visitor.page
    page.get_by_role("dialog", name=re.compile("O won with ")).get_by_role("button", name="Review").click()
    expect(page.get_by_text("The moments that mattered")).to_be_visible()
    expect(page.get_by_label("Progress of the review")).to_be_hidden()
    visitor.picture(PICTURES, "review")
    assert visitor.violations() == []
    assert visitor.overflow() == []
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("img", name="The value by ply")).to_be_visible()
    moments = review.get_by_role("list").first.get_by_role("listitem")
    expect(moments).to_have_count(3)
    better = moments.last.get_by_text("Instead:").locator("..")
    better.get_by_role("button").last.click()
    expect(page.locator(".status")).to_have_text("X wins with a line")
