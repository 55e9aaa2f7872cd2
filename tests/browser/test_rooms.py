"""A class in one room, in three browsers: a teacher and two pupils join, play, read the table, and the room goes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table

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
    games.filter(has_text=re.compile(f"X {first}")).click()
    return Table(visitor, "3x3")


@pytest.mark.slow
def test_a_class_joins_plays_and_is_deleted(visit: Visit) -> None:
    teacher, ada, bob = visit(), visit(), visit()
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
    teacher.page.get_by_label("Any other").fill("3x3")
    teacher.page.get_by_role("button", name="Make 2 games").click()
    boards = teacher.page.get_by_role("region", name="All games").get_by_role("link")
    expect(boards).to_have_count(2)
    x, o = opened(ada, link, "Ada"), opened(bob, link, "Ada")
    for table, cell in ((x, "11"), (o, "21"), (x, "12"), (o, "22"), (x, "13")):
        table.play(cell)
    o.expect_stones(X="11 12 13", O="21 22")
    teacher.page.reload()
    expect(boards.filter(has_text="X wins (line)")).to_have_count(1)
    expect(teacher.page.get_by_role("row", name="Ada 1 1 0 0 1")).to_be_visible()
    with teacher.page.expect_download() as saved:
        teacher.page.get_by_role("link", name="Results as CSV").click()
    assert Path(saved.value.path()).read_text("utf-8").splitlines()[1].startswith(("Ada,Bob,1,", "Bob,Ada,0,"))
    with teacher.page.expect_download() as saved:
        teacher.page.get_by_role("link", name="Records of all games").click()
    assert len(record.load(saved.value.path())) == 2
    for member in ada, bob:
        member.page.goto(link)
        expect(member.page.get_by_role("button", name="Delete the room")).to_have_count(0)
    teacher.page.get_by_text("Remove a member, or delete the room").click()
    teacher.page.get_by_label("Delete the room, its names and its games for good").check()
    teacher.page.get_by_role("button", name="Delete the room").click()
    expect(teacher.page.get_by_role("heading", name="A room for a class or club")).to_be_visible()
