"""The first screen and the form for a new game: what is in sight without scrolling, and which game begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table
from support.browsing import DESKTOP, NARROW, visiting
from support.server_process import running_server

from hyperoxo.players.own.lessons import step_text

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page
    from support.browsing import Screen, Visit

SCREENS = pytest.mark.parametrize(
    "screen", [DESKTOP, pytest.param(NARROW, marks=pytest.mark.slow)], ids=lambda screen: screen.name
)
"""Every test runs on a desktop; the same on a phone is slow, since each form has its own tests of layout."""
LEVELS = {"Easy": 2, "Medium": 4, "Hard": 7, "Strongest": 9}


def levels_of(page: Page) -> list[str]:
    """Return the choices of a level."""
    return page.get_by_role("region", name="Play 4x4x4 (Qubic)").get_by_role("button").all_inner_texts()


@pytest.mark.slow  # a matter of looks; a game is started below
@SCREENS
def test_everything_to_start_with_is_in_sight(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.open("/")
    page = visitor.page
    assert levels_of(page) == [*LEVELS, "More"]
    targets = [
        page.get_by_role("heading", level=1),
        page.get_by_role("link", name="New here? Two minutes: the lesson"),
        page.get_by_role("img", name="X has won along a diagonal of the cube"),
        *(page.get_by_role("button", name=level, exact=True) for level in LEVELS),
        page.get_by_text("Strongest has a proved win when it starts."),
        page.get_by_role("button", name="Play a friend"),
        page.get_by_role("link", name="Analyse"),
        page.get_by_role("link", name="Puzzle of the day"),
    ]
    assert visitor.out_of_sight(*targets) == []
    assert visitor.overflow() == []


@pytest.mark.slow  # a matter of looks
def test_the_cube_plays_its_game_once_within_five_seconds_and_stands_still_if_asked(visit: Visit) -> None:
    ends = """() => document.querySelector("[role=img]").getAnimations({ subtree: true })
        .map((animation) => animation.effect.getComputedTiming().endTime)"""
    moving, still = visit(), visit(still=True)
    moving.open("/")
    moving.page.get_by_role("img").first.wait_for()
    assert 4000 < max(moving.page.evaluate(ends)) <= 5000
    still.open("/")
    expect(still.page.get_by_role("img").locator(".beam")).to_be_visible()
    assert still.page.evaluate(ends) == []


@SCREENS
def test_one_click_starts_a_game_that_the_first_screen_then_lists(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.open("/")
    visitor.page.get_by_role("button", name="Easy", exact=True).click()
    table = Table(visitor, "4x4x4")
    table.expect_status("Your turn: you are X")
    expect(visitor.page.get_by_text("Easy (level 2)")).to_be_visible()
    expect(table.cell("111")).to_be_focused()
    table.press("Enter")
    expect(visitor.page.get_by_role("gridcell", name=re.compile(", O(,|$)"))).to_have_count(1)  # the answer
    table.more("New game")
    dialog = visitor.page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_label("Level")).to_have_value("2")
    address = visitor.page.url.partition("?")[0]
    visitor.open("/")
    name = re.compile(r"4x4x4 \(Qubic\), Easy \(level 2\) \d moves, running \d")
    listed = visitor.page.get_by_role("link", name=name)
    expect(listed.locator(".stone")).to_have_count(2)
    listed.click()
    table.expect_status("Your turn: you are X")
    assert visitor.page.url.startswith(address)


@pytest.mark.slow  # one click starts a game above
def test_it_starts_at_any_level_if_asked(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    page = visitor.page
    page.get_by_label("It starts").check()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Level 1", exact=True).click()
    Table(visitor, "4x4x4").expect_status("Your turn: you are O")
    expect(page.get_by_text("House player, level 1")).to_be_visible()


def test_a_file_that_the_server_offers_is_the_first_opponent(
    browser: Browser,
    page_built: None,  # noqa: ARG001
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(step_text("first"), encoding="utf-8")
    with running_server(tmp_path, "--player", str(file)) as served, visiting(browser, served.address) as visit:
        visitor = visit()
        visitor.open("/")
        expect(visitor.page.get_by_role("button", name="mine", exact=True)).to_be_visible()
        assert levels_of(visitor.page)[:2] == ["mine", "Easy"]
        visitor.page.get_by_role("button", name="Any board").click()
        expect(visitor.page.get_by_label("Which one").locator("option").first).to_have_text("mine")
        visitor.open("/")
        visitor.page.get_by_role("button", name="mine", exact=True).click()
        table = Table(visitor, "4x4x4")
        table.expect_status("Your turn: you are X")
        expect(visitor.page.get_by_text("mine").first).to_be_visible()
