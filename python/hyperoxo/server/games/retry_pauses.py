"""The pauses before a failed attempt is repeated."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_SECONDS = 0.5
"""The longest first pause."""
LONGEST_SECONDS = 15.0
"""The longest pause of all, so that a store that works again is noticed soon."""


def retry_pauses(seed: int, name: str) -> Iterator[float]:
    """Yield pauses in seconds without end: each limit is twice the one before, up to the longest.

    A pause is between half of its limit and all of it, so that many games do not repeat their attempts at once.

    Args:
        seed: where the random part comes from.
        name: what waits, so that two with the same seed draw different pauses.
    """
    chance = random.Random(derived_seed(seed, "retry", name))
    limit = FIRST_SECONDS
    while True:
        yield limit * (1 + chance.random()) / 2
        limit = min(2 * limit, LONGEST_SECONDS)
