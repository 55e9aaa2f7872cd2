"""The browser of these tests, its server, and its visitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.browsing import Visit, found_chromium, launched, visiting
from support.server_process import ServerProcess, running_server

from hyperoxo.server.page import INDEX
from hyperoxo.server.settings import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


# The browser lives as long as this folder: no other code in this process can run an event loop beside Playwright.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return a browser; without one, the tests are skipped."""
    program = found_chromium()
    if program is None:
        pytest.skip("no Chromium on the path, and CHROMIUM is not set; `make test` finds or installs one")
    with launched(program) as browser:
        yield browser


@pytest.fixture(scope="session")
def page_built() -> None:
    """Skip the tests if the page has not been built."""
    if not (PAGE / INDEX).is_file():
        pytest.skip("the page has not been built; `make build` does it")


@pytest.fixture(scope="package")
def served(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:  # noqa: ARG001
    """Return a server that all tests share."""
    with running_server(tmp_path_factory.mktemp("games")) as served:
        yield served


@pytest.fixture
def visit(browser: Browser, served: ServerProcess) -> Iterator[Visit]:
    """Return a function that makes visitors; an unexpected fault in one of their pages fails the test."""
    with visiting(browser, served.address) as visit:
        yield visit
