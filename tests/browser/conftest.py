"""The browser that these tests look through."""

from __future__ import annotations

import pytest
from browsing import Browser, found_browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """Return a browser; without one, the tests are skipped."""
    program = found_browser()
    if program is None:
        pytest.skip("no Chromium on the path, and CHROMIUM is not set; `make test` finds or installs one")
    return Browser(program, tmp_path_factory.mktemp("browser"))
