"""Data sets: which positions they have, values against a slow search, the same bytes after a stop, and refusals."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import Board, InputError, dataset
from hyperoxo.dataset import labelled, positions, write_dataset

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
# The SHA-256 of the 958 lines of UCI's `tic-tac-toe.data`, sorted.
UCI = "e0095fbcd6454e1548734bea07ab1b3404674ea1158f565ad51d6f0ef3569f78"
SMALL = ("dataset", "3x3", "--positions", "30", "--seed", "5")


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return the lines for all positions of 3x3."""
    path = tmp_path_factory.mktemp("every") / "all.jsonl"
    assert write_dataset(path, "3x3", "all") == (5_478, 5_478)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ---- Positions ----


def test_all_has_each_position_once_and_each_orbit_in_one_split(every: list[dict[str, Any]]) -> None:
    assert [len({line[key] for line in every}) for key in ("text", "orbit")] == [5_478, 765]
    orbits = {(line["orbit"], line["split"]) for line in every}
    assert Counter(split for _, split in orbits) == {"train": 626, "test": 139}


def test_ended_is_the_endgame_set_of_uci() -> None:
    ended = list(positions("3x3", "ended"))
    assert Counter(position.winner for position in ended) == {"x": 626, "o": 316, None: 16}
    stones = [[at.stone(cell) or "b" for cell in range(9)] for at in ended]
    lines = [
        ",".join([*of, "positive" if at.winner == "x" else "negative"]) for of, at in zip(stones, ended, strict=True)
    ]
    assert hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest() == UCI


def test_random_positions_are_of_different_classes_and_go_on() -> None:
    found = list(islice(positions("3x3x3", seed=2), 300))
    assert len({position.canonical() for position in found if not position.is_over}) == 300
    assert {position.stones for position in found} > set(range(1, 14))


# ---- Values ----


@cache
def negamax(cells: str, side: str) -> int:
    """Return the score of a position for the side to move: -100 if it has lost, 99 if it wins in one ply."""
    if any(all(cells[int(cell)] == "ox"[side == "o"] for cell in line) for line in LINES):
        return -100
    return max((after(cells, side, at) for at in range(9) if cells[at] == "."), default=0)


def after(cells: str, side: str, at: int) -> int:
    score = negamax(cells[:at] + side + cells[at + 1 :], "ox"[side == "o"])
    return (score > 0) - (score < 0) - score


def described(score: int, cells: str) -> dict[str, Any]:
    plies = 100 - abs(score) if score else cells.count(".")
    return {"value": ["draw", "win", "loss"][(score > 0) - (score < 0)], "plies": plies, "exact": True}


def test_values_are_those_of_a_slow_search(every: list[dict[str, Any]]) -> None:
    for line in every:
        text, side = line["text"].split()
        cells = re.sub(r"\d", lambda run: "." * int(run[0]), text)
        score = negamax(cells, side)
        free = [at for at in range(9) if cells[at] == "." and score != -100]
        moves = {f"{at // 3 + 1}{at % 3 + 1}": described(after(cells, side, at), cells) for at in free}
        assert line == line | described(score, cells) | {"moves": moves}


@pytest.mark.parametrize(
    ("board", "facts"),
    [
        ("5x5x5", {"value": None, "plies": None, "exact": False}),
        ("4x4x4", {"value": "win", "exact": False}),
        ("2x2x2x2x2x2", {"value": "win", "plies": 3, "orbit": None}),  # it has too many symmetries to list
    ],
)
def test_what_is_not_known_is_null(board: str, facts: dict[str, Any]) -> None:
    line = labelled(Board(board).empty(), nodes=0)
    assert line == line | facts


# ---- Files ----


@pytest.mark.parametrize(
    ("cut", "zeros", "jobs"),
    [(0, 0, 2), (5, 0, 1), (5, 9, 1), (700, 0, 2), (5_000, 1, 1), (5_000, 5_000, 1), (-1, 0, 1), (None, 0, 1)],
)
def test_a_file_cut_anywhere_is_completed(oxo: Oxo, tmp_path: Path, cut: int | None, zeros: int, jobs: int) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert oxo(*SMALL, "--out", str(whole)).endswith(": 30 positions, 30 of them with a proved value\n")
    path.write_bytes(whole.read_bytes()[:cut] + bytes(zeros))
    oxo(*SMALL, "--jobs", str(jobs), "--resume", str(path))
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("data", "changed"),
    [
        *((None, changed) for changed in ("--seed=6", "--nodes=9", "--from=all", "--positions=29")),
        *((data, "--nodes=9") for data in (b"notes", b"notes\n", b'{"board": "3x3"}\n', b"[" * 100_000)),
    ],
)
def test_a_file_of_something_else_is_refused(oxo: Oxo, tmp_path: Path, data: bytes | None, changed: str) -> None:
    path = tmp_path / "positions.jsonl"
    oxo(*SMALL, "--out", str(path))
    path.write_bytes(data or path.read_bytes())
    before = path.read_bytes()
    refusal = r"positions\.jsonl, line \d+: not of this data set; give the arguments with which"
    assert re.search(refusal, oxo.refused(*SMALL, changed, "--resume", str(path)))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("3y3 --out a.jsonl", "3y3: not a board"),
        ("3x3", "--out is missing; name a file, such as --out positions.jsonl"),
        ("3x3 --resume .", ".: not the name of a file"),
        ("3x3 --out loop.jsonl", "loop.jsonl: there is such a file; go on with it"),
        ("3x3 --resume nowhere/a", "nowhere/a: there is no folder nowhere"),
        ("3x3 --out a.jsonl --positions many", "--positions many: not a whole number from 1 to"),
        ("3x3 --out a.jsonl --positions 0", "--positions 0: not a whole number from 1 to"),
        ("3x3 --out a.jsonl --nodes -1", "--nodes -1: not a whole number from 0 to"),
        ("3x3 --out a.jsonl --from book", "argument --from: invalid choice: 'book'"),
        ("3x4:3 --out a.jsonl --from all", "3x4:3: it has more than 10,000 positions; choose a smaller"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    oxo: Oxo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dataset, "MAX_POSITIONS", 10_000)
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    assert oxo.refused("dataset", *arguments.split()).startswith(message)
    assert list(tmp_path.iterdir()) == [tmp_path / "loop.jsonl"]


def test_arguments_of_the_library_are_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"^book: not a source of positions; choose one of random, all, ended$"):
        positions("3x3", "book")
    with pytest.raises(InputError, match=r"^count=-1: must not be negative$"):
        write_dataset("a", "3x3", count=-1)
