"""What is in sight without scrolling in a game: the turn, the last move with its reason, the board, the newest move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from support.at_the_table import STATUS, Table, opened
from support.browsing import ASIDE, DESKTOP, LARGE, NARROW, PHONE, Screen, Theme, box_of
from support.sights import WON, game_with_reasons, game_won_from_a_program, states_of_a_game, wear

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from support.browsing import Visit, Visitor
    from support.server_process import ServerProcess

pytestmark = pytest.mark.slow  # tests of the page have the layout, computed for these screens
ZOOMED = Screen("zoomed", DESKTOP.width // 2, DESKTOP.height // 2, touch=False)
"""A desktop whose page is enlarged to 200 %."""
SCREENS = [DESKTOP, NARROW, LARGE, ASIDE, ZOOMED]

CUBE = "222.333.111.444.114.441.141.411.144.414.232.323.133.121"
GAMES = {
    "3x3": "22.11.31.13.12",
    "3x3x3": "111.112.223.122.131.213.332.311",
    "4x4x4": CUBE,
    "4x4x4x4": "1111.2222.1112.3333.1113.1114.4444.2221.2231.2341.3214.4123.1432.2323",
}
SMALLEST = 24
"""The smallest width of a cell in pixels."""
EASY = 40
"""The smallest width of a cell of a plane that is shown alone to be played on."""
CLIPPED = "now => now.scrollHeight > now.clientHeight + 1"
MOST = {DESKTOP: 16, LARGE: 16, NARROW: 10, ASIDE: 10, ZOOMED: 10}
"""The largest number of controls in sight."""


def hidden(visitor: Visitor, part: Locator, what: str) -> list[str]:
    """Return whether a part of the page is not wholly in the window, which has not been scrolled."""
    expect(part).to_be_visible()
    box, screen = box_of(part), visitor.screen
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    whole = box["x"] >= 0 and box["y"] >= 0 and right <= screen.width and bottom <= screen.height
    return [] if whole else [f"{what}: {box} on a screen of {screen.width}x{screen.height}"]


def faults_of_board(visitor: Visitor, board: str) -> list[str]:
    """Return what is not in sight of a board, or too small."""
    page, least = visitor.page, SMALLEST
    faults = hidden(visitor, page.locator('[data-region="planes"]'), "planes")
    if board == "4x4x4x4":
        overview = page.get_by_role("group", name="Map of the planes")
        faults += hidden(visitor, overview, "map")
        faults += hidden(visitor, page.locator('[data-region="planes"] [data-cell] .frame.last'), "last move")
        expect(page.get_by_role("grid")).to_have_count(1)
        if visitor.screen in {DESKTOP, LARGE}:
            expect(overview.locator('[data-region="overview"]')).to_have_count(4)
            least = EASY
    elif visitor.screen in {DESKTOP, LARGE} and board != "3x3":
        faults += hidden(visitor, page.locator('[data-region="stack"]'), "stack")
    if visitor.screen in {DESKTOP, LARGE} and board != "3x3":
        faults += hidden(visitor, page.locator(".turntable"), "turntable")
    if visitor.screen is NARROW and board in {"3x3x3", "4x4x4x4"}:
        faults += hidden(visitor, page.locator('[data-region="small"]'), "small stack")
    if visitor.screen is not ZOOMED:
        faults += [
            fault for button in page.locator(".buttons button").all() for fault in hidden(visitor, button, "button")
        ]
    width = page.get_by_role("gridcell").first.evaluate("cell => cell.getBoundingClientRect().width")
    return faults + ([] if width >= least else [f"cells of {width} pixels"])


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_the_turn_the_last_move_and_the_whole_board_are_in_sight(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    page = visitor.page
    faults = []
    wide = [("5x5x5", "333.111.335.222")] if screen in {DESKTOP, LARGE} else []
    for board, moves in [*GAMES.items(), ("4x4x4", WON), *wide]:
        visitor.open(f"/play?board={board}&moves={moves}")
        last = page.locator(".last-move")
        expect(last).to_contain_text(f"played {moves.split('.')[-1]}")
        found = hidden(visitor, page.locator(STATUS), "turn") + hidden(visitor, last, "last move")
        found += faults_of_board(visitor, board) + visitor.overflow()
        assert len(visitor.controls()) <= MOST[screen], visitor.controls()
        if screen in {DESKTOP, LARGE}:
            found += hidden(visitor, page.locator('[aria-current="step"]'), "newest move")
        if board == "4x4x4":
            least, top = {NARROW: (38, 120), ASIDE: (36, 12)}.get(screen, (SMALLEST, 130))
            assert box_of(page.locator('[data-region="planes"] [data-cell]').first)["width"] >= least
            assert box_of(page.locator(".views"))["y"] <= top
        faults += [f"{board}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("screen", [DESKTOP, NARROW, ASIDE], ids=lambda screen: screen.name)
def test_no_question_changes_the_size_or_the_place_of_the_board(
    visit: Visit, served: ServerProcess, screen: Screen
) -> None:
    visitor = visit(screen, still=True)
    visitor.context.add_init_script(STARTED)
    line = visitor.lay_line()
    views, document = visitor.page.locator(".views"), visitor.page.locator("html")
    answers = visitor.page.locator(".asks").get_by_role("button", name=re.compile("^(Decline|Not|Take|Back to|Try)"))
    seen = {}
    for sight in states_of_a_game(served):
        sight.seen_by(visitor)
        assert len(visitor.controls()) <= MOST[screen], (sight.name, visitor.controls())
        seen[sight.name] = box_of(views)
        assert not visitor.page.locator(".now").evaluate(CLIPPED), sight.name
        if answers.count():
            assert hidden(visitor, answers.first, sight.name) == []
            before = re.escape(document.get_attribute("data-started") or "")
            answers.first.click()
            expect(answers, sight.name).to_have_count(0)
            if screen is NARROW:  # what the sheet covered waits, so that a second tap does not reach it
                expect(document).to_have_attribute("data-started", re.compile(f"{before}.*settle"))
            seen[f"{sight.name} answered"] = box_of(views)
    line.cut()
    expect(answers).to_have_text("Try now")
    seen["lost"] = box_of(views)
    line.mend()
    expect(answers).to_have_count(0)
    seen["mended"] = box_of(views)
    for way in ("back", "forward"):
        visitor.page.get_by_role("button", name=f"One move {way}").click()
        seen[way] = box_of(views)
    assert len({tuple(box.values()) for box in seen.values()}) == 1, seen


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_the_reason_of_the_last_move_is_in_sight(visit: Visit, served: ServerProcess, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    game_won_from_a_program(served).seen_by(visitor)
    assert len(visitor.controls()) <= MOST[screen], visitor.controls()
    game_with_reasons(served).seen_by(visitor)
    assert len(visitor.controls()) <= MOST[screen], visitor.controls()
    reason = visitor.page.locator(".last-move")
    expect(reason).to_contain_text("C played")
    expect(reason).to_be_in_viewport()
    assert faults_of_board(visitor, "4x4x4") + ([] if screen is ZOOMED else hidden(visitor, reason, "reason")) == []


def test_the_newest_move_scrolls_into_view_and_the_page_does_not(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    visitor.open(f"/play?board=4x4x4&moves={CUBE}")
    table = Table(visitor, "4x4x4")
    table.play("112", "113", "124", "131")
    newest = visitor.page.locator('[aria-current="step"]')
    expect(newest).to_contain_text("131")
    moves = visitor.page.get_by_role("list", name="Moves")
    inside, around = box_of(newest), box_of(moves)
    assert around["y"] <= inside["y"]
    assert inside["y"] + inside["height"] <= around["y"] + around["height"]
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # Looking back scrolls the list to the move that is shown, and nothing else.
    moves.get_by_role("button").first.click()
    visitor.page.get_by_role("button", name="One move forward").click()
    assert hidden(visitor, visitor.page.locator('[aria-current="step"]'), "shown move") == []
    assert visitor.page.evaluate("scrollY") == 0


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether two parts of the page lie over one another."""
    first, second = box_of(one), box_of(other)
    across = first["x"] < second["x"] + second["width"] and second["x"] < first["x"] + first["width"]
    down = first["y"] < second["y"] + second["height"] and second["y"] < first["y"] + first["height"]
    return across and down


