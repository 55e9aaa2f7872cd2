"""The views of the page, by address. Run as a program, this module saves a picture of each.

`make screenshots` runs it: every view on desktops and phones, light and dark, and games in the other themes, in
build/screenshots.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect
from support.browsing import ASIDE, DESKTOP, LARGE, NARROW, SMALL, Screen, Theme, Visitor, found_chromium, launched
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
        checks: a box that is checked then; it stays checked in the views that the same visitor opens later.
    """

    name: str
    path: str
    shows: str | None = None
    opens: str | None = None
    checks: str | None = None

    def seen_by(self, visitor: Visitor) -> None:
        """Open the view, and wait until it is complete."""
        page = visitor.page
        visitor.open(self.path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        if self.opens is not None:
            control = page.get_by_role("button", name=self.opens, exact=True)
            control.or_(page.get_by_role("tab", name=self.opens, exact=True)).click()
        if self.checks is not None:
            page.get_by_label(self.checks).check()
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
    Sight("openings", "/explore?board=4x4x4&moves=111.444", "by the atlas of openings"),
    Sight("rules", "/rules", "Line 1 of"),
    Sight("learn", "/learn", "The lesson"),
    Sight("lesson", "/lesson", "The lesson: step 1 of 11"),
    Sight("lesson-four", "/lesson?board=4x4x4x4", "The lesson in four dimensions: step 1 of 8"),
    Sight("drills", "/drills", "which cell completes it?"),
    Sight("drills-who-wins", "/drills/who-wins", "Next", opens="Neither"),
    Sight("puzzle", "/puzzles/daily", "to move:"),
    Sight("museum", "/museum"),
    *(Sight(f"museum-{name}", f"/museum/{name}", "How strong it is") for name in PROGRAMS),
    *(Sight(f"dossier-{name}", f"/museum/{name}/dossier") for name in PROGRAMS),
    Sight("help", "/help"),
    Sight("about", "/about"),
    Sight("missing", "/nowhere"),
)

FACES = tuple(
    Sight(
        f"face-{name}",
        f"/museum/{name}",
        "From the document:",
        opens=f"Play it: {begins} begin{'s' * (begins == 'it')}",
    )
    for name, begins in (
        ("atari-st", "you"),
        ("delphi", "you"),
        ("fignition", "it"),
        ("ibm1620", "you"),
        ("magic-square", "it"),
    )
)
"""Games on the period faces of the museum, which a click on an exhibit begins; `test_museum.py` examines them."""


GAMES = (
    Sight("square", "/play?board=3x3&moves=22.11.31.13"),
    Sight("square-won", "/play?board=3x3&moves=22.11.31.12.13"),
    Sight("three", "/play?board=3x3x3&moves=111.112.223.122.131"),
    Sight("three-won", "/play?board=3x3x3&moves=111.112.222.113.333"),
    Sight("cube", f"/play?board=4x4x4&moves={CUBE}"),
    Sight("cube-won", "/play?board=4x4x4&moves=111.112.222.113.333.121.444"),
    Sight("four", "/play?board=4x4x4x4&moves=1111.2222.1112.3333.1113.1114"),
    Sight("four-won", "/play?board=4x4x4x4&moves=1111.1112.2222.1113.3333.1123.4444"),
    Sight("cube-labels", f"/play?board=4x4x4&moves={CUBE}", "All values are exact.", "Think", "Label every cell"),
)
"""Games on the boards that people know: live, won, and analysed."""


def game_with_reasons(served: ServerProcess) -> Sight:
    """Begin a game on the server in which a program of the museum has moved and given its reasons, and show it."""
    made = served.make(
        {"kind": "person"}, {"kind": "player", "player": "atari-st"}, moves=["222", "333", "111"], seed=1
    )
    return Sight("live", f"/g/{made['game']['id']}", "points")


def wear(visitor: Visitor, theme: str) -> None:
    """Choose a theme in the settings."""
    visitor.open("/")
    visitor.page.get_by_role("button", name="Settings", exact=True).click()
    visitor.page.get_by_label(theme, exact=True).check()


def main() -> int:
    """Save a picture of every view on every screen in both themes, and of games in the other themes."""
    program = found_chromium()
    if program is None:
        print("no Chromium on the path, and CHROMIUM is not set", file=sys.stderr)
        return 1
    looks: list[tuple[Screen, Theme]] = [
        *((screen, "light") for screen in (DESKTOP, LARGE, NARROW, ASIDE, SMALL)),
        *((screen, "dark") for screen in (DESKTOP, NARROW)),
    ]
    count = 0
    with tempfile.TemporaryDirectory() as games, running_server(Path(games)) as served, launched(program) as browser:
        known = {sight.name for sight in GAMES}
        others = [sight for sight in SIGHTS if sight.name not in known]
        sights = [*others, *FACES, game_with_reasons(served), *GAMES]
        for screen, theme in looks:
            visitor = Visitor(browser, served.address, screen, theme, still=True)
            for sight in sights:
                sight.seen_by(visitor)
                visitor.picture(PICTURES, sight.name)
                count += 1
            visitor.context.close()
        for name in ("Wood", "High contrast"):
            visitor = Visitor(browser, served.address, still=True)
            wear(visitor, name)
            for sight in GAMES:
                sight.seen_by(visitor)
                visitor.picture(PICTURES, f"{sight.name}-{name.lower().replace(' ', '-')}")
                count += 1
            visitor.context.close()
    print(f"{count} pictures are in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
