"""Boards of three or more axes: page, results and certificates agree; ten are decided again by plain minimax."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import reduce
from math import prod
from operator import or_
from typing import TYPE_CHECKING

import pytest

from boxes.__main__ import CERTIFICATES, DOCS, keep_small_certificates, main
from boxes.boards import MAX_CELLS, boxes
from boxes.page import page
from boxes.results import Results
from hyperoxo import Board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import InputError
from hyperoxo.solver.verify import verify
from support.reference import ReferenceBoard

if TYPE_CHECKING:
    from pathlib import Path

PUBLISHED = Results.load(DOCS / "boxes.json")
RESULTS = ("3x3x3", "3x3x3x3", "4x4x4")
"""The boards that docs/results.md decides."""
DECIDED_ONCE = 43
"""Boards that were decided when the page was last published: raise it with each publication."""


class Minimax:
    """Every game in which X has few stones, played on masks: no threats, no symmetry, nothing of the solver's code.

    Args:
        board: a board.
    """

    def __init__(self, board: str) -> None:
        text, _, length = board.partition(":")
        shape = tuple(map(int, text.split("x")))
        lines = ReferenceBoard(shape, int(length or shape[0])).lines
        self._lines = [reduce(or_, (1 << cell for cell in line)) for line in lines]
        on = [sum(line >> cell & 1 for line in self._lines) for cell in range(prod(shape))]
        self._cells = [1 << cell for cell in sorted(range(len(on)), key=lambda cell: -on[cell])]

    def wins(self, stones: int, x: int = 0, o: int = 0) -> bool:
        """Return whether X, which is to move, completes a line with this number of stones, whatever O does."""
        if any(self._missing(x, o)):
            return True
        blocks = reduce(or_, self._missing(o, x), 0)
        if stones <= 1 or blocks.bit_count() > 1:
            return False
        moves = [blocks] if blocks else [cell for cell in self._cells if not cell & (x | o)]
        return any(self._wins_by(move, stones - 1, x | move, o) for move in moves)

    def _wins_by(self, move: int, stones: int, x: int, o: int) -> bool:
        replies = [cell for cell in self._cells if not cell & (x | o)]
        return move > 0 and bool(replies) and all(self.wins(stones, x, o | reply) for reply in replies)

    def _missing(self, own: int, other: int) -> list[int]:
        """Return the cells that complete lines of a side, one for each such line."""
        left = (line & ~own for line in self._lines if not line & other)
        return [cells for cells in left if cells.bit_count() == 1]


@pytest.mark.parametrize(
    ("box", "plies"),
    [
        ("3x3x3", 7),
        ("3x3x4:3", 7),
        ("3x3x5:3", 7),
        ("3x3x6:3", 7),
        ("3x4x4:3", 5),
        ("3x4x5:3", 5),
        ("4x4x4:3", 5),
        ("3x5x5:3", 5),
        ("4x4x5:3", 5),
        ("5x5x5:3", 5),
    ],
)
def test_plain_minimax_finds_the_same_shortest_win(box: str, plies: int) -> None:
    found = PUBLISHED.best[box]
    assert (found.outcome, found.plies) == ("x wins", plies)
    minimax, stones = Minimax(box), (plies + 1) // 2
    assert minimax.wins(stones)
    assert not minimax.wins(stones - 1)


def test_the_page_is_made_of_the_published_results() -> None:
    assert (DOCS / "boxes.md").read_text(encoding="utf-8") == page(PUBLISHED), "make boxes ARGS=--pages"
    assert (DOCS / "boxes.json").read_text(encoding="utf-8") == PUBLISHED.as_text()


def test_many_boxes_are_decided_and_no_result_is_lost() -> None:
    decided = [board for board, found in PUBLISHED.best.items() if found.certificate is not None]
    assert len(decided) == DECIDED_ONCE
    assert len(set(decided) - set(RESULTS)) >= 20


def test_kept_certificates_prove_what_is_published() -> None:
    files = sorted(CERTIFICATES.glob("*.oxc"))
    assert files
    assert sum(path.stat().st_size for path in files) < 2_000_000
    for path in files:
        data, found = path.read_bytes(), PUBLISHED.best[path.stem.replace("-", ":")]
        proof = verify(data).proof
        assert proof is not None
        assert (proof.board, proof.claim, proof.plies) == (found.board, found.outcome, found.plies)
        assert hashlib.sha256(data).hexdigest() == found.certificate


def test_a_worse_proof_does_not_take_the_place_of_a_published_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "certificates"
    kept.mkdir()
    (kept / "3x3x3.oxc").write_bytes(b"better")
    (tmp_path / "3x3x3.oxc").write_bytes(b"worse")
    monkeypatch.setattr("boxes.__main__.CERTIFICATES", kept)
    results = Results()
    for proof in (b"better", b"worse"):
        results.best["3x3x3"] = replace(
            PUBLISHED.best["4x4x5:4"], board="3x3x3", certificate=hashlib.sha256(proof).hexdigest(), size=len(proof)
        )
        keep_small_certificates(results, tmp_path)
        assert (kept / "3x3x3.oxc").read_bytes() == proof


def test_the_boxes_are_all_boards_of_three_or_more_axes_without_a_short_side() -> None:
    """Counted again over all shapes in any order."""
    found = {tuple(sorted(Board(box).shape)) for box in boxes()}
    assert all(min(shape) >= 3 for shape in found)
    cubes = {(a, b, c) for a in range(3, 15) for b in range(a, 15) for c in range(b, 15) if a * b * c <= MAX_CELLS}
    assert {shape for shape in found if len(shape) == 3} == cubes
    assert {shape for shape in found if len(shape) > 3} == {(3, 3, 3, 3), (3, 3, 3, 4)}


def test_a_run_is_continued_from_its_journal(tmp_path: Path) -> None:
    arguments = ["--board", "3x3x4:3", "--nodes", "3,20000", "--out", str(tmp_path)]
    assert main([*arguments, "--minutes", "0"]) == ExitCode.UNKNOWN
    assert main(arguments) == ExitCode.DONE
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert [json.loads(line)["outcome"] for line in lines] == ["unknown", "x wins"]
    journal.write_bytes(lines[0] + lines[1][:30])
    assert main(arguments) == ExitCode.DONE
    assert journal.read_bytes().splitlines(keepends=True) == lines
    journal.write_text("7\n", "utf-8")
    with pytest.raises(InputError, match="line 1"):
        main(arguments)
