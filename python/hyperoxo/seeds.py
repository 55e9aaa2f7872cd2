"""Random streams, all derived from one seed.

A game, a seat or a job gets a seed of its own by name, so that adding a consumer of randomness, or running jobs
in another order, never changes what another consumer draws.
"""

from __future__ import annotations

from hyperoxo.errors import InputError, whole_number

SEED_LIMIT = 2**63
"""Seeds are whole numbers from 0 to this, exclusive: they fit a signed 64-bit integer everywhere."""


SHORT_SEEDS = 1_000_000
"""Seeds that are drawn are below this, so that people can type them again."""


def draw_seed() -> int:
    """Return a random seed."""
    import secrets  # noqa: PLC0415 - slow to load, and few callers draw a seed

    return secrets.randbelow(SHORT_SEEDS)


def checked_seed(seed: int | None) -> int:
    """Return the seed that a caller gives, or a random one for None.

    Raises:
        InputError: it is negative, or too large.
        TypeError: it is not a whole number.
    """
    if seed is None:
        return draw_seed()
    number = whole_number("seed", seed)
    if not 0 <= number < SEED_LIMIT:
        raise InputError(f"seed={number}", f"must be from 0 to {SEED_LIMIT - 1}")
    return number


def derived_seed(seed: int, *path: str | int) -> int:
    """Return the seed of the stream that `path` names under `seed`; the same on every platform and version.

    >>> derived_seed(1, "game", 7) == derived_seed(1, "game", 7) != derived_seed(1, "game", 8)
    True
    """
    import hashlib  # noqa: PLC0415 - a tenth of the time that `import hyperoxo` would take

    text = "/".join([str(seed), *(f"{type(part).__name__}:{part}" for part in path)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) % SEED_LIMIT
