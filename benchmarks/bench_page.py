"""The time until the page shows a move, until it and the museum are loaded, and the time that pictures take.

What a click changes is measured inside Chromium, until it is laid out, without painting, since frames are painted at
fixed times. The times of the Event Timing API, for real clicks until the next frame is on the screen, are printed too.
Every stone must be on the board when its time is taken. Without Chromium only pictures are measured.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench_server import serving
from harness import expect, quiet_move, samples, show, show_samples
from playwright.sync_api import ViewportSize, sync_playwright

from hyperoxo import Board, Game, analyse, gif, svg
from hyperoxo.museum import exhibit_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from hyperoxo.svg import Svg

BROWSERS = "chromium-headless-shell", "chromium", "google-chrome"
BOARD = "4x4x4"
SCREEN: ViewportSize = {"width": 1280, "height": 800}
GAMES = 5
MOVES = 30
"""Moves of each game, none of which ends it."""
WARM_UP = 5
"""Moves of each that are not counted."""
VISITS = 9
QUIET = 600
"""Milliseconds in which a page that was opened by a click asks for nothing more."""

# Clicks cells one after the other. What the page changes is in the document after a microtask; asking for a height has
# it laid out.
CLICKS = """
async cells => {
  const times = [];
  for (const cell of cells) {
    const target = document.querySelector(`[role="gridcell"][data-cell="${cell}"]`);
    await new Promise(requestAnimationFrame);
    const began = performance.now();
    target.click();
    await Promise.resolve();
    void document.body.offsetHeight;
    times.push(performance.now() - began);
    if (/empty/.test(target.ariaLabel)) throw new Error(`no stone on ${target.ariaLabel}`);
  }
  return times;
}
"""

# Remembers how long real clicks took until the frame that shows what they did, to the next 8 ms.
LISTEN = """
window.clicks = [];
new PerformanceObserver(list => {
  for (const { name, duration } of list.getEntries()) if (name === "click") window.clicks.push(duration);
}).observe({ type: "event", durationThreshold: 16 });
"""

# When something was first painted, and the scripts that had arrived by then, as they travelled.
PAINTED = """
() => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  const scripts = performance.getEntriesByType("resource").filter(
    ({ name, responseEnd }) => name.endsWith(".js") && responseEnd <= painted);
  return [painted, scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
}
"""

# Remembers when the page was last laid out anew, and when a part of it last appeared that the screen shows.
LAID_OUT = """
const isShown = node => {
  if (!(node instanceof Element)) return false;
  const { top, bottom, width } = node.getBoundingClientRect();
  return width > 0 && top < innerHeight && bottom > 0 && top < bottom;
};
new MutationObserver(changes => {
  const changed = changes.flatMap(({ addedNodes: added, removedNodes: removed, target }) =>
    removed.length ? [target] : [...added]);
  const isSeen = changed.some(isShown);
  void document.body.offsetHeight;
  window.laidOut = performance.now();
  if (isSeen) window.seen = window.laidOut;
}).observe(document, { childList: true, subtree: true });
"""

# Clicks a link of the page, and returns when.
CLICK = """
path => {
  const began = performance.now();
  document.querySelector(`a[href="${path}"]`).click();
  return began;
}
"""


def quiet_game(seed: int) -> list[int]:
    """Return the cells of a random game in which no side completes a line."""
    stream = random.Random(seed)
    game = Game(Board(BOARD))
    while game.ply < MOVES:
        game.play(quiet_move(game, stream))
    return list(game.moves)


def updates(browser: Browser, address: str) -> list[float]:
    """Return the milliseconds from each click of some games to the page after the move."""
    times: list[float] = []
    for seed in range(GAMES):
        page = browser.new_page(viewport=SCREEN)
        page.goto(f"{address}/play?board={BOARD}")
        page.get_by_role("grid").first.wait_for()
        times += page.evaluate(CLICKS, quiet_game(seed))[WARM_UP:]
        page.close()
    return times


def clicks(browser: Browser, address: str) -> list[float]:
    """Return the milliseconds from real clicks until the frames that show the moves, to the next 8 ms."""
    page = browser.new_page(viewport=SCREEN)
    page.add_init_script(LISTEN)
    page.goto(f"{address}/play?board={BOARD}")
    for cell in quiet_game(0):
        page.locator(f'[role="gridcell"][data-cell="{cell}"]').click()
    # What was faster than the threshold is not reported; the rest is, a frame later.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    milliseconds: list[float] = page.evaluate("window.clicks")
    page.close()
    return milliseconds + [16.0] * (MOVES - len(milliseconds))


def paints(browser: Browser, address: str) -> tuple[list[float], int]:
    """Return the milliseconds from the start of first visits to their first paint, and the bytes of script by then."""
    times: list[float] = []
    sizes: list[int] = []
    for _ in range(VISITS):
        context = browser.new_context(viewport=SCREEN)
        page = context.new_page()
        page.goto(address)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        painted, size = page.evaluate(PAINTED)
        times.append(painted)
        sizes.append(size)
        context.close()
    return times, max(sizes)


def museum(browser: Browser, address: str) -> None:
    """Print the milliseconds until the museum's pages are laid out, for visitors who had none of it.

    What a page's first screen shows is built first; the rest of an exhibit follows when that is painted.
    """
    for path in ("/museum", *(f"/museum/{name}" for name in exhibit_names())):
        before = "/museum" if path != "/museum" else ""
        clicked: list[list[float]] = []
        first: list[list[float]] = []
        for start, times in [(before, clicked), (path, first)] * VISITS:
            context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
            page = context.new_page()
            page.add_init_script(LAID_OUT)
            page.goto(address + start, wait_until="networkidle")
            began: float = 0
            if start != path:
                began = page.evaluate(CLICK, path)
                page.wait_for_load_state("networkidle")
            page.wait_for_timeout(QUIET)
            times.append([moment - began for moment in page.evaluate("[window.seen, window.laidOut]")])
            context.close()
        for begin, times in ("from a click", clicked), ("from the start of a first visit", first):
            seen, whole = zip(*times, strict=True)
            show_samples(f"{begin} until the screen shows {path}", seen, 300)
            show_samples(f"{begin} until all of {path} is laid out", whole)


def pictures() -> None:
    """Print how long pictures of 4x4x4 take as files, each of which must show every cell and stone."""
    qubic = Game(BOARD, "111 222 112 333 113 114 444 221 331")
    analysis = analyse(qubic, nodes=1_000)
    drawings: dict[str, Callable[[], Svg]] = {
        "": lambda: svg.board(qubic),
        ", as a stack": lambda: svg.board(qubic, view="stack"),
        ", lines through a cell": lambda: svg.board(qubic, lines=qubic.board.lines_through("222")),
        ", an analysis": analysis.svg,
    }
    for name, draw in drawings.items():
        found = draw()
        counts = found.count("data-cell="), found.count('class="x"') + found.count('class="o"')
        expect(f"cells and stones{name}", counts, (len(qubic.board), qubic.length))
        show_samples(f"{BOARD} as SVG{name}", samples(draw, 500), 2)
    show_samples("as PNG", samples(svg.board(qubic).png, 10))
    show_samples("as PDF", samples(svg.board(qubic).pdf, 10))
    show_samples(f"as a GIF of {qubic.length + 1} frames", samples(lambda: gif.game(qubic).content, 3))


def main() -> None:
    pictures()
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("there is no Chromium on the path, and CHROMIUM is not set: the page is not measured")
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        address = f"http://{server.address}"
        show_samples(f"the page after a click on {BOARD}", updates(browser, address), 16)
        show_samples("from a real click to its frame, to the next 8 ms, at least 16", clicks(browser, address))
        first, size = paints(browser, address)
        show_samples("from the start of a first visit to the first paint", first)
        show("script before the first paint, compressed", size, "bytes", 60_000)
        museum(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
