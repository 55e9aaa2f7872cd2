"""Drills by keyboard: a right answer, a wrong one that names the line, a rush, and what a later visit remembers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from support.at_the_table import accept, invite
from support.browsing import DESKTOP, SMALL

from hyperoxo import Board

if TYPE_CHECKING:
    from support.browsing import Screen, Visit, Visitor

MISSED = re.compile(r"^1 of [12] missed$")  # both drills may be about the same kind of line
STONES = re.compile(r"X on ([\d ]*)\. O on ([\d ]*)\.")


class Drilled:
    """A visitor on the page of drills, with the answers that the server has sent."""

    def __init__(self, visitor: Visitor, path: str, board: str) -> None:
        self.page = visitor.page
        self._board = Board(board)
        with self.page.expect_response(re.compile("/api/drills")) as sent:
            visitor.open(path)
        self._drills: list[dict[str, Any]] = sent.value.json()["drills"]

    def current(self) -> dict[str, Any]:
        """Return the shown drill, as the screen reader announces its stones."""
        spoken = self.page.locator("section.board [role=status]")
        expect(spoken).to_have_text(STONES)
        found = STONES.search(spoken.inner_text())
        assert found is not None
        x, o = (self._board.moves(names) for names in found.groups())
        [drill] = [
            drill
            for drill in self._drills
            for position in [self._board.position(drill["position"])]
            if (list(position.x), list(position.o)) == (x, o)
        ]
        return drill

    def type_cell(self, cell: int) -> None:
        """Type the name of a cell, whose first digit opens the field for it, and Enter."""
        self.page.keyboard.type(self._board.name(cell))
        self.page.keyboard.press("Enter")


SLOW = pytest.mark.slow(reason="the same in another window")


@pytest.mark.parametrize("screen", [DESKTOP, pytest.param(SMALL, marks=SLOW)], ids=["wide", "narrow"])
def test_a_line_is_completed_and_a_missed_one_is_named(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    drilled, page = Drilled(visitor, "/drills/complete", "4x4x4"), visitor.page
    drill = drilled.current()
    drilled.type_cell(drill["answers"][0])
    expect(page.get_by_text(f"Right. {drill['sentence']}").first).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    missed = drilled.current()
    assert missed != drill
    # The focus is back on the board, where a wrong cell is played.
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    wrong = next(
        cell for cell in Board("4x4x4").position(missed["position"]).empty_cells() if cell not in missed["answers"]
    )
    page.locator(f"[role=gridcell][data-cell='{wrong}']").first.dispatch_event("click")  # one tap, without a mouse
    expect(page.get_by_text(missed["sentence"]).first).to_be_visible()
    expect(page.locator(".plane-cell.won, [aria-label*='in a full line']").first).to_be_visible()
    expect(page.get_by_text(MISSED)).to_have_count(1)
    assert visitor.overflow() == []
    page.reload()
    expect(page.get_by_text(MISSED)).to_have_count(1)


@pytest.mark.slow  # a corner of the keyboard
def test_the_key_for_neither_answers_and_leads_to_no_game_that_waits(visit: Visit) -> None:
    x, link = invite(visit(), "3x3")
    accept(visit(), "3x3", link)
    Drilled(x.visitor, "/drills/who-wins", "4x4x4").current()
    page = x.visitor.page
    expect(page).to_have_title(re.compile(r"^\(1\) Drills"))
    page.keyboard.press("n")
    expect(page.locator(".verdict")).to_be_visible()
