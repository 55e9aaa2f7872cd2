"""What proofs take stands once, in docs/results.md: the benchmarks' page has the targets, and points there."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = (DOCS / "results.md").read_text(encoding="utf-8")
BENCHMARKS = (DOCS / "maintainers/benchmarks.md").read_text(encoding="utf-8")


def test_benchmarks_point_to_the_measured_proofs() -> None:
    rows = re.findall(r"^\| (?:4x4x4.* proved,?|that certificate) .*$", BENCHMARKS, re.MULTILINE)
    measured = [row.split("|")[2] for row in rows]
    assert len(measured) == 5
    for cell in measured:
        assert "(../results.md#sizes-and-times)" in cell
        assert not re.search(r"\d+ (?:s|min)\b", cell)


def test_both_pages_agree_on_positions() -> None:
    """Compare the exact counts, which `bench_solver` asserts, with the rounded ones of the results."""
    table = BENCHMARKS.split("## The solver and its targets")[1].split("\n\n")[2]
    exact = [int(count.replace(",", "")) for count in re.findall(r"\b\d+(?:,\d{3}){2,}\b", table)]
    proofs = RESULTS.split("## Sizes and times")[1].split("\n## ")[0]
    rounded = {row.split("|")[5].strip() for row in proofs.splitlines() if row.startswith("| 4x4x4")}
    searched = [count for count in exact if count % 1_000_000]
    assert len(searched) == 4
    assert {f"{count / 1e6:,.0f} million" for count in searched} <= rounded
