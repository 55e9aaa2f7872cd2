"""What the documentation and the page say of labels, marks and levels, compared with the library and the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hyperoxo.outcomes import moves_of_side
from hyperoxo.players.oxo.levels import LEVELS, LevelLimits

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web/src/view"
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
DOCS = {
    path: FENCED.sub("", path.read_text(encoding="utf-8"))
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
LABEL = re.compile(r"\b[WL]≤?(\d+)\b(.*?)(?=\b[WL]≤?\d|[.;]|\n\n|$)", re.DOTALL)
"""A label, and the words up to the next one or to the end of the sentence."""
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
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
