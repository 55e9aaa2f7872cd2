"""The views of the page, by address. Run as a program, this module saves a picture of each.

`make screenshots` runs it: every view on a desktop and on phones, light and dark, in build/screenshots.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect
from support.browsing import DESKTOP, PHONE, SMALL, Screen, Theme, Visitor, found_chromium, launched
from support.server_process import ServerProcess, running_server

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
"""The folder of the pictures."""
PROGRAMS = sorted(dossier.stem for dossier in (ROOT / "docs" / "historic").glob("*.md"))
"""The programs of the museum, each of which has a dossier."""
CUBE = "222.333.111.444.114.441.141.411.144.414.232.323"


class Sight(NamedTuple):
    """A view.

    Attributes:
        name: what pictures of it are called.
        path: where it is, from the slash on.
        shows: a text that appears when the view is complete; empty if the heading is the last part to appear.
        opens: a button or a tab that is clicked to open the view.
    """

    name: str
    path: str
    shows: str | None = None
    opens: str | None = None

    def seen_by(self, visitor: Visitor) -> None:
        """Open the view, and wait until it is complete."""
        page = visitor.page
        visitor.open(self.path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        if self.opens is not None:
            control = page.get_by_role("button", name=self.opens, exact=True)
            control.or_(page.get_by_role("tab", name=self.opens, exact=True)).click()
        if self.shows is not None:
            expect(page.get_by_text(self.shows).first).to_be_visible()


SIGHTS = (
    Sight("start", "/", "Other boards"),
    Sight("start-friend", "/", "You get a link to send", opens="Play a friend"),
    Sight("settings", "/", "Ask before a move is played", opens="Settings"),
    Sight("square", "/play?board=3x3&moves=22.11.31.13.12"),
    Sight("cube", f"/play?board=4x4x4&moves={CUBE}"),
    Sight("cube-think", f"/play?board=4x4x4&moves={CUBE}", "Label every cell", opens="Think"),
    Sight("cube-share", f"/play?board=4x4x4&moves={CUBE}", "Copy link", opens="Share"),
    Sight("cube-new", f"/play?board=4x4x4&moves={CUBE}", "Who begins", opens="New game"),
    Sight("cube-won", "/play?board=3x3x3&moves=111.112.222.113.333"),
    Sight("four", "/play?board=4x4x4x4&moves=1111.2222.1112.3333.1113.1114"),
    Sight("set-up", "/setup?board=4x4x4"),
    Sight("open", "/open"),
    Sight("rules", "/rules", "Line 1 of"),
    Sight("museum", "/museum"),
    *(Sight(f"museum-{name}", f"/museum/{name}") for name in PROGRAMS),
    Sight("help", "/help"),
    Sight("about", "/about"),
    Sight("missing", "/nowhere"),
)


def game_with_reasons(served: ServerProcess) -> Sight:
    """Begin a game on the server in which a program of the museum has moved and given its reasons, and show it."""
    made = served.make(
        {"kind": "person"}, {"kind": "player", "player": "atari-st"}, moves=["222", "333", "111"], seed=1
    )
    return Sight("live", f"/g/{made['game']['id']}", "points")


def main() -> int:
    """Save a picture of every view on every screen in both themes."""
    program = found_chromium()
    if program is None:
        print("no Chromium on the path, and CHROMIUM is not set", file=sys.stderr)
        return 1
    looks: list[tuple[Screen, Theme]] = [
        (screen, theme) for screen in (DESKTOP, PHONE, SMALL) for theme in ("light", "dark")
    ]
    with tempfile.TemporaryDirectory() as games, running_server(Path(games)) as served, launched(program) as browser:
        sights = [*SIGHTS, game_with_reasons(served)]
        for screen, theme in looks:
            visitor = Visitor(browser, served.address, screen, theme, still=True)
            for sight in sights:
                sight.seen_by(visitor)
                visitor.picture(PICTURES, sight.name)
            visitor.context.close()
    print(f"{len(looks) * len(sights)} pictures are in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
