"""Games between two browsers by link: permissions, consent, and connections that drop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table, accept, close, invite, pair
from support.browsing import NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.browsing import Visit


def test_a_whole_game_with_dropped_connections(visit: Visit) -> None:
    """X wins along the first row; O is offline during one of X's moves, and X for a moment at its last move."""
    host, guest = visit(), visit()
    host_line, guest_line = host.lay_line(), guest.lay_line()
    x, link = invite(host, "3x3x3")
    o = accept(guest, "3x3x3", link)
    x.play("111")
    o.expect_stones(X="111")
    o.play("333")
    x.expect_stones(O="333")

    guest_line.cut()
    expect(guest.page.get_by_text("No connection;")).to_be_visible()
    expect(guest.page.locator(".stage .views")).to_have_css("filter", "grayscale(1)")
    x.play("112")
    o.expect_empty("112")
    guest_line.mend()
    o.expect_stones(X="112")
    o.play("332")
    x.expect_stones(O="332")

    # A move made without a connection is sent when the connection is restored.
    host_line.cut()
    expect(host.page.get_by_text("No connection;")).to_be_visible()
    x.cell("113").click()
    expect(host.page.get_by_text("No connection; your move is kept")).to_be_visible()
    o.expect_empty("113")
    host_line.mend()
    for table in x, o:
        table.expect_status(re.compile("You won|You lost in 3 moves"))
        table.expect_stones(X="111 112 113", O="333 332")


@pytest.mark.slow  # a matter of looks
def test_looking_back_moves_no_control(visit: Visit) -> None:
    x, o = pair(visit, "3x3")
    x.play("22")
    o.play("11")
    x.expect_stones(O="11")
    back = x.button("One move back")
    parts = [back, x.cell("22"), x.button("More")]
    before = [part.bounding_box() for part in parts]
    back.click()
    x.expect_status("Move 1 of 2")
    expect(x.button("Back to the game")).to_be_visible()
    assert [part.bounding_box() for part in parts] == before
    x.button("Back to the game").click()
    x.expect_stones(O="11")


def timers(page: Page) -> list[str]:
    """Return what the clocks beside the names of X and O show."""
    return [text.removeprefix("time left:").strip() for text in page.get_by_role("timer").all_inner_texts()]


@pytest.mark.slow  # tests of the server have the clock, and tests of the page the notice
def test_a_game_by_days_shows_the_time_left_and_notifies_in_a_tab_out_of_sight(visit: Visit) -> None:
    host, guest = visit(), visit(NARROW)
    host.context.grant_permissions(["notifications"])
    host.context.add_init_script(_NOTED)
    host.open("/")
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_label("Notify me, while a tab of this page is open").check()
    expect(host.page.get_by_text("With all tabs closed, nothing reaches you.")).to_be_visible()
    close(host.page)
    x, link = invite(host, "3x3", clock="3 days a move", name="Clockwise")
    assert timers(host.page) == ["3 d 0 h"] * 2
    o = accept(guest, "3x3", link)
    x.play("22")
    o.expect_status(YOURS)
    expect(guest.page.get_by_role("timer").last).to_have_text(re.compile("2 d 23 h"))
    host.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    watcher = Table(visit(), "3x3")
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("Terms: no hints, 3 days a move")).to_be_visible()
    expect(watcher.page.get_by_role("timer").filter(has_text="2 d 23 h")).to_have_count(1)
    o.play("11")
    watcher.expect_stones(O="11")
    expect(host.page.locator("html")).to_have_attribute("data-shown", re.compile("^Your move"))
    host.page.get_by_role("link", name="Play").click()
    expect(host.page.get_by_role("region", name="Your games").get_by_role("listitem")).to_have_text(
        re.compile("2 moves, your move, 2 d 23 h left")
    )


@pytest.mark.slow  # tests of the server and of the page share most of it
def test_without_a_name_the_first_screen_shows_the_move_that_is_due_and_keeps_running_games(visit: Visit) -> None:
    host, guest = visit(), visit(NARROW)
    x, link = invite(host, "3x3", clock="3 days a move")
    expect(accept(guest, "3x3", link).button("More")).to_be_visible()
    guest.open("/")
    mine = guest.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(mine).to_have_text(re.compile("0 moves, their move, 2 d 23 h left"))
    x.play("22")
    guest.page.reload()
    expect(mine).to_have_text(re.compile("1 move, your move, 2 d 23 h left"))
    expect(mine).to_be_in_viewport()  # on a phone, too
    expect(guest.page).to_have_title(re.compile(r"^\(1\) Play"))
    guest.page.get_by_role("button", name="Clear this list").click()
    expect(guest.page.get_by_role("button", name="Remove finished games")).to_be_disabled()
    close(guest.page)
    guest.page.keyboard.press("n")
    o = Table(guest, "3x3")
    o.expect_status(YOURS)
    o.more("End it …")
    o.click("Resign")
    guest.from_header("link", "Play")
    guest.page.get_by_role("button", name="Clear this list").click()
    expect(mine).to_have_count(0)


_NOTED = """
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title) { document.documentElement.dataset.shown = title; }
};
"""
