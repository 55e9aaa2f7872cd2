"""The Delphi analyser: how many trial moves positions cost, what its thresholds save, and what a budget can finish.

The article says that without its tricks the search would take unacceptably long, and gives no figures. Here its
own board is rated from the empty position on and after every first move, positions of several boards are rated
at several depths, and on positions that are late enough the same search is counted without its tricks.

Positions come from games in which both sides complete a line or block one when they can, and else move at random:
in games at random alone nearly every field is decided at once, so that they cost next to nothing.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from experiments.common.pages import table
from hyperoxo import Board
from hyperoxo.players.historic.delphi import KIND
from hyperoxo.players.historic.delphi.trial_search import TrialBoard, TrialSearch, rate_fields, rating_label
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo import Position
    from hyperoxo.game import JSON

SUMMARY = "delphi: trial moves by board and open fields, and what its thresholds save"

POSITIONS = 30
"""Positions for each board and number of open fields."""
BUDGET = cast("int", KIND.player().options["trial-moves"])
"""The player's own: trial moves after which a sampled position counts as not finished."""
HOME = "3x3x3"
DEPTHS = {
    HOME: (14, 16, 18, 20, 21, 22, 23, 24, 25),
    "3x3": (5, 6, 7, 8),
    "4x4": (6, 8, 9, 10, 11, 12, 13),
    "5x5:4": (8, 10, 11, 12, 13, 14),
    "4x4x4": (8, 10, 12, 14, 16, 18),
}
"""Open fields at which positions of each board are sampled."""
COMPARED = {"3x3": (9, 7), HOME: (16, 14), "4x4": (8,), "5x5:4": (8,)}
"""Open fields at which the search is also counted without its tricks."""
MAX_COUNTED_FIELDS = 9
"""Open fields up to which every sequence of moves can be counted."""


@dataclass(frozen=True, slots=True)
class _Sample:
    """One position to be drawn and rated."""

    board: str
    open_fields: int
    seed: int

    def position(self) -> Position:
        """Return the position: of the first game that comes this far, neither over nor to be won at once."""
        stream = random.Random(self.seed)
        while True:
            position = Board(self.board).empty()
            while not position.is_over and len(position.empty_cells()) > self.open_fields:
                side = position.to_move
                urgent = position.threats(side) or position.threats(other_side(side))
                position = position.play(urgent[0][0] if urgent else stream.choice(position.legal_moves()))
            if not position.is_over and not position.threats(position.to_move):
                return position


def run(bench: Workbench) -> dict[str, JSON]:
    """Rate every position and return counts of trial moves."""
    positions = bench.games or POSITIONS

    def samples(board: str, open_fields: int) -> list[_Sample]:
        seeds = (derived_seed(bench.seed, board, open_fields, number) for number in range(positions))
        return [_Sample(board, open_fields, seed) for seed in seeds]

    depths = [(board, n) for board, numbers in DEPTHS.items() for n in numbers]
    costs = bench.map("positions", _cost, [one for depth in depths for one in samples(*depth)])
    compared = [(board, n) for board, numbers in COMPARED.items() for n in numbers]
    counts = bench.map("without tricks", _compare, [one for depth in compared for one in samples(*depth)])
    return {
        "positions_each": positions,
        "seed": bench.seed,
        "budget": BUDGET,
        "empty_board": _rated(""),
        "after_one_move": list(bench.map("first moves", _rated, Board(HOME).names(range(len(Board(HOME)))).split())),
        "by_open_fields": [_depth(*depth, costs[i * positions :][:positions]) for i, depth in enumerate(depths)],
        "tricks": [_saving(*depth, counts[i * positions :][:positions]) for i, depth in enumerate(compared)],
    }


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    empty, budget = figures["empty_board"], figures["budget"]
    first = sorted(one["trial_moves"] for one in figures["after_one_move"])
    rating = {cells: label for label, cells in empty["labels"].items()}
    return {
        "budget": f"{budget:,}",
        "positions": str(figures["positions_each"]),
        "empty_board": f"{empty['trial_moves']:,}",
        "centre": rating[1],
        "elsewhere": rating[26],
        "fewest": f"{first[0]:,}",
        "median": f"{statistics.median(first):,}",
        "most": f"{first[-1]:,}",
        "within": f"{sum(cost <= budget for cost in first)} of {len(first)}",
        "by_open_fields": table(
            ("board, open fields", "median", f"finished of {figures['positions_each']}"),
            (
                (
                    f"{one['board']}, {one['open_fields']}",
                    _shown(one["median"]),
                    round(one["within_budget"] * figures["positions_each"]),
                )
                for one in _hardest(figures["by_open_fields"])
            ),
        ),
        "tricks": table(
            ("board, open fields", "without", "win first", "both"),
            (
                (
                    f"{one['board']}, {one['open_fields']}",
                    "not counted" if one["everything"] is None else f"{one['everything']:,}",
                    f"{one['win_first']:,}",
                    f"{one['literal']:,}",
                )
                for one in figures["tricks"]
            ),
        ),
    }


