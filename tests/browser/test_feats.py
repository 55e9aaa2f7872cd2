"""A challenge of the museum: met in a game, judged by the server, and kept by the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table

if TYPE_CHECKING:
    from support.browsing import Visit

pytestmark = pytest.mark.slow  # tests of the server judge the challenge, and tests of the page keep it


def test_a_challenge_that_is_met_is_shown_and_kept(visit: Visit) -> None:
    visitor = visit(still=True)
    page = visitor.page
    visitor.open("/museum/fignition#challenges")
    challenge = page.locator("#challenges").get_by_role("listitem")
    expect(challenge).to_have_count(1)
    expect(challenge).not_to_contain_text("done")
    page.get_by_role("button", name=re.compile("^Play it")).click()
    Table(visitor, "3x3").expect_status(re.compile("^Your turn"))
    # A corner first, then a block of every threat; after each key, a row of the screen with the reply.
    screen = page.get_by_role("img", name=re.compile("^The screen"))
    expect(screen.locator('[data-text*="8|X|4"]')).to_have_count(1)
    for key, row in (("1", "O|X|3"), ("6", "8|X|X"), ("8", "X|O|5"), ("3", "DRAW!")):
        page.keyboard.press(key)
        expect(screen.locator(f'[data-text*="{row}"]')).to_have_count(1)
    notice = page.get_by_role("status").filter(has_text="You have met a challenge")
    notice.get_by_role("link", name="its exhibit").click()
    expect(challenge).to_contain_text("done")
    page.reload()
    expect(challenge).to_contain_text("done")
    # Another browser has not met it.
    other = visit(still=True)
    other.open("/museum/fignition#challenges")
    challenge = other.page.locator("#challenges").get_by_role("listitem")
    expect(challenge).to_have_count(1)
    expect(challenge).not_to_contain_text("done")
