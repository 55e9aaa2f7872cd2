"""A real browser, driven by its own command line: it opens a page and tells what the page's script wrote into it."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_RESULT = '<script type="application/json" id="result">'

RESULT_ELEMENT = f"{_RESULT}</script>"
"""What a page must hold: its script writes into this element what it has to tell."""


def found_browser() -> str | None:
    """Return the program that the variable CHROMIUM names, or else a Chromium on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


class Browser:
    """A browser that is started anew, as if for the first time, for every page.

    Args:
        program: a Chromium.
        folder: an empty folder for its profiles and the pages.
    """

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._opened = 0

    def result(self, page: str, *, dark: bool = False) -> str:
        """Open a page, in the light or the dark theme, and return what its script wrote into `RESULT_ELEMENT`."""
        self._opened += 1
        path = self._folder / f"{self._opened}.html"
        path.write_text(page, encoding="utf-8")
        ran = subprocess.run(
            [
                self._program,
                "--headless",
                *(["--no-sandbox"] if os.geteuid() == 0 else []),  # as root it starts only without
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                f"--user-data-dir={self._folder / f'profile-{self._opened}'}",
                # The page's clock stands still while something loads, so this is no race against time.
                "--virtual-time-budget=10000",
                "--dump-dom",
                path.as_uri(),
            ],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=300,
        )
        found = re.search(rf"{re.escape(_RESULT)}(.+?)</script>", ran.stdout, re.DOTALL)
        assert found, f"the page wrote no result\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
        return html.unescape(found[1])
