"""Strangers meet by the list of the server, in two and three browsers; strict games, the pie rule, rematches."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect
from support.at_the_table import BY_LINK, Table, address, begin, choose, choose_name
from support.browsing import NARROW

from hyperoxo import record

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from support.browsing import Visit, Visitor

pytestmark = pytest.mark.slow  # tests of the server and of the page share most of it


def offered(visitor: Visitor, board: str, *settings: str) -> Table:
    """Begin a game by link, as X, with some settings."""
    visitor.open("/")
    choose(visitor.page, board, BY_LINK)
    visitor.page.get_by_text("Options").click()
    for setting in settings:
        visitor.page.get_by_label(setting).check()
    begin(visitor.page)
    return Table(visitor, board)


def players(page: Page) -> Locator:
    """Return the rows of the public games."""
    return page.get_by_role("region", name="Players").get_by_role("listitem")


def taken(visitor: Visitor, board: str, side: str = "O") -> Table:
    """Take a challenge on a board from the list of the first screen."""
    visitor.open("/")
    visitor.page.get_by_role("link", name=re.compile(f"^A person, {board}")).click()
    visitor.page.get_by_role("button", name=f"Play {side}", exact=True).click()
    expect(visitor.page.get_by_role("button", name=f"Play {side}", exact=True)).to_be_hidden()
    return Table(visitor, board)


def test_a_stranger_takes_a_strict_challenge_and_a_third_watches_from_the_list(visit: Visit) -> None:
    host, stranger, third = visit(), visit(), visit()
    x = offered(host, "3x4:3", "Show it in the list of this server", "None: a strict game")
    expect(host.page.get_by_text("The game is in the list of this server.")).to_be_visible()
    stranger.open("/")
    row = players(stranger.page).filter(has_text="3x4:3")
    expect(row).to_have_text(re.compile(r"A person, 3x4:3\s+you play O, strict, here now"))
    row.get_by_role("link").click()
    expect(stranger.page.get_by_text("Strict: no move is taken back")).to_be_visible()
    o = taken(stranger, "3x4:3")
    third.open("/")
    third.page.get_by_role("link", name="A person against a person, 3x4:3").click()
    watcher = Table(third, "3x4:3")
    x.play("11")
    o.play("31")
    watcher.expect_stones(X="11", O="31")
    why = re.compile("^Strict game: no takeback, hint, label or mark")
    for table in x, o, watcher:
        expect(table.page.get_by_text("Terms: strict, no clock, public")).to_be_visible()
        undo = table.page.get_by_role("button", name=re.compile("^Undo$|take back"))
        if table is watcher:
            expect(undo).to_have_count(0)
        else:
            expect(undo).to_be_disabled()
            expect(undo).to_have_accessible_description(why)
            expect(table.page.locator(".controls > p", has_text=why)).to_be_visible()
        table.button("More").click()
        expect(table.page.locator(".more").get_by_text(why)).to_be_visible()
        table.press("Escape")
    o.more("End it …")
    o.click("Resign")
    watcher.more("Analyse")
    expect(watcher.button("Values")).to_be_visible()
    third.open("/")
    expect(players(third.page).filter(has_text="3x4:3")).to_have_count(0)


@pytest.mark.parametrize(
    ("board", "stones", "free", "side"),
    [("3x3", ("12", "22", "13"), ("33", "31"), "X"), ("4x4x4", ("112", "222", "113"), ("444", "111"), "O")],
)
def test_one_places_three_stones_and_the_other_chooses_a_side(
    visit: Visit, board: str, stones: tuple[str, str, str], free: tuple[str, str], side: str
) -> None:
    host, guest, third = visit(), visit(), visit()
    host.open("/")
    choose(host.page, board, BY_LINK)
    choose_name(host.page, f"Placer {side}")
    host.page.get_by_text("Options").click()
    host.page.get_by_label("Pie rule").check()
    known = host.page.get_by_text("no opening of three stones is known to be a draw")
    expect(known).to_be_visible(visible=board == "4x4x4")
    begin(host.page)
    placer = Table(host, board)
    placer.expect_status("Place stone 1 of 3, an X")
    placer.play(stones[0], free[0])
    placer.button("Undo").click()
    placer.expect_empty(free[0])
    placer.play(*stones[1:])
    placer.expect_status("Waiting for the player who chooses a side")
    third.page.goto(address(placer))
    guest.page.goto(address(placer))
    expect(guest.page.get_by_text("Pie rule: one player places three stones")).to_be_visible()
    expect(guest.page.get_by_text(f"Placer {side} invites you to play.")).to_be_visible()
    guest.page.get_by_role("button", name="Join and choose a side").click()
    chooser = Table(guest, board)
    chooser.expect_stones(X=f"{stones[0]} {stones[2]}", O=stones[1])
    chooser.expect_status("Choose a side")
    placer.expect_status("Your opponent chooses a side")
    for page in host.page, guest.page:
        expect(page.get_by_text("The three stones of the pie rule stay where they are.")).to_be_visible()
    chooser.button(f"Take {side}").click()
    o, x = (placer, chooser) if side == "X" else (chooser, placer)
    o.expect_status("Your turn: you are O")
    x.expect_status("Placer X (O) to move" if side == "X" else "Your opponent's turn")
    for page in host.page, guest.page, third.page:
        expect(page.locator(".notices [role=status] > p")).to_contain_text(f" took {side}")
        expect(page.locator(".terms")).to_have_text(f"Terms: no hints, no clock, pie rule ({side} taken)")
    o.play(free[0])
    for page in host.page, guest.page, third.page:
        expect(page.locator(".notices [role=status] > p")).to_have_count(0)
    x.play(free[1])
    path = f"/api/games/{address(o).rpartition('/')[2]}/record"
    [game] = record.loads(guest.page.evaluate("path => fetch(path).then(answer => answer.text())", path))
    assert game.tags["Pie"] == f"second took {side.lower()}"


def test_three_presses_share_a_game_by_the_device_or_as_a_code(visit: Visit) -> None:
    host, guest, third = visit(NARROW, theme="dark"), visit(), visit()
    host.page.add_init_script("Navigator.prototype.share = async what => { window.shared = what.url; };")
    host.open("/")
    host.page.get_by_role("button", name="Play a friend").press("Enter")
    button = host.page.get_by_role("button", name="Get the link")
    assert host.page.get_by_role("dialog").evaluate("form => form.scrollHeight <= form.clientHeight")
    button.press("Enter")
    x = Table(host, "4x4x4")
    x.button("Share …").press("Enter")
    assert host.page.evaluate("window.shared") == address(x)
    expect(host.page.get_by_text("This link works only on this computer")).to_be_visible()
    code = host.page.get_by_role("img", name="The link as a QR code")
    [found] = zxingcpp.read_barcodes(Image.open(BytesIO(code.screenshot())))
    assert found.text == address(x)
    assert host.violations() == []
    guest.page.goto(found.text)
    guest.page.get_by_role("button", name="Play O", exact=True).click()
    third.page.goto(found.text)
    o, watcher = Table(guest, "4x4x4"), Table(third, "4x4x4")
    for _ in range(2):  # first the page asks
        x.cell("111").press("Enter")
    o.play("444")
    for table in x, o, watcher:
        table.expect_stones(X="111", O="444")
    expect(watcher.page.locator(".more button", has_text="End it")).to_have_count(0)
