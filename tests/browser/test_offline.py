"""What the page stores for use without its server: after a first visit it opens again, and two people play on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import begun, opened
from support.browsing import visiting
from support.server_process import running_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browsing import Visit

GONE = "ERR_CONNECTION_REFUSED|closed before the connection is established"
"""What browsers log about an unreachable server, and of what a page gives up before they know that it is."""


def test_a_second_visit_needs_no_server(browser: Browser, page_built: None, tmp_path: Path) -> None:  # noqa: ARG001
    with running_server(tmp_path) as served, visiting(browser, served.address) as visit:
        visitor = visit(offline=True)
        visitor.open("/")
        page = visitor.page
        # The service worker is active once it has cached everything.
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        served.stop()
        visitor.expect_fault(GONE)

        table = begun(visitor, "3x3x3")
        table.play("111", "222", "112")
        page.reload()
        table.expect_stones(X="111 112", O="222")
        table.play("221", "113")
        table.expect_status(re.compile("X won"))
        # Pages that need the server show that it is missing.
        visitor.open("/")
        page.get_by_role("button", name="Any board …").click()
        expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
        expect(page.get_by_label("A computer", exact=True)).to_be_disabled()
        visitor.open("/analyse?board=3x3x3")
        expect(page.get_by_text("The server cannot be reached; labels need it.")).to_be_visible()
        # Pages that do not need the server work too.
        for place in "Museum", "Learn", "Help":
            if place == "Help":
                page.get_by_role("button", name="Settings").click()
            page.get_by_role("link", name=place, exact=True).click()
            expect(page.get_by_role("heading", level=1)).to_be_visible()
        visitor.open("/lesson")
        expect(page.get_by_role("heading", level=1)).to_have_text("A row")
        page.get_by_role("link", name="Museum", exact=True).click()
        page.get_by_role("link", name="Simple oxo", exact=True).click()
        page.get_by_role("button", name="Next move").click()
        expect(page.locator(".remarks")).to_contain_text("centre first")


@pytest.mark.slow  # a full storage is rare
def test_a_board_that_a_full_storage_cannot_take_is_shown(visit: Visit) -> None:
    visitor = visit(offline=True)
    visitor.open("/")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    storage = visitor.context.new_cdp_session(visitor.page)
    quota = {"origin": visitor.address.removesuffix("/"), "quotaSize": 1}
    storage.send("Storage.overrideQuotaForOrigin", quota)
    # The worker does not cache this board before its first request.
    opened(visitor, "/play?board=2x3x4:3").expect_status("X to move")
