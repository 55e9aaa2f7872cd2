"""Games between two browsers by link: permissions, consent, and connections that drop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table, accept, address, close, invite, pair
from support.browsing import DESKTOP, NARROW

from hyperoxo.slowness import SLOWNESS

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.browsing import Screen, Visit


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


@pytest.mark.slow  # tests of the page have its sockets
def test_a_network_that_falls_silent_is_noticed_within_10_seconds(visit: Visit) -> None:
    """No event says so; the board greys, and the move made into the silence is kept and carried out once."""
    host, guest = visit(), visit()
    line = host.lay_line()
    host.page.clock.install()
    x, link = invite(host, "3x3")
    o = accept(guest, "3x3", link)
    x.play("22")
    o.play("11")
    x.expect_stones(O="11")
    board = host.page.locator(".stage .views")
    line.hush()
    x.cell("33").click()
    host.page.clock.run_for(round(1_000 * SLOWNESS))
    expect(board).to_have_css("filter", "none")
    host.page.clock.run_for(round(8_000 * SLOWNESS))
    expect(host.page.get_by_text("No connection; your move is kept")).to_be_visible()
    expect(board).to_have_css("filter", "grayscale(1)")
    o.expect_empty("33")
    line.mend()
    host.page.clock.run_for(round(9_000 * SLOWNESS))
    o.expect_stones(X="22 33")
    expect(host.page.get_by_text("No connection")).to_be_hidden()
    expect(board).to_have_css("filter", "none")
    x.expect_stones(X="22 33", O="11")
    assert sum('"33"' in message and '"act"' in message for message in line.sent) == 1

    # Until the server has answered, the page does not take the holder of a seat for a spectator.
    line.hush()
    host.page.reload()
    x.expect_stones(X="22 33", O="11")
    expect(host.page.get_by_text("You are watching")).to_be_hidden()
    line.mend()
    host.page.clock.run_for(round(9_000 * SLOWNESS))
    o.play("12")
    x.expect_status(YOURS)


@pytest.mark.slow  # tests of the server have the rematch
@pytest.mark.parametrize("screen", [DESKTOP, NARROW], ids=lambda screen: screen.name)
def test_after_resigning_both_enter_a_rematch_with_the_sides_swapped(visit: Visit, screen: Screen) -> None:
    x, link = invite(visit(screen), "3x3")
    o = accept(visit(), "3x3", link)
    x.play("22")
    o.expect_stones(X="22")
    o.more("End it …")
    o.click("Resign")
    o.expect_status(re.compile("^You resigned: your opponent won"))
    x.expect_status(re.compile("^Your opponent resigned: you won"))
    buttons = [x.button("Review"), x.button("Rematch")]
    assert x.visitor.out_of_sight(*buttons) == []
    before = address(x)
    buttons[1].click()
    o.button("Accept").click()
    o.expect_status("Your turn: you are X")
    assert address(o) != before
    expect(x.page).to_have_url(re.compile(re.escape(address(o))))
    o.play("11")
    x.expect_stones(X="11")
    x.expect_status("Your turn: you are O")


@pytest.mark.slow  # the server refuses them
def test_hints_labels_and_threats_are_off_between_people_until_the_end(visit: Visit) -> None:
    x, link = invite(visit(), "3x3")
    guest = visit()
    guest.page.goto(link)
    expect(guest.page.get_by_text("Hints and labels are off for both players until the game ends.")).to_be_visible()
    o = accept(guest, "3x3", link)
    x.play("22")
    o.play("12")
    x.play("33")
    spectator = Table(visit(), "3x3")
    spectator.page.goto(address(x))
    for table in x, o, spectator:
        table.expect_stones(X="22 33", O="12")
        expect(table.cell("11")).to_have_accessible_name(re.compile("empty$"))
        table.button("More").click()
        expect(table.page.get_by_text("Hints, labels and threats are off in this game until it ends.")).to_be_visible()
        table.press("Escape")
        expect(table.button("Hint")).to_be_hidden()
        # Nor does the key for labels switch them on.
        table.cell("11").press("v")
        expect(table.cell("11")).to_have_accessible_name(re.compile("empty$"))
    o.more("End it …")
    o.click("Resign")
    for table in x, o, spectator:
        table.more("Analyse")
        expect(table.button("Values")).to_be_visible()


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


@pytest.mark.slow  # tests of the server and of the page share most of it
def test_a_game_by_seconds_is_lost_on_time(visit: Visit) -> None:
    host, guest, third = visit(NARROW), visit(), visit()
    # The form offers no clock as short as this one; the server takes it.
    host.page.route(
        "**/api/games",
        lambda route: route.continue_(post_data=(route.request.post_data or "").replace('"180+2"', '"1.5+0"')),
    )
    x, link = invite(host, "3x3", clock="3 min + 2 s a move")
    guest.page.goto(link)
    invitation = guest.page.get_by_text("Clock: 1.5 s + 0 s a move.")
    expect(invitation).to_contain_text("and runs also while you are away")
    third.page.goto(link)
    o = accept(guest, "3x3", link)
    x.play("22")
    o.play("11")
    assert host.out_of_sight(*host.page.get_by_role("timer").all()) == []
    assert host.overflow() == host.violations() == []
    x.expect_status("You lost on time")
    o.expect_status("You won on time")
    Table(third, "3x3").expect_status("O won on time")
    for page in host.page, guest.page, third.page:
        expect(page.get_by_text("Terms: no hints, 1.5 s + 0 s a move")).to_be_visible()
        expect(page.get_by_role("timer").filter(has_text="0:00")).to_have_count(1)
    host.page.reload()
    x.expect_status("You lost on time")


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
