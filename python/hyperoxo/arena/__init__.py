"""The arena: matches between players, and statistics of their games with error bars.

The lower layers are statistics, which know games as scores only and would serve any game of two seats; the upper ones
play the games, write them to a file, and continue a match that was stopped. Only the report needs more than the
standard library. `docs/statistics.md` explains each figure.
"""

from hyperoxo.modules import on_first_use

__all__ = ["elo", "match", "openings", "ratings", "result", "runner", "schedule", "scores", "sprt"]
__getattr__, __dir__ = on_first_use(__name__, __all__)
