"""Why a cell has its value: a proof that can be walked through, move by move.

In a proof one side, the *strategist*, has an answer to every reply of the other. An explanation is the tree of these
answers below a cell. It is walked lazily: a node has the strategist's move, or the response to each reply, and a step
leads to the next node. Nothing in it is heuristic: answers come from threat sequences, which are exact, from
certificates that the independent checker has verified, and from the shipped books, which were made from such
certificates.

A win or a loss has one tree, the winner's. A draw has two, since each side has to hold.

>>> from hyperoxo import Board
>>> board = Board("3x3")
>>> explanation = explain(board.position("xo2x3o x"), board.cell("21"))
>>> explanation.value.label
'W3'
>>> for line in explanation.lines():
...     print(line)
X threatens twice; only one can be stopped.
a: stopped by 23, which completes a line: 13 31 32
b: stopped by 31, which completes a line: 23
"""

from hyperoxo.solver.explain.explanation import (
    DEFAULT_NODES,
    Explanation,
    explain,
    node_as_json,
    node_lines,
    proof_trees,
)
from hyperoxo.solver.explain.grouping import RefutedReplies, Threat, groups_of, threat_of
from hyperoxo.solver.explain.picture import DEFAULT_BOARDS, DEFAULT_DEPTH, proof_svg
from hyperoxo.solver.explain.tree import ExplanationMove, ExplanationNode, MoveKind, ReplyGroup

__all__ = [
    "DEFAULT_BOARDS",
    "DEFAULT_DEPTH",
    "DEFAULT_NODES",
    "Explanation",
    "ExplanationMove",
    "ExplanationNode",
    "MoveKind",
    "RefutedReplies",
    "ReplyGroup",
    "Threat",
    "explain",
    "groups_of",
    "node_as_json",
    "node_lines",
    "proof_svg",
    "proof_trees",
    "threat_of",
]
__dir__ = __all__.copy
