"""Openings: the first moves of a match's games, each played twice with the seats changed.

Players without randomness play the same game again from the same start, which adds no information. So a match gives
them different openings: drawn at random, drawn and tested for balance, or taken from a file.
"""

from hyperoxo.arena.openings.book import OpeningBook, Openings, read_openings
from hyperoxo.arena.openings.opening import Opening

__all__ = ["Opening", "OpeningBook", "Openings", "read_openings"]
