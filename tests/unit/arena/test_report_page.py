"""The page of a report: well formed, the same for the same games, and safe with any names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.elements import Elements
from support.present import present
from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match

from hyperoxo import Ending, Game, Note, Result
from hyperoxo.arena import figures
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.report.page import render_page

if TYPE_CHECKING:
    from collections.abc import Iterable

PAIRS = [(X_WINS, O_WINS)] * 4 + [(X_WINS, X_WINS)] * 3 + [(DRAWN, DRAWN), (X_WINS, DRAWN)]


class Reader(Elements):
    """Reads a page and its tables."""

    def __init__(self, text: str) -> None:
        self.tables: dict[str, list[list[str]]] = {}
        """Rows by the table's caption, with a prime for each table before it of the same caption."""
        self._caption = ""
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag == "caption":
            self._caption = ""
        elif tag == "tr":
            self.tables[self._caption].append([])
        elif tag in {"td", "th"}:
            self.tables[self._caption][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "caption":
            while self._caption in self.tables:
                self._caption += "'"
            self.tables[self._caption] = []

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if self.open and self.open[-1] == "caption":
            self._caption += data
        elif self.open and self.open[-1] in {"td", "th"}:
            self.tables[self._caption][-1][-1] += data


def report(games: Iterable[Game], cautions: Iterable[str] = ()) -> str:
    return render_page(counted(games, 2), "games.jsonl", list(cautions)).text


def test_tables_show_the_results_of_the_games() -> None:
    games = match(("ibm1620", "random"), PAIRS)
    counts = counted(games)
    found = present(estimate(counts.standings.results(0, 1)))
    read = Reader(render_page(counts, "games.jsonl").text)
    assert not read.open
    scores = read.tables["Score of each player"]
    assert scores[1][:7] == ["ibm1620", "18", "12", "3", "3", "75.0%", figures.format_share_interval(found)]
    cross = read.tables["Games won, drawn and lost by X (rows) against O (columns)"]
    assert cross == [["X / O", "ibm1620", "random"], ["ibm1620", "", "8-1-0"], ["random", "3-2-4", ""]]
    assert read.tables["Games by their length"] == [
        ["plies", "X won", "drawn", "O won"],
        ["5", "11", "0", "0"],
        ["6", "0", "0", "4"],
        ["9", "0", "3", "0"],
    ]
    assert read.tables["How games ended, and how often players lost so"][1:] == [
        ["line", "15", "3", "12"],
        ["full board", "3", "", ""],
    ]
    assert f"Elo of ibm1620 above random: {figures.format_elo(found)} (95%)" in read.text
    assert "18 games from games.jsonl; played for a match; seed 7." in read.text
    # All began in the corner; O then played 22 in one of six games, and 12 in the others.
    assert read.tables[""][1:] == [["1", "100", "0", "0"], ["2", "0", "0", "0"], ["3", "0", "0", "0"]]
    assert read.tables["''"][1] == ["1", "0", "83", "17"]
    assert len(read.of("svg")) == 3


def test_a_fault_is_named_with_its_reason() -> None:
    crashed = Game("3x3", "11 22", tags={"First": "good", "Second": "<bad>"})
    crashed.end(Result(Ending.CRASH, "x"))
    crashed.notes[2] = Note("RuntimeError: my bug is here")
    fault = "<bad> lost by crash 1, first in game 2: RuntimeError: my bug is here"
    assert fault in Reader(report([game(X_WINS, First="good", Second="<bad>"), crashed])).text


def test_a_tournament_has_ratings_and_levels_where_there_are_any() -> None:
    games = [
        game(moves, First=first, Second=second, levels=[11, 11, 3])
        for first, second, moves in (("a", "b", X_WINS), ("b", "c", X_WINS), ("c", "a", X_WINS), ("a", "c", O_WINS))
    ]
    read = Reader(report(games))
    assert len(read.of("svg")) == 6  # two games
    assert read.tables["Score of each player"][0][-1] == "rating, 95% interval"
    assert read.tables["Moves decided at each level"][0][:3] == ["level", "a as X", "a as O"]
    assert read.tables["Moves decided at each level"][1][:2] == ["3", "2 (50.0%)"]
    assert len(read.tables["From the view of the player named first"]) == 4
    edges = [(row[0], row[4]) for row in read.tables["What X scored"][1:]]
    assert edges == [("all games", "75.0%"), ("a - b", "100.0%"), ("b - c", "100.0%"), ("a - c", "50.0%")]


@pytest.mark.parametrize(
    ("board", "moves", "captions"),
    [
        ("1x5:5", "11 12 13 14 15", [""]),
        ("4x4x4", "111 112 221 222 331 332 441", ["tier 1", "tier 2", "tier 3", "tier 4"]),
        ("3x3x3x3", "1111 1112 2222 2223 3333", ["block 1, tier 1", "block 1, tier 2", "block 3, tier 3"]),
        ("2x10x3:3", "1.1.1 1.2.1 1.1.2 1.2.2 1.1.3", ["tier 1", "tier 2"]),
    ],
)
def test_heat_maps_have_the_planes_of_the_board(board: str, moves: str, captions: list[str]) -> None:
    read = Reader(report([game(moves, board=board)]))
    assert set(captions) <= set(read.tables)


def attributes_of(read: Reader) -> list[tuple[str, str]]:
    return [(name, value or "") for _, attributes in read.found for name, value in attributes.items()]


def check_that_it_refers_to_no_other_file(read: Reader) -> None:
    assert not {"a", "base", "script", "link", "img", "iframe", "object", "form"} & {tag for tag, _ in read.found}
    for name, value in attributes_of(read):
        assert not name.startswith("on")
        if name in {"href", "xlink:href", "src"}:
            assert value.startswith("#")
        assert "url(" not in value or "url(#" in value


def test_the_same_games_give_the_same_page_which_refers_to_no_other_file() -> None:
    text, again = (report(match(("ibm1620", "random"), PAIRS)) for _ in range(2))
    assert text == again
    assert not re.search(r"20\d\d-\d\d-\d\d", text)
    read = Reader(text)
    check_that_it_refers_to_no_other_file(read)
    ids = [value for name, value in attributes_of(read) if name == "id"]
    assert len(ids) == len(set(ids))
    targets = {value[1:] for name, value in attributes_of(read) if name in {"href", "xlink:href"}}
    assert targets <= set(ids)


EVIL = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<a href='javascript:alert(1)'>here</a>",
    "</title><style>@import 'https://evil.example'</style>",
    "<!--<base href=https://evil.example>-->",
    "{{ 7 * 7 }}",
    r"$\frac{$",
    "\x00\x1b[31m\u202e",
    "n" * 5000,
    "名前",
    "&amp;",
    "]]>",
    "#040404 url(#x)",
]


