"""The proof of any cell is played on the board: asked for by mouse, finger and key, and walked to its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, opened
from support.browsing import DESKTOP, PHONE, box_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from support.browsing import Visit

CUBE = "/play?board=3x3x3"
SLOW = pytest.mark.slow(reason="other ways to a question, and longer proofs; tests of the page walk them")


def proof_of(table: Table, cell: str) -> Locator:
    """Wait until the proof of a cell is shown, and return what it says."""
    why = table.page.get_by_role("region", name=f"Why {cell}")
    expect(why.get_by_text(re.compile(r"What if|would be over"))).to_be_visible()
    return why


def expect_threat(table: Table, cell: str) -> None:
    """Wait until the first move of a proof stands on the board, faintly and numbered, with four of its threat."""
    expect(table.cell(cell).locator(".stone.trial.x")).to_be_visible()
    expect(table.cell(cell)).to_have_accessible_name(re.compile("X, move 1 of the proof"))
    expect(trial_stones(table)).to_have_count(5)


def trial_stones(table: Table) -> Locator:
    return table.page.locator('[role="gridcell"] .stone.trial')


@SLOW
@pytest.mark.parametrize("way", ["mode", "right click", "key"])
def test_a_cell_is_asked_about_by_mouse_and_key_and_not_played(visit: Visit, way: str) -> None:
    table = opened(visit(), CUBE)
    if way == "mode":
        table.button("Why?").click()
        table.cell("222").click()
    elif way == "right click":
        table.cell("222").click(button="right")
    else:
        table.cell("222").focus()
        table.press("w")
    why = proof_of(table, "222")
    expect(why.get_by_text(re.compile(r"^X wins (with)?in \d+ moves\.$"))).to_be_visible()
    expect_threat(table, "222")
    threat = "X threatens to win in 3 moves, beginning at 111."
    expect(table.page.locator(".last-move")).to_contain_text(threat)
    expect(table.page.get_by_label("Board 3x3x3").get_by_role("status")).to_contain_text(threat)
    # It can be stepped by keys wherever the focus is, and Escape returns the focus.
    table.button("Show me").focus()
    table.press("]", "[", "[", "[")
    expect(trial_stones(table)).to_have_count(3)
    table.press("Escape")
    expect(table.cell("222")).to_be_focused()
    table.expect_empty("222")
    # The next click plays again.
    table.play("222")
    table.expect_stones(X="222")
    expect(table.page.locator(".trial")).to_have_count(0)


@SLOW
def test_the_field_asks_while_a_click_does_and_escape_ends_that(visit: Visit) -> None:
    table = opened(visit(), CUBE)
    table.more("Type a cell")
    field = table.page.get_by_label("Cell", exact=True)
    for place in (table.button("Why?"), field, table.cell("111")):
        table.button("Why?").click()
        table.expect_status("Why?")
        place.focus()
        table.press("Escape")
        table.expect_status("X to move")
        expect(table.button("Why?")).to_have_attribute("aria-pressed", "false")
    table.button("Why?").click()
    field.fill("222")
    table.button("Ask").click()
    proof_of(table, "222")
    expect_threat(table, "222")
    table.button("Close").click()
    table.expect_empty("222")
    expect(field).to_be_hidden()


@SLOW
def test_a_long_press_asks_about_a_cell_and_does_not_play_it(visit: Visit) -> None:
    table = opened(visit(PHONE), CUBE)
    box = box_of(table.cell("222"))
    devtools = table.page.context.new_cdp_session(table.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    proof_of(table, "222")
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_threat(table, "222")
    table.button("Close").tap()
    table.expect_empty("222")


@SLOW
def test_a_proof_is_played_to_its_end(visit: Visit) -> None:
    table = opened(visit(), f"{CUBE}&mode=why")
    table.button("Why 222?").click()
    why = proof_of(table, "222")
    # Next shows the rest of the threat, then the move that stops most replies, and letters on the others.
    table.click("Next", "Next")
    expect(trial_stones(table)).to_have_count(1)
    groups = why.get_by_role("listitem")
    letters = table.page.locator('[role="gridcell"] .reply').all_text_contents()
    sizes = [int(size) for size in re.findall(r"(\d+) cells", why.inner_text())]
    assert letters.count("!") == 1
    assert set(letters) == {*"!bcd"}
    for letter in "bcd":
        expect_letter_in_cell(table.page.get_by_role("gridcell", name=re.compile(f"reply {letter}: stopped by")).first)
    # A group that is pointed at lights its cells, and the move that stops it.
    groups.first.get_by_role("button").hover()
    expect(table.page.locator('[role="gridcell"].highlighted')).to_have_count(sizes[0] + 1)
    expect(table.page.get_by_role("gridcell", name=re.compile("a good move: it stops it"))).to_have_count(1)
    # So does a lettered cell.
    table.page.get_by_role("heading", name="Why 222?").hover()
    table.page.get_by_role("gridcell", name=re.compile("reply b: stopped by")).first.hover()
    expect(table.page.locator('[role="gridcell"].highlighted')).to_have_count(sizes[1] + 1)
    assert table.visitor.violations() == []
    # A reply is played by a click on the board, and answered.
    first = "113"
    table.cell(first).click()
    expect(table.cell(first).locator(".stone.trial.o")).to_be_visible()
    expect(trial_stones(table)).to_have_count(3)
    end = why.get_by_text("The game would be over.")
    stones = 3
    while not end.is_visible():
        table.button("Next").click()
        stones += 1
        expect(trial_stones(table).nth(stones - 1)).to_be_visible()
        assert stones <= 27
    expect(table.page.locator('[role="gridcell"].won.x').first).to_be_visible()
    assert table.visitor.violations() == []
    # Back one move, the defender tries another cell, and the line is completed all the same.
    while not table.page.locator(".last-move", has_text=re.compile("O (has to play|plays)")).is_visible():
        table.button("Back").click()
    table.button("Back").click()
    other = table.page.locator('[role="gridcell"].placeable:not(:has(.frame))').first
    other.click()
    expect(end).to_be_visible()
    expect(table.page.locator('[role="gridcell"].won.x').first).to_be_visible()
    table.button("Close").click()
    expect(table.button("Why 222?")).to_be_focused()


def expect_letter_in_cell(cell: Locator) -> None:
    """Check that the letter on a cell lies in the cell, with its colour beside it."""
    box, letter, colour = (box_of(part) for part in (cell, cell.locator(".reply"), cell.locator(".swatch")))
    assert box["x"] <= colour["x"] < colour["x"] + colour["width"] <= letter["x"] + 1
    assert letter["x"] + letter["width"] <= box["x"] + box["width"]
    assert box["y"] <= letter["y"]
    assert letter["y"] + letter["height"] <= box["y"] + box["height"]


def test_a_move_of_a_finished_game_is_asked_about_from_before_it(visit: Visit) -> None:
    table = opened(visit(DESKTOP, "dark"), "/play?board=3x3&moves=11.21.12.22.13")
    table.button("Why?").click()
    table.cell("22").click()
    why = proof_of(table, "22")
    expect(why.get_by_text("loses in 1 move.")).to_be_visible()
    expect(table.page.locator(".last-move")).to_have_text("X completes a line with 13.")
    expect(table.cell("13").locator(".stone.trial.x")).to_be_visible()
    table.button("Back").click()
    table.expect_empty("13")
