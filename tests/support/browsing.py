"""Browser tests: a Chromium driven by Playwright, and visitors that record every fault.

The tests use the browser of the system and never Playwright's own browsers, so that they need no download.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from playwright.sync_api import Browser, Page, expect, sync_playwright
from support.patience import PATIENCE

from hyperoxo.slowness import SLOWNESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import (
        BrowserContext,
        ConsoleMessage,
        FloatRect,
        Locator,
        Request,
        Response,
        WebSocketRoute,
    )

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
"""The rules of accessibility, as npm brings them."""
UNWANTED_RULES = {
    # It takes the letters in the drawing of a cell for its caption; it is called by them, in an order for the ear.
    "label-content-name-mismatch": {"enabled": False},
}
_TYPE = """() => {
    const found = [];
    const edge = document.querySelector("header a").getBoundingClientRect().left;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const part = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || part.closest("svg, pre, [inert], .period, .typewriter, .form")) continue;
        if (!part.checkVisibility() || part.closest(".visually-hidden")) continue;
        const { fontSize, fontWeight } = getComputedStyle(part);
        const block = part.closest("dialog, li, table, button") ? null : part.closest("main :is(h1, h2, h3, p)");
        const left = block === null ? 0 : block.getBoundingClientRect().left - edge;
        found.push([Number.parseFloat(fontSize), Number(fontWeight), left, texts.currentNode.data.trim()]);
    }
    return found;
}"""
"""Returns for each text in sight its size, its weight, how far its heading or paragraph is from the edge of the header,
and its words; period screens have type of their own."""
_CONTROLS = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // to hide the steps
    const inWindow = ({ left, top, right, bottom, width, height }) =>
        width > 1 && height > 1 && left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
        .filter((part) => part.tabIndex >= 0 && !part.closest("[data-cell], [role=grid], [aria-label=Moves]"))
        .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.matches(".skip"))
        .filter((part) => inWindow(part.getBoundingClientRect()))
        .map((part) => part.ariaLabel ?? (part.textContent.trim() || part.tagName));
}"""
TYPE_SIZES = {0, 12, 14, 16, 20, 24, 36}
TYPE_WEIGHTS = {400, 600}
INDENT = 16
"""What is further right than this, in pixels, is in a box or a column of its own."""
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSECURE = "class.example"
"""A name that leads to this machine, and is no secure address as 127.0.0.1 and 127.0.0.2 are."""
_OFF = (
    # Pages for the address bar, two for each visitor, and a process for a page that no test opens: a third of the work.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    # Chromium reads only the last list, so that these of Playwright's are repeated.
    "HttpsUpgrades",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
)
_ARGUMENTS = (f"--disable-features={','.join(_OFF)}", f"--host-resolver-rules=MAP {INSECURE} 127.0.0.2")
expect.set_options(timeout=1000 * PATIENCE)


@dataclass(frozen=True)
class Screen:
    """A visitor's screen.

    Attributes:
        name: the name of its pictures.
        width: from left to right, in pixels as style sheets count them.
        height: from top to bottom.
        touch: whether it is a phone's, which is tapped.
    """

    name: str
    width: int
    height: int
    touch: bool


DESKTOP = Screen("desktop", 1280, 800, touch=False)
LARGE = Screen("large", 1920, 1080, touch=False)
NARROW = Screen("narrow", 360, 740, touch=True)
ASIDE = Screen("aside", 740, 360, touch=True)
"""A phone that lies."""
PHONE = Screen("phone", 390, 844, touch=True)
SMALL = Screen("small", 320, 640, touch=True)

Theme = Literal["light", "dark"]


def found_chromium() -> str | None:
    """Return the program that the variable CHROMIUM names, or else a Chromium on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    """Run a browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS, timeout=1000 * PATIENCE)
        yield browser
        browser.close()


def box_of(part: Locator) -> FloatRect:
    """Return where a part of the page is drawn."""
    box = part.bounding_box()
    assert box is not None, f"{part} is not drawn"
    return box


