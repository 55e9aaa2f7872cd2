"""Listings and the steps of a making, run in their exhibits with keys and with clicks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browsing import DESKTOP, NARROW, Screen, box_of
from support.listings import MOUSE, RING
from support.sights import faults

if TYPE_CHECKING:
    from support.browsing import Visit


@pytest.mark.parametrize(
    "screen", [DESKTOP, pytest.param(NARROW, marks=pytest.mark.slow)], ids=lambda screen: screen.name
)
def test_a_pasted_listing_runs_with_keys_and_with_clicks(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    page = visitor.page
    visitor.open("/museum/fignition")
    page.get_by_label("The listing", exact=True).fill(": a fnord ;")
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_text("line 1: fnord: not a word")).to_be_visible()
    page.get_by_label("The listing", exact=True).fill(RING)
    page.get_by_role("button", name="Run it again").click()
    listing = page.get_by_role("button", name="Screen of the listing")
    expect(listing).to_contain_text("X")
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.get_by_text("The listing plays 12, by line 5")).to_be_visible()
    listing.press("4")
    expect(page.get_by_text("plays 32.")).to_be_visible()
    found = faults(visitor, f"listing-fignition-{screen.name}")

    visitor.open("/museum/atari-st")
    page.get_by_label("The listing", exact=True).fill(MOUSE)
    page.get_by_role("button", name="Run it").click()
    expect(listing).to_contain_text("[ ]")
    border, box = 0.6 * float(listing.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")), box_of(listing)
    column = (box["width"] - 2 * border) / 40
    # The second square, on the third of the six rows.
    row = (box["height"] - 2 * border) / 6
    listing.click(position={"x": border + 11.5 * column, "y": border + 2.5 * row})
    expect(listing).to_contain_text("[H]")
    expect(page.get_by_text("It has ended.")).to_be_visible()
    assert found + faults(visitor, f"listing-atari-st-{screen.name}") == []


@pytest.mark.slow  # tests of the server and of the interpreters share most of it
@pytest.mark.parametrize("screen", [DESKTOP, NARROW], ids=lambda screen: screen.name)
def test_a_step_of_the_making_runs_and_its_text_may_be_changed(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    visitor.open("/museum/fignition")
    making = visitor.page.get_by_role("region", name="The making, in five steps")
    making.get_by_text("A reply").click()
    expect(making.locator("mark").filter(has_text=": reply")).to_be_visible()
    expect(making.locator("mark").filter(has_text=": board")).to_have_count(0)
    making.get_by_role("button", name="Run the step").click()
    shown = making.get_by_role("button", name="Screen of the step")
    making.get_by_role("button", name="5", exact=True).click()
    expect(shown).to_have_text(re.compile(r"^X\|2\|3"))
    making.get_by_role("button", name="Change the text").click()
    text = making.get_by_label("The text of the step")
    text.fill(text.input_value().replace("5 c,", "9 c,"))
    making.get_by_role("button", name="Run the step again").click()
    expect(shown).to_have_text(re.compile(r"^1\|2\|3"))
    shown.press("5")
    expect(shown).to_have_text(re.compile(r"7\|8\|X\s*$"))
    assert faults(visitor, f"making-{screen.name}") == []
