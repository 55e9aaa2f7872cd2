"""The lesson on the page, by mouse and by keyboard, and its offer; the question before a win is overlooked."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table
from support.browsing import DESKTOP, NARROW
from support.lessons import LESSONS

if TYPE_CHECKING:
    from support.browsing import Screen, Visit, Visitor

OFFER = "New here? Two minutes: the lesson"


def expect_step(visitor: Visitor, number: int, board: str = "4x4x4") -> None:
    """Wait until a step is shown."""
    steps = LESSONS[board]["steps"]
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(steps[number - 1]["title"])
    title = LESSONS[board]["title"]
    expect(visitor.page.get_by_text(f"{title}: step {number} of {len(steps)}", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    "screen", [DESKTOP, pytest.param(NARROW, marks=pytest.mark.slow)], ids=lambda screen: screen.name
)
def test_the_lesson_is_offered_once_and_ends_in_a_game_with_marks(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    page, table = visitor.page, Table(visitor, "4x4x4")
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    page.clock.install(time=start)
    visitor.open("/")
    page.get_by_role("link", name=OFFER).click()
    steps = LESSONS["4x4x4"]["steps"]
    for number, step in enumerate(steps, 1):
        expect_step(visitor, number)
        assert visitor.overflow() == []
        if number == 3:
            # The pillar is shown flat, and then the board folds up.
            expect(page.get_by_role("button", name="As a cube")).to_be_visible()
            page.clock.resume()
            expect(page.get_by_role("button", name="Side by side")).to_be_visible()
            table.click("Side by side")
            table.expect_stones(X="123 223 323 423")
        if number == 5:
            for cell, answer in ("111", step["wrong"]), ("112", "112: not there; the right cell is 332."):
                table.cell(cell).click()
                expect(page.locator(".answer")).to_contain_text(answer)
            assert table.highlighted() == {"332"}
            table.expect_empty("111 112")
            visitor.page.reload()
            expect_step(visitor, 5)
        for turn in step.get("turns", ()):
            table.play(turn["right"])
            expect(page.locator(".text")).to_have_text(turn["said"])
        if number == 2:
            # The first view of the next step stays for less than two seconds, so the clock stands.
            page.clock.pause_at(start + datetime.timedelta(hours=1))
        if number < len(steps):
            table.click("Next")
    assert visitor.violations() == []
    table.click("Play level 1 now")
    table.expect_status(YOURS)
    expect(page.get_by_text("House player, level 1")).to_be_visible()
    expect(page.get_by_text("Four in a row wins, also through the tiers.")).to_be_visible()
    visitor.open("/")
    expect(page.get_by_role("button", name="Easy", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=OFFER)).to_have_count(0)
