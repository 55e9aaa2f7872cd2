"""Chances: what score a side may expect after a move, by the points that a small search gives the move.

The house player plays itself at levels 5 to 8 from random openings. Of each game a few moves are drawn, those whose
value a player would see as unknown are kept, and searches score them. Games with even numbers fit the maps from points
to chances that `hyperoxo.solver.chances` holds. Games with odd numbers helped to choose the form of the maps; games
of another seed test them.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from experiments.common.chance_maps import brier, fitted, reliability
from experiments.common.charts import BLUE, GREEN, GREY, ORANGE, chart, svg
from experiments.common.pages import table
from hyperoxo import Board, forced_win, play_game, player
from hyperoxo._core import move_scores
from hyperoxo.players.oxo.knowledge import positional_scores
from hyperoxo.seeds import derived_seed
from hyperoxo.solver.chances import DEPTH, MAX_GUESS, MAX_NODES, OTHERS, ChanceMap
from hyperoxo.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from experiments.common.chance_maps import Scored
    from experiments.common.workbench import Workbench
    from hyperoxo import Position
    from hyperoxo.game import JSON

SUMMARY = "chances: what points of a search mean, as an expected score, by self-play of oxo's levels 5 to 8"

GAMES = 2_000
"""Games of each level on each board, where they are cheap."""
BOARDS = ("3x3x3", "4x4x4", "5x5:4", "4x4x4x4")
LEVELS = (5, 6, 7, 8)
SHARES = {("4x4x4", 8): 0.4, ("4x4x4x4", 7): 0.25, ("4x4x4x4", 8): 0.1}
"""The share of these games where one takes long."""
TEST_SHARE = 0.2
"""New games that test the maps, as a share of the others."""
OPENING_PLIES = range(2, 9)
"""How many random moves an opening has; each number is as likely as another."""
MOVES_PER_GAME = 3
"""Moves of each game that are scored."""
DEPTHS = (0, 2, 3)
"""Plies ahead after the move: of a guess, and of searches that look further, as the house player's do."""
FEWEST_MOVES = 200
"""With fewer moves than this a board gets no map of its own, and a map is not tested."""
DEEPER_NODES = 20_000
"""Positions of the searches after a move that look further ahead than a guess does."""
SEARCH_NODES = 50_000
"""Positions of a search like that of the house player, before one move of each game."""
FORCED_NODES = 2_000
"""Positions of a search for a forced win, by which a move's value would be known."""
GROWTH = 4
"""The factor of an open line for each stone on it, in the evaluation that guesses were before."""
CHUNK = 10
"""Games in one task."""
UNTESTED: dict[str, None] = {"odd_games": None, "guesses": None, "searches": None}
"""The figures of a board without maps of its own."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Some games of a level against itself, the work of one task.

    Attributes:
        board: the board.
        level: the level of both sides.
        seed: the seed of the run.
        numbers: the games, by number.
    """

    board: str
    level: int
    seed: int
    numbers: range