@pytest.mark.parametrize("screen", [NARROW, ASIDE], ids=lambda screen: screen.name)
def test_on_a_phone_the_end_and_the_steps_of_a_proof_are_in_sight_with_the_board(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    page = visitor.page
    board = page.locator('[data-region="planes"]')
    visitor.open(f"/play?board=4x4x4&moves={WON}")
    ended = page.get_by_role("dialog", name="X won in 4 moves")
    steps = page.get_by_role("group", name="Steps")
    assert [fault for part in (ended, board, page.locator(STATUS)) for fault in hidden(visitor, part, "end")] == []
    assert not overlap(ended, board)
    page.get_by_role("button", name="Why?", exact=True).tap()
    Table(visitor, "4x4x4").cell("444").tap()
    expect(page.locator(".last-move")).to_contain_text("X plays 444")
    answer = page.get_by_role("heading", name="Why 444?")
    assert [fault for part in (steps, answer, board) for fault in hidden(visitor, part, "proof")] == []
    assert not overlap(steps, board)


def test_analyse_opens_the_labels_and_the_value_above_the_board(visit: Visit) -> None:
    visitor = visit(NARROW, still=True)
    visitor.open("/")
    page = visitor.page
    page.get_by_role("link", name="Analyse").tap()
    value = page.get_by_role("meter", name="Value of the position")
    expect(value).to_be_visible()
    board = page.locator('[data-region="planes"]')
    assert hidden(visitor, value, "value") + hidden(visitor, board, "planes") == []
    assert not overlap(value, board)
    assert box_of(value)["width"] == box_of(page.locator(".views"))["width"]


@pytest.mark.parametrize(("screen", "view"), [(NARROW, "Planes"), (NARROW, "Stack"), (ASIDE, "Stack")])
def test_on_a_phone_planes_or_stack_are_in_sight(visit: Visit, screen: Screen, view: str) -> None:
    visitor = visit(screen, still=True)
    visitor.open(f"/play?board=4x4x4&moves={CUBE}")
    page = visitor.page
    page.get_by_role("button", name="Stack", exact=True).tap()
    if view == "Planes":
        page.get_by_role("button", name=view, exact=True).tap()
    # Choosing a view opens no menu; that of the view lies below it.
    menu = page.get_by_role("dialog", name="What the views show")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name=view, exact=True).tap()
    assert not overlap(menu, page.locator(f'[data-region="{view.lower()}"]')) or screen is not NARROW
    page.keyboard.press("Escape")
    other = {"Planes": "Stack", "Stack": "Planes"}[view]
    expect(page.locator(f'[data-region="{other.lower()}"]')).to_have_count(0)
    shown = page.locator(f'[data-region="{view.lower()}"]')
    page.evaluate("scrollTo(0, 0)")
    ring = [page.locator(".turntable")] if view == "Stack" else []
    assert [fault for part in (shown, *ring) for fault in hidden(visitor, part, view)] == []


