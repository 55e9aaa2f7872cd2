"""A proof is searched for once, however many of its nodes are requested."""

from __future__ import annotations

import pytest

from hyperoxo import Board, Position
from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control
from hyperoxo.server.workers import jobs
from hyperoxo.solver.explain import Explanation, explain

EMPTY = Board("3x3x3").empty()


@pytest.mark.parametrize(
    ("asked", "searched"),
    [
        pytest.param([(13, True), (13, True), (0, True)], [13, 0], id="a proof that was found is kept"),
        pytest.param([(13, False), (13, True)], [13, 13], id="a search that failed is repeated"),
    ],
)
def test_a_proof_is_searched_for_until_it_is_found(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[int, bool]], searched: list[int]
) -> None:
    monkeypatch.setattr(jobs, "_proofs", LruCache[tuple[Position, int], Explanation](2))
    context: jobs.JobContext[None] = jobs.JobContext(Control(), print)
    made: list[int] = []
    for cell, finds in asked:

        def search(position: Position, cell: int, *, finds: bool = finds, **_: object) -> Explanation | None:
            made.append(cell)
            return explain(position, cell) if finds else None

        monkeypatch.setattr(jobs, "explain", search)
        found = jobs.explain_value(context, position=EMPTY, cell=cell, replies=(), strategist=None, seconds=60.0)
        assert (found is not None) is finds
    assert made == searched
