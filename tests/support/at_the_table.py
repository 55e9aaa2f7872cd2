"""What visitors do and see on the page: they begin a game, and play on cells by name.

Elements are found by their visible names; a cell is found by its text for screen readers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from hyperoxo import Board
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page
    from support.browsing import Visit, Visitor

    from hyperoxo.sides import Side

HERE = "A person here"
BY_LINK = "A person by link"
COMPUTER = "A computer"
WATCH = "Watch two computers"
STATUS = ".end h2, body:not(:has(.end h2)) .status"
"""Where the turn is said, or how the game ended."""
YOURS = re.compile("Your turn: ")
"""What the line above the board says to the player whose turn it is in a live game."""


def choose(page: Page, board: str, against: str = HERE) -> None:
    """Open the form for a new game on the first screen, and choose a board and the kind of opponent."""
    page.get_by_role("button", name="Any board …").click()
    page.get_by_label("Any other").fill(board)
    page.get_by_text(against, exact=True).click()


def begin(page: Page) -> None:
    """Begin the chosen game."""
    page.get_by_role("button", name=re.compile("^(Begin|Get the link)$")).click()


def choose_name(page: Page, name: str) -> None:
    """Choose a name where the page offers it."""
    page.get_by_role("button", name="Choose a name", exact=True).last.click()
    page.get_by_label("A name, for your seats").fill(name)
    page.get_by_role("button", name="Choose it").click()
    expect(page.get_by_role("button", name=f"You play as {name}")).to_be_visible()


def close(page: Page) -> None:
    """Close the dialogue on top."""
    page.get_by_role("dialog").last.get_by_role("button", name="Close").click()


class Table:
    """A visitor in front of a board.

    Args:
        visitor: the visitor.
        board: the board's name.
    """

    def __init__(self, visitor: Visitor, board: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.board = Board(board)

    def cell(self, name: str) -> Locator:
        """Return a cell in the flat view of the planes."""
        return self.page.locator(f'[role="gridcell"][data-cell="{self.board.cell(name)}"]')

    def play(self, *names: str) -> None:
        """Play on cells, each as soon as it can be played, and wait for each stone to appear."""
        for name in names:
            self.click_on(name)
            expect(self.cell(name)).not_to_have_accessible_name(re.compile("empty"))

    def click_on(self, name: str) -> None:
        """Play on a cell by mouse or finger as soon as it can be played, and its plane is shown."""
        tier = self.page.locator(f'[data-region="overview"] [data-cell="{self.board.cell(name)}"]')
        if tier.count():
            tier.click()
        expect(self.cell(name)).to_have_class(re.compile(r"\bplaceable\b"))
        if self.visitor.screen.touch:
            self.cell(name).tap()
        else:
            self.cell(name).click()

    def highlighted(self) -> set[str]:
        """Return the cells that are lit."""
        lit = self.page.locator('[role="gridcell"].highlighted').all()
        return {self.board.name(int(cell.get_attribute("data-cell") or 0)) for cell in lit}

    def expect_stones(self, **stones: str) -> None:
        """Wait until stones stand on cells: `X="111 222"`, and so on for each mark."""
        for mark, names in stones.items():
            for name in names.split():
                expect(self.cell(name)).to_have_accessible_name(re.compile(rf", {re.escape(mark)}(,|$)"))

    def expect_empty(self, names: str) -> None:
        """Wait until cells are empty."""
        for name in names.split():
            expect(self.cell(name)).to_have_accessible_name(re.compile(r", empty(,|$)"))

    def expect_status(self, text: str | re.Pattern[str]) -> None:
        """Wait until the line above the board has this text, or at the end the card that says it in its place."""
        expect(self.page.locator(STATUS).first).to_have_text(text)

    def press(self, *keys: str) -> None:
        """Press keys; the focused element receives them."""
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, *names: str) -> None:
        """Press buttons in order."""
        for name in names:
            self.button(name).click()

    def more(self, name: str) -> None:
        """Choose what the game offers behind its button *More*."""
        self.button("More").click()
        self.page.locator(".more").get_by_role("button", name=name, exact=True).click()

    def button(self, name: str) -> Locator:
        """Return a button."""
        return self.page.get_by_role("button", name=name, exact=True)


_TAKE_A_SEAT = """async body => {
  const headers = {"Content-Type": "application/json"};
  const made = await fetch("/api/games", {method: "POST", headers, body: JSON.stringify(body)});
  const {game, secrets} = await made.json();
  localStorage.setItem("hyperoxo.seats", JSON.stringify([[game.id, Object.values(secrets)]]));
  return game.id;
}"""


def against_computer(page: Page, board: str, moves: Sequence[str], person: Side, computer: str) -> str:
    """Make a game against a player, with a person in the seat of this browser, and return its id."""
    seats = {
        person: {"kind": "person", "player": None},
        other_side(person): {"kind": "player", "player": computer},
    }
    game: str = page.evaluate(_TAKE_A_SEAT, {"board": board, "start": None, "moves": list(moves), "seats": seats})
    return game


def opened(visitor: Visitor, path: str) -> Table:
    """Open a game by its address, such as `/play?board=3x3`."""
    visitor.open(path)
    return Table(visitor, path.partition("board=")[2].partition("&")[0])


def begun(visitor: Visitor, board: str, against: str = HERE, player: str = "") -> Table:
    """Begin a game on the first screen, against a computer that is named."""
    visitor.open("/")
    choose(visitor.page, board, against)
    if player:
        visitor.page.get_by_label("Which one").select_option(player)
    begin(visitor.page)
    return Table(visitor, board)


def invite(
    visitor: Visitor, board: str, *, hints: bool = False, clock: str = "No clock", name: str = ""
) -> tuple[Table, str]:
    """Begin a game by link as X, perhaps under a new name, and return the link."""
    visitor.open("/")
    choose(visitor.page, board, BY_LINK)
    if name:
        choose_name(visitor.page, name)
    visitor.page.get_by_role("combobox", name="Clock").select_option(clock)
    if hints:
        visitor.page.get_by_text("Options").press("Enter")
        visitor.page.get_by_label("Hints and labels, too").check()
    begin(visitor.page)
    link = visitor.page.get_by_label("Copy link").and_(visitor.page.locator("input"))
    return Table(visitor, board), link.input_value()


def accept(visitor: Visitor, board: str, link: str) -> Table:
    """Follow an invitation, and take the seat of O."""
    visitor.page.goto(link)
    visitor.page.get_by_role("button", name="Play O", exact=True).click()
    expect(visitor.page.get_by_role("button", name="Play O", exact=True)).to_be_hidden()
    return Table(visitor, board)


def address(table: Table) -> str:
    """Return the address that follows the game, without the ply that is shown."""
    return table.page.url.partition("?")[0]


def pair(visit: Visit, board: str, *, hints: bool = False) -> tuple[Table, Table]:
    """Return two visitors at one game: X, and O by link."""
    x, link = invite(visit(), board, hints=hints)
    o = accept(visit(), board, link)
    x.expect_status(YOURS)
    return x, o
