"""What the documentation says of the page, of labels and of levels, compared with the page and the library.

The commands of a page and what they print are run in `test_docs.py`.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.texts import VALUE, texts

from hyperoxo import MAX_CELLS, Board
from hyperoxo.outcomes import moves_of_side
from hyperoxo.planes import planes
from hyperoxo.players.oxo.levels import LEVELS, LevelLimits
from hyperoxo.server.clients import MEMBERS_PART
from hyperoxo.server.games.names import new_code
from hyperoxo.server.settings import ClientLimits
from hyperoxo.solver.explain.grouping import LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web/src/view"
SOURCES = [*WEB.parent.rglob("*.svelte"), *WEB.parent.rglob("*.ts")]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
DOCS = {
    path: FENCED.sub("", path.read_text(encoding="utf-8"))
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
LABEL = re.compile(r"\b[WL]≤?(\d+)\b(.*?)(?=\b[WL]≤?\d|[.;]|\n\n|$)", re.DOTALL)
"""A label, and the words up to the next one or to the end of the sentence."""
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
COUNTED = re.compile(rf"\b(\d+|{'|'.join(NUMBERS + ORDINALS)}) \[?(move|ply|plies)")


def number(word: str) -> int:
    """Return a number that is written with digits or as a word."""
    for words in (NUMBERS, ORDINALS):
        if word in words:
            return words.index(word)
    return int(word)


def test_the_moves_and_plies_beside_a_label_are_its_own() -> None:
    page = {path: path.read_text(encoding="utf-8") for path in (*WEB.rglob("*.svelte"), WEB.parent / "state/labels.ts")}
    compared = set()
    for path, text in (DOCS | page).items():
        if path.name == "delphi.md":
            continue  # it compares the two counts of its document
        for plies, words in LABEL.findall(text):
            for count, unit in COUNTED.findall(words):
                expected = moves_of_side(int(plies)) if unit == "move" else int(plies)
                assert number(count) == expected, (path, plies, words)
                compared.add(path.name)
    assert compared >= {"player.md", "analyst.md", "analysis.md", "labels.ts"}


def test_marks_of_threats_have_the_names_of_the_pages_help() -> None:
    """The name comes from the row of the help that speaks of completing a line."""
    help_page = (WEB / "pages/HelpPage.svelte").read_text(encoding="utf-8")
    [name] = re.findall(r'\["A ([^"]+)", "that side completes a line', help_page)
    for path in ("tutorials/player.md", "page.md"):
        text = " ".join(DOCS[ROOT / "docs" / path].split()).lower()
        assert name in text


def test_no_page_says_that_a_level_plays_worse_than_it_sees() -> None:
    """docs/house.md: a level never overlooks what it can see, and never plays a worse move on purpose."""
    named = {
        name: int(level)
        for level, name in json.loads((ROOT / "python/hyperoxo/players/levels.json").read_text()).items()
    }
    said = re.compile(rf"\*(?:{'|'.join(named)})\*[^.]*?\b(?:mistakes?|on purpose|at random|overlooks?)\b")
    assert {path: said.findall(text) for path, text in DOCS.items() if said.search(text)} == {}
    assert "*Easy* sees only lines to complete or block" in " ".join(DOCS[ROOT / "docs/tutorials/player.md"].split())
    assert LEVELS[named["Easy"]] == LevelLimits(own=1, other=1)


# ---- Names of buttons, panels and settings.

HELP = WEB / "pages/HelpPage.svelte"
CUBE = Board("4x4x4")
NAMED = {
    str(path.relative_to(ROOT)): text
    for path, text in DOCS.items()
    if path.parent in {ROOT, ROOT / "docs", ROOT / "docs/tutorials"}
}
"""The pages on which `*Undo*` is a name of the page."""
EMPHASISED = re.compile(r"(?<![*\w])\*([A-Z0-9][^*]*)\*(?!\*)")
OTHER_NAMES = {
    "Print": "the browser's",
    "So lernt man lernen": "a book",
}
"""Emphasised texts that are no names of the page, each with what it is."""
MENUS = {
    "More": ["play/MoreMenu.svelte", "play/panels.ts", "play/liveDialogs.ts", "board/MarkLegend.svelte"],
    "More ways": ["share/SharePanel.svelte"],
}
"""Where the entries of a menu come from."""
HOMES = {
    "Analyse": "pages/StartPage.svelte",
    "Back": "play/StepBar.svelte",
    "Choose a name": "Header.svelte",
    "Drills": "pages/LearnPage.svelte",
    "End it": "play/liveDialogs.ts",
    "Games": "analysis/AnalysisPanel.svelte",
    "Help": "play/MoreMenu.svelte",
    "Hint": "play/RailButtons.svelte",
    "Learn": "Header.svelte",
    "More": "play/RailButtons.svelte",
    "New game": "play/liveDialogs.ts",
    "Next": "play/StepBar.svelte",
    "Open a record": "pages/OpenRecordPage.svelte",
    "Openings": "analysis/AnalysisPanel.svelte",
    "Ordinary board": "play/GameView.svelte",
    "Planes": "board/ViewChoice.svelte",
    "Puzzles": "pages/LearnPage.svelte",
    "Review": "review/EndCard.svelte",
    "Settings": "Header.svelte",
    "Share": "play/panels.ts",
    "Stack": "board/ViewChoice.svelte",
    "Undo": "play/LiveGame.svelte",
    "Why": "analysis/AnalysisPanel.svelte",
    "Why?": "play/RailButtons.svelte",
    "Write a program": "pages/LearnPage.svelte",
    "You": "Header.svelte",
    "Your games": "play/YourGames.svelte",
}
"""Of names that several parts of the page have, the part that the docs speak of."""


def names(paths: list[Path]) -> set[str]:
    """Return the texts in sources as names: without what follows a colon, and without the dots that ask for more."""
    return {text.split(": ")[0].rstrip(f" :{VALUE}") for path in paths if path != HELP for text in texts(path)}


def emphasised(text: str) -> list[str]:
    """Return the emphasised texts of a page that begin as names do."""
    return [" ".join(name.split()) for name in EMPHASISED.findall(re.sub("`[^`]*`", "", text))]


def test_every_name_in_the_docs_is_a_name_on_the_page() -> None:
    levels = json.loads((ROOT / "python/hyperoxo/players/levels.json").read_text())
    parts = {path: names([path]) for path in SOURCES}
    known = {*levels.values()}.union(OTHER_NAMES, *parts.values())
    said = {path: emphasised(text) for path, text in NAMED.items()}
    assert {path: unknown for path, found in said.items() if (unknown := {*found} - known)} == {}
    several = [name for name in {*chain(*said.values())} if sum(name in part for part in parts.values()) > 1]
    assert {*several} - HOMES.keys() == set(), "say which of them the docs mean"
    assert {name for name, home in HOMES.items() if name not in parts[WEB / home]} == set()
    assert {"Easy", "Undo", "Hint", "Review", "Open a record"} <= {*said["docs/tutorials/player.md"]}
    assert len({*said["docs/page.md"]}) > 25


def test_every_name_in_the_help_is_a_name_on_the_page() -> None:
    quoted = re.findall("“([^”]+)”", " ".join(texts(HELP)))
    assert {name.rstrip(f" {VALUE}") for name in quoted if name[0].isupper()} - names(SOURCES) == set()
    assert "Play a friend" in quoted


@pytest.mark.parametrize("menu", MENUS)
def test_what_the_docs_find_behind_a_menu_is_in_it(menu: str) -> None:
    behind = [
        name
        for text in NAMED.values()
        for name in re.findall(rf"\*([^*]+)\*,? behind\s\*{menu}\*", text)
        + [name for rest in re.findall(rf"\*{menu}\* has\s[^:*]*(:[^.]*)", text) for name in emphasised(rest)]
    ]
    assert behind
    assert {*behind} - names([WEB / source for source in MENUS[menu]]) == set()


def test_the_modes_of_an_analysis_are_listed_in_their_order() -> None:
    shown = re.findall(r'name: "([^"]+)", load', (WEB / "analysis/AnalysisPanel.svelte").read_text(encoding="utf-8"))
    assert len(shown) == 5
    listed = re.findall(r"^- \*([^*]+)\*", NAMED["docs/page.md"], re.MULTILINE)
    assert [name for name in listed if name in shown] == shown


# ---- Keys.


def commands() -> dict[str, str]:
    """Return the command of each key of a letter or sign, from the page's own table."""
    keys = (WEB / "board/keyboard.ts").read_text(encoding="utf-8")
    found = dict(re.findall(r'\["(.)", \{ kind: "command", command: "(\w+)" \}\]', keys))
    [other] = re.findall(r'event\.key === "(.)"', (ROOT / "web/src/App.svelte").read_text(encoding="utf-8"))
    return found | {other: "next game"}