def _hardest(depths: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return, of each board, the last depth at which all positions are finished, and the depths with others."""
    last = {one["board"]: one["open_fields"] for one in depths if one["within_budget"] == 1}
    return [one for one in depths if one["within_budget"] < 1 or one["open_fields"] == last[one["board"]]]


def _shown(trial_moves: int | None) -> str:
    return "more" if trial_moves is None else f"{trial_moves:,}"


def _rated(moves: str) -> dict[str, JSON]:
    """Rate every field of a position of the home board, and count the labels."""
    board = Board(HOME)
    position = board.empty()
    for cell in board.moves(moves):
        position = position.play(cell)
    analysis = rate_fields(position)
    labels = Counter(map(rating_label, analysis.fields.values()))
    best = max(analysis.fields, key=lambda cell: analysis.fields[cell])
    return {
        "moves": moves,
        "trial_moves": analysis.trial_moves,
        "best": board.name(best),
        "labels": {label: labels[label] for label in sorted(labels)},
    }


def _cost(sample: _Sample) -> int | None:
    """Return the trial moves that a position costs, None for more than the budget."""
    search = TrialSearch(sample.position())
    search.analyse(BUDGET)
    return search.trial_moves if search.complete else None


def _depth(board: str, open_fields: int, costs: list[int | None]) -> dict[str, JSON]:
    ascending = sorted(BUDGET + 1 if cost is None else cost for cost in costs)

    def at(share: float) -> int | None:
        cost = ascending[min(int(share * len(ascending)), len(ascending) - 1)]
        return None if cost > BUDGET else cost

    return {
        "board": board,
        "open_fields": open_fields,
        "median": at(0.5),
        "ninety_percent": at(0.9),
        "most": at(1.0),
        "within_budget": round(sum(cost <= BUDGET for cost in ascending) / len(ascending), 4),
    }


def _compare(sample: _Sample) -> tuple[int, int, int]:
    """Return the trial moves of a position with every move tried, with a win looked for first, and literally.

    The first is 0 where it would take too long.
    """
    position = sample.position()
    search = TrialSearch(position)
    search.analyse(BUDGET)
    if not search.complete:
        raise RuntimeError(f"{position.text}: more than {BUDGET} trial moves")
    everything = 0
    if sample.open_fields <= MAX_COUNTED_FIELDS:
        everything = sum(position.perft(depth) for depth in range(1, sample.open_fields + 1))
    return everything, _win_first(position), search.trial_moves


def _saving(board: str, open_fields: int, counts: list[tuple[int, int, int]]) -> dict[str, JSON]:
    everything, win_first, literal = (round(statistics.mean(column)) for column in zip(*counts, strict=True))
    return {
        "board": board,
        "open_fields": open_fields,
        "everything": everything or None,
        "win_first": win_first,
        "literal": literal,
    }


def _win_first(position: Position) -> int:
    """Count the trial moves of the search without thresholds, where a node that can complete a line tries no moves."""
    board = TrialBoard(position)

    def below(free: list[int], player: int) -> int:
        if board.wins[player]:
            return 0
        moves = len(free)
        for i, cell in enumerate(free):
            board.put(cell, player)
            moves += below(free[:i] + free[i + 1 :], 1 - player)
            board.remove(cell, player)
        return moves

    return below(position.empty_cells(), 0)
