"""A name chosen in one browser, seen by the other side, brought to a second device, and deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import BY_LINK, YOURS, Table, begin, choose, choose_name, close

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from support.browsing import Visit


def seat(page: Page, name: str) -> Locator:
    """Return the line of a player beside the board."""
    return page.locator(".seat").filter(has_text=re.compile(rf"^\s*[XO]:\s*{re.escape(name)}\s")).first


def recovery_code(page: Page, name: str) -> str:
    """Get a recovery code for a name, by keyboard."""
    page.get_by_role("button", name=f"You play as {name}").press("Enter")
    for button in ("Recovery code …", "Make a new code"):
        page.get_by_role("button", name=button).press("Enter")
    words = page.locator(".words li")
    expect(words).to_have_count(12)
    code = " ".join(words.all_inner_texts())
    page.get_by_role("button", name="I have written it down").press("Enter")
    return code


@pytest.mark.slow  # tests of the server and of the page share it
def test_a_name_is_at_the_seat_on_every_device_until_it_is_deleted(visit: Visit) -> None:
    host, guest, device = visit(), visit(), visit()
    host.open("/")
    choose(host.page, "3x3", BY_LINK)
    choose_name(host.page, "Ada")
    code = recovery_code(host.page, "Ada")
    begin(host.page)
    expect(host.page).to_have_url(re.compile("/g/"))
    guest.open(host.page.url.removeprefix(host.address.removesuffix("/")))
    choose_name(guest.page, "Bob")
    guest.page.get_by_role("button", name=re.compile("Play [XO]")).click()
    for page, names in ((host.page, ("Ada (you)", "Bob")), (guest.page, ("Ada", "Bob (you)"))):
        for name in names:
            expect(seat(page, name)).to_be_visible()

    device.open("/")
    device.page.get_by_role("button", name="Settings").click()
    device.page.get_by_role("button", name="Choose a name").click()
    device.page.get_by_label("Or the recovery code").fill(code)
    device.page.get_by_role("button", name="Bring it here").click()
    expect(device.page.get_by_role("dialog", name="Your name")).to_have_count(0)
    close(device.page)
    expect(device.page.get_by_role("region", name="Your games").get_by_role("listitem")).to_have_text(
        re.compile(r"3x3 \(classic\), Bob\s+0 moves, your move")
    )
    expect(device.page).to_have_title(re.compile(r"^\(1\) Play"))
    device.page.keyboard.press("n")
    table = Table(device, "3x3")
    table.expect_status(YOURS)
    table.play("11")
    Table(host, "3x3").expect_stones(X="11")
    expect(device.page).to_have_title(re.compile("^3x3"))

    host.expect_fault("403")  # when its list is asked for again
    device.page.get_by_role("button", name="Settings").click()
    device.page.get_by_role("button", name="You play as Ada").click()
    device.page.get_by_role("button", name="Delete the name …").click()
    device.page.get_by_role("button", name="Delete the name", exact=True).click()
    expect(device.page.get_by_role("button", name="Choose a name")).to_be_visible()
    expect(seat(guest.page, "someone")).to_be_visible()
    Table(guest, "3x3").play("22")
    Table(host, "3x3").play("12")  # by the secret of the seat
