"""The lesson on the page, by mouse and by keyboard, and its offer; the question before a win is overlooked."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table, against_computer
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


@pytest.mark.slow  # the other lesson; tests of the page go through both
def test_the_lesson_in_four_dimensions_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit(still=True)
    page, table = visitor.page, Table(visitor, "4x4x4x4")
    visitor.open("/lesson?board=4x4x4x4")
    spoken = page.locator(".board [role=status]")
    steps = LESSONS["4x4x4x4"]["steps"]
    expect_step(visitor, 1, "4x4x4x4")
    page.get_by_role("button", name="Next").focus()
    for number, step in enumerate(steps, 1):
        expect_step(visitor, number, "4x4x4x4")
        expect(spoken).to_contain_text(step["text"])
        if "turns" in step:
            # The focus is on the board, where a digit goes to the field for a cell.
            expect(page.locator('[role="gridcell"]:focus')).to_be_attached()
            if step["kind"] == "block":
                table.press("1")
                page.keyboard.type("111")
                table.press("Enter")
                expect(spoken).to_contain_text(f"1111: {step['wrong']}")
                expect(table.cell("1114")).to_have_class(re.compile("highlighted"))
        for turn in step.get("turns", ()):
            page.get_by_label("Cell", exact=True).focus()
            page.keyboard.type(turn["right"])
            table.press("Enter")
            expect(spoken).to_contain_text(turn["said"])
        if number < len(steps):
            expect(page.get_by_role("button", name="Next")).to_be_focused()
            table.press("Enter")
    expect(page.get_by_role("button", name="Play level 1 now")).to_be_focused()
    table.press("Enter")
    table.expect_status(YOURS)


@pytest.mark.slow  # tests of the page have the progress
@pytest.mark.parametrize("declined", [True, False], ids=["declined", "finished"])
def test_the_offer_ends_when_it_is_declined_or_a_game_is_finished(visit: Visit, declined: bool) -> None:
    visitor = visit()
    visitor.open("/")
    offer = visitor.page.get_by_role("link", name=OFFER)
    expect(offer).to_be_visible()
    if declined:
        visitor.page.get_by_role("button", name="Do not offer the lesson again").click()
    else:
        game = {"key": "a", "address": "/g/a", "board": "3x3", "opponent": "you", "moves": 5, "result": "X wins"}
        visitor.page.evaluate("game => localStorage.setItem('hyperoxo.games', JSON.stringify([game]))", game)
        visitor.page.reload()
    expect(offer).to_have_count(0)
    visitor.page.evaluate("localStorage.removeItem('hyperoxo.games')")
    visitor.page.reload()
    expect(visitor.page.get_by_role("button", name="Easy", exact=True)).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.slow  # tests of the page have the question and its answers
def test_an_easy_game_asks_before_a_win_is_overlooked(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    page, table = visitor.page, Table(visitor, "4x4x4")
    moves = ["142", "111", "143", "112", "222", "113"]  # O wins at 114
    game = against_computer(page, "4x4x4", moves, "x", "oxo:level=1")
    visitor.open(f"/g/{game}")
    table.expect_status(YOURS)
    question = page.get_by_text("O wins at 114: four in a row, in row 1 of tier 1. Play 333 anyway?", exact=True)
    table.cell("333").click()
    expect(question).to_be_visible()
    assert visitor.violations() == []
    table.click("Take another")
    expect(question).to_have_count(0)
    table.expect_empty("333")
    expect(table.cell("333")).to_be_focused()
    table.press("Enter")
    expect(page.locator(".board [role=status]")).to_contain_text("Play 333 anyway? Enter plays it, Escape cancels.")
    table.press("Escape")
    table.expect_empty("333")
    # A block is played without a question; so is any move once the setting is off.
    table.button("Settings").click()
    page.get_by_role("group", name=re.compile("^Warn me")).get_by_label("Never").check()
    table.press("Escape")
    table.play("333")
