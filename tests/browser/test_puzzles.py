"""Puzzles on the page: solved and failed at each step, by keyboard, at midnight, against the clock, and offline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table
from support.browsing import box_of, visiting
from support.server_process import running_server

from hyperoxo.puzzles import puzzles

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator
    from support.browsing import Visit, Visitor

    from hyperoxo.puzzles import Puzzle

TURNED, UNTURNED = "Math.random = () => 0", "Math.random = () => 0.999"
"""With one of these, a page would turn each puzzle, or shows each as the file has it."""
ONE_OF_EACH_CLASS = [
    max((each for each in puzzles(board="4x4x4" if kind != "forced-win" else "4x4x4x4") if each.kind.value == kind),
        key=lambda each: len(each.steps))
    for kind in ("only-win", "forced-win", "only-defence")
]  # fmt: skip


def opened(visitor: Visitor, address: str, board: str) -> Table:
    visitor.page.add_init_script(TURNED)  # in vain: a puzzle that has an address lies alike for all
    visitor.open(address)
    expect(visitor.page.locator('[role="grid"]').first).to_be_visible()
    return Table(visitor, board)


def reply(visitor: Visitor) -> Locator:
    return visitor.page.locator(".reply")


def wrong_cell(puzzle: Puzzle, done: int) -> str:
    """Return a cell that is wrong after some right steps, and ends no game."""
    position, board = puzzle.position, puzzle.board
    for step in puzzle.steps[:done]:
        position = position.play(board.cell(step.right)).play(board.cell(step.reply or ""))
    return next(
        board.name(cell)
        for cell in position.legal_moves()
        if board.name(cell) != puzzle.steps[done].right and not position.play(cell).is_over
    )


@pytest.mark.parametrize(
    "puzzle",
    [ONE_OF_EACH_CLASS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in ONE_OF_EACH_CLASS[1:])],
    ids=lambda puzzle: puzzle.kind.value,
)
def test_a_puzzle_is_failed_at_each_step_then_solved(visit: Visit, puzzle: Puzzle) -> None:
    visitor = visit()
    table = opened(visitor, f"/puzzles/{puzzle.id}", str(puzzle.board))
    page = visitor.page
    expect(page.get_by_text(puzzle.task)).to_be_visible()
    place = box_of(page.locator('[role="grid"]').first)
    for done, step in enumerate(puzzle.steps):
        wrong = wrong_cell(puzzle, done)
        table.play(wrong)
        expect(reply(visitor)).to_contain_text(f"answers {step.answer(wrong)}")
        assert box_of(page.locator('[role="grid"]').first) == place
        page.get_by_role("button", name="Try again").press("Enter")
        expect(page.locator('[role="gridcell"]:focus')).to_have_count(1)
        table.play(step.right)
    expect(reply(visitor)).to_contain_text(re.compile("Solved at the .* try"))
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    expect(page.get_by_text("0 of")).to_be_visible()  # it was failed first
    page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(page).to_have_url(re.compile("/puzzles$"))
    expect(reply(visitor)).not_to_contain_text("Solved")


@pytest.mark.slow  # tests of the page have the order
def test_five_minutes_end_by_three_mistakes(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script(UNTURNED)
    visitor.open("/puzzles/rush")
    page.get_by_role("button", name="Start").click()
    easiest = sorted((each for each in puzzles() if each.grade), key=lambda each: each.grade or 0)
    for mistakes, puzzle in enumerate(easiest[:3], 1):
        # The stone stays for less than a second, so the count of mistakes shows that it was played.
        Table(visitor, str(puzzle.board)).click_on(wrong_cell(puzzle, 0))
        if mistakes < 3:
            expect(page.get_by_text(f"{mistakes} of 3")).to_be_visible()
            expect(page.locator(".reply")).to_have_text("")
    expect(page.get_by_text("0 solved, 3 mistakes.")).to_be_visible()


@pytest.mark.slow  # one sentence
def test_an_unknown_puzzle_is_named(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/puzzles/nothing")
    expect(visitor.page.get_by_role("alert")).to_have_text("nothing is not the name of a puzzle.")


@pytest.mark.slow  # another server; test_offline.py has the page without one
def test_puzzles_need_no_server_after_a_visit(browser: Browser, page_built: None, tmp_path: Path) -> None:  # noqa: ARG001
    with running_server(tmp_path) as served, visiting(browser, served.address) as visit:
        visitor = visit(offline=True)
        visitor.open("/")
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        served.stop()
        visitor.expect_fault("ERR_CONNECTION_REFUSED")
        puzzle = ONE_OF_EACH_CLASS[0]
        table = opened(visitor, f"/puzzles/{puzzle.id}", str(puzzle.board))
        for step in puzzle.steps:
            table.play(step.right)
        expect(reply(visitor)).to_contain_text("Solved")
