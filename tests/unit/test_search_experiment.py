"""The match of alpha-beta against UCT: what it counts, that UCT plays sensibly, and that the docs quote its figures."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from experiments import search
from experiments.common.uct import uct
from experiments.common.workbench import Workbench
from hyperoxo import Board

ROOT = Path(__file__).parents[2]


def test_it_runs_small_and_counts_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = (search.Match("3x3", 1, 0, 500, 100), search.Match("4x4", 1, 0, 500, 20))
    monkeypatch.setattr(search, "MATCHES", tiny)
    runs = [search.run(Workbench(games=3, seed=1, jobs=1)) for _ in range(2)]
    report = search.report(runs[0])
    for run in runs:
        matches = run["matches"]
        assert isinstance(matches, list)
        for one in matches:
            assert isinstance(one, dict)
            assert one["games"] == 6
            assert str(one["board"]) in report
            counts = [one[name] for name in ("won", "drawn", "lost")]
            assert sum(count for count in counts if isinstance(count, int)) == 6
            del one["cpu_milliseconds_per_search"]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("xx1oo4 x", 2),  # completes a line
        ("xx2o4 o", 2),  # blocks one
        ("x3o3x o", 1),  # any edge; on a corner x threatens twice
    ],
)
def test_uct_plays_what_there_is_to_play(text: str, cell: int) -> None:
    position = Board("3x3").position(text)
    chosen = uct(position, position.legal_moves(), 500, random.Random(1))
    assert chosen == cell or (cell == 1 and chosen % 2 == 1)


def test_the_docs_quote_the_committed_figures() -> None:
    figures = json.loads((ROOT / "experiments/results/search.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs/search.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^\| (\S+) \| (\d+) \| ([\d.]+) : ([\d.]+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    expected = [
        (
            one["board"],
            str(one["games"]),
            *(str(milliseconds) for milliseconds in one["cpu_milliseconds_per_search"]),
            *(str(one[name]) for name in ("won", "drawn", "lost")),
        )
        for one in figures["matches"]
    ]
    assert quoted == expected