def test_the_help_has_every_key_of_the_page() -> None:
    rows = re.findall(r'\[\["(.)"\], "', HELP.read_text(encoding="utf-8"))
    assert {*rows} == {*commands()}
    assert len(rows) == len({*rows})


def test_the_table_of_keys_has_those_of_the_help() -> None:
    shown = HELP.read_text(encoding="utf-8").partition('id: "keys"')[2].partition('id: "marks"')[0]
    keys = re.findall('"([^"]+)"', " ".join(re.findall(r'\[\[(.*?)\], "', shown)))
    table = NAMED["docs/page.md"].partition("| keys |")[2].partition("\n\n")[0]
    assert sorted(re.findall("`([^`]+)`", table)) == sorted(keys)
    assert {*commands()} < {*keys}


@pytest.mark.parametrize(
    ("said", "command"),
    [
        (r"`(.)` for all keys", "help"),
        (r"long press, or `(.)`", "why"),
        (r"\*Next\* (?:or )?`(.)`", "forward"),
        (r"\*Back\* (?:or )?`(.)`", "back"),
        (r"forward\*, or `(.)`", "redo"),
        (r"`(.)` (?:goes to|for) the next", "next game"),
    ],
)
def test_a_key_of_the_docs_does_what_they_say(said: str, command: str) -> None:
    keys = re.findall(said.replace(" ", r"\s"), NAMED["docs/page.md"])
    assert keys
    assert [commands()[key] for key in keys] == [command] * len(keys)


