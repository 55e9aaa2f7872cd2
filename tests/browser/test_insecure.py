"""The page over plain http from another computer: what browsers refuse falls back to text, and says why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import BY_LINK, begin, choose
from support.browsing import INSECURE, visiting
from support.server_process import running_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

WHY = re.compile("this page came over plain http, and browsers allow it only over https")


@pytest.mark.slow(reason="another server")
@pytest.mark.usefixtures("page_built")
def test_a_class_over_plain_http_copies_by_hand_and_reads_why(browser: Browser, tmp_path: Path) -> None:
    """Loopback addresses are secure, 127.0.0.2 too; a name that leads there is not."""
    with (
        running_server(tmp_path, "--host", "127.0.0.2", "--allow-host", INSECURE) as served,
        visiting(browser, served.address.replace("127.0.0.2", INSECURE)) as visit,
    ):
        visitor = visit(offline=True)
        visitor.expect_fault("Cross-Origin-Opener-Policy header has been ignored")  # without https
        page = visitor.page
        page.goto(served.address)
        assert page.evaluate("isSecureContext")
        visitor.open("/")
        assert not page.evaluate("isSecureContext")
        page.get_by_role("button", name="Settings").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(WHY)).to_have_text(re.compile("^No notifications"))
        expect(dialog.get_by_text("the page does not open without the server")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        choose(page, "3x3", BY_LINK)
        begin(page)
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text(WHY)).to_have_text([re.compile("or show the code:")])
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("link", name="Help").click()
        expect(page.get_by_text(WHY)).to_have_text(re.compile("no share sheet and no notifications"))
        page.go_back()
        page.get_by_role("button", name="Copy link").click()
        link = page.get_by_role("textbox", name="Copy link")
        expect(link).to_have_value(re.compile(f"^http://{re.escape(INSECURE)}:"))
        expect(link).to_be_focused()
