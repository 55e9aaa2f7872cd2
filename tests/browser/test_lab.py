"""The laboratory: a ready experiment from *Learn*, games before one's eyes, and other programs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.browsing import DESKTOP, NARROW, Screen, Visit
from support.sights import faults

if TYPE_CHECKING:
    from playwright.sync_api import Page


def play(page: Page, games: int, board: str) -> None:
    """Play some games of the chosen programs."""
    page.get_by_text(re.compile(rf"games on {board}")).click()
    page.get_by_label("Games", exact=True).fill(str(games))
    page.get_by_role("button", name=f"Play {games} games").press("Enter")
    expect(page.get_by_role("row", name="all games")).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_contain_text(f"in {games} games;")


@pytest.mark.parametrize(
    "screen", [DESKTOP, pytest.param(NARROW, marks=pytest.mark.slow)], ids=lambda screen: screen.name
)
def test_an_experiment_is_read_and_run(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    page = visitor.page
    visitor.open("/learn")
    page.get_by_role("link", name="Laboratory").click()
    page.get_by_role("link", name="Without levels 6 and 9").press("Enter")
    expect(page.get_by_text("disabling Levels 6 and 9")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Takes about"))).to_be_visible()
    assert faults(visitor, f"lab-idle-{screen.name}") == []
    page.get_by_role("link", name="Step through it").press("Enter")
    expect(page.get_by_text(re.compile("prepares a trap at level 6")).first).to_be_visible()
    page.go_back()
    play(page, 12, "4x4x4")
    result = page.get_by_role("region", name="Result")
    # A slow machine asks in fewer than 1,000 positions.
    command = "oxo compare ibm1620:leave-out=both ibm1620 --board=4x4x4 --positions=[0-9]+ --games=12"
    expect(result).to_contain_text(re.compile(command))
    expect(page.get_by_role("region", name="The last game")).to_contain_text("Game 12: A is M, B is P; B begins.")
    expect(page.get_by_role("img", name=re.compile("^Game 12"))).to_be_visible()
    assert faults(visitor, f"lab-{screen.name}") == []
    page.get_by_role("link", name="Open this game").press("Enter")
    expect(page.get_by_text("IBM 1620 (leave-out both)").first).to_be_visible()
    page.go_back()
    expect(result).to_contain_text("in 12 games")
