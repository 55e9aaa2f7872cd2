"""Setting a position up: placing and removing stones, explaining impossible positions, and beginning a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import HERE, Table, begin, opened

from hyperoxo import PositionError

if TYPE_CHECKING:
    from support.browsing import Visit


def test_an_impossible_position_is_explained_and_mended(visit: Visit) -> None:
    """A position in which both sides have a full line is refused; without one of these stones it can be played.

    X X X      X X .
    O O O      O O .
    . . .      . . .
    """
    table = Table(visit(), "3x3")
    table.visitor.open("/setup?board=3x3")
    stones = table.page.get_by_role("group", name="Stones")
    stones.get_by_label("X", exact=True).check()
    table.play("11", "12", "13")
    stones.get_by_label("O", exact=True).check()
    table.play("21", "22", "23")
    with pytest.raises(PositionError) as refused:
        table.board.position("xxxooo3 x")
    explained = table.page.get_by_role("status").filter(has_text="No game can reach this position")
    expect(explained).to_contain_text(refused.value.reason)
    for refused_too in ("Play from here", "Values"):
        expect(table.button(refused_too)).to_be_disabled()

    table.cell("23").click()
    stones.get_by_label("X", exact=True).check()
    table.cell("13").click()
    table.expect_empty("13 23")
    expect(explained).to_be_hidden()
    expect(table.page.get_by_label("As text")).to_have_value("xx1oo4 x")
    table.click("Values")
    expect(table.cell("13")).to_have_accessible_name(re.compile("W1$"))
    table.click("Set up")
    table.button("Play from here").click()
    table.page.get_by_text(HERE, exact=True).click()
    begin(table.page)
    table.expect_status("X to move")
    table.expect_stones(X="11 12", O="21 22")
    table.play("13")
    table.expect_status(re.compile("X won"))


@pytest.mark.slow  # tests of the page have the notation
def test_a_position_is_typed_and_a_malformed_one_is_refused(visit: Visit) -> None:
    table = opened(visit(), "/setup?board=3x3x3")
    text = table.page.get_by_label("As text")
    text.fill("13x12 o")
    expect(table.page.get_by_role("alert")).to_be_visible()
    expect(table.button("Play from here")).to_be_disabled()
    table.expect_empty("222")
    text.fill("13x13 o")
    expect(table.button("Play from here")).to_be_enabled()
    expect(table.page.get_by_role("alert")).to_be_hidden()
    table.expect_stones(X="222")
    expect(table.page.get_by_role("group", name="To move").get_by_label("O")).to_be_checked()
