"""The arena: matches between players, and statistics of their games with error bars.

The lower layers are statistics, which know games as scores only and would serve any game of two seats; the upper ones
play the games, write them to a file, and continue a match that was stopped. Only the report needs more than the
standard library. `docs/statistics.md` explains each figure.
"""

__all__ = ["elo", "match", "openings", "ratings", "result", "runner", "schedule", "scores", "sprt"]
__dir__ = __all__.copy


def __getattr__(name: str) -> object:
    """Import a module when it is first used."""
    from importlib import import_module  # noqa: PLC0415 - it would be shown

    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
