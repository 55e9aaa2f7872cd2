"""A class in one room, in three browsers: a teacher and two pupils join, play, read the table, and the room goes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table
from support.browsing import SMALL, box_of

from hyperoxo import record

if TYPE_CHECKING:
    from support.browsing import Visit, Visitor


def joined(visitor: Visitor, link: str, name: str) -> None:
    """Join a room by its link."""
    visitor.page.goto(link)
    visitor.page.get_by_label("Your name in this room").fill(name)
    visitor.page.get_by_role("button", name="Join").click()
    expect(visitor.page.get_by_text(f"You are {name} in this room")).to_be_visible()


def opened(visitor: Visitor, link: str, first: str) -> Table:
    """Open the game that a member begins as X."""
    visitor.page.goto(link)
    games = visitor.page.get_by_role("region", name="Your games").get_by_role("link")
    games.filter(has_text=re.compile(f"X {first}")).press("Enter")
    return Table(visitor, "3x3")


def agree(owner: Visitor, name: str, lost: str) -> None:
    """Press a button of the owner, and agree to lose what the page names."""
    owner.page.get_by_role("button", name=f"{name} …").click()
    expect(owner.page.get_by_role("dialog")).to_contain_text(lost)
    owner.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(owner.page.get_by_role("dialog")).to_have_count(0)


def paired(teacher: Visitor, ada: Visitor, bob: Visitor) -> str:
    """Let a teacher make a room and two pupils join it, pair them, and return the link of the room."""
    teacher.open("/room")
    teacher.page.get_by_label("Title").fill("Class <b>7</b>")
    teacher.page.get_by_role("button", name="Make a room").click()
    expect(teacher.page.get_by_role("heading", name="Class <b>7</b>")).to_be_visible()
    link = teacher.page.url
    joined(ada, link, "Ada")
    bob.expect_fault("409")
    bob.page.goto(link)
    bob.page.get_by_label("Your name in this room").fill("ADA")
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("looks like it")
    joined(bob, link, "Bob")
    teacher.page.reload()
    members = teacher.page.get_by_role("region", name="Members").get_by_role("listitem")
    expect(members).to_have_text([re.compile(f"{name}.*here now") for name in ("Ada", "Bob")])
    teacher.page.get_by_label("Any other").fill("3x3")
    teacher.page.get_by_role("button", name="Make 2 games").dblclick()
    expect(teacher.page.get_by_role("region", name="All games").get_by_role("link")).to_have_count(2)
    return link


def test_a_class_joins_and_plays_and_its_table_is_saved(visit: Visit) -> None:
    teacher, ada, bob = visit(), visit(), visit()
    link = paired(teacher, ada, bob)
    x, o = opened(ada, link, "Ada"), opened(bob, link, "Ada")
    x.play("11")
    x.page.reload()
    x.expect_status("Bob (O) to move")
    for table, cell in ((o, "21"), (x, "12"), (o, "22"), (x, "13")):
        table.play(cell)
    o.expect_stones(X="11 12 13", O="21 22")
    teacher.page.reload()
    boards = teacher.page.get_by_role("region", name="All games").get_by_role("link")
    expect(boards).to_have_count(2)
    expect(boards.filter(has_text="X wins (line)")).to_have_count(1)
    teacher.page.set_viewport_size({"width": SMALL.width, "height": SMALL.height})
    row = box_of(teacher.page.get_by_role("row", name="1 Ada 1 1 0 0 1"))
    assert row["x"] + row["width"] <= SMALL.width
    teacher.page.get_by_text("Save the results").press("Enter")
    with teacher.page.expect_download() as saved:
        teacher.page.get_by_role("link", name="Table, for a spreadsheet").click()
    assert saved.value.suggested_filename == "Class _b_7__b_, table.csv"
    assert Path(saved.value.path()).read_text("utf-8-sig").splitlines()[1] == "1,Ada,1,1,0,0,1.0"
    with teacher.page.expect_download() as saved:
        teacher.page.get_by_role("link", name="Records of all games").click()
    assert len(record.load(saved.value.path())) == 2
    for member in ada, bob:
        member.page.get_by_role("link", name="Back to Class <b>7</b>").click()
        expect(member.page.get_by_text("in this room").first).to_be_visible()
        expect(member.page.get_by_role("button", name="Delete the room")).to_have_count(0)


@pytest.mark.slow  # tests of the server and of the page share most of it
def test_who_is_removed_or_whose_room_is_deleted_hears_it_and_what_to_do(visit: Visit) -> None:
    teacher, ada, bob = visit(), visit(), visit()
    link = paired(teacher, ada, bob)
    ada.page.goto(link)
    games = ada.page.get_by_role("region", name="Your games").get_by_role("link")
    games.filter(has_text="your move").click()
    expect(ada.page.get_by_role("link", name="Back to Class")).to_be_visible()
    teacher.page.get_by_text("Remove a member, or delete the room").click()
    teacher.page.get_by_role("combobox").select_option("Ada")
    agree(teacher, "Remove this member", "2 games, 2 running")
    expect(
        ada.page.get_by_text("The owner of the room has removed your name, and your games there have ended.")
    ).to_be_visible()
    ada.page.get_by_role("link", name="Back to Class").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("The owner of the room has removed the name Ada")
    joined(ada, link, "Eve")
    bob.page.goto(link)
    bob.page.get_by_text("Offer a game to all members").click()
    bob.page.get_by_role("button", name="Offer a game").click()
    expect(bob.page).to_have_url(re.compile("/g/"))
    ada.page.reload()
    ada.page.get_by_role("link", name=re.compile("^Bob, ")).click()
    expect(ada.page.get_by_text("Bob invites you to play.")).to_be_visible()
    expect(ada.page.get_by_text("You play as Eve")).to_be_visible()
    teacher.page.reload()
    teacher.page.get_by_text("Remove a member, or delete the room").click()
    agree(teacher, "Delete the room", "its members (2), its games (3 games, 1 running)")
    expect(teacher.page.get_by_role("heading", name="A room for a class or club")).to_be_visible()
    for member in ada, bob:
        member.expect_fault("404")
        expect(member.page.get_by_text("This game was deleted with its room.")).to_be_visible()
        expect(member.page.get_by_role("gridcell")).to_have_count(0)
    bob.open("/")
    bob.page.get_by_role("region", name="Your rooms").get_by_role("link").click()
    expect(bob.page.get_by_text("This room is gone")).to_be_visible()
    bob.page.get_by_role("button", name="Remove it from my rooms").click()
    expect(bob.page.get_by_role("region", name="Your rooms")).to_have_count(0)