class Line:
    """The connection between a visitor's pages and the server, which can be cut or fall silent.

    Taking a browser offline ends no open WebSocket, so each goes through a relay that can be closed.

    Args:
        context: the visitor's browser.

    Attributes:
        sent: the messages that got through, in either direction.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._ends: list[WebSocketRoute] = []
        self._is_cut = False
        self._is_silent = False
        self.sent: list[str] = []
        context.route_web_socket(re.compile(r"/live$"), self._connected)

    def cut(self) -> None:
        """Close all connections, and let nothing through."""
        self._is_cut = True
        self._context.set_offline(True)
        for end in self._ends:
            end.close(code=1001)
        self._ends.clear()

    def hush(self) -> None:
        """Let no message through any more, and close nothing: so a network fails without a word."""
        self._is_silent = True

    def mend(self) -> None:
        """Let everything through again."""
        self._is_cut = self._is_silent = False
        self._context.set_offline(False)

    def _connected(self, page: WebSocketRoute) -> None:
        if self._is_cut:
            page.close(code=1001)
        elif not self._is_silent:
            server = page.connect_to_server()
            page.on_message(lambda message: self._pass(message, server))
            server.on_message(lambda message: self._pass(message, page))
            self._ends += [page, server]

    def _pass(self, message: str | bytes, end: WebSocketRoute) -> None:
        if not self._is_silent:
            end.send(message)
            self.sent.append(str(message))


class Visitor:
    """A visitor with a separate browser, which alone has the visitor's settings and secrets.

    All faults in the page are recorded: errors on the console (violations of the security policy among them),
    uncaught exceptions, requests that failed or were refused.

    Args:
        browser: the browser.
        address: where the server is, with a slash at its end.
        screen: what they look at.
        theme: which theme their system has.
        still: whether their system asks for less motion.
        offline: whether their browser keeps the page for use without the server, which costs more than most tests.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        screen: Screen = DESKTOP,
        theme: Theme = "light",
        *,
        still: bool = False,
        offline: bool = False,
    ) -> None:
        self.address = address
        self.screen = screen
        self.theme = theme
        self.context: BrowserContext = browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            has_touch=screen.touch,
            is_mobile=screen.touch,
            color_scheme=theme,
            reduced_motion="reduce" if still else "no-preference",
            service_workers="allow" if offline else "block",
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        # The limits of `web/src/timers.ts` are as much longer as those of the server.
        self.context.add_init_script(f"globalThis.hyperoxoSlowness = {SLOWNESS}")
        self._faults: list[str] = []
        self._expected: list[str] = [] if offline else ["Service Worker registration blocked"]
        self.context.on("console", self._said)
        self.context.on("weberror", lambda fault: self._faults.append(f"uncaught: {fault.error}"))
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._answered)
        self.page: Page = self.context.new_page()

    def open(self, path: str) -> None:
        """Open a place of the page, by its address from the slash on."""
        self.page.goto(self.address.removesuffix("/") + path)

    def from_header(self, role: Literal["link", "button"], name: str) -> None:
        """Choose what the header offers, on a phone behind its menu."""
        menu = self.page.get_by_role("button", name="Menu", exact=True)
        if menu.is_visible():
            menu.click()
        self.page.get_by_role(role, name=name, exact=True).click()

    def expect_fault(self, pattern: str) -> None:
        """Ignore faults that match a pattern, such as those of a connection that the test cuts."""
        self._expected.append(pattern)

    def lay_line(self) -> Line:
        """Let the test control the live-game connections of pages that are opened from now on."""
        self.expect_fault("ERR_INTERNET_DISCONNECTED")  # what the page asks for at intervals, while the line is cut
        self.expect_fault("closed before the connection is established")  # which the page gives up while it is silent
        return Line(self.context)

    def faults(self) -> list[str]:
        """Return what went wrong and was not expected."""
        return [fault for fault in self._faults if not any(re.search(pattern, fault) for pattern in self._expected)]

    def violations(self) -> list[str]:
        """Return where the page as it is breaks rules of axe-core, those of WCAG and of good practice.

        A page that changes while axe reads it can look wrong, such as a button that is enabled between two of its
        questions; a fault is what two readings find.
        """
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self._broken_rules()
        return found and [fault for fault in self._broken_rules() if fault in found]

    def _broken_rules(self) -> list[str]:
        report = self.page.evaluate(
            "rules => axe.run(document, { resultTypes: ['violations'], rules })", UNWANTED_RULES
        )
        return [
            f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in report["violations"]
            for node in rule["nodes"]
        ]

    def out_of_sight(self, *targets: Locator) -> list[str]:
        """Return those of some elements that are not wholly on the screen without scrolling."""
        self.page.evaluate("scrollTo(0, 0)")
        hidden = []
        for target in targets:
            box = target.bounding_box()
            if (
                box is None
                or min(box["x"], box["y"]) < 0
                or box["x"] + box["width"] > self.screen.width
                or box["y"] + box["height"] > self.screen.height
            ):
                hidden.append(f"{target}: {box} on a screen of {self.screen.width}x{self.screen.height}")
        return hidden

    def overflow(self) -> list[str]:
        """Return whether the page is wider than the screen and scrolls sideways."""
        width = self.page.evaluate("document.documentElement.scrollWidth")
        return [f"{width} pixels wide on a screen of {self.screen.width}"] if width > self.screen.width else []

    def controls(self) -> list[str]:
        """Return the names of what can be clicked or focused in the window, without cells, moves and the skip link."""
        return [str(name) for name in self.page.evaluate(_CONTROLS)]

    def odd_type(self) -> list[str]:
        """Return the texts that leave the page's sizes, weights or left edge, and its filled buttons but one."""
        odd = [
            f"{size} px, weight {weight}, {left:.0f} px from the left edge: {text[:40]}"
            for size, weight, left, text in self.page.evaluate(_TYPE)
            if size not in TYPE_SIZES or weight not in TYPE_WEIGHTS or 1 < abs(left) < INDENT
        ]
        within = "dialog[open] " if self.page.locator("dialog[open]").count() else ""
        names = self.page.locator(f"{within}:is(a, button).primary:visible").all_inner_texts()
        filled = [name for name in names if name]  # a part that is still far below is not drawn, and has no text
        return odd if len(filled) < 2 else [*odd, f"filled buttons: {filled}"]

    def picture(self, folder: Path, name: str) -> None:
        """Keep a picture of the whole page, named by the page, the screen and the theme."""
        path = folder / f"{name}-{self.screen.name}-{self.theme}.png"
        self.page.screenshot(path=path, full_page=True, animations="disabled")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._faults.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # Requests in progress when a page is left are cancelled; that is no fault.
        if request.failure != "net::ERR_ABORTED":
            self._faults.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._faults.append(f"answer {response.status}: {response.request.method} {response.url}")


class Visit(Protocol):
    """Makes visitors of one server."""

    def __call__(
        self, screen: Screen = DESKTOP, theme: Theme = "light", *, still: bool = False, offline: bool = False
    ) -> Visitor:
        """Return a new visitor."""


@contextmanager
def visiting(browser: Browser, address: str) -> Iterator[Visit]:
    """Make visitors of a server; at the end, check that no page had an unexpected fault."""
    visitors: list[Visitor] = []

    def visit(
        screen: Screen = DESKTOP, theme: Theme = "light", *, still: bool = False, offline: bool = False
    ) -> Visitor:
        visitors.append(Visitor(browser, address, screen, theme, still=still, offline=offline))
        return visitors[-1]

    try:
        yield visit
    finally:
        faults = [fault for visitor in visitors for fault in visitor.faults()]
        for visitor in visitors:
            visitor.context.close()
    assert not faults, "\n".join(faults)
