"""The Atari ST's program: its presets against each other and against others, and what one or two points change.

The article says that the program balances offence and defence, that raising the points for lines with one or two
pieces makes it more aggressive or more cautious, and that a change of one or two points makes a significant
difference to its moves. Each of these is measured, and so is what the article does not say: how often the highest
value passes a win by or leaves a threat open, and what is still open on the board when a draw is offered.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from experiments.common.series import Series, chunks_of
from experiments.common.statistics import mean_score, standard_error
from hyperoxo import Board, Ending, Game, player
from hyperoxo.players import Control, Limits
from hyperoxo.players.historic.atari_st import PRESETS, AtariStReasons
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.series import Chunk
    from experiments.common.workbench import Workbench
    from hyperoxo import Position
    from hyperoxo.game import JSON

SUMMARY = "atari-st: presets, single points, wins passed by, what is open at a draw offer"

GAMES = 10_000
BOARD = Board("4x4x4")
BALANCED = "atari-st"
OPPONENTS = ("random", "ibm1620:row-order=random")
CHANGES = tuple(
    (combination, PRESETS["balanced"][combination] + more) for combination in ("hh", "h", "cc", "c") for more in (1, 2)
)
"""The four weights that the article invites to change, each raised by one and by two."""

POSITION_GAMES = 1_000
"""Games whose positions every changed weight is asked about."""


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return counts, scores and shares."""
    games = bench.games or GAMES
    against_each_other = [*itertools.product(map(_preset, PRESETS), repeat=2)]
    against_others = [
        seats
        for preset, other in itertools.product(map(_preset, PRESETS), OPPONENTS)
        for seats in _seats(preset, other)
    ]
    against_balanced = [seats for change in CHANGES for seats in _seats(_changed(*change), BALANCED)]
    pairs = dict.fromkeys([*against_each_other, *against_others, *against_balanced])
    counts = _play_all(bench, [Series(f"{first} v {second}", first, second, games) for first, second in pairs])
    changes = _changed_choices(bench, min(POSITION_GAMES, games))
    return {
        "games_per_series": games,
        "seed": bench.seed,
        "scores": [
            _score(counts, one, other)
            for one, other in [
                *itertools.combinations(map(_preset, PRESETS), 2),
                *itertools.product(map(_preset, PRESETS), OPPONENTS),
                *((_changed(*change), BALANCED) for change in CHANGES),
            ]
        ],
        "changed_choices": changes,
        "self_play": _self_play(counts[f"{BALANCED} v {BALANCED}"]),
        "series": [_series(name, count) for name, count in counts.items()],
    }


def report(figures: Mapping[str, Any]) -> str:
    """Return the figures as tables."""
    lines = ["score (win 1, draw 1/2) in % over both seats, and in each"]
    lines += [
        f"  {one['player']:28} v {one['against']:26} {_percent(one['score'], one['error'])}   "
        f"first {_percent(one['as_first'], one['as_first_error'])}   "
        f"second {_percent(one['as_second'], one['as_second_error'])}"
        for one in figures["scores"]
    ]
    lines += ["", "positions in which the highest squares are others after a change; in which none is the same"]
    lines += [
        f"  {change['change']:28} {_percent(change['different'], change['different_error'])}   "
        f"{_percent(change['disjoint'], change['disjoint_error'])}"
        for change in figures["changed_choices"]["changes"]
    ]
    lines += ["", f"{BALANCED} against itself"]
    lines += [f"  {name.replace('_', ' '):40} {value}" for name, value in figures["self_play"].items()]
    lines += ["", "all series: first, second, drawn in % (of these on a full board) and plies a game"]
    lines += [
        f"  {one['name']:58} {'  '.join(map(_percent, one['shares'], one['errors']))} ({one['full_boards']}) "
        f"{one['plies_per_game']}"
        for one in figures["series"]
    ]
    return "\n".join(lines)


def _preset(name: str) -> str:
    return BALANCED if name == "balanced" else f"{BALANCED}:preset={name}"


def _changed(combination: str, points: int) -> str:
    return f"{BALANCED}:{combination}={points}"


def _seats(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)


# --- games -----------------------------------------------------------------------------------------------------------


def _play_all(bench: Workbench, all_series: Sequence[Series]) -> dict[str, Counter[str]]:
    """Return what was counted in each series, by name."""
    chunks = chunks_of(all_series, bench.seed)
    counts: dict[str, Counter[str]] = {}
    for chunk, count in zip(chunks, bench.map("games", _count, chunks), strict=True):
        counts.setdefault(chunk.series.name, Counter()).update(count)
    return counts


def _count(chunk: Chunk) -> Counter[str]:
    count: Counter[str] = Counter()
    for game in chunk.played():
        if game.result is None or game.result.ending not in {Ending.LINE, Ending.DRAW_AGREED, Ending.FULL_BOARD}:
            raise RuntimeError(f"{chunk.series.name}: {game} did not end as games between these players do")
        count["games"] += 1
        count["plies"] += game.ply
        count[game.result.winner or "drawn"] += 1
        count["full boards"] += game.result.ending is Ending.FULL_BOARD
        if game.result.ending is Ending.DRAW_AGREED:
            count.update(_at_the_offer(game.position))
        if chunk.series.first == chunk.series.second == BALANCED:
            count.update(_moments(game))
    return count


