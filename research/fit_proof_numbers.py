#!/usr/bin/env python3
"""Fits the exponents of initial proof numbers to the sizes of proofs.

    fit_proof_numbers.py [--positions N] [--nodes N] [--seed N]

It draws second moves on 4x4x4 from docs/atlas.json, solves each of these positions with a limit, and takes the sizes of
all parts of the proofs: for each strategic position the number of strategic and forced positions in the tree of its
proof, those that it reaches in two ways counted twice. Least squares fit the base-2 logarithm of the size to the
twos and single stones of both sides. Proofs with odd numbers are held out: the fit does not see them, and its R² is of
them. Weights are in quarters, as in crates/oxo-solve/src/proof_search/tuning.rs.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hyperoxo import Board, Position, solve
from hyperoxo.solver.strategies import Reason, ResponseKind, Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

ATLAS = Path(__file__).parents[1] / "docs" / "atlas.json"
FEATURES = ("attacker's twos", "defender's twos", "attacker's single stones", "defender's single stones")
FEWEST = 100
"""Positions with one number of stones that are worth a fit of their own."""


def features(position: Position) -> list[int]:
    """Count the lines with two stones and with one stone of one side alone, for the side to move and the other."""
    sides = (set(position.x), set(position.o)) if position.to_move == "x" else (set(position.o), set(position.x))
    counts = [[0] * 5, [0] * 5]
    for line in position.board.lines:
        own, other = (len(stones.intersection(line)) for stones in sides)
        if own == 0 or other == 0:
            counts[int(own == 0)][own + other] += 1
    return [counts[0][2], counts[1][2], counts[0][1], counts[1][1]]


def size_of_proof(strategy: Strategy, position: Position, sizes: dict[str, int]) -> int:
    """Return how many records the tree of the proof of a canonical position has."""
    found = sizes.get(position.text)
    if found is None:
        answer = strategy.answer(position)
        if answer is None:
            raise SystemExit(f"the proof has no answer in {position.text}")
        after = position.play(answer.cell)
        open_replies = (
            after.play(reply.cell).canonical()
            for reply in strategy.replies(after) or ()
            if reply.response is ResponseKind.RECORD
        )
        found = 1 + sum(size_of_proof(strategy, reply, sizes) for reply in {p.text: p for p in open_replies}.values())
        sizes[position.text] = found
    return found


def parts(certificate: bytes) -> Iterator[tuple[int, list[int], int]]:
    """Yield the stones of the side to move, the features and the size of the proof of each strategic position."""
    strategy = Strategy(certificate, "the proof")
    sizes: dict[str, int] = {}
    for position, answer in strategy.strategic():
        if answer.reason is Reason.STRATEGIC:
            stones = len(position.x if position.to_move == "x" else position.o)
            yield stones, features(position), size_of_proof(strategy, position.canonical(), sizes)


def proofs(positions: int, nodes: int, seed: int) -> Iterator[bytes]:
    """Solve positions of the atlas in random order, and yield the certificates of those that are won."""
    board = Board("4x4x4")
    texts = [entry["position"] for entry in json.loads(ATLAS.read_text(encoding="utf-8"))["second_moves"]]
    random.Random(seed).shuffle(texts)
    for text in texts[:positions]:
        solution = solve(board.position(text), nodes=nodes, threads=1)
        print(text, solution.outcome, f"{solution.nodes:,}", flush=True)
        if solution.certificate is not None and solution.winner is not None:
            yield solution.certificate


def fit(name: str, seen: NDArray[np.float64], unseen: NDArray[np.float64]) -> None:
    """Print the weights for rows of features and, last, the logarithm of the size; R² is of the unseen rows."""
    if len(seen) < FEWEST or len(unseen) < FEWEST:
        return
    columns = [np.c_[np.ones(len(rows)), rows[:, :-1]] for rows in (seen, unseen)]
    weights = np.linalg.lstsq(columns[0], seen[:, -1], rcond=None)[0]
    rest = unseen[:, -1] - columns[1] @ weights
    explained = 1 - rest.var() / unseen[:, -1].var()
    quarters = ", ".join(f"{feature} {4 * weight:+.1f}" for feature, weight in zip(FEATURES, weights[1:], strict=True))
    print(f"{name}: {len(seen)} positions: {4 * weights[0]:.1f} quarters, {quarters}; R² {explained:.2f} held out")


def main() -> None:
    """Solve, measure and fit."""
    parser = argparse.ArgumentParser(description="Fit initial proof numbers to the sizes of proofs.")
    parser.add_argument("--positions", type=int, default=30, help="positions to solve (default: 30)")
    parser.add_argument("--nodes", type=int, default=12_000_000, help="limit of each search (default: 12,000,000)")
    parser.add_argument("--seed", type=int, default=14, help="seed of the sample (default: 14)")
    arguments = parser.parse_args()
    halves: tuple[list[list[float]], list[list[float]]] = ([], [])
    stones: tuple[list[int], list[int]] = ([], [])
    for number, certificate in enumerate(proofs(arguments.positions, arguments.nodes, arguments.seed)):
        for own, counts, size in parts(certificate):
            halves[number % 2].append([*counts, float(np.log2(size))])
            stones[number % 2].append(own)
    seen, unseen = (np.array(half).reshape(-1, len(FEATURES) + 1) for half in halves)
    fit("all", seen, unseen)
    for own in sorted(set(stones[0])):
        chosen = [rows[np.array(counts) == own] for rows, counts in zip((seen, unseen), stones, strict=True)]
        fit(f"{own} stones of the winner", *chosen)


if __name__ == "__main__":
    main()
