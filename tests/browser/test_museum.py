"""The museum: its room, every exhibit on a desktop and on a phone, and games on the period screens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from support.at_the_table import Table
from support.browsing import DESKTOP, NARROW, Screen, Theme, box_of
from support.sights import faults

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from support.browsing import Visit, Visitor
    from support.server_process import Json, ServerProcess


class Shown(NamedTuple):
    """A program of the museum; `text` is a text on its screen, and `move` the field or button that takes a move."""

    name: str
    board: str
    seat: str
    text: str
    move: str
    """Empty for a click on a cell."""
    cell: str


SLOW = pytest.mark.slow  # other screens, themes and programs, and what is special about one program
PROGRAMS = (
    Shown("ibm1620", "4x4x4", "o", "3-D TIC-TAC-TOE", "YOUR MOVE?", "222"),
    Shown("atari-st", "4x4x4", "o", "The six weights", "", "222"),
    Shown("delphi", "3x3x3", "o", "Analyse", "", "111"),
    Shown("magic-square", "3x3", "x", "Every line adds up to 15", "", ""),
    Shown("fignition", "3x3", "x", "The computer always starts", "Key 1: row 1, column 1", "11"),
)


def stored(served: ServerProcess, page: Page) -> Json:
    """Return the shown game as the server has it."""
    found = re.search(r"/g/([A-Za-z0-9_-]+)", page.url)
    assert found, page.url
    return served.ask(f"api/games/{found[1]}")


def play_it(visitor: Visitor, program: Shown) -> Table:
    """Begin the game of an exhibit, and wait until it is the visitor's turn on the period screen."""
    visitor.page.get_by_role("button", name=re.compile("^Play it")).click()
    table = Table(visitor, program.board)
    table.expect_status(re.compile("^Your turn"))
    expect(visitor.page.get_by_text(program.text).first).to_be_visible()
    return table


def move_on_the_screen(table: Table, program: Shown, cell: str) -> None:
    """Make a move as the period screen takes it."""
    if not program.move:
        table.cell(cell).click()
    elif program.name == "ibm1620":
        table.page.get_by_label(program.move).fill(cell)
        table.button("Return").click()
    else:
        table.button(program.move).click()


@pytest.mark.parametrize(
    ("screen", "theme"),
    [(DESKTOP, "light"), pytest.param(NARROW, "dark", marks=SLOW)],
    ids=["wide-light", "narrow-dark"],
)
@pytest.mark.parametrize(
    "program",
    [*(pytest.param(each, marks=SLOW) for each in PROGRAMS[:-1]), PROGRAMS[-1]],
    ids=lambda program: program.name,
)
def test_an_exhibit_shows_its_game_and_is_played_on_its_screen(
    visit: Visit, served: ServerProcess, program: Shown, screen: Screen, theme: Theme
) -> None:
    visitor = visit(screen, theme, still=True)
    page = visitor.page
    visitor.open(f"/museum/{program.name}")
    exhibit = served.ask(f"api/museum/{program.name}")
    expect(page.get_by_role("heading", level=1, name=exhibit["title"], exact=True)).to_be_visible()

    # The sample game, which begins on the program's own screen: every reason, annotated moment, and row that decided.
    expect(page.get_by_role("button", name="Go there")).to_have_count(0)
    steps = exhibit["sample"]["steps"]
    remarks = page.locator(".remarks")
    for step in steps:
        page.get_by_role("button", name="Next move").click()
        expect(remarks).to_contain_text(step["cell"])
        if step["by_program"]:
            expect(remarks).to_contain_text(f"Its reason: {step['sentence']}")
            decided = [key for key, state in step["figure"]["states"].items() if state == "decided"]
            expect(page.locator('tr[aria-current="step"]')).to_have_count(len(decided))
        if step["moment"] is not None:
            expect(remarks).to_contain_text(step["moment"]["text"])
    result = exhibit["sample"]["result"]
    expect(remarks).to_contain_text(
        {"ibm1620": "M", "atari-st": "C", "delphi": "O"}.get(program.name, result[0]) + result[1:]
    )
    for folded in page.locator("#curious ~ div > details > summary").all():
        folded.click()
    found = faults(visitor, f"exhibit-{program.name}-open")
    expect(page.locator("#story").get_by_text(" From the document: ").first).to_be_visible()
    for title in ("The OTHER-1's television", "The 1620's typewriter") if program.name == "ibm1620" else ():
        page.get_by_role("button", name=title).click()
        found += faults(visitor, f"exhibit-{program.name}-screen")
    page.get_by_role("button", name="Ordinary board").click()
    found += faults(visitor, f"exhibit-{program.name}-board")

    table = play_it(visitor, program)
    game = stored(served, page)
    assert game["board"] == program.board
    assert game["seats"][program.seat]["player"] == program.name
    assert game["seats"]["x" if program.seat == "o" else "o"]["kind"] == "person"
    cell = program.cell or next(name for name in ("11", "22") if name not in game["moves"])
    move_on_the_screen(table, program, cell)
    # The turn is the visitor's again after the reply, whose reason stands among the moves.
    expect(page.locator(".note").first).not_to_have_text("")
    table.expect_status(re.compile("^Your turn"))
    game = stored(served, page)
    ply = str(len(game["moves"]))
    assert game["moves"][-2] == cell
    reason = game["notes"][ply]["sentence"]
    assert reason
    expect(page.locator(".note").first).to_have_text(reason)
    found += faults(visitor, f"play-{program.name}")
    table.button("Ordinary board").click()
    expect(table.cell(cell)).not_to_have_accessible_name(re.compile("empty"))
    table.button("More").click()
    page.get_by_role("link", name="Its exhibit in the museum").click()
    expect(page.get_by_role("heading", level=1, name=exhibit["title"], exact=True)).to_be_visible()
    assert not found, "\n".join(found)


