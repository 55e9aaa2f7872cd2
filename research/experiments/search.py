"""The search for boards beyond proof, against Monte Carlo tree search at equal cost.

Both choose behind the same step: a forced win is played, and moves that leave the opponent one are not chosen from.
What remains is searched by `hyperoxo.solver.search.search` with a number of positions, or by UCT with a number of
iterations; the numbers were chosen so that alpha-beta takes no more processor time, which is measured and given with
the results; it is the only figure that another run may give otherwise. Since a part of UCT is written in Python, it
gets four times as many iterations in a second match on all boards but the largest.
Games come in pairs from the same random position, each player once on each side.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from experiments.common.pages import table
from experiments.common.uct import uct
from hyperoxo import Board, Game, Position, PositionError, forced_win
from hyperoxo.seeds import derived_seed
from hyperoxo.solver.forced_wins import refutations
from hyperoxo.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "search: alpha-beta against Monte Carlo tree search on boards beyond proof"

PAIRS = 16
"""Pairs of games on each board."""
FORCED_NODES = 20_000
"""Positions that each question about forced wins may cost."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played on one board.

    Attributes:
        board: the board.
        stones: random stones of each side that a pair begins with.
        more: additional stones of X, which moves second. From even positions, nearly every game on 5x5x5 and 6x6x6 is
            a draw between players who see forced wins.
        nodes: positions of a search.
        iterations: iterations of UCT.
    """

    board: str
    stones: int
    more: int
    nodes: int
    iterations: int


EVEN = (
    Match("4x4x4", stones=3, more=0, nodes=150_000, iterations=700),
    Match("5x5:4", stones=2, more=0, nodes=150_000, iterations=1_000),
    Match("5x5x5", stones=14, more=10, nodes=140_000, iterations=500),
    Match("6x6x6", stones=40, more=50, nodes=100_000, iterations=250),
)
"""Matches in which both take about the same time, or alpha-beta less."""
MATCHES = (*EVEN, *(replace(match, iterations=4 * match.iterations) for match in EVEN[:3]))
NAMES = ("alpha-beta", "uct")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two games from one opening."""

    match: Match
    seed: int


def run(bench: Workbench) -> dict[str, JSON]:
    """Play all matches and count how their games end for alpha-beta; lists are for alpha-beta and UCT."""
    pairs = bench.games or PAIRS
    figures: list[JSON] = []
    for match in MATCHES:
        tasks = [_Pair(match, derived_seed(bench.seed, match.board, number)) for number in range(pairs)]
        figures.append(_counted(match, bench.map(match.board, _play_pair, tasks)))
    return {"pairs": pairs, "seed": bench.seed, "players": list(NAMES), "matches": figures}


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    return {
        "games": str(2 * figures["pairs"]),
        "matches": table(
            (
                "board",
                "positions : iterations",
                "CPU ms a search, alpha-beta : UCT",
                "won by alpha-beta",
                "drawn",
                "lost",
                "score",
            ),
            (
                (
                    one["board"],
                    f"{one['nodes']:,} : {one['iterations']:,}",
                    " : ".join(map(str, one["cpu_milliseconds_per_search"])),
                    one["won"],
                    one["drawn"],
                    one["lost"],
                    f"{100 * one['score']:.1f} ± {100 * one['error']:.1f}",
                )
                for one in figures["matches"]
            ),
        ),
    }


@dataclass(frozen=True, slots=True)
class _Played:
    """One game: the player with O, the score of alpha-beta, and each player's searches with their processor time."""

    first: int
    score: float
    searches: tuple[int, int]
    seconds: tuple[float, float]


def _counted(match: Match, pairs: Sequence[Sequence[_Played]]) -> dict[str, JSON]:
    """Count how the games of one match ended."""
    games = [game for pair in pairs for game in pair]
    won, drawn = (sum(game.score == score for game in games) for score in (1.0, 0.5))
    searches = [sum(game.searches[player] for game in games) for player in (0, 1)]
    seconds = [sum(game.seconds[player] for game in games) for player in (0, 1)]
    # The games of a pair depend on each other, pairs do not.
    means = [statistics.fmean(game.score for game in pair) for pair in pairs]
    error = statistics.stdev(means) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.0
    return {
        **asdict(match),
        "games": len(games),
        "won": won,
        "drawn": drawn,
        "lost": len(games) - won - drawn,
        "won_as_x": [
            sum(game.score == 1 and game.first == 1 for game in games),
            sum(game.score == 0 and game.first == 0 for game in games),
        ],
        "score": round(statistics.fmean(means), 3),
        "error": round(error, 3),
        "searches": [*searches],
        "cpu_milliseconds_per_search": [
            round(1000 * spent / max(1, count), 1) for spent, count in zip(seconds, searches, strict=True)
        ],
    }


def _play_pair(pair: _Pair) -> list[_Played]:
    opening = _opening(pair)
    return [_play(opening, first, pair) for first in (0, 1)]


def _opening(pair: _Pair) -> Position:
    """Return a random position in which neither side has a forced win, with O to move."""
    stream = random.Random(pair.seed)
    board, match = Board(pair.match.board), pair.match
    while True:
        cells = stream.sample(range(len(board)), 2 * match.stones + match.more)
        try:
            position = Position(board, cells[match.stones :], cells[: match.stones], "o")
        except PositionError:  # both sides have a line, or O has one
            continue
        if not position.is_over and not any(
            forced_win(position, side, nodes=FORCED_NODES).exists for side in ("x", "o")
        ):
            return position


def _play(position: Position, first: int, pair: _Pair) -> _Played:
    """Play a game out; player 0 is alpha-beta, and player `first` holds O, which moves next."""
    stream = random.Random(pair.seed + first)
    searches, seconds = [0, 0], [0.0, 0.0]
    player = first
    while not position.is_over and Game(position).can_be_won:
        cells = _moves_worth_searching(position)
        if len(cells) == 1:
            cell = cells[0]
        else:
            started = time.process_time()
            if player == 0:
                cell = search(position, among=cells, nodes=pair.match.nodes).cell
            else:
                cell = uct(position, cells, pair.match.iterations, stream)
            searches[player] += 1
            seconds[player] += time.process_time() - started
        position = position.play(cell)
        player = 1 - player
    score = 0.5 if position.winner is None else float((position.winner == "o") == (first == 0))
    return _Played(first, score, (searches[0], searches[1]), (seconds[0], seconds[1]))


def _moves_worth_searching(position: Position) -> list[int]:
    """Return the first move of a forced win; else the moves that leave the opponent none, or the least bad one."""
    win = forced_win(position, nodes=FORCED_NODES)
    if win.exists:
        return [win.line[0]]
    refuted = refutations(position, nodes=FORCED_NODES)
    safe = [cell for cell, answer in refuted.items() if not answer.exists]
    return safe or [max(refuted, key=lambda cell: len(refuted[cell].line))]
