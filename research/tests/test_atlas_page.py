"""The published atlas: the JSON, the page, its pictures and the file in the package say the same."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from atlas.__main__ import DOCS, PACKAGE
from atlas.failed_searches import FAILED_SEARCHES, failed_searches_text, load_failed_searches
from atlas.page import documents
from atlas.proofs import ProofFiles
from atlas.results import SECOND_MOVES, Results
from atlas.second_replies import SecondReplies
from hyperoxo import Board, Game
from hyperoxo.sides import SIDES
from hyperoxo.solver.atlas import shipped_atlas
from support.present import present

QUBIC = Board("4x4x4")
PUBLISHED: dict[str, Any] = json.loads((DOCS / "atlas.json").read_text(encoding="utf-8"))
FILES = documents(Results.load(DOCS / "atlas.json", QUBIC))
SHIPPED = "4x4x4.atlas"
SHIPPED_FILES = (SHIPPED, "4x4x4-replies.json")
PROVED_ONCE = 563
"""Second moves that were proved when the atlas was last published: raise it with each publication."""
TRIED_WITH = 300_000_000
"""The least number of positions that were searched in all at each second move that is not proved."""
OPENINGS = {part: PUBLISHED[part] for part in ("first_moves", "replies", "second_moves")}


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_page_and_pictures_are_those_made_from_the_atlas(name: str) -> None:
    kept = PACKAGE / name if name in SHIPPED_FILES else DOCS / name
    assert kept.read_text(encoding="utf-8") == FILES[name], "make atlas-pages"


def test_there_is_no_picture_without_a_class_of_replies() -> None:
    assert {f"images/atlas/{path.name}" for path in (DOCS / "images/atlas").iterdir()} <= FILES.keys()


def test_the_package_has_every_proved_value_and_no_other() -> None:
    atlas = present(shipped_atlas(QUBIC))
    assert (PACKAGE / SHIPPED).stat().st_size < 100_000
    assert {part: len(entries) for part, entries in OPENINGS.items()} == {
        "first_moves": 2,
        "replies": 35,
        "second_moves": 757,
    }
    every = [entry for entries in OPENINGS.values() for entry in entries]
    for entry in every:
        found = atlas.proved(QUBIC.position(entry["position"]))
        shipped = (f"{found.winner} wins", found.plies) if found else ("unknown", None)
        assert shipped == (entry["outcome"], entry["plies"])
    assert len(atlas) == sum(entry["outcome"] != "unknown" for entry in every)


def test_no_proved_value_is_lost() -> None:
    """The files hold together in an older state, too, to which a change of something else can put all of them back."""
    proved = sum(entry["outcome"] != "unknown" for entry in OPENINGS["second_moves"])
    assert proved == PROVED_ONCE, "raise PROVED_ONCE, if there are more"


def test_each_second_move_is_proved_or_was_tried_at_length() -> None:
    left = [entry for entry in OPENINGS["second_moves"] if entry["outcome"] == "unknown"]
    assert [entry["position"] for entry in left if entry["attempt"]["nodes"] < TRIED_WITH] == []


@pytest.mark.parametrize("part", ["first_moves", "replies"])
def test_x_wins_after_every_first_move_and_reply(part: str) -> None:
    """docs/results.md states this of every first move."""
    assert {entry["outcome"] for entry in OPENINGS[part]} == {"x wins"}


def test_bounds_fit_the_side_that_moves() -> None:
    """A side wins after an odd number of plies from its own turn, after an even number from the other's."""
    for part, parity in (("first_moves", 0), ("replies", 1), ("second_moves", 0)):
        assert {entry["plies"] % 2 for entry in OPENINGS[part] if entry["outcome"] == "x wins"} <= {parity}
        assert {entry["plies"] % 2 for entry in OPENINGS[part] if entry["outcome"] == "o wins"} <= {1 - parity}


def test_the_failed_searches_are_at_second_replies_to_what_is_unknown() -> None:
    unknown = {
        entry["position"]: entry["attempt"] for entry in OPENINGS["second_moves"] if entry["outcome"] == "unknown"
    }
    nodes: Counter[str] = Counter()
    replies = SecondReplies(QUBIC, Results(QUBIC).openings[SECOND_MOVES], ProofFiles(Path()))
    failed = load_failed_searches(DOCS / FAILED_SEARCHES, QUBIC)
    assert (DOCS / FAILED_SEARCHES).read_text(encoding="ascii") == failed_searches_text(failed)
    for attempt in failed:
        position = attempt.found.position
        served = unknown.keys() & {position, *replies.openings_of(position)}
        assert served
        if not attempt.found.is_by_replies:
            nodes.update(dict.fromkeys(served, attempt.found.nodes))
    assert len(nodes) > len(unknown) / 2
    assert all(unknown[opening]["nodes"] >= count for opening, count in nodes.items())


def test_the_page_shows_every_class_of_replies_once() -> None:
    """The classes of replies to each first move, with their cells: a second count of the 12 and 23."""
    page = FILES["atlas.md"]
    pictures = [name for name in FILES if name.endswith(".svg")]
    assert [len([name for name in pictures if f"/{first}-" in name]) for first in ("111", "112")] == [12, 23]
    assert all(page.count(f"]({name})") == 1 for name in pictures)


@pytest.mark.parametrize("name", [name for name in sorted(FILES) if name.endswith(".svg")])
def test_a_picture_marks_exactly_the_second_moves_that_win_or_lose(name: str) -> None:
    atlas = present(shipped_atlas(QUBIC))
    root = ElementTree.fromstring(FILES[name])  # noqa: S314 - our own text
    cells = [element.attrib for element in root.iter() if "data-cell" in element.attrib]
    shaded = {cell["data-cell"] for cell in cells if "shade-" in cell["class"]}
    dashed = {cell["data-cell"] for cell in cells if "dashed" in cell["class"]}
    reply = Game(QUBIC, Path(name).stem.replace("-", " ")).position
    won, lost = (
        {
            QUBIC.name(cell)
            for cell in reply.legal_moves()
            if (found := atlas.proved(reply.play(cell))) is not None and found.winner == winner
        }
        for winner in SIDES
    )
    assert (shaded, dashed) == (won, lost)
    [title] = [element.text or "" for element in root if element.tag.endswith("title")]
    assert f"{len(won)} of 62 second moves are proved to win, {len(lost)} to lose" in title
