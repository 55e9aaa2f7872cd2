"""A proof is searched for once, however many of its nodes are requested."""

from __future__ import annotations

from hyperoxo import Board, Position
from hyperoxo.lru_cache import LruCache
from hyperoxo.server.workers.jobs import explained
from hyperoxo.solver.explain import Explanation, explain

EMPTY = Board("3x3x3").empty()


class Searches:
    """Counts searches."""

    def __init__(self, most: int) -> None:
        self.proofs: LruCache[tuple[Position, int], Explanation] = LruCache(most)
        self.made: list[int] = []

    def ask(self, cell: int, *, finds: bool = True) -> Explanation | None:
        """Ask why a cell has its value."""

        def search() -> Explanation | None:
            self.made.append(cell)
            return explain(EMPTY, cell) if finds else None

        return explained(self.proofs, EMPTY, cell, search)


def test_a_cached_proof_is_not_searched_for_again() -> None:
    searches = Searches(2)
    first = searches.ask(13)
    assert searches.ask(13) is first is not None
    assert searches.ask(0) is not None
    assert searches.made == [13, 0]


def test_a_failed_search_is_repeated() -> None:
    searches = Searches(2)
    assert searches.ask(13, finds=False) is None
    assert searches.ask(13) is not None
    assert searches.made == [13, 13]
