"""The end of a game, and its review: at one screen, by a shared link, and on a phone."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import YOURS, Table, address, against_computer, begun, opened, pair
from support.browsing import DESKTOP, Screen, Theme, box_of
from support.sights import PICTURES

from hyperoxo import Game
from hyperoxo.review import review
from hyperoxo.review.json_form import review_as_json

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, WebSocketRoute
    from support.browsing import Visit

CUBE = (
    "234.213.124.132.224.411.314.344.221.433.341.324.113.334.222"
    ".223.331.211.122.233.243.312.114.422.444.333.133.311.111.322"
)
"""30 plies on 4x4x4, won by O."""
SMALL = ("22", "12", "11", "33", "21", "23", "31")
"""7 plies on 3x3, won by X; O gave away a draw with its first move."""
SMALL_PHONE = Screen("phone-360", 360, 740, touch=True)


def marked(table: Table) -> dict[str, str]:
    """Return the text on each cell that has one."""
    cells = table.page.locator('[role="gridcell"]:has(.label)').all()
    texts = {int(cell.get_attribute("data-cell") or 0): cell.locator(".label").text_content() or "" for cell in cells}
    return {table.board.name(cell): text for cell, text in texts.items()}


class HeldEnd:
    """Passes the messages of reviews on to a visitor's page, except for the last, which waits for the test.

    Args:
        context: the visitor's browser.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._is_released = False
        context.route_web_socket(re.compile("/api/review$"), self._connected)

    def release(self) -> None:
        """Pass the last message on, now or when it arrives."""
        self._is_released = True
        for page, message in self._held:
            page.send(message)

    def _connected(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["type"] == "done" and not self._is_released:
                self._held.append((page, message))
            else:
                page.send(message)

        server.on_message(pass_on)


@pytest.mark.slow  # a long review; a short one is stepped through below
def test_a_game_of_4x4x4_that_has_just_ended_is_reviewed(visit: Visit) -> None:
    visitor = visit(still=True)
    last_message = HeldEnd(visitor.context)
    table, page = begun(visitor, "4x4x4"), visitor.page
    table.more("Type a cell")
    page.get_by_label("Cell", exact=True).fill(CUBE.replace(".", ","))
    table.button("Play").click()
    ended = page.get_by_role("dialog", name=re.compile("O won in "))
    ended.get_by_role("button", name="Review").click()

    # Results are shown while the review goes on, and its progress.
    panel = page.get_by_role("region", name="Review")
    graph = panel.get_by_role("img", name="The value by move")
    expect(graph).to_be_visible()
    expect(panel.get_by_label("Progress of the review")).to_be_visible()
    expect(panel.get_by_role("status")).to_have_text(re.compile(r"^Reviewing: \d+ %\."))
    last_message.release()
    # Six seconds of work, which take a multiple of that beside other work.
    expect(panel.get_by_label("Progress of the review")).to_be_hidden()
    # The board shows why X lost, before the decisive move, of which the coach speaks; the others follow in order.
    table.expect_status(re.compile(r"^Before \d+\. X "))
    moment = panel.locator("h2 + ol > li").first
    expect(moment.get_by_role("button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".last-move")).to_contain_text(re.compile("gave away|allowed"))
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    panel.get_by_text("other moves").click()
    assert panel.get_by_role("listitem").count() > 3
    assert graph.locator("line").count() > 20

    # The better line is played to its end, move by move, and left again.
    stones = page.locator('[role="gridcell"] .stone')
    before = stones.count()
    plies = int(page.get_by_role("group", name="Steps").locator(".figures").inner_text().split("/")[1])
    for _ in range(plies):
        table.button("Next").click()
    expect(stones).to_have_count(before + plies)
    expect(page.locator('[role="gridcell"].won.x')).to_have_count(4)
    table.button("Close").click()
    table.expect_status(re.compile("^O won in "))
    expect(stones).to_have_count(30)


@pytest.mark.slow  # the page of a live game; tests of the page ask for its review
def test_a_finished_live_game_is_reviewed_by_a_stranger_with_the_link(visit: Visit) -> None:
    x, o = pair(visit, "3x3")
    spectator = Table(visit(), "3x3")
    spectator.page.goto(address(x))
    for turn, name in enumerate(SMALL):
        expect(spectator.page.locator(".more button", has_text="Review")).to_have_count(0)
        mover, other = (o, x) if turn % 2 else (x, o)
        mover.play(name)
        for table in other, spectator:
            table.expect_stones(**{"O" if turn % 2 else "X": name})
    stranger = Table(visit(), "3x3")
    stranger.page.goto(address(x))
    for table, winner in (x, "you win"), (spectator, "X wins"), (stranger, "X wins"):
        table.more("Review")
        panel = table.page.get_by_role("region", name="Review")
        said = f"gave away a draw: with 11 the game is a draw; with 12 {winner} in 3 moves."
        expect(panel.get_by_text(said)).to_be_visible()


@pytest.mark.slow  # a busy server is rare
def test_a_review_waits_for_a_busy_server_and_says_so(visit: Visit) -> None:
    visitor = visit()
    waiting: list[tuple[WebSocketRoute, int]] = []

    def queue(page: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            asked = json.loads(message)
            waiting.append((page, asked["request"]))
            page.send(json.dumps({"type": "queued", "request": asked["request"], "before": 2}))

        page.on_message(answer)

    visitor.context.route_web_socket(re.compile("/api/review$"), queue)
    opened(visitor, f"/play?board=3x3&moves={'.'.join(SMALL)}").more("Review")
    panel = visitor.page.get_by_role("region", name="Review")
    expect(panel.get_by_text("The server is busy: 2 requests are ahead of this review.")).to_be_visible()
    assert visitor.violations() == []
    [(page, request)] = waiting
    page.send(json.dumps({"type": "queued", "request": request, "before": 1}))
    expect(panel.get_by_text("The server is busy: 1 request is ahead of this review.")).to_be_visible()
    found = review_as_json(review(Game("3x3", SMALL)))
    keys = ("values", "marks", "moments", "key_moves", "summary", "sections", "clean", "progress", "complete")
    page.send(json.dumps({"type": "done", "request": request, **{key: found[key] for key in keys}}))
    expect(panel.get_by_text("gave away a draw")).to_be_visible()
    expect(panel.get_by_text("The server is busy")).to_be_hidden()


def test_a_game_is_reviewed_at_its_end(visit: Visit) -> None:
    """O lets X win with the left column.

    X O .
    X X .
    X . O
    """
    visitor = visit(still=True)
    table, page = begun(visitor, "3x3"), visitor.page
    table.play(*SMALL)
    ended = page.get_by_role("dialog", name="X won in 4 moves")
    expect(ended.get_by_role("link", name="Play again")).to_be_visible()
    expect(ended).to_have_accessible_description("Three in a row, in column 1: 11 21 31.")
    ended.get_by_role("button", name="Review").click()
    expect(ended).to_be_hidden()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("heading")).to_have_text(
        ["The start was a draw with best play; after 12 X was winning.", "Why O lost"]
    )
    expect(
        review.get_by_text("gave away a draw: with 11 the game is a draw; with 12 X wins in 3 moves.")
    ).to_be_visible()

    # The key move is shown before it was played: the mistake, and the better move, which has its reason.
    moment = review.get_by_role("button", name="1… O 12")
    table.expect_status("Before 1… O 12")
    expect(table.button("Next")).to_be_focused()
    assert marked(table) == {"12": "?", "11": "!"}
    review.get_by_role("button", name="Better: 11").click()
    expect(page.locator(".last-move")).to_have_text("11: O has two open lines here; it closes one begun by X.")

    # The line that shows why is stepped through on the board, with faint stones.
    review.get_by_role("button", name="Played: 12").click()
    table.expect_status("After 1… O 12")
    table.button("Next").click()
    table.button("Next").click()
    table.expect_stones(X="22 11", O="12 33")
    table.expect_empty("21 31")
    expect(page.locator('[role="gridcell"] .trial')).to_have_count(3)
    table.button("Next").click()
    table.expect_stones(X="22 11 21", O="12 33")
    expect(page.locator(".last-move")).to_have_text("X plays 21, threatening 23 and 31.")
    assert marked(table) == {"12": "1", "11": "2", "33": "3", "21": "4"}
    assert visitor.violations() == []
    page.keyboard.press("Escape")
    expect(moment).to_be_focused()
    table.expect_stones(X="11 21 22 31", O="12 23 33")
    table.expect_status("X won in 4 moves")

    # The game goes on before the mistake, at this screen.
    moment.click()
    expect(moment).to_have_attribute("aria-pressed", "true")
    review.get_by_role("button", name="Try it from here").click()
    table.expect_stones(X="22")
    table.play("11")
    table.expect_stones(X="22", O="11")


@pytest.mark.slow  # the game above is tried again, too
def test_a_lost_game_is_tried_again_against_the_same_computer(visit: Visit) -> None:
    """O, a person, lets X complete the middle column."""
    visitor = visit(still=True)
    visitor.open("/")
    table, page = Table(visitor, "3x3"), visitor.page
    game = against_computer(page, "3x3", ("22", "12", "11", "21"), "o", "oxo")
    visitor.open(f"/g/{game}")
    table.expect_status("You lost in 3 moves")
    table.more("Review")
    review = page.get_by_role("region", name="Review")
    ignored = review.get_by_role("listitem").filter(has_text="ignored a threat: X wins at 33")
    ignored.get_by_role("button").click()
    ignored.get_by_role("button", name="Try it from here").click()
    expect(page).not_to_have_url(re.compile(game))
    table.expect_stones(X="22 11", O="12")
    table.play("33")
    table.expect_status(YOURS)
    while game not in page.url:
        page.go_back()
    expect(page.get_by_role("region", name="Review")).to_be_visible()


@pytest.mark.slow  # two long reviews
@pytest.mark.parametrize(("screen", "theme"), [(DESKTOP, "light"), (SMALL_PHONE, "dark")], ids=["desktop", "phone"])
def test_a_shared_game_is_reviewed(visit: Visit, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen, theme, still=True)
    visitor.open(f"/play?board=4x4x4&moves={CUBE}")
    page = visitor.page
    page.get_by_role("dialog", name=re.compile("O won in ")).get_by_role("button", name="Review").click()
    expect(page.get_by_text("Why X lost")).to_be_visible()
    expect(page.get_by_label("Progress of the review")).to_be_hidden()
    visitor.picture(PICTURES, "review")
    assert visitor.violations() == []
    assert visitor.overflow() == []
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("img", name="The value by move")).to_be_visible()
    # Verdict, graph and the decisive move are in sight together with the board, and few controls.
    parts = [review.get_by_role("heading").first, review.get_by_role("img"), review.get_by_role("listitem").first]
    places = [box_of(part) for part in (*parts, page.locator(".steps"))]
    assert all(one["y"] + one["height"] <= two["y"] for one, two in pairwise(places[:3]))
    assert places[2]["y"] + places[2]["height"] <= min(places[3]["y"], screen.height)
    assert len(visitor.controls()) <= (17 if screen is DESKTOP else 12), visitor.controls()
    expect(page.locator('[role="gridcell"] .label')).to_have_text(["!", "?"])
    board, sheet = box_of(page.locator('[data-region="planes"]')), box_of(page.locator(".panels"))
    assert board["y"] >= 0
    assert sheet["x"] > board["x"] if screen is DESKTOP else board["y"] + board["height"] <= sheet["y"]