def test_four_dimensions_are_a_row_of_stacks_over_the_plane_of_one_tier(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    table = opened(visitor, "/play?board=4x4x4x4&moves=1111.2222")
    overview = visitor.page.locator('[data-region="overview"]')
    index = table.board.cell
    expect(table.cell("2222")).to_be_visible()
    for name in ("2441", "3421"):
        overview.locator(f'[data-cell="{index(name)}"]').hover()
        expect(table.cell(name)).to_be_visible()
    # A click on a tier keeps it, and plays nowhere; the reply is shown once the pointer has left.
    overview.locator(f'[data-cell="{index("3421")}"]').click()
    table.play("3421", "3422")
    visitor.page.locator(".status").hover()
    table.expect_stones(X="3421", O="3422")
    # The focus keeps it, too, if the keys brought it.
    table.press("ArrowLeft", "[", "[")
    table.expect_empty("3421")
    table.press("]", "]")
    visitor.page.get_by_role("slider", name="Turn the stack").press("PageUp")
    # Stacks alone are played on, and the choice is kept for this board only.
    table.button("Stack").click()
    stacks = visitor.page.locator('[data-region="stack"]')
    expect(stacks).to_have_count(4)
    assert [fault for stack in stacks.all() for fault in hidden(visitor, stack, "stack")] == []
    table.play("1112")
    visitor.open("/play?board=4x4x4")
    expect(table.button("Planes and stack")).to_have_attribute("aria-pressed", "true")
    for page in ("play", "rules"):
        visitor.open(f"/{page}?board=4x4x4x4")
        expect(table.button("Stack")).to_have_attribute("aria-pressed", "true")


STARTED = """
document.addEventListener("animationstart", ({ animationName }) => {
  const { dataset } = document.documentElement;
  dataset.started = `${dataset.started ?? ""} ${animationName.split("-").at(-1)}`;
});
"""
"""A script that lists the animations of a page, as their names, on its root."""


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_a_stone_drops_in_and_a_full_line_is_drawn_and_holds(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen)
    visitor.context.add_init_script(STARTED)
    visitor.open(f"/play?board=4x4x4&moves={WON}")
    page = visitor.page
    for name in ("drop", *(["draw"] if screen is DESKTOP else []), "swell"):
        expect(page.locator("html")).to_have_attribute("data-started", re.compile(name))
    page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => null)")
    if screen is PHONE:
        page.get_by_role("button", name="Stack", exact=True).tap()
    expect(page.locator('[data-region="stack"] .beam.x')).to_be_attached()
    expect(page.locator('[data-region="stack"] .cell.won')).to_have_count(4)
    if screen is PHONE:
        page.get_by_role("button", name="Planes", exact=True).tap()
    expect(page.locator('[data-region="planes"] .cell.won')).to_have_count(4)
    expect(page.locator('[data-region="planes"] .number')).to_have_text(["1", "2", "3", "4"])


