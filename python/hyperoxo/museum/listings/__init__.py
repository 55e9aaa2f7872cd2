"""Interpreters for the listings of two documents, into which a visitor puts a text.

No listing comes with the package: a run takes any text, and repairs of one or two words each.

>>> run = RUNS["fignition"](": twice 2 * ; : ask key 48 - twice . ;")
>>> run.begin()
>>> run.give("4")
>>> run.screen.lines[0].strip(), run.waiting
('8', False)
"""

from hyperoxo.museum.listings.limits import MAX_TEXT, ListingError, RunLimits
from hyperoxo.museum.listings.repairs import Repair
from hyperoxo.museum.listings.runs import RUNS, ListingRun, ListingTurn

__all__ = ["MAX_TEXT", "RUNS", "ListingError", "ListingRun", "ListingTurn", "Repair", "RunLimits"]
__dir__ = __all__.copy