def test_names_are_escaped() -> None:
    read = Reader(report((game(X_WINS, First=name, Second="random", Event=name, Limits=name) for name in EVIL), EVIL))
    assert not read.open
    check_that_it_refers_to_no_other_file(read)
    names = [row[0] for row in read.tables["Score of each player"][1:]]
    assert len(names) == len(EVIL) + 1
    assert not any("49" in name or re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\u202e]", name) for name in names)


LEFT_OUT = [*match(("a", "b"), PAIRS), game("11 22"), game("11 12", board="4x4")]
TEST = "elo0=0 elo1=20 alpha=0.05 beta=0.05"
TESTED = match(("a", "b"), PAIRS)
for one in TESTED:
    one.tags |= {"Event": "sprt", "Test": TEST}


@pytest.mark.parametrize(
    ("games", "texts", "is_early"),
    [
        (
            LEFT_OUT,
            {
                "The file ends inside a game.",
                "Games left out since they are on other boards: 1.",
                "Games left out since they are not over: 1.",
            },
            False,
        ),
        (TESTED, {"The file ends inside a game.", f"test {TEST}"}, True),
    ],
)
def test_cautions_are_above_the_figures(games: list[Game], texts: set[str], *, is_early: bool) -> None:
    shown = Reader(report(games, ["The file ends inside a game."])).text
    assert {text for text in texts if text in shown} == texts
    assert ("stops where results look clearest" in shown) is is_early


def test_many_players_are_all_in_the_table() -> None:
    read = Reader(report(game(X_WINS, First=f"player {n}", Second=f"player {n + 1}") for n in range(40)))
    assert len(read.tables["Score of each player"]) == 42
    assert "Shown are the first 40 rows of 41." in read.text