@dataclass(frozen=True, slots=True)
class Sample:
    """A move of a game.

    Attributes:
        result: 1 if the side that made it won, 0.5 for a draw, 0 if it lost.
        share: the worth of the open lines through the cell, as a share of the most promising cell's.
        scores: points for the move, by the plies looked ahead after it; none that is proved.
        searched: points of a search before the move, and its plies ahead after its own move; None if it was not made,
            or has proved the value.
    """

    result: float
    share: float
    scores: dict[int, int]
    searched: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game, and what was scored of it.

    Attributes:
        number: its number; even games fit the maps.
        result: 1 if X won, 0.5 for a draw, 0 if O won.
        drawn: how many moves were drawn.
        samples: those whose value would not be known.
    """

    number: int
    result: float
    drawn: int
    samples: list[Sample]


Games: TypeAlias = "Mapping[tuple[str, int], Sequence[Played]]"
"""Games by board and level."""


def collect(bench: Workbench, title: str, seed: int, boards: Iterable[str], share: float = 1) -> Games:
    """Play games of each level on each board, or a share of them."""
    games = (bench.games or GAMES) * share
    tasks = [
        SelfPlay(board, level, seed, range(start, min(start + CHUNK, count)))
        for board in boards
        for level in LEVELS
        for count in [max(math.ceil(games * SHARES.get((board, level), 1)), 2)]
        for start in range(0, count, CHUNK)
    ]
    played: defaultdict[tuple[str, int], list[Played]] = defaultdict(list)
    for task, found in zip(tasks, bench.map(title, _play, tasks), strict=True):
        played[task.board, task.level] += found
    return dict(played)


def opening(board: Board, seed: int) -> tuple[Position, list[int]]:
    """Return a position after random moves whose game is not over, and these moves."""
    stream = random.Random(seed)
    while True:
        position, cells = board.empty(), []
        for _ in range(stream.choice(OPENING_PLIES)):
            if position.is_over:
                break
            cells.append(stream.choice(position.legal_moves()))
            position = position.play(cells[-1])
        if not position.is_over:
            return position, cells


def _play(task: SelfPlay) -> list[Played]:
    """Play some games, and score moves of them."""
    board, side = Board(task.board), player(f"oxo:level={task.level}")
    played = []
    for number in task.numbers:
        seed = derived_seed(task.seed, task.board, task.level, number)
        start, cells = opening(board, seed)
        game = play_game(side, side, start, seed, with_reasons=False)
        winner = game.position.winner
        # The last move of the opening is scored too: a move that no level chose.
        moves = [*cells, *game.moves]
        stream = random.Random(derived_seed(seed, "moves"))
        places = range(len(cells) - 1, len(moves))
        chosen = stream.sample(places, min(MOVES_PER_GAME, len(places)))
        samples = [
            _sample(_after(board, moves[:ply]), moves[ply], winner, with_search=nth == 0)
            for nth, ply in enumerate(chosen)
        ]
        result = 0.5 if winner is None else float(winner == "x")
        played.append(Played(number, result, len(chosen), [sample for sample in samples if sample is not None]))
    return played


def _after(board: Board, moves: Iterable[int]) -> Position:
    position = board.empty()
    for cell in moves:
        position = position.play(cell)
    return position


def _sample(position: Position, cell: int, winner: str | None, *, with_search: bool) -> Sample | None:
    """Score a move; None if its value would be known by a completed line or a forced win."""
    after = position.play(cell)
    if after.is_over or forced_win(after, nodes=FORCED_NODES).exists:
        return None
    threats = after.threats(position.to_move)
    if threats and forced_win(after.play(threats[0][0]), nodes=FORCED_NODES).exists:
        return None
    scores = {}
    for wanted in DEPTHS:
        nodes = MAX_NODES if wanted <= DEPTH else DEEPER_NODES
        [(_, score, depth)] = move_scores(position, among=[cell], depth=wanted, nodes=nodes, is_cancelled=None)
        if depth == wanted and abs(score) <= MAX_GUESS:
            scores[depth] = score
    searched = None
    if with_search:
        found = search(position, nodes=SEARCH_NODES)
        if not found.value.is_known and found.depth:
            searched = found.score, found.depth - 1
    worth = positional_scores(position, position.legal_moves(), GROWTH)
    share = worth[cell] / max(1, *worth.values())
    result = 0.5 if winner is None else float(winner == position.to_move)
    return Sample(result, share, scores, searched)


def run(bench: Workbench) -> dict[str, JSON]:
    """Play all games, fit the maps to one half, and test them on new games."""
    played = collect(bench, "games", bench.seed, BOARDS)
    fitted_boards = [board for board in BOARDS if _maps(_of_board(played, board))]
    new = collect(bench, "new games", derived_seed(bench.seed, "test"), fitted_boards, TEST_SHARE)
    return figures_of(played, new, bench.seed)


def figures_of(played: Games, new: Games, seed: int) -> dict[str, JSON]:
    """Return the figures of games that were played, and of new ones for the boards that have maps."""
    others = _maps(game for games in played.values() for game in games)
    boards: list[JSON] = []
    for board in BOARDS:
        games = _of_board(played, board)
        maps = _maps(games)
        boards.append(
            {
                "board": board,
                "levels": [_counted(level, played[board, level]) for level in LEVELS],
                "moves": sum(game.drawn for game in games),
                "unknown": sum(len(game.samples) for game in games),
                "has_maps": bool(maps),
                "maps": [_knots(one) for one in maps or others],
                **(_tested(games, _of_board(new, board), maps) if maps else UNTESTED),
            }
        )
    return {
        "seed": seed,
        "games": _count(played),
        "new_games": _count(new),
        "boards": boards,
        "others": [_knots(one) for one in others],
    }


def _of_board(played: Games, board: str) -> list[Played]:
    return [game for level in LEVELS for game in played[board, level]]


def _count(played: Games) -> int:
    return sum(map(len, played.values()))


def _knots(one: ChanceMap) -> JSON:
    return [[*knot] for knot in one.knots]


def _maps(games: Iterable[Played]) -> tuple[ChanceMap, ...]:
    """Return the maps for guesses, for odd depths and for even ones, fitted to the even games; none for few moves."""
    samples = [sample for game in games if game.number % 2 == 0 for sample in game.samples]
    kinds = [[(sample.scores[0], sample.result) for sample in samples if 0 in sample.scores], *_deeper(samples)]
    return tuple(map(fitted, kinds)) if min(map(len, kinds)) >= FEWEST_MOVES else ()


def _deeper(samples: Iterable[Sample]) -> list[list[Scored]]:
    """Return the points of searches that looked further ahead than a guess, of odd and of even depths."""
    kinds: list[list[Scored]] = [[], []]
    for sample in samples:
        for depth, score in sample.scores.items():
            if depth >= 2:
                kinds[(depth + 1) % 2].append((score, sample.result))
        if sample.searched is not None and sample.searched[1] > 0:
            score, depth = sample.searched
            kinds[(depth + 1) % 2].append((score, sample.result))
    return kinds


def _counted(level: int, games: Sequence[Played]) -> JSON:
    results = [game.result for game in games]
    return {
        "level": level,
        "games": len(games),
        **{name: results.count(value) for name, value in (("x_wins", 1.0), ("draws", 0.5), ("o_wins", 0.0))},
    }


def _tested(games: Iterable[Played], new: Iterable[Played], maps: Sequence[ChanceMap]) -> dict[str, JSON]:
    """Return how well guesses and searches hold in new games, and guesses in the odd games."""
    unseen = [sample for game in new for sample in game.samples]
    odd = _guessed(sample for game in games if game.number % 2 for sample in game.samples)
    return {
        "odd_games": {"moves": len(odd), "chance": _chance_score(odd, maps[0])} if odd else None,
        "guesses": _guesses(unseen, maps[0]),
        "searches": _searches(unseen, maps),
    }


def _guessed(samples: Iterable[Sample]) -> list[tuple[Sample, int]]:
    """Return the moves that have points without a look ahead, with these."""
    return [(sample, sample.scores[0]) for sample in samples if 0 in sample.scores]


def _chance_score(guessed: Iterable[tuple[Sample, int]], guess: ChanceMap) -> float:
    return round(brier([(guess.chance(score) / 100, sample.result) for sample, score in guessed]), 4)


def _guesses(samples: Iterable[Sample], guess: ChanceMap) -> JSON:
    """Return how well guesses hold; none for few moves."""
    guessed = _guessed(samples)
    if len(guessed) < FEWEST_MOVES:
        return None
    return {
        "moves": len(guessed),
        "constant": _best_constant([sample.result for sample, _ in guessed]),
        "raw": round(brier([(sample.share, sample.result) for sample, _ in guessed]), 4),
        "sign": round(brier([(_sign(score), sample.result) for sample, score in guessed]), 4),
        "chance": _chance_score(guessed, guess),
        "reliability": reliability([(score, sample.result) for sample, score in guessed], guess.chance),
    }


def _best_constant(results: Sequence[float]) -> float:
    """Return the Brier score of the constant that suits the results best, their mean."""
    return round(statistics.pvariance(results), 4)


def _searches(samples: Iterable[Sample], maps: Sequence[ChanceMap]) -> JSON:
    """Return how well the chances of searches before a move hold; none without any search."""
    searched = [
        (maps[0 if depth == 0 else 1 + (depth + 1) % 2].chance(score), sample.result)
        for sample in samples
        if sample.searched is not None
        for score, depth in [sample.searched]
    ]
    if not searched:
        return None
    return {
        "moves": len(searched),
        "constant": _best_constant([result for _, result in searched]),
        "chance": round(brier([(chance / 100, result) for chance, result in searched]), 4),
        "mean_chance": round(statistics.fmean(chance for chance, _ in searched), 1),
        "mean_score": round(100 * statistics.fmean(result for _, result in searched), 1),
    }


def _sign(score: int) -> float:
    """Return the evaluation read as a result: a win for points above zero, a loss below."""
    return 0.5 if score == 0 else float(score > 0)


def package_files(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return the file that the package reads: the maps by board, of guesses, of odd and of even depths."""
    maps = {one["board"]: one["maps"] for one in figures["boards"] if one["has_maps"]} | {OTHERS: figures["others"]}
    lines = ",\n".join(f"{json.dumps(board)}: {json.dumps(one)}" for board, one in maps.items())
    return {"solver/chances.json": f"{{\n{lines}\n}}\n"}


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    boards = figures["boards"]
    tested = [one for one in boards if one["guesses"]]
    return {
        "games": f"{figures['games']:,}",
        "new_games": f"{figures['new_games']:,}",
        "brier": table(
            ("board (moves)", "constant", "lines", "sign", "chance", "in odd games"),
            (
                (
                    f"{one['board']} ({found['moves']:,})",
                    *(f"{found[key]:.3f}" for key in ("constant", "raw", "sign", "chance")),
                    f"{one['odd_games']['chance']:.3f}",
                )
                for one in tested
                for found in [one["guesses"]]
            ),
        ),
        "searches": table(
            ("board (searches)", "constant", "chance", "mean chance/score"),
            (
                (
                    f"{one['board']} ({found['moves']:,})",
                    f"{found['constant']:.3f}",
                    f"{found['chance']:.3f}",
                    f"{found['mean_chance']}/{found['mean_score']}",
                )
                for one in boards
                for found in [one["searches"]]
                if found
            ),
        ),
        "furthest": f"{max((_gap(group) for one in tested for group in one['guesses']['reliability']), default=0):.1f}",
    }


def _gap(group: Mapping[str, float]) -> float:
    return abs(group["chance"] - group["score"])


def charts(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return the reliability diagram: what was scored by what was guessed."""
    drawing, axes = chart()
    axes.plot([0, 100], [0, 100], color=GREY, linewidth=0.8)
    tested = [one for one in figures["boards"] if one["guesses"]]
    for one, colour, marker in zip(tested, (BLUE, ORANGE, GREEN), "os^", strict=False):
        groups = one["guesses"]["reliability"]
        axes.errorbar(
            [group["chance"] for group in groups],
            [group["score"] for group in groups],
            [group["error"] for group in groups],
            color=colour,
            marker=marker,
            linestyle="none",
            label=one["board"],
        )
    axes.set(xlabel="chance, %", ylabel="score, %", xlim=(0, 100), ylim=(0, 100))
    if tested:
        axes.legend(frameon=False)
    return {"chances": svg(drawing)}
