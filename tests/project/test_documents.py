"""What is quoted from the documents of the historical programs: messages of their screens, and Delphi's ratings.

`tests/golden/documents.json` has the quotations. They are compared with our texts, and with the documents, where
those are at hand.
"""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Ending, Game, Result, player
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.screens.atari_st import AtariStScreen
from hyperoxo.museum import find_exhibit
from hyperoxo.players.historic.delphi.trial_search import rating_label

if TYPE_CHECKING:
    from hyperoxo.sides import Side

PROJECT = Path(__file__).parents[2]
GOLDEN = PROJECT / "tests" / "golden"
REFERENCES = PROJECT.parent / "shared" / "references"
QUOTED = json.loads((GOLDEN / "documents.json").read_text(encoding="utf-8"))
ATARI: dict[str, str] = QUOTED["messages"]["atari-st"]
COUNTS = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


@pytest.mark.skipif(not REFERENCES.exists(), reason="the documents do not come with the project")
@pytest.mark.parametrize("program", [*QUOTED["messages"], "delphi"])
def test_a_document_has_what_is_quoted_from_it(program: str) -> None:
    [path] = REFERENCES.glob(f"{program}-*.txt")
    text = " ".join(path.read_text(encoding="utf-8").split())
    ratings = [f"{rating} {meaning}" for rating, meaning in QUOTED["ratings"].items()]
    for quoted in ratings if program == "delphi" else QUOTED["messages"][program].values():
        assert quoted in text


def test_a_label_counts_the_move_itself_and_the_table_of_ratings_only_those_after_it() -> None:
    for rating, meaning in QUOTED["ratings"].items():
        after = int("".join(re.findall(r"\d+", meaning)) or 0)
        assert rating_label(int(rating)) == f"{meaning[0].upper()}{after + 1}"


def test_our_texts_have_the_ratings_of_the_document() -> None:
    shown = (GOLDEN / "console" / "exhibit-delphi.txt").read_text(encoding="utf-8")
    labelled = re.findall(r"\b([WL]\d+|D), rating (\d+)", shown)
    assert len(labelled) == 4
    sources = (PROJECT / "docs" / "historic" / "delphi.md").read_text(encoding="utf-8")
    ratings, labels = (
        re.findall(r"\w+", re.findall(rf"^\| {head} (.*)", sources, re.MULTILINE)[0]) for head in ("rating", "label")
    )
    rows = [row.cells for row in find_exhibit("delphi").figure.rows]
    for label, rating in [*labelled, *zip(labels, ratings, strict=True), *(row[:2] for row in rows)]:
        assert rating_label(int(rating)) == label
    for label, _, meaning in rows:
        assert all(f"{COUNTS[word]}" == label[1:] for word in meaning.split() if word in COUNTS)
    # Where moves are counted beside a rating, they are those of the document: 94 is winning in 6 moves.
    for moves, rating in re.findall(r"in (\d+) moves?,\s+rating\s+(\d+)", shown):
        assert int(moves) == min(int(rating), 100 - int(rating))


@pytest.mark.parametrize(
    ("machine", "result", "message"),
    [
        ("o", None, "person"),
        ("x", None, "computer"),
        ("o", Result(Ending.RESIGNED, "x"), "person won"),
        ("x", Result(Ending.RESIGNED, "x"), "computer won"),
        ("x", Result(Ending.OWN_RULES), "draw"),
    ],
)
def test_the_ataris_screen_has_the_messages_of_its_listing(machine: Side, result: Result | None, message: str) -> None:
    game = Game("4x4x4")
    if result is not None:
        game.end(result)
    seats = {"first" if machine == "x" else "second": player("atari-st")}
    local = LocalGame(game, seats.get("first"), seats.get("second"), seed=1)
    first, second, *_ = AtariStScreen(io.StringIO()).draw_board(local)
    assert first.partition("What a line")[0].strip() == ATARI[message]
    assert second.startswith(ATARI["over"]) == game.is_over
    if (final := player("atari-st").start(game.board, machine, 1).final_remark(game)) is not None:
        assert final.remark == ATARI[message]
