"""The views of the page, by address. Run as a program, this module saves a picture of each.

`make screenshots` runs it: every view on desktops and phones, light and dark, and games in the other themes, in
build/screenshots.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect
from support.browsing import ASIDE, DESKTOP, LARGE, NARROW, SMALL, Screen, Theme, Visitor, found_chromium, launched
from support.server_process import Json, ServerProcess, running_server

from hyperoxo import Board

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
"""The folder of the pictures."""
PROGRAMS = sorted(page.stem for page in (ROOT / "docs" / "historic").glob("*.md"))
"""The programs of the museum, each of which has a page of sources."""
CUBE = "222.333.111.444.114.441.141.411.144.414.232.323"
WON = "111.112.222.113.333.121.444"


def faults(visitor: Visitor, place: str) -> list[str]:
    """Return what is wrong with the page as it is, and keep a picture of it."""
    visitor.picture(PICTURES, place)
    return [f"{place}: {fault}" for fault in [*visitor.violations(), *visitor.overflow(), *visitor.odd_type()]]


class Sight(NamedTuple):
    """A view.

    Attributes:
        name: what pictures of it are called.
        path: where it is, from the slash on.
        shows: a text that appears when the view is complete; empty if the heading is the last part to appear.
        opens: a button or a tab that is clicked to open the view; several names, one after the other.
        keeps: what the visitor's browser has stored for it, as JSON; later views find it, too.
        taps: a cell of 4x4x4 that is chosen in the end.
        passes: seconds that pass for the page, and not for the server.
    """

    name: str
    path: str
    shows: str | None = None
    opens: str | tuple[str, ...] = ()
    keeps: Mapping[str, Json] = MappingProxyType({})
    taps: str = ""
    passes: int = 0

    def seen_by(self, visitor: Visitor) -> None:
        """Open the view, and wait until it is complete."""
        page = visitor.page
        if self.passes:
            page.clock.install()
        visitor.open(self.path)
        if self.keeps:
            page.evaluate(
                "kept => kept.forEach(([key, value]) => localStorage.setItem(key, value))",
                [[key, json.dumps(value)] for key, value in self.keeps.items()],
            )
            visitor.open(self.path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        for name in (self.opens,) if isinstance(self.opens, str) else self.opens:
            if name in {"Settings", "You"}:
                visitor.from_header("button", name)
                continue
            control = page.get_by_role("button", name=name, exact=True)
            control.or_(page.get_by_role("tab", name=name, exact=True)).or_(
                page.locator("summary", has_text=name)
            ).click()
        if self.taps:
            page.locator(f'[role="gridcell"][data-cell="{Board("4x4x4").cell(self.taps)}"].placeable').click()
        if self.shows is not None:
            expect(page.get_by_text(self.shows).first).to_be_visible()
        if self.passes:
            page.clock.fast_forward(1000 * self.passes)


SIGHTS = (
    Sight("start", "/", "Other boards"),
    Sight("start-friend", "/", "You get a link to send", opens="Play a friend"),
    Sight("settings", "/", "Ask before a move is played", opens="Settings"),
    Sight("name", "/", "Or the recovery code", opens="You"),
    Sight("room-new", "/room", "Only this browser"),
    Sight("square", "/play?board=3x3&moves=22.11.31.13.12"),
    Sight("cube", f"/play?board=4x4x4&moves={CUBE}"),
    Sight("cube-labels", f"/analyse?board=4x4x4&moves={CUBE}", "Meaning of the labels"),
    Sight("cube-why", f"/play?board=4x4x4&moves={CUBE}&mode=why", "the best move"),
    Sight("cube-share", f"/play?board=4x4x4&moves={CUBE}", "Copy link", opens=("More", "Share")),
    Sight("cube-new", f"/play?board=4x4x4&moves={CUBE}", "Who begins", opens=("More", "New game")),
    Sight("cube-won", "/play?board=3x3x3&moves=111.112.222.113.333"),
    Sight("four", "/play?board=4x4x4x4&moves=1111.2222.1112.3333.1113.1114"),
    Sight("set-up", "/setup?board=4x4x4"),
    Sight("open", "/open"),
    Sight("openings", "/explore?board=4x4x4&moves=111.444", "by the atlas of openings"),
    Sight("rules", "/rules", "Line 1 of"),
    Sight("learn", "/learn", "The lesson"),
    *(Sight(f"program-{step}", f"/program/{step}", "It plays") for step in (1, 3, 5)),
    Sight("lesson", "/lesson", "The lesson: step 1 of 11"),
    Sight("lesson-four", "/lesson?board=4x4x4x4", "The lesson in four dimensions: step 1 of 8"),
    Sight("lab", "/lab/levels-6-and-9", "Takes"),
    Sight("drills", "/drills", "Complete the line"),
    Sight("drills-complete", "/drills/complete", "which cell completes it?"),
    Sight("drills-who-wins", "/drills/who-wins", "Next", opens="Neither"),
    Sight("puzzle", "/puzzles/daily", "to move:"),
    Sight("museum", "/museum"),
    *(Sight(f"museum-{name}", f"/museum/{name}", "How strong it is") for name in PROGRAMS),
    *(Sight(f"sources-{name}", f"/museum/{name}/sources") for name in PROGRAMS),
    Sight("help", "/help"),
    Sight("about", "/about"),
    Sight("missing", "/nowhere"),
)

PERIOD_SCREENS = tuple(
    Sight(
        f"screen-{name}",
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
"""Games on the period screens of the museum, which a click on an exhibit begins; `test_museum.py` examines them."""


GAMES = (
    Sight("square", "/play?board=3x3&moves=22.11.31.13"),
    Sight("square-won", "/play?board=3x3&moves=22.11.31.12.13"),
    Sight("three", "/play?board=3x3x3&moves=111.112.223.122.131"),
    Sight("three-won", "/play?board=3x3x3&moves=111.112.222.113.333"),
    Sight("five", "/play?board=5x5x5&moves=333.111.335"),
    Sight("cube", f"/play?board=4x4x4&moves={CUBE}"),
    Sight("cube-won", f"/play?board=4x4x4&moves={WON}"),
    Sight("four", "/play?board=4x4x4x4&moves=1111.2222.1112.3333.1113.1114"),
    Sight("four-won", "/play?board=4x4x4x4&moves=1111.1112.2222.1113.3333.1123.4444"),
    Sight("cube-labels", f"/analyse?board=4x4x4&moves={CUBE}", "All values are exact."),
)
"""Games on the boards that people know: live, won, and analysed."""


def game_with_reasons(served: ServerProcess) -> Sight:
    """Begin a game on the server in which a program of the museum has moved and given its reasons, and show it."""
    made = served.make(
        {"kind": "person"}, {"kind": "player", "player": "atari-st"}, moves=["222", "333", "111"], seed=1
    )
    return Sight("live", f"/g/{made['game']['id']}", "highest value")


def game_won_from_a_program(served: ServerProcess) -> Sight:
    """Make a game that a person has won from a program of the museum, and show it to the person."""
    made = served.make({"kind": "person"}, {"kind": "player", "player": "atari-st"}, moves=WON.split("."), seed=1)
    game = made["game"]["id"]
    return Sight("live-won", f"/g/{game}", "You won", keeps={"hyperoxo.seats": [[game, [made["secrets"]["x"]]]]})


def states_of_a_game(served: ServerProcess) -> list[Sight]:
    """Begin games between people, and show one of them what the page says and asks while they go on."""
    person = {"kind": "person"}

    def state(name: str, shows: str, moves: str = "", *offers: str, viewer: str = "x", **more: Json) -> Sight:
        settings = {key: more.pop(key) for key in ("clock", "pie", "hints") if key in more}
        made = served.make(person, person if moves else {"kind": "open"}, settings=settings)
        placer = {"secret": made["secrets"]["x"]}  # who places the stones of both sides under the pie rule
        for ply, cell in enumerate(moves.split(".") if moves else []):
            by = placer if settings.get("pie") else {"secret": made["secrets"]["xo"[ply % 2]]}
            action = {"kind": "play", "cell": cell, "ply": ply}
            served.ask(f"api/games/{made['game']['id']}/actions", by | {"action": action})
        for what in offers:
            served.act(made, "offer", what=what)
        game = made["game"]["id"]
        asking = {"version": 1, "confirm": "on", "warn": "always"}
        seats = [[game, [made["secrets"][viewer]]]] if viewer else []
        keeps = {"hyperoxo.seats": seats, "hyperoxo.settings": asking}
        return Sight(f"state-{name}", f"/g/{game}{more.pop('ply', '')}", shows, keeps=keeps, **more)

    return [
        state("inviting", "Send this link", clock="300+3"),
        state("invited", "invited to play", viewer="", clock="300+3"),
        state("mine", "Your turn", "222.333"),
        state("theirs", "O to move", "222.333.111"),
        state("warned", "Play anyway", "111.441.112.442.113", viewer="o", hints=True, taps="222"),
        state("confirmed", "Not there", "222.333", taps="111"),
        state("draw", "asks for a draw", "222.333", "draw", viewer="o"),
        state("takeback", "asks to take back", "222.333", "takeback", viewer="o"),
        state("pie", "Which side do you take?", "222.333.111", viewer="o", pie=True),
        state("back", "Back to the game", "222.333.111", hints=True, ply="?ply=1"),
        state("clock", "Your turn", "222.333", clock="600+0", passes=597),
    ]


def room_with_games(served: ServerProcess) -> list[Sight]:
    """Make a room in which two members have played, and show it to a visitor, a member and the owner."""
    room = served.ask("api/rooms", {"title": "Class 7b, Tuesdays"})
    path = f"api/rooms/{room['id']}"
    members = {name: served.ask(f"{path}/members", {"name": name})["secret"] for name in ("Ada", "Wolfgang Amadeus")}
    served.ask(f"{path}/round-robin", {"secret": room["secret"], "board": "3x3"})
    # They were made at the same moment, so their order is open.
    other, game = sorted(served.ask(f"{path}/games")["games"], key=lambda made: made["seats"]["x"]["name"])
    for ply, cell in enumerate(["11", "21", "12", "22", "13"]):
        secret = members[game["seats"]["xo"[ply % 2]]["name"]]
        action = {"kind": "play", "cell": cell, "ply": ply}
        served.ask(f"api/games/{game['id']}/actions", {"secret": secret, "action": action})
    address = f"/room/{room['id']}"
    known = {"id": room["id"], "title": room["title"], "owner": None, "member": None}
    ada = {"hyperoxo.rooms": [known | {"member": {"name": "Ada", "secret": members["Ada"]}}]}
    owner = {"hyperoxo.rooms": [known | {"owner": room["secret"]}]}
    listed = {"key": f"/g/{other['id']}", "address": f"/g/{other['id']}", "board": "3x3"}
    manage = "Remove a member, or delete the room"
    return [
        Sight("room", address, "Your name in this room"),
        Sight("room-member", address, "Offer a game to all members", keeps=ada),
        Sight("room-game", f"/g/{other['id']}", "Back to Class 7b, Tuesdays"),
        Sight(
            "your-games",
            "/",
            "your move",
            keeps={"hyperoxo.games": [listed | {"opponent": "Wolfgang Amadeus", "moves": 0, "result": ""}]},
        ),
        Sight("room-owner", address, "Another round robin", keeps=owner),
        Sight("room-delete", address, "deleted for good", opens=(manage, "Delete the room …"), keeps=owner),
        Sight("rooms", "/room", "Your rooms", keeps={"hyperoxo.games": []}),
    ]


def wear(visitor: Visitor, theme: str) -> None:
    """Choose a theme in the settings."""
    visitor.open("/")
    visitor.from_header("button", "Settings")
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
        sights = [*others, *PERIOD_SCREENS, game_with_reasons(served), *states_of_a_game(served)]
        sights += [*room_with_games(served), *GAMES]
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
