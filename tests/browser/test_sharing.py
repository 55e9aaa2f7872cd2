"""Links, records and pictures that leave the page and return to it; and settings on the next visit."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import expect
from support.at_the_table import Table, opened
from support.browsing import box_of

from hyperoxo import Board, Game, record, svg

if TYPE_CHECKING:
    from support.browsing import Visit

MOVES = ["111", "222", "112", "333"]
PATH = f"/play?board=3x3x3&moves={'.'.join(MOVES)}"


def share(visit: Visit) -> Table:
    """Open the panel for sharing, in a browser that lets pages copy."""
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = opened(visitor, PATH)
    unfold(table)
    return table


def unfold(table: Table) -> None:
    """Open the panel for sharing, which has three buttons, and what is folded away."""
    table.more("Share")
    expect(table.page.locator(".panel button:visible")).to_have_text(["Copy link", "Save picture", "Save animation"])
    table.page.get_by_text("More ways").press("Enter")


def copied(table: Table, button: str) -> str:
    """Press a button that copies, and return the text of the clipboard."""
    place = box_of(table.button("Save picture"))["x"]
    table.button(button).click()
    expect(table.button(button).locator("+ [role=status]")).to_have_text("Copied.")
    assert box_of(table.button("Save picture"))["x"] == place
    return str(table.page.evaluate("navigator.clipboard.readText()"))


def saved(table: Table, button: str) -> bytes:
    """Press a button that saves a file, and return its content."""
    with table.page.expect_download() as download:
        table.button(button).click()
    return Path(download.value.path()).read_bytes()


def test_the_link_leads_to_the_same_game(visit: Visit) -> None:
    table = share(visit)
    table.button("Undo").click()
    link = copied(table, "Copy link")
    other = Table(visit(), "3x3x3")
    other.page.goto(link)
    other.expect_stones(X="111 112", O="222")
    other.expect_empty("333")
    other.page.set_content(copied(table, "Copy frame"))
    framed = other.page.frame_locator("iframe")
    expect(framed.locator(".caption")).to_have_text("Move 3: X on 112")
    framed.get_by_label("To the end").click()
    expect(framed.locator(".caption")).to_have_text("Move 4: O on 333")


@pytest.mark.slow  # tests of the library have the forms
def test_moves_position_and_record_are_those_of_the_library(visit: Visit) -> None:
    table = share(visit)
    game = Game(Board("3x3x3"), MOVES)
    assert copied(table, "Copy moves") == " ".join(MOVES)
    assert copied(table, "Copy position") == game.position.text
    assert saved(table, "Save SVG").decode() == svg.board(game)
    text = saved(table, "Save as text").decode()
    assert record.loads(text)[0].moves == game.moves
    assert json.loads(saved(table, "Save as JSON"))["board"] == "3x3x3"


@pytest.mark.slow  # tests of the server have the pictures
def test_a_picture_and_an_animation_of_the_game_are_saved(visit: Visit) -> None:
    table = share(visit)
    picture = Image.open(io.BytesIO(saved(table, "Save picture")))
    assert (picture.format, picture.size) == ("PNG", svg.CARD_SIZE)
    moving = Image.open(io.BytesIO(saved(table, "Save animation")))
    assert (moving.format, len(list(ImageSequence.Iterator(moving)))) == ("GIF", len(MOVES) + 1)
    table.button("Copy picture").click()
    expect(table.page.get_by_text("Copied.")).to_be_visible()
    types = table.page.evaluate("navigator.clipboard.read().then(([item]) => item.types)")
    assert types == ["image/png"]


@pytest.mark.slow  # one sentence
def test_why_an_animation_is_not_drawn_is_said(visit: Visit) -> None:
    table = share(visit)
    table.visitor.context.route_web_socket(re.compile("/animation$"), lambda end: end.close(code=1011))
    table.button("Save animation").click()
    expect(table.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(table.button("Save animation")).to_be_focused()


@pytest.mark.slow  # it seldom changes
def test_the_page_can_be_installed(visit: Visit) -> None:
    """The manifest is the one that the browser takes, and each icon is as large as it says."""
    visitor = visit()
    visitor.open("/")
    protocol = visitor.context.new_cdp_session(visitor.page)
    found = protocol.send("Page.getAppManifest")
    assert found["errors"] == []
    faults = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # As every visitor of these tests is; a Chromium without windows finds no fault at all.
    assert {fault["errorId"] for fault in faults} <= {"in-incognito"}
    manifest = json.loads(found["data"])
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    sizes = []
    for icon in manifest["icons"]:
        answer = visitor.page.request.get(urljoin(visitor.address, icon["src"]))
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
            sizes.append(width)
    assert sizes == [192, 512, 512]


def test_a_record_is_opened_by_file_and_by_paste(visit: Visit, tmp_path: Path) -> None:
    game = Game(Board("3x3x3"), MOVES, tags={"First": "Ada"})
    text = record.dumps(game)
    path = tmp_path / "game.oxo"
    path.write_text(text, encoding="utf-8")
    table = Table(visit(), "3x3x3")
    table.visitor.open("/open")
    table.page.get_by_label("Or from pasted text").fill(text)
    table.button("Open").click()
    table.expect_stones(X="111 112", O="222 333")
    unfold(table)
    read = json.loads(saved(table, "Save as JSON"))
    assert read["tags"] == {"First": "Ada"}
    table.visitor.open("/open")
    table.page.get_by_label("From a file").set_input_files(path)
    table.expect_stones(X="111 112", O="222 333")
    (tmp_path / "empty.jsonl").write_text("\n\n")
    table.visitor.open("/open")
    table.page.get_by_label("From a file").set_input_files(tmp_path / "empty.jsonl")
    expect(table.page.get_by_role("alert")).to_have_text("The file is empty.")
    path.write_text(json.dumps(read | {"moves": ["111"]}) + f"\n{json.dumps(read)}\n")  # the games of a match
    table.page.get_by_label("From a file").set_input_files(path)
    expect(table.page.get_by_role("alert")).to_have_count(0)
    table.page.get_by_label("Game, of 2").fill("2")
    table.button("Open").click()
    table.expect_stones(X="111 112", O="222 333")
    expect(table.page.get_by_text("Ada").first).to_be_visible()
