"""The pages of reports and reviews in a browser: accessible, readable on every screen, and without requests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.browsing import DESKTOP, PHONE, Theme, box_of, visiting
from support.recorded_games import DRAWN, O_WINS, X_WINS, game, match
from support.sights import PICTURES

from hyperoxo import Game
from hyperoxo.arena.report.counts import GameCounts
from hyperoxo.arena.report.games import GamesToShow
from hyperoxo.arena.report.page import render_page
from hyperoxo.review import review
from hyperoxo.review.html_form import review_page, review_section

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from support.browsing import Screen

SLOW = pytest.mark.slow  # other screens and themes
MATCH = match(("ibm1620:rules=1620", "random"), [(X_WINS, O_WINS), (X_WINS, X_WINS), (DRAWN, DRAWN)])
TOURNAMENT = [
    game("111 112 221 222 331 332 441", board="4x4x4", First=first, Second=second, levels=[11, 11, 3])
    for first, second in (("ann", "bob"), ("bob", "cat"), ("cat", "ann"), ("a name of some length", "dan"))
]


def written(folder: Path, games: list[Game]) -> str:
    """Write the report of a match, and return its text."""
    counts, shown = GameCounts(), GamesToShow()
    for number, played in enumerate(games, 1):
        counts.add(played)
        shown.add(number, played)
    text = render_page(counts, "games.jsonl", ["A caution."], games=shown).text
    (folder / "report.html").write_text(text, encoding="utf-8")
    return text


@pytest.mark.slow  # a game of the report is stepped through below
@pytest.mark.parametrize(
    ("games", "screen", "theme"),
    [
        (MATCH, DESKTOP, "light"),
        (TOURNAMENT, DESKTOP, "dark"),
        (TOURNAMENT, PHONE, "light"),
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


@pytest.mark.parametrize("screen", [DESKTOP, pytest.param(PHONE, marks=SLOW)], ids=["desktop", "phone"])
def test_a_game_of_a_report_is_stepped_through(browser: Browser, tmp_path: Path, screen: Screen) -> None:
    written(tmp_path, TOURNAMENT)
    with visiting(browser, f"file://{tmp_path}/") as visit:
        visitor = visit(screen=screen)
        visitor.open("/report.html")
        game = visitor.page.locator(".game").first

        def seen() -> tuple[int, bool, str]:
            """Return how many stones and whether the won line can be seen, and the text beside the steps."""
            stones = game.locator(".stones > use")
            line = game.locator(".win").evaluate("element => getComputedStyle(element).visibility") == "visible"
            return (
                sum(stone.is_visible() for stone in stones.all()),
                line,
                game.locator(".steps > span").filter(visible=True).inner_text().split("\n")[-1],
            )

        assert seen() == (7, True, "7 of 7: X 441")
        game.locator("input").last.focus()
        visitor.page.keyboard.press("ArrowLeft")
        assert seen() == (6, False, "6 of 7: O 332")
        game.get_by_text("← back").filter(visible=True).click()
        assert seen() == (5, False, "5 of 7: X 331")
        before = visitor.page.evaluate("scrollY")
        game.get_by_text("start", exact=True).filter(visible=True).last.click()
        assert seen() == (0, False, "0 of 7: start")
        assert visitor.page.evaluate("scrollY") == before
        game.get_by_text("3. X 221").click()
        assert seen() == (3, False, "3 of 7: X 221")
        # Another game is at its own ply, and a stone has the colour of its side.
        visitor.page.locator("summary", has_text="Game 2:").click()
        second = visitor.page.locator(".game").nth(1)
        assert second.locator("input").last.is_checked()
        cross = box_of(second.locator(".stones > use").first)
        assert cross["width"] > 10


@pytest.mark.parametrize(
    ("screen", "theme"), [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=SLOW)], ids=["desktop", "phone"]
)
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
    text = written(tmp_path, MATCH)
    assert not re.search(r"#0[0-9]0[0-9]0[0-9]\b", text)  # no stand-in is left
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
