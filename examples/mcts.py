#!/usr/bin/env python3
"""Search by PUCT, the tree search of AlphaZero, with random games for a network, and meet a player of hyperoxo.

    examples/mcts.py                        100 games of 1,000 simulations a move on 3x3x3, against level 2
    examples/mcts.py --board 4x4x4 --simulations 50
    examples/mcts.py --batch                value leaves in a batch

A simulation goes down the tree from the position to decide, in each node by the move with the highest sum of its mean
value and a bonus for moves that are promising and rarely tried; it adds a leaf, and passes the leaf's value back, from
-1 to 1, which turns its sign at each ply. `search` has one tree, of positions that `play` copies; `search_batch` a tree
for each of many positions, whose leaves it values together. docs/learning.md shows what they win.
"""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

import numpy as np

from hyperoxo import play_match
from hyperoxo.players import Play, PlayerKind, Session, register
from hyperoxo.rl import BatchedGames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from hyperoxo import Position
    from hyperoxo.game import Game
    from hyperoxo.players import Control, Limits

    Floats = NDArray[np.float64]

EXPLORATION = 1.5
ROLLOUTS = 10
"""Random games from a leaf, whose mean result is its value."""
URGENT = 10
"""How much more promising a move is that completes a line, of either side, than one that does not."""


class Node:
    """A position in a tree, with the visits and the results of each of its moves."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.cells = position.legal_moves()
        urgent = {cell for side in ("x", "o") for cell, _ in position.threats(side)}
        priors: Floats = np.array([URGENT if cell in urgent else 1.0 for cell in self.cells])
        self.priors = priors / priors.sum()
        self.visits: Floats = np.zeros(len(self.cells))
        self.totals: Floats = np.zeros(len(self.cells))
        self.children: dict[int, Node] = {}

    def choice(self) -> int:
        """Return the place, in `cells`, of the move to look at next."""
        means = self.totals / np.maximum(self.visits, 1)
        bonus = EXPLORATION * self.priors * math.sqrt(self.visits.sum() + 1) / (self.visits + 1)
        return int((means + bonus).argmax())

    def best_move(self) -> int:
        """Return the cell that was looked at most."""
        return self.cells[self.visits.argmax()]


Path = list[tuple[Node, int]]
"""Nodes from the root, and the place of the move that was chosen in each."""


def descend(root: Node) -> tuple[Path, Position]:
    """Go down to a position that is new, or where the game is over."""
    path: Path = []
    node = root
    while node.cells:
        place = node.choice()
        path.append((node, place))
        if place not in node.children:
            node.children[place] = Node(node.position.play(node.cells[place]))
            return path, node.children[place].position
        node = node.children[place]
    return path, node.position


def pass_back(path: Path, value: float) -> None:
    """Add the value of a leaf, as the side that moved there sees it, to every move that led there."""
    for node, place in reversed(path):
        node.visits[place] += 1
        node.totals[place] += value
        value = -value


def rollouts(position: Position, seed: int) -> float:
    """Return the value of a leaf for the side that has just moved."""
    if position.is_over:
        return 1.0 if position.winner else 0.0
    results = position.playouts(ROLLOUTS, seed)
    mean = (results.x_wins - results.o_wins) / ROLLOUTS
    return mean if position.to_move == "o" else -mean


def search(position: Position, simulations: int, seed: int) -> Node:
    """Return the tree of a position."""
    root = Node(position)
    for simulation in range(simulations):
        path, leaf = descend(root)
        pass_back(path, rollouts(leaf, seed + simulation))
    return root


def search_batch(positions: Sequence[Position], simulations: int, seed: int) -> list[Node]:
    """Return the trees of positions on one board, none of which is over."""
    roots = [Node(position) for position in positions]
    games = BatchedGames(positions[0].board, len(roots) * ROLLOUTS, auto_reset=False, seed=seed)
    for _ in range(simulations):
        found = [descend(root) for root in roots]
        for game in range(len(games)):
            games.set(game, found[game // ROLLOUTS][1])
        movers = -games.to_move
        while not games.ended.all():
            games.step(games.random_actions())
        values = (games.winner * movers).reshape(-1, ROLLOUTS).mean(axis=1)
        for (path, _), value in zip(found, values.tolist(), strict=True):
            pass_back(path, value)
    return roots


def player_kind(simulations: int, *, in_batch: bool = False) -> PlayerKind:
    """Return the search as a player."""

    class Searcher(Session):
        def decide(self, game: Game, limits: Limits, control: Control) -> Play:
            del limits, control
            seed = self.seed // 2 + game.ply * simulations  # leaves room for the seeds of the simulations
            if in_batch:
                return Play(search_batch([game.position], simulations, seed)[0].best_move())
            return Play(search(game.position, simulations, seed).best_move())

    return PlayerKind("mcts", "searches a tree by PUCT", Searcher)


def main() -> None:
    """Play a match and print its result."""
    parser = argparse.ArgumentParser(description="Meet a player of hyperoxo with a search by PUCT.")
    parser.add_argument("--board", default="3x3x3", help="the board (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations a move (default: %(default)s)")
    parser.add_argument("--opponent", default="oxo:level=2", help="the player that it meets (default: %(default)s)")
    parser.add_argument("--games", type=int, default=100, help="games, half with each side (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of every random choice (default: %(default)s)")
    parser.add_argument("--batch", action="store_true", help="value leaves in a batch")
    options = parser.parse_args()
    register(player_kind(options.simulations, in_batch=options.batch))
    print(play_match("mcts", options.opponent, options.board, games=options.games, seed=options.seed))


if __name__ == "__main__":
    main()
