"""Every view, light and dark, wide and narrow, passes the accessibility rules and fits on the screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import COMPUTER, Table, begun, invite, opened
from support.browsing import DESKTOP, SMALL, Screen, Theme
from support.sights import PICTURES, SIGHTS, faults, game_with_reasons, room_with_games

if TYPE_CHECKING:
    from support.browsing import Visit
    from support.server_process import ServerProcess

pytestmark = pytest.mark.slow  # every view, with its picture; each road of the page has quicker tests


@pytest.mark.parametrize(("screen", "theme"), [(DESKTOP, "light"), (SMALL, "dark")], ids=["wide-light", "narrow-dark"])
def test_every_view_fits_the_screen_and_is_accessible(
    visit: Visit, served: ServerProcess, screen: Screen, theme: Theme
) -> None:
    visitor = visit(screen, theme, still=True)
    found = []
    for sight in [*SIGHTS, game_with_reasons(served), *room_with_games(served)]:
        sight.seen_by(visitor)
        found += faults(visitor, sight.name)
    assert not found, "\n".join(found)


def test_panels_of_the_analysis_are_accessible(visit: Visit) -> None:
    visitor = visit(DESKTOP, "dark", still=True)
    table, page = opened(visitor, "/play?board=3x3x3&mode=values"), visitor.page
    expect(page.get_by_text("All values are exact.")).to_be_visible()
    table.click("Why", "Why 222?")
    expect(page.get_by_text("What if O plays …?")).to_be_visible()
    visitor.picture(PICTURES, "why")
    assert visitor.violations() == []


def test_dialogues_between_two_people_are_accessible(visit: Visit) -> None:
    host, guest = visit(SMALL, "dark", still=True), visit(DESKTOP, "dark", still=True)
    table, link = invite(host, "4x4x4")
    guest.page.goto(link)
    expect(guest.page.get_by_text("You are invited to play.")).to_be_visible()
    for visitor, name in (host, "inviting"), (guest, "invited"):
        visitor.picture(PICTURES, name)
        assert visitor.violations() == []
    guest.page.get_by_role("button", name="Play O", exact=True).click()
    table.expect_status(re.compile("Your turn: you are X$"))
    # On a screen of this size the page asks for confirmation of a move.
    table.cell("222").tap()
    expect(table.button("Play 222")).to_be_visible()
    host.picture(PICTURES, "asking")
    assert host.violations() == []
    table.button("Play 222").tap()
    Table(guest, "4x4x4").more("End it …")
    expect(guest.page.get_by_role("button", name="Offer a draw")).to_be_visible()
    guest.picture(PICTURES, "ending")
    assert guest.violations() == []
    guest.page.get_by_role("button", name="Offer a draw").click()
    expect(table.button("Accept")).to_be_visible()
    host.picture(PICTURES, "offered")
    assert host.violations() + host.overflow() == []


def test_changing_the_opponent_is_accessible(visit: Visit) -> None:
    visitor = visit(DESKTOP, "dark", still=True)
    begun(visitor, "4x4x4", COMPUTER, "ibm1620").more("Opponent, sides …")
    expect(visitor.page.get_by_label("O is played by")).to_be_visible()
    visitor.page.get_by_text("Options", exact=True).click()
    visitor.picture(PICTURES, "opponent")
    assert visitor.violations() == []
