"""Games in the pages of others: the documents for frames, and the element `<hyperoxo-board>`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table, invite
from support.browsing import Screen, Theme, box_of

from hyperoxo.server.settings import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from support.browsing import Visit, Visitor

DOCS = Path(__file__).parents[2] / "docs"
WON = "board=4x4x4&moves=111.222.112.333.113.221.114"
STRICT = {"Content-Security-Policy": "default-src 'none'; script-src 'self'"}
SITE = "http://site.example/"
WATCHED = """
window.touched = [];
for (const [object, name] of [
  [window, "localStorage"], [window, "sessionStorage"], [window, "indexedDB"], [window, "caches"], [window, "fetch"],
  [window, "WebSocket"], [window, "XMLHttpRequest"], [Document.prototype, "cookie"],
  [Navigator.prototype, "serviceWorker"],
]) Object.defineProperty(object, name, { get: () => void touched.push(name) });
addEventListener("securitypolicyviolation", ({ violatedDirective }) => touched.push(violatedDirective));
"""
"""A script that notes what a page asks of the browser that a board does not need."""


def on_a_site(visitor: Visitor, body: str) -> None:
    """Open a page of another site that keeps a copy of the element, and forbids all but its own scripts."""
    html, script = f"<!doctype html>{body}", PAGE / "hyperoxo-board.js"
    visitor.context.route(
        SITE, lambda route: route.fulfill(body=html, headers={**STRICT, "Content-Type": "text/html; charset=utf-8"})
    )
    visitor.context.route(f"{SITE}{script.name}", lambda route: route.fulfill(path=script, headers=STRICT))
    visitor.context.add_init_script(WATCHED)
    visitor.page.goto(SITE)


def element(attributes: str) -> str:
    """Return the element as a page has it, with the script."""
    return f'<hyperoxo-board {attributes}></hyperoxo-board><script src="/hyperoxo-board.js"></script>'


def caption(visitor: Visitor) -> Locator:
    """Return the line about the position."""
    return visitor.page.locator(".caption")


# ---- Frames ----


def frame_in(visitor: Visitor, address: str, game: str) -> None:
    """Open a page at an address that frames a game, by the document for frames and by the page itself."""
    frames = "".join(f'<iframe src="{visitor.address}{path}/{game}"></iframe>' for path in ("embed", "g"))
    html = f"<!doctype html><script>said = []; onmessage = ({{ data }}) => said.push(data)</script>{frames}"
    visitor.context.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
    visitor.page.goto(address)
    expect(visitor.page.frame_locator("iframe >> nth=0").locator(".caption")).to_have_text("X to move")


@pytest.mark.slow  # tests of the server have the headers that forbid it
def test_a_frame_discloses_nothing_that_the_page_has_stored(visit: Visit) -> None:
    visitor = visit()
    invite(visitor, "3x3")
    page = visitor.page
    [[game, [secret]]] = json.loads(page.evaluate("localStorage.getItem('hyperoxo.seats')"))
    # The browser takes a page that the test makes for one of the public network, which may not frame this machine's.
    visitor.context.grant_permissions(["local-network-access"])
    visitor.expect_fault("frame-ancestors|/g/.*BLOCKED_BY_RESPONSE|Fetch API cannot load|Connecting to")
    # The framing page reads nothing in the frame, although the storage of its own origin may be the same.
    tries = """names => [document.querySelector("iframe").contentDocument, ...names.map((name) => {
      try { return document.querySelector("iframe").contentWindow[name].toString(); } catch ({ name }) { return name; }
    }), said]"""
    names = ["document", "localStorage", "sessionStorage", "indexedDB", "caches"]
    # Nor could a script in the frame: it has no origin, no storage, and no way to the server.
    inside = """async (names) => [origin, ...names.map((name) => {
      try { return (window[name] ?? document[name]).length; } catch ({ name }) { return name; }
    }), await fetch("/api/boards").catch(({ name }) => name)]"""
    for origin in visitor.address, visitor.address.replace("127.0.0.1", "localhost"):
        frame_in(visitor, f"{origin}api/framing", game)
        assert page.evaluate(tries, names) == [None, *["SecurityError"] * len(names), []]
        [frame] = [frame for frame in page.frames if "/embed/" in frame.url]
        assert frame.evaluate(inside, ["localStorage", "sessionStorage", "cookie"]) == (
            ["null", *["SecurityError"] * 3, "TypeError"]
        )
        assert secret not in frame.content()
        assert not [frame for frame in page.frames if "/g/" in frame.url], "the page itself is in no frame"

    # Its link opens the page, outside of the sandbox.
    with visitor.context.expect_page() as opened:
        page.frame_locator("iframe >> nth=0").get_by_role("link").click()
    expect(opened.value.get_by_role("gridcell").first).to_be_visible()
    assert opened.value.evaluate("[opener, localStorage.length > 0]") == [None, True]


@pytest.mark.parametrize(
    ("screen", "theme"),
    [
        (Screen("frame", 800, 500, touch=False), "light"),
        pytest.param(Screen("small-frame", 360, 400, touch=True), "dark", marks=pytest.mark.slow),
    ],
    ids=["wide", "small"],
)
def test_a_frame_shows_the_game_and_steps_through_it(visit: Visit, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen, theme, still=True)
    table = Table(visitor, "4x4x4")
    visitor.open(f"/embed?{WON}")
    page = visitor.page
    expect(caption(visitor)).to_have_text(re.compile("^X wins.*: 111 112 113 114$"))
    assert visitor.violations() == []
    cells = [table.cell(name) for name in ("111", "144", "411", "444")]
    slider = page.get_by_label("Position in the game")
    link = page.get_by_role("link")
    assert visitor.out_of_sight(*cells, caption(visitor), slider, link) == []
    assert visitor.overflow() == []
    assert (page.locator('[data-region="stack"]').count() == 1) is (screen.width > 720)

    table.button("One move back").click()
    expect(caption(visitor)).to_have_text("Move 6: O on 221")
    table.expect_empty("114")
    slider.press("Home")
    expect(caption(visitor)).to_have_text("X to move")
    table.cell("111").press("]")
    page.locator(".caption").click()
    table.press("]", "ArrowRight")
    expect(caption(visitor)).to_have_text("Move 3: X on 112")
    table.cell("111").press("ArrowRight")
    expect(caption(visitor)).to_have_text("Move 3: X on 112")  # the cursor has moved
    expect(table.cell("112")).to_be_focused()
    table.expect_stones(X="111 112", O="222")

    if screen.width < 720:
        table.button("Stack").click()
        expect(page.locator('[data-region="stack"]')).to_be_visible()
        assert visitor.out_of_sight(caption(visitor), slider, link) == []


@pytest.mark.slow  # tests of the server have the lines
def test_a_frame_of_what_cannot_be_is_an_empty_board_and_a_line(visit: Visit) -> None:
    visitor = visit()
    visitor.expect_fault("404")
    for path, line in {
        "/embed/AAAAAAAAAAAAAAAAAAAAAA": "This cannot be shown: there is no such game.",
        "/embed?board=3x3&moves=11.11": "This cannot be shown: 11 is taken by X.",
        "/embed?board=%3Cimg+src=x+onerror=alert(1)%3E": "This is not a board",
    }.items():
        visitor.open(path)
        expect(visitor.page.get_by_role("alert")).to_contain_text(line)
        cells = visitor.page.get_by_role("gridcell")
        expect(cells.first).to_be_visible()
        names = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
        assert all(name.endswith(", empty") for name in names)


# ---- The element ----


def test_the_element_of_the_guide_works_under_the_strictest_policy(visit: Visit) -> None:
    [example] = re.findall("```html\n(.*?)```", (DOCS / "page.md").read_text(encoding="utf-8"), re.DOTALL)
    visitor = visit()
    on_a_site(visitor, example)
    table = Table(visitor, "4x4x4")
    board = box_of(visitor.page.locator("hyperoxo-board"))
    for name in table.board.names(range(len(table.board))).split():
        cell = box_of(table.cell(name))
        assert cell["width"] == cell["height"] >= 24
        assert board["x"] <= cell["x"] < board["x"] + board["width"] - cell["width"]
        assert board["y"] <= cell["y"] < board["y"] + board["height"] - cell["height"]
    expect(caption(visitor)).to_have_text("Move 3: X on 112")
    stone = box_of(table.cell("111").locator("use"))
    assert stone["width"] > 10
    # Its style sheet applies: the plates are drawn, in the colours of its theme.
    plate = visitor.page.locator(".plane").first
    assert "gradient" in plate.evaluate("element => getComputedStyle(element).backgroundImage")
    visitor.page.locator("hyperoxo-board").evaluate("element => element.setAttribute('ply', '7')")
    expect(caption(visitor)).to_have_text(re.compile("X wins"))
    visitor.page.locator("hyperoxo-board").evaluate("element => document.body.append(element)")
    table.button("To the start").click()
    expect(caption(visitor)).to_have_text("X to move")
    assert visitor.page.evaluate("touched") == []


@pytest.mark.slow  # tests of the page have what attributes mean
def test_an_element_with_a_wrong_attribute_says_so(visit: Visit) -> None:
    wrong = {
        'board="banana"': "This is not a board",
        'board="3x3" moves="11 99"': "3x3 has no cell 99",
        'board="3x3" moves="11" ply="2"': "no ply 2",
        'board="3x3" theme="pink"': "no theme pink",
        'board="3x3" start="xxxooo3 x"': "both sides have a line",
    }
    visitor = visit()
    on_a_site(visitor, "".join(element(attributes) for attributes in wrong))
    for index, line in enumerate(wrong.values()):
        shown = visitor.page.locator("hyperoxo-board").nth(index)
        expect(shown.get_by_role("alert")).to_contain_text(line)
        expect(shown.locator('[role="gridcell"]').first).to_be_visible()
    assert visitor.page.evaluate("touched") == []
