"""Monte Carlo tree search in its simplest form: UCT over positions, with random games from the core.

L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning" (2006): every iteration walks down the tree to the
child with the highest upper confidence bound, adds one child, plays random games from it, and adds their scores on the
way back. In the tree, a side completes a line if it can, and else blocks one if it must; random games are
random.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hyperoxo.sides import other_side

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from hyperoxo import Position
    from hyperoxo.sides import Side

EXPLORATION = 0.5
"""How much a move that was tried rarely is preferred, in units of the score of a game."""
GAMES = 64
"""Random games from each new position; single ones would cost the core as much as these to begin with."""


class Node:
    """A position in the tree.

    Attributes:
        position: the position.
        visits: iterations that have passed it.
        score: the sum of their scores for the side that moved to it: 1 for a win, 1/2 for a draw.
    """

    def __init__(self, position: Position, moves: Sequence[int], stream: random.Random) -> None:
        """Make a node whose children are yet to be added, in random order."""
        self.position = position
        self.untried = stream.sample(moves, len(moves))
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.score = 0.0

    def best_child(self) -> Node:
        """Return the child with the highest upper confidence bound."""
        numerator = EXPLORATION * EXPLORATION * math.log(self.visits)
        return max(
            self.children.values(), key=lambda node: node.score / node.visits + math.sqrt(numerator / node.visits)
        )


def uct(position: Position, among: Sequence[int], iterations: int, stream: random.Random) -> int:
    """Return the move that is visited most in a number of iterations."""
    root = Node(position, among, stream)
    for _ in range(iterations):
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].best_child())
        node = path[-1]
        if node.untried:
            cell = node.untried.pop()
            after = node.position.play(cell)
            node.children[cell] = Node(after, sensible_moves(after), stream)
            path.append(node.children[cell])
        last = path[-1].position
        x_score = score_of_x(last, stream)
        for node in path:
            node.visits += 1
            node.score += x_score if other_side(node.position.to_move) == "x" else 1 - x_score
    return max(root.children, key=lambda cell: root.children[cell].visits)


def sensible_moves(position: Position) -> list[int]:
    """Return a move that completes a line, else those that block one, else all; none if the game is over."""
    if position.is_over:
        return []
    side: Side = position.to_move
    if wins := position.threats(side):
        return [wins[0][0]]
    blocks = {cell for cell, _ in position.threats(other_side(side))}
    return sorted(blocks) or position.legal_moves()


def score_of_x(position: Position, stream: random.Random) -> float:
    """Return the mean score of X in random games from a position; of the only game, if it is over."""
    playouts = position.playouts(1 if position.is_over else GAMES, stream.getrandbits(64))
    return (playouts.x_wins + playouts.draws / 2) / playouts.games
