"""The cache compared with a list that is searched from end to end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hyperoxo.lru_cache import LruCache

STEPS = st.lists(st.tuples(st.sampled_from(["get", "put", "pop"]), st.integers(0, 5), st.integers(0, 99)))


@given(st.integers(1, 4), STEPS)
def test_the_least_recently_used_value_gives_way(capacity: int, steps: list[tuple[str, int, int]]) -> None:
    cache = LruCache[int, int](capacity)
    used: list[tuple[int, int]] = []
    for what, key, value in steps:
        known = [pair for pair in used if pair[0] == key]
        others = [pair for pair in used if pair[0] != key]
        if what == "put":
            used = [*others, (key, value)]
            evicted = used.pop(0)[1] if len(used) > capacity else None
            assert cache.put(key, value) == evicted
        elif what == "get":
            used = others + known
            assert cache.get(key) == (known[0][1] if known else None)
        else:
            used = others
            assert cache.pop(key) == (known[0][1] if known else None)
        assert len(cache) == len(used)