# ---- Figures and words.


def source(path: str, pattern: str) -> str:
    """Return what a pattern finds in a source of the page."""
    found: list[str] = re.findall(pattern, (WEB.parent / path).read_text(encoding="utf-8"))
    assert len(found) == 1, (path, pattern)
    return found[0]


def lines_of_the_cube(*, many: bool) -> str:
    """Return in how many lines each corner and cell in the middle of the cube lies, or each other cell."""
    special = [len({digit in "14" for digit in CUBE.name(cell)}) == 1 for cell in CUBE]
    [count] = {len(CUBE.lines_through(cell)) for cell in CUBE if special[cell] == many}
    return NUMBERS[count]


def printed(path: str, pattern: str) -> str:
    """Return what a pattern finds in what a tutorial's commands print, which `test_docs.py` compares."""
    found: list[str] = re.findall(pattern, (ROOT / "docs/tutorials" / path).read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 1, (path, pattern)
    return found[0]


LIMITS = ClientLimits()

FIGURES: dict[str, list[tuple[str, Callable[[], str]]]] = {
    "page.md": [
        (r"other up to (\d+) cells", lambda: str(MAX_CELLS)),
        (r"levels 1 and (\d)\)", lambda: source("state/coach.ts", r"const EASY = (\d);")),
        (r"has (\d+) minute or \d+ seconds left", lambda: source("state/clocks.ts", r'"(\d+) minute left"')),
        (r"has \d+ minute or (\d+) seconds left", lambda: source("state/clocks.ts", r'"(\d+) seconds left"')),
        (r"gives (?:you )?(\w+) words", lambda: NUMBERS[len(new_code()[0].split())]),
        (r"`a` to `(.)` mark", lambda: LETTERS[-1]),
        (r"lesson of (\w+) minutes", lambda: source("view/pages/StartPage.svelte", r"(\w+) minutes: the lesson")),
        (
            r"green for a win, purple for a loss, ([^;]+);",
            lambda: source("view/pages/HelpPage.svelte", "for a loss, ([^.]+)"),
        ),
    ],
    "server.md": [
        (r"\| moves \| (\d+);", lambda: f"{LIMITS.messages:g}"),
        (r"\| moves \| \d+; (\d+) of a pupil", lambda: f"{LIMITS.seat:g}"),
        (r"\| (\d+) a second; \d of a pupil", lambda: f"{LIMITS.messages_refill:g}"),
        (r"a second; (\d) of a pupil", lambda: f"{LIMITS.seat_refill:g}"),
        (r"\| names \| (\d+)", lambda: f"{LIMITS.names:g}"),
        (r"counts as one \| (\d+)", lambda: f"{LIMITS.games:g}"),
        (r"of a pupil, at most (\d+) wait", lambda: str(LIMITS.waiting // MEMBERS_PART)),
    ],
    "tutorials/player.md": [
        (r"cube of (\d+) cells", lambda: str(CUBE.size)),
        (r"(\w+) in a corner or in the middle,", lambda: lines_of_the_cube(many=True)),
        (r"in the middle, (\w+) elsewhere", lambda: lines_of_the_cube(many=False)),
        (r"one of the (\d+) planes", lambda: str(len(planes(CUBE)))),
    ],
    "tutorials/analyst.md": [
        (r"(\w+) cells win; 444 loses", lambda: NUMBERS[len(printed("analyst.md", r"^  W7 +(\S.*)").split())]),
        (r"444 loses within (\d+) moves", lambda: str(moves_of_side(int(printed("analyst.md", r"^  L≤(\d+) +444$"))))),
    ],
    "tutorials/engine-author.md": [
        (r"(\w+) lines run through each corner", lambda: lines_of_the_cube(many=True)),
        (
            r"engine lost (\w+) games",
            lambda: NUMBERS[int(printed("engine-author.md", r"^A  Most Lines .* (\d+) +[\d.]+% +[\d.-]+%$"))],
        ),
        (r"accepted after (\d+) games", lambda: printed("engine-author.md", r"0 rejected after (\d+) games;")),
    ],
    "tutorials/programmer.md": [(r"On 4x4x4 there are (\d+)\b", lambda: str(len(CUBE.lines)))],
}
"""Patterns of what a page says, each with what the product has."""


@pytest.mark.parametrize(("path", "said"), [(path, said) for path, figures in FIGURES.items() for said, _ in figures])
def test_a_figure_of_the_docs_is_the_products(path: str, said: str) -> None:
    [found] = re.findall(said.replace(" ", r"\s+"), NAMED[f"docs/{path}"])
    assert found.lower() == dict(FIGURES[path])[said]().lower()


def test_addresses_and_attributes_of_the_docs_are_those_of_the_page() -> None:
    page = (ROOT / "docs/page.md").read_text(encoding="utf-8")

    def strings(path: str, name: str) -> list[str]:
        return re.findall(r'"(\w+)"', source(path, rf"const {name} = \[(.*?)\]"))

    assert {*re.findall(r"&mode=(\w+)", page)} <= {*strings("state/address.ts", "MODES")}
    [themes] = re.findall(r"the\sthemes\sare\s([^.]*)\.", page)
    assert ["system", *re.findall(r"`(\w+)`", themes)] == strings("state/themes.ts", "THEMES")
    [element] = re.findall(r"<hyperoxo-board ([^>]*)>", page)
    given = re.findall(r'(\w+)="', element) + re.findall(r"element\salso\stake\s`(\w+)`", page)
    assert {*given} <= {*strings("embed/shownGame.ts", "ATTRIBUTES")}
    assert "start" in given
