"""The house player's levels: each against the one below, from random openings, every opening played from both seats.

Openings are a few random moves on 4x4x4 after which no line can be completed at once. Each is played twice with the
seats changed, so that neither side gains by an opening that favours X or O. The pair is the unit of the error: its two
games share an opening.
"""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from experiments.common.pages import table
from hyperoxo import Board, play_game, player
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo import Position
    from hyperoxo.game import JSON

SUMMARY = "oxo: each level against the one below, from random openings"

GAMES = 400
"""Games of each level against the one below: two from each opening."""
BOARD = Board("4x4x4")
OPENING_PLIES = (2, 3, 4)
"""How many random moves an opening has; each number is as likely as another."""
CHUNK = 10
"""Pairs of games in one task."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Some pairs of games, the work of one task.

    Attributes:
        upper: the level whose score is counted; it plays the one below.
        seed: the seed of the run.
        numbers: the openings, by number; all levels meet from the same ones.
    """

    upper: int
    seed: int
    numbers: range


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every level against the one below, and return scores and games by seat."""
    pairs = max((bench.games or GAMES) // 2, 1)
    uppers = list(LEVELS)[1:]
    tasks = [
        Pairs(upper, bench.seed, range(start, min(start + CHUNK, pairs)))
        for upper in uppers
        for start in range(0, pairs, CHUNK)
    ]
    results: dict[int, list[tuple[float, float]]] = {upper: [] for upper in uppers}
    for task, scores in zip(tasks, bench.map("pairs of games", _play, tasks), strict=True):
        results[task.upper] += scores
    return {
        "board": str(BOARD),
        "opening_plies": list(OPENING_PLIES),
        "pairs": pairs,
        "seed": bench.seed,
        "levels": [_as_json(upper, scores) for upper, scores in results.items()],
    }


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    return {
        "pairs": str(figures["pairs"]),
        "games": str(2 * figures["pairs"]),
        "levels": table(
            ("level", "score against the level below, %", "as first", "as second"),
            (
                (
                    one["level"],
                    f"{one['score']:.1f} ± {one['error']:.1f}",
                    _counts(one["first"]),
                    _counts(one["second"]),
                )
                for one in figures["levels"]
            ),
        ),
    }


def opening(seed: int, number: int) -> Position:
    """Return the position after a few random moves, none of which leaves a line to be completed at once."""
    stream = random.Random(derived_seed(seed, "opening", number))
    plies = stream.choice(OPENING_PLIES)
    while True:
        position = BOARD.empty()
        for _ in range(plies):
            position = position.play(stream.choice(position.legal_moves()))
        if not position.threats("x") and not position.threats("o"):
            return position


def _play(task: Pairs) -> list[tuple[float, float]]:
    """Return the score of the upper level in each pair of games, holding X and holding O."""
    upper, lower = player(f"oxo:level={task.upper}"), player(f"oxo:level={task.upper - 1}")
    scores = []
    for number in task.numbers:
        start, seed = opening(task.seed, number), derived_seed(task.seed, task.upper, number)
        as_first = play_game(upper, lower, start, seed, with_reasons=False).position.winner
        as_second = play_game(lower, upper, start, seed, with_reasons=False).position.winner
        scores.append((_score(as_first, "x"), _score(as_second, "o")))
    return scores


def _score(winner: str | None, seat: str) -> float:
    return 0.5 if winner is None else float(winner == seat)


def _as_json(upper: int, scores: Sequence[tuple[float, float]]) -> JSON:
    means = [(first + second) / 2 for first, second in scores]
    error = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    by_seat = [[seat.count(value) for value in (1.0, 0.5, 0.0)] for seat in zip(*scores, strict=True)]
    return {
        "level": upper,
        "against": upper - 1,
        "score": round(100 * statistics.fmean(means), 2),
        "error": round(100 * error, 2),
        "first": dict(zip(("wins", "draws", "losses"), by_seat[0], strict=True)),
        "second": dict(zip(("wins", "draws", "losses"), by_seat[1], strict=True)),
    }


def _counts(seat: Mapping[str, int]) -> str:
    return f"{seat['wins']}-{seat['draws']}-{seat['losses']}"
