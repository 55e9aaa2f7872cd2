"""The explorer of openings: what is proved of a position, what programs play there, and how games went on.

Positions that a symmetry takes to each other are one node; the cells of a node are named as the moves that led to it.
docs/explorer.md says where each part comes from.

>>> node = Explorer("4x4x4").node("111 444")
>>> node.value.label, node.value.source.value, len(node.continuations)
('W≤27', 'atlas', 11)
"""

from hyperoxo.explorer.explore import Explorer, explored, with_games
from hyperoxo.explorer.game_index import BrokenFile, GameIndex
from hyperoxo.explorer.node import Continuation, ExplorerNode, GamesThrough, ProgramMove, Source, SourcedValue

__all__ = [
    "BrokenFile",
    "Continuation",
    "Explorer",
    "ExplorerNode",
    "GameIndex",
    "GamesThrough",
    "ProgramMove",
    "Source",
    "SourcedValue",
    "explored",
    "with_games",
]
__dir__ = __all__.copy
