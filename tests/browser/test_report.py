"""The pages of reports and reviews in a browser: accessible, readable on every screen, and without requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.browsing import DESKTOP, PHONE, Theme, visiting
from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match
from support.sights import PICTURES

from hyperoxo import Game
from hyperoxo.arena.report.page import render_page
from hyperoxo.review import review
from hyperoxo.review.html_form import review_page, review_section

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browsing import Screen

SLOW = pytest.mark.slow  # other screens and themes, and reviews, whose parts have their own tests
MATCH = match(("ibm1620:rules=1620", "random"), [(X_WINS, O_WINS), (X_WINS, X_WINS), (DRAWN, DRAWN)])
TOURNAMENT = [
    game("111 112 221 222 331 332 441", board="4x4x4", First=first, Second=second, levels=[11, 11, 3])
    for first, second in (("ann", "bob"), ("bob", "cat"), ("cat", "ann"), ("a name of some length", "dan"))
]


def written(folder: Path, games: list[Game]) -> None:
    """Write the report of a match."""
    text = render_page(counted(games, 10), "games.jsonl", ["A caution."]).text
    (folder / "report.html").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("games", "screen", "theme"),
    [
        (MATCH, DESKTOP, "light"),
        pytest.param(TOURNAMENT, DESKTOP, "dark", marks=SLOW),
        pytest.param(TOURNAMENT, PHONE, "light", marks=SLOW),
    ],
    ids=["match", "tournament in the dark", "tournament on a phone"],
)
def test_a_report_can_be_read(
    browser: Browser, tmp_path: Path, games: list[Game], screen: Screen, theme: Theme
) -> None:
    written(tmp_path, games)
    with visiting(browser, f"file://{tmp_path}/") as visit:
        visitor = visit(screen=screen, theme=theme)
        requests: list[str] = []
        visitor.page.on("request", lambda request: requests.append(request.url))
        visitor.open("/report.html")
        visitor.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert visitor.violations() == []
        assert visitor.overflow() == []
        assert requests == [f"file://{tmp_path}/report.html"]


@SLOW
@pytest.mark.parametrize(("screen", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_a_page_of_reviews_can_be_read(browser: Browser, tmp_path: Path, screen: Screen, theme: Theme) -> None:
    games = ["221 111 224 113 444 331 114", "221 222 224 111 223"]
    sections = [review_section(review(Game("4x4x4", moves), nodes=20_000), f"Game: {moves}") for moves in games]
    (tmp_path / "review.html").write_text(review_page("Two games", sections, "A caution."), encoding="utf-8")
    with visiting(browser, f"file://{tmp_path}/") as visit:
        visitor = visit(screen=screen, theme=theme)
        requests: list[str] = []
        visitor.page.on("request", lambda request: requests.append(request.url))
        visitor.open("/review.html")
        for details in visitor.page.locator("summary").all():
            details.click()
        assert visitor.violations() == []
        assert visitor.overflow() == []
        assert requests == [f"file://{tmp_path}/review.html"]
        # The line of values contrasts with the page in both themes.
        line = visitor.page.locator(".review polyline").first
        colours = [
            line.evaluate("element => getComputedStyle(element).stroke"),
            visitor.page.evaluate("getComputedStyle(document.body).backgroundColor"),
        ]
        assert colours == (
            ["rgb(27, 27, 27)", "rgb(255, 255, 255)"] if theme == "light" else ["rgb(236, 236, 236)", "rgb(22, 24, 27)"]
        )
        visitor.picture(PICTURES, "review-page")


@pytest.mark.slow  # a matter of looks
def test_plots_take_the_colours_of_the_theme(browser: Browser, tmp_path: Path) -> None:
    written(tmp_path, MATCH)
    colours = []
    for theme in ("light", "dark"):
        with visiting(browser, f"file://{tmp_path}/") as visit:
            visitor = visit(theme=theme)
            visitor.open("/report.html")
            label = visitor.page.locator("svg text").first
            colours.append(label.evaluate("element => getComputedStyle(element).fill"))
            body = visitor.page.evaluate("getComputedStyle(document.body).color")
            assert colours[-1] == body
    assert colours[0] != colours[1]