def _at_the_offer(position: Position) -> Counter[str]:
    """Count what is open where a draw is offered."""
    empty = set(position.empty_cells())
    empty_lines = sum(empty.issuperset(line) for line in BOARD.lines)
    return Counter({"offers": 1, "open squares": len(empty), "offers with an empty line": int(empty_lines > 0)})


def _moments(game: Game) -> Counter[str]:
    """Count the moves at which a line could be completed or had to be blocked, and those at which it was not."""
    count: Counter[str] = Counter()
    for ply, move in enumerate(game.moves):
        position = game.position_at(ply)
        winning = {cell for cell, _ in position.threats(position.to_move)}
        losing = {cell for cell, _ in position.threats(other_side(position.to_move))}
        if winning:
            count["wins on the board"] += 1
            count["wins passed by"] += move not in winning
        elif losing:
            count["threats to block"] += 1
            count["threats left open"] += move not in losing
    return count


# --- figures ---------------------------------------------------------------------------------------------------------


def _seat_score(count: Counter[str], winner: str) -> tuple[float, float]:
    """Return one side's mean score and its standard error."""
    return mean_score(count[winner], count["drawn"], count["games"])


def _score(counts: Mapping[str, Counter[str]], one: str, other: str) -> dict[str, JSON]:
    first, first_error = _seat_score(counts[f"{one} v {other}"], "x")
    second, second_error = _seat_score(counts[f"{other} v {one}"], "o")
    return {
        "player": one,
        "against": other,
        "score": round((first + second) / 2, 5),
        "error": round(math.hypot(first_error, second_error) / 2, 5),
        "as_first": round(first, 5),
        "as_first_error": round(first_error, 5),
        "as_second": round(second, 5),
        "as_second_error": round(second_error, 5),
    }


def _series(name: str, count: Counter[str]) -> dict[str, JSON]:
    shares = [count[end] / count["games"] for end in ("x", "o", "drawn")]
    return {
        "name": name,
        "games": count["games"],
        "first_wins": count["x"],
        "second_wins": count["o"],
        "drawn": count["drawn"],
        "full_boards": count["full boards"],
        "shares": [round(share, 5) for share in shares],
        "errors": [round(standard_error(share, count["games"]), 5) for share in shares],
        "plies_per_game": round(count["plies"] / count["games"], 2),
    }


def _self_play(count: Counter[str]) -> dict[str, JSON]:
    return {
        "wins_on_the_board": count["wins on the board"],
        "wins_passed_by": count["wins passed by"],
        "threats_to_block": count["threats to block"],
        "threats_left_open": count["threats left open"],
        "draw_offers": count["offers"],
        "draw_offers_with_an_empty_line": count["offers with an empty line"],
        "open_squares_per_draw_offer": round(count["open squares"] / count["offers"], 2) if count["offers"] else None,
    }


def _changed_choices(bench: Workbench, games: int) -> dict[str, JSON]:
    """Ask every changed weight about positions of the article's, and count where it leads elsewhere."""
    chunks = chunks_of([Series("positions", BALANCED, BALANCED, games)], bench.seed)
    by_game = [count for chunk in bench.map("positions", _compare, chunks) for count in chunk]
    changes: list[JSON] = []
    for change in CHANGES:
        name = _changed(*change)
        different, different_error = _share(by_game, f"{name}: different")
        disjoint, disjoint_error = _share(by_game, f"{name}: disjoint")
        changes.append(
            {
                "change": name,
                "different": round(different, 5),
                "different_error": round(different_error, 5),
                "disjoint": round(disjoint, 5),
                "disjoint_error": round(disjoint_error, 5),
            }
        )
    return {"games": games, "positions": sum(count["positions"] for count in by_game), "changes": changes}


def _compare(chunk: Chunk) -> list[Counter[str]]:
    """Count for each game its positions, and those in which other squares have the highest value after a change."""
    names = [BALANCED, *(_changed(*change) for change in CHANGES)]
    by_game = []
    for game in chunk.played():
        count = Counter(positions=game.ply - 1)
        for ply in range(1, game.ply):
            article, *others = (_highest(name, game.position_at(ply)) for name in names)
            for name, highest in zip(names[1:], others, strict=True):
                count[f"{name}: different"] += highest != article
                count[f"{name}: disjoint"] += highest.isdisjoint(article)
        by_game.append(count)
    return by_game


def _share(by_game: list[Counter[str]], what: str) -> tuple[float, float]:
    """Return a share of all positions and its standard error.

    Positions of one game resemble each other, so the error is that of a ratio of two sums over independent games.
    """
    positions = sum(count["positions"] for count in by_game)
    share = sum(count[what] for count in by_game) / positions
    squares = sum((count[what] - share * count["positions"]) ** 2 for count in by_game)
    return share, math.sqrt(squares) / positions


def _highest(name: str, position: Position) -> frozenset[int]:
    """Return the squares of the highest value for the side to move."""
    session = player(name).start(BOARD, position.to_move, seed=0)
    reasons = session.decide(Game(position), Limits(), Control()).reasons
    if not isinstance(reasons, AtariStReasons):
        raise TypeError(f"{name} gave {reasons!r}")
    return frozenset(reasons.highest)


def _percent(share: float, error: float) -> str:
    return f"{100 * share:6.2f} ± {100 * error:.2f}"
