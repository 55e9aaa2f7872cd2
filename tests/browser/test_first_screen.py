"""The first screen and the form for a new game: what is in sight without scrolling, and which game begins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import COMPUTER, HERE, Table, begin, choose
from support.browsing import DESKTOP, NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.browsing import Screen, Visit

SCREENS = pytest.mark.parametrize("screen", [DESKTOP, NARROW], ids=lambda screen: screen.name)
LEVELS = {"Easy": 2, "Medium": 4, "Hard": 7, "Strongest": 9}


def levels_of(page: Page) -> list[str]:
    """Return the choices of a level."""
    return page.get_by_role("region", name="Play 4x4x4 (Qubic)").get_by_role("button").all_inner_texts()


@SCREENS
def test_everything_to_start_with_is_in_sight(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.open("/")
    page = visitor.page
    assert levels_of(page) == [*LEVELS, "More"]
    targets = [
        page.get_by_role("heading", level=1),
        page.get_by_role("img", name="X has won along a diagonal of the cube"),
        *(page.get_by_role("button", name=level, exact=True) for level in LEVELS),
        page.get_by_text("Strongest has a proved win when it starts."),
        page.get_by_role("button", name="Play a friend"),
        page.get_by_role("link", name="Analyse"),
        page.get_by_role("main").get_by_role("link", name="Museum"),
    ]
    assert visitor.out_of_sight(*targets) == []
    assert visitor.overflow() == []


@SCREENS
def test_one_click_starts_a_game_that_the_first_screen_then_lists(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.open("/")
    visitor.page.get_by_role("button", name="Easy", exact=True).click()
    table = Table(visitor, "4x4x4")
    table.expect_status("Your turn: you are X")
    expect(visitor.page.get_by_text("House player, level 2")).to_be_visible()
    expect(table.cell("111")).to_be_focused()
    table.press("Enter")
    expect(visitor.page).to_have_url(re.compile("ply=2"))  # the other has answered
    address = visitor.page.url.partition("?")[0]
    visitor.open("/")
    visitor.page.get_by_role("link", name="4x4x4 (Qubic), House player, level 2").click()
    table.expect_status("Your turn: you are X")
    assert visitor.page.url.startswith(address)


def test_a_game_in_which_the_person_has_not_moved_is_not_listed(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    visitor.page.get_by_label("It starts").check()
    visitor.page.get_by_role("button", name="Easy", exact=True).click()
    Table(visitor, "4x4x4").expect_status("Your turn: you are O")
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="Other boards")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Your games")).to_have_count(0)


def test_three_games_are_listed_and_the_others_on_request(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    games = [
        {"key": f"/g/{n}", "address": f"/g/{n}", "board": "3x3", "opponent": f"player {n}", "moves": n, "result": ""}
        for n in range(5)
    ]
    visitor.page.evaluate("games => localStorage.setItem('hyperoxo.games', JSON.stringify(games))", games)
    visitor.open("/")
    listed = visitor.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(listed).to_have_count(3)
    visitor.page.get_by_role("button", name="Show all 5 games").click()
    expect(listed).to_have_count(5)
    expect(visitor.page.get_by_role("button", name="Show all 5 games")).to_have_count(0)


def test_it_starts_at_any_level_if_asked(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    page = visitor.page
    page.get_by_label("It starts").check()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Level 1", exact=True).click()
    Table(visitor, "4x4x4").expect_status("Your turn: you are O")
    expect(page.get_by_text("House player, level 1")).to_be_visible()


@pytest.mark.parametrize("way", ["Enter", "click"])
def test_the_board_that_is_typed_is_the_board_that_begins(visit: Visit, way: str) -> None:
    for kind in HERE, COMPUTER:
        visitor = visit()
        visitor.open("/")
        choose(visitor.page, "4x4x4", kind)
        field = visitor.page.get_by_label("Any other")
        field.clear()
        field.press_sequentially("6x7:4")
        if way == "Enter":
            field.press("Enter")
        else:
            # At once: the click waits for nothing that the server answers.
            visitor.page.evaluate("document.querySelector('button.begin').click()")
        expect(visitor.page.get_by_role("region", name="Board 6x7:4")).to_be_visible()


@SCREENS
@pytest.mark.parametrize("kind", [HERE, COMPUTER], ids=["here", "live"])
def test_the_dialog_in_a_game_shows_its_button_and_remembers_the_opponent(
    visit: Visit, screen: Screen, kind: str
) -> None:
    visitor = visit(screen)
    visitor.open("/")
    choose(visitor.page, "3x3x3", kind)
    if kind == COMPUTER:
        visitor.page.get_by_label("Level").fill("7")
    begin(visitor.page)
    page = visitor.page
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_role("radio", name="3x3x3", exact=True)).to_be_checked()
    expect(dialog.get_by_role("radio", name=kind, exact=True)).to_be_checked()
    if kind == COMPUTER:
        expect(dialog.get_by_label("Level")).to_have_value("7")
    button = dialog.get_by_role("button", name="Begin")
    assert visitor.out_of_sight(button, dialog) == []
    if kind == COMPUTER:
        # The choice above the button is not under it.
        who, below = dialog.get_by_role("group", name="Who begins").bounding_box(), button.bounding_box()
        assert who is not None
        assert below is not None
        assert who["y"] + who["height"] <= below["y"]
    assert visitor.violations() == []


def test_a_text_that_is_no_board_is_explained_where_it_is_typed(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    choose(visitor.page, "6x7")
    field = visitor.page.get_by_label("Any other")
    expect(field).to_have_accessible_description(re.compile("add how long a line is, like 6x7:6"))
    expect(visitor.page.get_by_role("button", name="Begin")).to_be_disabled()