@SLOW
def test_the_paper_of_the_typewriter_is_kept_and_a_new_game_is_typed(visit: Visit, served: ServerProcess) -> None:
    visitor = visit(still=True)
    page = visitor.page
    visitor.open("/museum/ibm1620")
    table = play_it(visitor, PROGRAMS[0])
    paper = page.get_by_role("log")
    for typed, answer in (("999", "999? TYPE 3 DIGITS"), ("111", "MY MOVE")):
        page.get_by_label("YOUR MOVE?").fill(typed)
        table.button("Return").click()
        expect(paper).to_contain_text(answer)
    expect(page.get_by_label("YOUR MOVE?")).to_be_focused()
    kept = paper.locator("[aria-hidden]").inner_text()
    page.reload()
    expect(paper.locator("[aria-hidden]")).to_have_text(kept, use_inner_text=True)
    page.get_by_role("switch", name="Next game: you move first").press("Space")
    page.get_by_label("YOUR MOVE?").fill("new")
    table.button("Return").click()
    expect(paper).to_contain_text("DO YOU MOVE FIRST? N")
    assert stored(served, page)["seats"]["x"]["player"] == "ibm1620"


@pytest.mark.slow  # tests of the server and of the page share most of it
@pytest.mark.parametrize(("screen", "still"), [(DESKTOP, False), (NARROW, True)], ids=["wide", "narrow-still"])
def test_the_levels_answer_what_the_visitor_places(
    visit: Visit, served: ServerProcess, screen: Screen, *, still: bool
) -> None:
    visitor = visit(screen, still=still)
    page = visitor.page
    visitor.open("/museum/ibm1620#levels")  # a link opens a part that is folded
    levels = served.ask("api/museum/ibm1620/levels")["levels"]
    flow = page.get_by_role("img", name="The way of a decision through the levels")
    for shown in levels:
        page.get_by_role("button", name=f"Level {shown['number']}", exact=True).click()
        expect(page.locator(".said")).to_contain_text(shown["text"])
        expect(flow.locator("g.decided")).to_have_attribute("data-level", str(shown["level"]))
        expect(page.get_by_role("button", name=re.compile("marked, decides"))).to_have_count(len(shown["crossings"]))
    assert faults(visitor, "levels") == []
    # In the position of level 4 the person takes the crossing, and another level answers.
    page.get_by_role("button", name="Level 4", exact=True).click()
    for before in ("empty, marked, decides, the machine's move", "machine"):
        page.get_by_role("button", name=re.compile(f"^214: {before}")).click()
    person = page.get_by_role("button", name=re.compile("^214: person"))
    expect(person).to_be_visible()
    expect(page.locator(".said")).to_contain_text("level 10 (")
    expect(flow.locator("g.decided")).to_have_attribute("data-level", "10")
    # Keys as on the board: an arrow leads to the next cell of the plane, Enter changes it.
    person.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    cell = page.get_by_role("button", name=re.compile(r"^212: "))
    expect(cell).to_be_focused()
    was = str(cell.get_attribute("aria-label"))
    page.keyboard.press("Enter")
    expect(cell).not_to_have_accessible_name(was)
    expect(page.locator(".grids [tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="Guess its next level").click()
    expect(page.get_by_text("Which of them gives the machine's move?")).to_be_visible()
    page.get_by_role("button", name="Level 3", exact=True).press("Enter")
    expect(page.get_by_text(re.compile(r"(Right\.|No, level \d+\.) \d of 3 in a row"))).to_be_visible()
    expect(flow.locator("g.decided")).to_have_count(1)
    # A whole game plays slowly, or answer by answer where less motion is asked for.
    play = page.get_by_role("button", name="Play a game slowly")
    if still:
        expect(play).to_be_hidden()
        page.get_by_role("button", name="Step through a game").click()
        page.get_by_role("button", name="To its move").click()
        expect(flow.locator("g.decided")).to_have_attribute("data-level", "11")
    else:
        play.click()
        expect(flow.locator("g.looking")).to_have_attribute("data-level", "3")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Step", exact=True).click()
        expect(flow.locator("g.decided")).to_have_count(0)
    # Row by row through the example of level 5: Routine One marks, and Routine Two takes the second marked cell.
    page.get_by_role("button", name="Level 5", exact=True).click()
    page.get_by_role("button", name="Step through this move").click()
    for steps, said in ((3, "324 234 144 414: it marks 324 234."), (3, "232 233 234 231: the move is 234.")):
        for _ in range(steps):
            page.get_by_role("button", name="Step", exact=True).click()
        expect(page.get_by_text(f"Row {said}")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("row in hand$"))).to_have_count(4)
    assert faults(visitor, "levels-game") == []


@SLOW
def test_the_weights_of_the_atari_apply_in_the_game(visit: Visit, served: ServerProcess) -> None:
    visitor = visit(still=True)
    page = visitor.page
    visitor.open("/museum/atari-st")
    table = play_it(visitor, PROGRAMS[1])
    weight = page.get_by_label("H___")
    weight.focus()
    weight.press("End")
    expect(page.locator("output").nth(2)).to_have_text("20")
    table.cell("222").click()
    expect(page.locator(".note").first).to_contain_text("20 H___")
    assert stored(served, page)["seats"]["o"]["player"] == "atari-st:h=20"
    # Red is the computer on either side.
    table.more("Opponent, sides …")
    table.click("Swap sides")
    table.expect_status(re.compile("^Your turn: you are H"))
    table.button("Ordinary board").click()
    cells = stored(served, page)["moves"]
    computer, human = (table.cell(cells[ply]).locator("text").first for ply in (0, 1))
    expect(computer).to_have_text("C")
    expect(human).to_have_text("H")
    inks = [text.evaluate("text => getComputedStyle(text).fill") for text in (computer, human)]
    red, _, blue = (int(part) for part in re.findall(r"\d+", inks[0])[:3])
    assert red > blue, inks
    red, _, blue = (int(part) for part in re.findall(r"\d+", inks[1])[:3])
    assert blue > red, inks


@SLOW
def test_the_atari_goes_on_when_its_draw_is_declined(visit: Visit, served: ServerProcess) -> None:
    errata = served.ask("api/museum/atari-st")["errata"]
    moves = next(erratum["replay"]["moves"] for erratum in errata if erratum["key"] == "declared-draw")
    made = served.make({"kind": "player", "player": "atari-st"}, {"kind": "open"}, moves=moves)
    visitor = visit(still=True)
    visitor.open(f"/g/{made['game']['id']}")
    table = Table(visitor, "4x4x4")
    table.button("Play O").click()
    table.button("Decline").click()
    table.expect_status(re.compile("^Your turn"))
    assert stored(served, visitor.page)["ply"] == 17


@pytest.mark.slow  # the room plays below
@pytest.mark.parametrize("screen", [DESKTOP, NARROW], ids=lambda screen: screen.name)
def test_each_card_of_the_room_opens_with_its_screen(visit: Visit, served: ServerProcess, screen: Screen) -> None:
    visitor = visit(screen, still=True)
    visitor.open("/museum")
    cards = visitor.page.locator("ol.tiles > .card")
    for index, exhibit in enumerate(served.ask("api/museum")["exhibits"]):
        card = cards.nth(index)
        card.scroll_into_view_if_needed()  # a screen is drawn when it comes into sight
        expect(card.get_by_role("heading")).to_have_text(exhibit["title"])
        picture = card.get_by_role("img", name=exhibit["title"])
        # The marks of the position: letters of the text, or shapes of the drawing.
        letters = {"ibm1620": "[MP]", "atari-st": "^[CH]_$", "fignition": "[XO]"}.get(exhibit["name"])
        if letters is None:
            marks = picture.locator(":is(circle, path):is(.mark, [stroke='var(--x)'], [stroke='var(--o)'])")
            expect(marks).to_have_count(len(exhibit["screen"]))
        else:
            marks = picture.locator("text, [data-text]")
            expect(marks.first).to_be_visible()
            texts = marks.evaluate_all("all => all.map(each => each.dataset.text ?? each.textContent)")
            assert sum(len(re.findall(letters, text)) for text in texts) == len(exhibit["screen"])
        place, head = box_of(picture), box_of(card.get_by_role("heading"))
        assert place["width"] > 150
        assert place["x"] < head["x"] or place["y"] < head["y"]
    assert faults(visitor, "room") == []


@SLOW
def test_two_people_play_on_the_delphi_form(visit: Visit) -> None:
    visitor = visit(NARROW, still=True)
    page = visitor.page
    visitor.open("/museum/delphi")
    page.get_by_role("link", name="Two players").click()
    table = Table(visitor, "3x3x3")
    form = page.locator(".form")
    form.get_by_role("button", name="Analyse").click()
    # The centre wins in seven plies, and every one of the 27 fields has a label.
    expect(table.cell("222")).to_have_accessible_name(re.compile(r"empty, W7$"))
    for cell in range(27):
        expect(page.locator(f'[data-cell="{cell}"]')).to_have_accessible_name(re.compile(r"[WL]\d+$"))
    expect(form).to_contain_text("States and events: gsMoving, guAnalyseBtn")
    table.cell("222").click()
    expect(form).to_contain_text("X moves")
    expect(form).to_contain_text("gsMoving, guMove")
    table.cell("111").click()
    expect(form).to_contain_text("O moves")
    assert faults(visitor, "two-on-the-form") == []
    # The address has the moves and the form.
    page.reload()
    expect(form).to_contain_text("O moves")
    form.get_by_role("button", name="Undo").click()
    table.expect_empty("111")
    form.get_by_text("States and events: gsMoving, guBackBtn").click()
    expect(form.locator(".this .lit")).to_have_text("backproc")
    assert faults(visitor, "delphi-states") == []
    table.button("Ordinary board").click()
    expect(form).to_be_hidden()
    table.expect_stones(O="222")
    table.more("The Delphi form")
    form.get_by_role("button", name="New game").click()
    table.expect_empty("222")
    expect(form).to_contain_text("O moves")


@SLOW
def test_any_key_begins_another_game_after_one_that_the_fignition_has_won(visit: Visit, served: ServerProcess) -> None:
    visitor = visit(still=True)
    page = visitor.page
    visitor.open("/museum/fignition")
    table = play_it(visitor, PROGRAMS[4])
    # After 1 its answer is 2; a stone beside its threat lets it win.
    expect(table.button("Key 1: row 1, column 1")).to_be_visible()
    page.keyboard.press("1")
    table.expect_status(re.compile("^Your turn"))
    page.keyboard.press("3")
    screen = page.get_by_role("img", name=re.compile("^The screen"))
    won = re.compile("I WIN!")
    expect(screen).to_have_accessible_name(won)
    # 27 by 26 characters with the margin, in the dots of a PAL picture of 4 to 3: 0.2 of 52 µs, 1 of 288 lines.
    picture = box_of(screen)
    assert picture["width"] / picture["height"] == pytest.approx(27 / 26 * (0.2 / 52) * 288 * 4 / 3, rel=0.01)
    page.locator("body").press("k")
    expect(screen).not_to_have_accessible_name(won)
    table.expect_status(re.compile("^Your turn: you are O"))
    assert stored(served, page)["seats"]["x"]["player"] == "fignition"


@SLOW
def test_a_printed_erratum_ends_the_game_and_the_page_says_why(visit: Visit, served: ServerProcess) -> None:
    visitor = visit(NARROW, still=True)
    page = visitor.page
    visitor.open("/museum/fignition")
    page.get_by_label("Listing").select_option("As printed")
    table = play_it(visitor, PROGRAMS[4])
    table.button("Key 4: row 2, column 3").click()
    table.expect_status(re.compile("^Your turn"))
    table.button("Key 2: row 1, column 2").click()
    # It would put a stone on 9, and the ring ends at 8.
    expect(page.get_by_text("its winning X goes to 9, which is no square").first).to_be_visible()
    assert stored(served, page)["result"]["text"] == "O wins (illegal move)"
    expect(page.get_by_role("img", name=re.compile("^The screen: I WIN!"))).to_be_visible()
    assert faults(visitor, "printed-fignition") == []


def check_answers(visitor: Visitor, served: ServerProcess) -> None:
    """Ask each question, and all programs in a position; each answer stands under the program's own screen."""
    page = visitor.page
    for question in served.ask("api/museum/questions"):
        page.get_by_role("button", name=question["title"], exact=True).click()
        expect(page.get_by_role("heading", level=2, name=question["question"], exact=True)).to_be_visible()
        cards = page.get_by_role("region", name=question["question"]).get_by_role("listitem")
        expect(cards).to_contain_text([f"plays {each['answer']['written']}" for each in question["answers"]])
        expect(cards.get_by_role("img").locator(".chosen")).to_have_count(len(question["answers"]))
        has_lines = any(each["answer"]["lines"] for each in question["answers"])
        assert bool(cards.locator("polyline").count()) == has_lines
    for exhibit in served.ask("api/museum")["exhibits"]:
        for text in ("numbers", "beaten_by"):
            expect(page.get_by_role("table").get_by_role("cell", name=exhibit["compared"][text])).to_be_visible()
    own = page.get_by_role("region", name="Your position")
    expect(own.get_by_text("Place a stone, and each program says what it plays.")).to_be_visible()
    own.locator('[role="gridcell"][data-cell="4"]').click()
    expect(own.get_by_role("row", name=re.compile("^Magic square .*number 8"))).to_be_visible()
    expect(own.get_by_role("row", name=re.compile("^FIGnition it always starts"))).to_be_visible()
    own.get_by_role("button", name="Undo").click()
    expect(own.get_by_role("row", name=re.compile("^FIGnition 22, square 0"))).to_be_visible()


def test_the_room_plays_its_sample_games_and_begins_one(visit: Visit, served: ServerProcess) -> None:
    exhibit = served.ask("api/museum")["exhibits"][0]
    plies = len(exhibit["screen"])
    assert exhibit["screen"] == exhibit["sample_moves"][:plies]
    visitor = visit(still=True)
    visitor.open("/museum")
    name = "The period screen of 3D Tic Tac Toe"
    picture = visitor.page.get_by_role("img", name=name, exact=True)
    picture.scroll_into_view_if_needed()  # a screen is drawn when it comes into sight
    screen = picture.locator("svg")
    expect(screen).to_have_text(re.compile("M"))
    assert len(re.findall("[MP]", str(screen.text_content()))) == plies
    expect(visitor.page.get_by_role("button", name="Let the screens play")).to_be_visible()
    check_answers(visitor, served)
    visitor = visit()
    page = visitor.page
    visitor.open("/museum")
    picture = page.get_by_role("img", name=name, exact=True)
    picture.scroll_into_view_if_needed()
    screen = picture.locator("svg")
    expect(screen).to_have_text(re.compile("M"))
    expect(screen).not_to_have_text(str(screen.text_content()))
    page.get_by_role("button", name="Hold the screens").click()
    page.get_by_role("button", name="Play 3D Tic Tac Toe", exact=True).click()
    Table(visitor, "4x4x4").expect_status(re.compile("^Your turn"))
    expect(page.get_by_label("YOUR MOVE?")).to_be_visible()
    assert stored(served, page)["seats"]["o"]["player"] == "ibm1620"


@SLOW
def test_an_unknown_exhibit_leads_back_to_the_museum(visit: Visit) -> None:
    visitor = visit(still=True)
    visitor.expect_fault("404")
    visitor.open("/museum/deep-blue")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("The museum has no such program")
    visitor.page.get_by_role("link", name="To the museum").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("A museum that runs")
