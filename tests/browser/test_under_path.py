"""The page behind a proxy that maps a path to the server: scripts, sockets, worker, links, previews and frames."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect
from support.at_the_table import accept, invite
from support.browsing import visiting
from support.path_proxy import path_proxy
from support.patience import PATIENCE
from support.server_process import running_server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PATH = "/games/oxo"


def read(address: str) -> str:
    """Return what is at an address."""
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - on this machine
        return str(answer.read().decode("latin-1"))


def follow(page: Page, name: str) -> None:
    """Click on a link, which leads to the same place in another tab."""
    link = page.get_by_role("link", name=name, exact=True).first
    address = str(link.get_attribute("href"))
    assert address.startswith(f"{PATH}/")
    link.click()
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.slow  # another address; the page by the plain one has its tests
def test_a_game_by_link_under_a_path(browser: Browser, page_built: None, tmp_path: Path) -> None:  # noqa: ARG001
    with path_proxy(PATH) as proxy, running_server(tmp_path, "--public-url", proxy.address) as served:
        proxy.server = served.address
        with visiting(browser, f"{proxy.address}/") as visit:
            host, guest = visit(offline=True), visit()
            x, link = invite(host, "3x3x3")
            assert link.startswith(f"{proxy.address}/g/")
            o = accept(guest, "3x3x3", link)
            x.play("111")
            o.play("333")
            x.expect_stones(O="333")
            scope = host.page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
            assert scope == f"{proxy.address}/"
            host.open("/museum/ibm1620/sources")
            follow(host.page, "Museum")
            host.page.get_by_role("button", name="Settings").click()
            for name in "Help", "About hyperoxo, and what is proved":
                follow(host.page, name)
        for proxy.strips in True, False:
            tags = read(link)
            [picture] = re.findall(r'property="og:image" content="(\S+)"', tags)
            assert f'property="og:url" content="{link}"' in tags
            assert "PNG" in read(picture)
            frame = read(f"{proxy.address}/embed?board=3x3")
            assert f'src="{PATH}/hyperoxo-board.js"' in frame
            assert f'href="{PATH}/play?board=3x3"' in frame
            [manifest] = re.findall(r'rel="manifest" href="(\S+)"', tags)
            for place in manifest, f"{PATH}/hyperoxo-board.js", f"{PATH}/":
                assert read(proxy.address.removesuffix(PATH) + place)
                assert read(served.address.removesuffix("/") + place)  # without the proxy, as on the machine itself
