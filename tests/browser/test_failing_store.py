"""A database that another program locks for a while: the page shows that a move waits, and the game goes on."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import COMPUTER, begun
from support.server_process import ServerProcess, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.browsing import Visit


pytestmark = pytest.mark.slow  # another server; tests of the server and of the page have the failing store


@pytest.fixture
def served(page_built: None, tmp_path: Path) -> Iterator[ServerProcess]:  # noqa: ARG001
    """Return a server of this test's own."""
    with running_server(tmp_path) as served:
        yield served


def test_a_move_waits_until_the_database_can_be_written(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    table = begun(visitor, "3x3", COMPUTER, "random")
    table.expect_status(re.compile("^Your turn"))
    with contextlib.closing(sqlite3.connect(tmp_path / "hyperoxo/games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.play("22")
        notice = visitor.page.get_by_text("The server cannot save your move at the moment.")
        expect(notice).to_be_visible()
        # The move stays on the board, and no other can be played.
        expect(table.cell("22")).to_have_accessible_name(re.compile(", X"))
        other.execute("COMMIT")
    table.expect_status(re.compile("^Your turn"))
    expect(notice).to_be_hidden()
    expect(visitor.page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2)
