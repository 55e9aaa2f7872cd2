"""Games with a clock between two browsers: one lost on time by seconds, and one by days."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from support.at_the_table import BY_LINK, YOURS, Table, accept, begin, choose, choose_name, close
from support.browsing import NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.browsing import Visit, Visitor


def invite(visitor: Visitor, clock: str, name: str = "") -> tuple[Table, str]:
    """Begin a game of 3x3 by link with a clock, as X, perhaps under a new name, and return the link."""
    visitor.open("/")
    choose(visitor.page, "3x3", BY_LINK)
    if name:
        choose_name(visitor.page, name)
    visitor.page.get_by_label("Clock").select_option(clock)
    begin(visitor.page)
    link = visitor.page.get_by_label("Copy the invitation").and_(visitor.page.locator("input"))
    return Table(visitor, "3x3"), link.input_value()


def timers(page: Page) -> list[str]:
    """Return what the clocks beside the names of X and O show."""
    return [text.removeprefix("time left:").strip() for text in page.get_by_role("timer").all_inner_texts()]


def test_a_game_by_seconds_is_lost_on_time(visit: Visit) -> None:
    host, guest = visit(NARROW), visit()
    # The form offers no clock as short as this one; the server takes it.
    host.page.route(
        "**/api/games",
        lambda route: route.continue_(post_data=(route.request.post_data or "").replace('"180+2"', '"1.5+0"')),
    )
    x, link = invite(host, "3 min + 2 s a move")
    guest.page.goto(link)
    expect(guest.page.get_by_text("Clock: 1.5 s + 0 s a move.")).to_be_visible()
    o = accept(guest, "3x3", link)
    x.play("22")
    o.play("11")
    x.expect_stones(O="11")
    x.play("12")
    assert host.out_of_sight(*host.page.get_by_role("timer").all()) == []
    assert host.overflow() == host.violations() == guest.violations() == []
    o.expect_status("You lost: your opponent won on time")
    x.expect_status("You won on time")
    for page in host.page, guest.page:
        expect(page.get_by_role("timer").last).to_have_text(re.compile("0:00"))
    guest.page.reload()
    o.expect_status("You lost: your opponent won on time")


def test_a_game_by_days_shows_the_time_left_and_notifies_in_a_tab_out_of_sight(visit: Visit) -> None:
    host, guest = visit(), visit(NARROW)
    host.context.grant_permissions(["notifications"])
    host.context.add_init_script(_NOTED)
    host.open("/")
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_label("Notify me, while a tab of this page is open").check()
    expect(host.page.get_by_text("With all tabs closed, nothing reaches you.")).to_be_visible()
    close(host.page)
    x, link = invite(host, "3 days a move", "Clockwise")
    assert timers(host.page) == ["3 d 0 h"] * 2
    o = accept(guest, "3x3", link)
    x.play("22")
    o.expect_status(YOURS)
    expect(guest.page.get_by_role("timer").last).to_have_text(re.compile("2 d 23 h"))
    host.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    o.play("11")
    expect(host.page.locator("html")).to_have_attribute("data-shown", re.compile("^Your move"))
    host.page.get_by_role("link", name="Play").click()
    expect(host.page.get_by_role("region", name="Your games").get_by_role("listitem")).to_have_text(
        re.compile("2 moves, your move, 2 d 23 h left")
    )


_NOTED = """
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title) { document.documentElement.dataset.shown = title; }
};
"""