def test_the_end_is_said_once_and_the_other_stones_fade(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    visitor.open(f"/play?board=4x4x4&moves={WON}")
    expect(visitor.page.locator(STATUS)).to_have_text("X won in 4 moves")
    faded = visitor.page.locator('[data-region="stack"] .stand:not(.won)')
    expect(faded).to_have_count(3)
    expect(faded.first).to_have_css("opacity", "0.34")


def test_nothing_moves_for_people_who_ask_for_less_motion(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    visitor.context.add_init_script(STARTED)
    visitor.open(f"/play?board=4x4x4&moves={WON}")
    expect(visitor.page.locator('[data-region="stack"] .beam.x')).to_be_attached()
    expect(visitor.page.locator("html")).not_to_have_attribute("data-started", re.compile("."))


@pytest.mark.parametrize(("name", "theme"), [("Wood", "dark"), ("High contrast", "light"), ("High contrast", "dark")])
def test_themes_are_accessible_and_kept(visit: Visit, name: str, theme: Theme) -> None:
    visitor = visit(DESKTOP, theme, still=True)
    page = visitor.page
    wear(visitor, name)
    assert visitor.violations() == []
    visitor.open(f"/play?board=4x4x4&moves={WON}")
    expect(page.locator(STATUS)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", {"Wood": "wood"}.get(name, "contrast"))
    assert visitor.violations() == []
    # Labels in every colour: on the board, and in the legend.
    visitor.open(f"/analyse?board=4x4x4&moves={CUBE}")
    expect(page.get_by_text("All values are exact.")).to_be_visible()
    assert visitor.violations() == []


def test_paper_has_the_board_in_light_colours_and_nothing_to_click(visit: Visit) -> None:
    page = (visitor := visit(DESKTOP, "dark", still=True)).page
    visitor.open("/play?board=4x4x4&moves=111.112.222.113.333.114.444")
    expect(page.get_by_text("X won in 4 moves").first).to_be_visible()
    page.emulate_media(media="print")
    for clicked in ("button", "input", "select", "nav", "[role=tab]"):
        expect(page.locator(clicked).locator("visible=true")).to_have_count(0)
    expect(page.locator("[role=gridcell]").locator("visible=true")).to_have_count(64)
    expect(page.locator('[data-region="stack"] .beam')).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1
