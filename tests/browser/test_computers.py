"""Games on the server against computers, and between them: their moves, marks and reasons, and taking back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import COMPUTER, WATCH, Table, against_computer, begun, choose

from hyperoxo import Board, Game

if TYPE_CHECKING:
    from support.browsing import Visit, Visitor
    from support.server_process import Json, ServerProcess


def challenge(visitor: Visitor, board: str, player: str) -> Table:
    """Begin a game against a computer, and wait for the visitor's turn."""
    table = begun(visitor, board, COMPUTER, player)
    table.expect_status(re.compile("^Your turn"))
    return table


def stored(served: ServerProcess, table: Table) -> Json:
    """Return the game at a table as the server has it."""
    found = re.search(r"/g/([A-Za-z0-9_-]+)", table.page.url)
    assert found, table.page.url
    return served.ask(f"api/games/{found[1]}")


def free(served: ServerProcess, table: Table) -> str:
    """Return a free cell; the computer's moves are not known in advance."""
    return next(name for name in ("444", "333", "222", "411", "144") if name not in stored(served, table)["moves"])


def test_a_whole_game_against_a_computer_by_mouse(visit: Visit, served: ServerProcess) -> None:
    table = challenge(visit(), "3x3", "magic-square")
    game = Game(Board("3x3"))
    while game.result is None:
        table.play(game.board.name(game.position.legal_moves()[0]))
        table.expect_status(re.compile("^Your turn|won|Draw"))
        game = Game(game.board, stored(served, table)["moves"])
    table.expect_status(re.compile("won|Draw"))
    for ply, name in enumerate(map(game.board.name, game.moves)):
        expect(table.cell(name)).to_have_accessible_name(re.compile(rf", {'XO'[ply % 2]}(,|$)"))
    result = stored(served, table)["result"]
    assert (result["ending"], result["winner"]) == (game.result.ending, game.result.winner)


@pytest.mark.slow  # a light on the board
def test_pointing_at_a_reason_lights_its_line(visit: Visit) -> None:
    visitor = visit(still=True)
    visitor.open("/")
    table, page = Table(visitor, "4x4x4"), visitor.page
    # Level 2 sees only threats.
    game = against_computer(page, "4x4x4", ("111", "433", "222", "431"), "x", "oxo:level=2")
    visitor.open(f"/g/{game}")
    table.play("333")
    table.expect_stones(O="444")
    said = "444: O blocks your three from corner to corner through the tiers. Show me"
    expect(page.locator(".last-move")).to_have_text(said)
    reason = table.button("Show me")
    assert table.highlighted() == set()
    reason.hover()
    assert table.highlighted() == {"111", "222", "333", "444"}
    page.mouse.move(1, 1)
    assert table.highlighted() == set()
    reason.focus()
    table.press("Enter")
    assert table.highlighted() == {"111", "222", "333", "444"}
    table.press("Tab")
    assert table.highlighted() == set()
    assert visitor.violations() == []


@pytest.mark.slow  # a matter of looks
def test_the_options_of_one_computer_do_not_stretch_the_choice_of_the_other(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    choose(visitor.page, "4x4x4", WATCH)
    visitor.page.get_by_label("X, who begins").select_option("ibm1620")
    other = visitor.page.get_by_role("combobox", name="O", exact=True)
    height = "select => select.offsetHeight"
    before = other.evaluate(height)
    visitor.page.get_by_text("Options", exact=True).click()
    expect(visitor.page.get_by_label("rules", exact=True)).to_be_visible()
    assert other.evaluate(height) == before


@pytest.mark.slow  # the Atari swaps sides in the museum
def test_the_opponent_and_the_sides_change_in_mid_game(visit: Visit, served: ServerProcess) -> None:
    table = challenge(visit(), "4x4x4", "random")
    table.play("111")
    table.expect_status(re.compile("^Your turn"))
    table.more("Opponent, sides …")
    table.page.get_by_label("O is played by").select_option("ibm1620")
    table.button("Change").click()
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    table.expect_stones(P="111")
    table.more("Opponent, sides …")
    table.click("Swap sides")
    # It was the visitor's turn before, too.
    expect(table.page.get_by_role("gridcell", name=re.compile(r", empty(,|$)"))).to_have_count(61)
    table.expect_status(re.compile("^Your turn: you are P"))
    game = stored(served, table)
    assert (game["seats"]["x"]["player"], game["seats"]["o"]["kind"]) == ("ibm1620", "person")
    assert game["ply"] == 3
