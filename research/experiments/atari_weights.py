"""The Atari ST's program from aggressive to cautious: what its weights do to its moves, its games and its strength.

The article says that the program balances offence and defence, that raising the points for lines with one or two
pieces makes it more aggressive or more cautious, and that a change of one or two points makes a significant
difference to its moves. So both pairs of weights are raised further and further, and every weight by itself; each such
version plays the article's, itself, and the program of the IBM 1620, and is asked about positions of the article's.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from experiments.common.charts import BLUE, GREEN, ORANGE, chart, svg
from experiments.common.pages import percent, table
from experiments.common.series import Series, as_json, chunks_of, play_all
from experiments.common.statistics import mean_score
from hyperoxo import Game, player
from hyperoxo.players import Control, Limits
from hyperoxo.players.historic.atari_st import PRESETS, AtariStReasons

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.series import Chunk
    from experiments.common.workbench import Workbench
    from hyperoxo import Position
    from hyperoxo.arena.scores import Standings
    from hyperoxo.game import JSON

SUMMARY = "atari-st from aggressive to cautious: weights against each other, against others, and one at a time"

GAMES = 10_000
POSITION_GAMES = 1_000
"""Games whose positions every changed weight is asked about."""
BALANCED = "atari-st"
AGGRESSIVE, CAUTIOUS = f"{BALANCED}:preset=aggressive", f"{BALANCED}:preset=cautious"
IBM1620 = "ibm1620:row-order=random"
POINTS = PRESETS["balanced"]
OFFENCE, DEFENCE = ("cc", "c"), ("hh", "h")
"""The weights that the article advises raising for a more aggressive and for a more conservative game."""
CHANGES = tuple((weight, more) for weight in (*DEFENCE, *OFFENCE) for more in (1, 2))
"""Each of the four weights by itself, raised by one point and by two."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A version of the program between aggressive and cautious.

    Attributes:
        steps: points added to both weights of offence; if negative, taken with the other sign, to both of defence.
    """

    steps: int

    @property
    def points(self) -> dict[str, int]:
        """The four weights that the article names."""
        raised = OFFENCE if self.steps > 0 else DEFENCE
        return {weight: POINTS[weight] + abs(self.steps) * (weight in raised) for weight in (*DEFENCE, *OFFENCE)}

    @property
    def player(self) -> str:
        """The player's name; a preset where there is one."""
        presets = {0: BALANCED, 2: AGGRESSIVE, -2: CAUTIOUS}
        changed = ",".join(f"{weight}={points}" for weight, points in self.points.items() if points != POINTS[weight])
        return presets.get(self.steps, f"{BALANCED}:{changed}")

    @property
    def words(self) -> str:
        """What it is called on the page."""
        if not self.steps:
            return "the article's"
        return f"{'aggressive' if self.steps > 0 else 'cautious'} by {abs(self.steps)}"


SETTINGS = tuple(Setting(steps) for steps in (8, 4, 2, 1, 0, -1, -2, -4, -8))


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return counts, scores and shares."""
    games = bench.games or GAMES
    players = [setting.player for setting in SETTINGS]
    changed = [_changed(*change) for change in CHANGES]
    met = [
        *((one, BALANCED) for one in players if one != BALANCED),
        *((one, IBM1620) for one in players),
        *((one, "random") for one in (BALANCED, AGGRESSIVE, CAUTIOUS)),
        (AGGRESSIVE, CAUTIOUS),
        *((one, BALANCED) for one in changed),
    ]
    seats = dict.fromkeys([*((one, one) for one in players), *itertools.chain(*((pair, pair[::-1]) for pair in met))])
    all_series = [Series(_name(*pair), *pair, games) for pair in seats]
    counted = play_all(bench, all_series)
    return {
        "games_per_series": games,
        "seed": bench.seed,
        "scores": [_score(counted, *pair) for pair in met],
        "changed_choices": _changed_choices(bench, min(POSITION_GAMES, games)),
        "series": as_json(all_series, counted),
    }


def _name(first: str, second: str) -> str:
    return f"{first} v {second}"


def _changed(weight: str, more: int) -> str:
    return f"{BALANCED}:{weight}={POINTS[weight] + more}"


def _score(counted: Mapping[str, Standings], one: str, other: str) -> dict[str, JSON]:
    """Return what a player scored against another, in each seat and over both."""
    first, first_error = mean_score(counted[_name(one, other)].seats())
    second, second_error = mean_score(counted[_name(other, one)].seats())
    return {
        "player": one,
        "against": other,
        "score": round((first + 1 - second) / 2, 5),
        "error": round(math.hypot(first_error, second_error) / 2, 5),
        "as_first": round(first, 5),
        "as_first_error": round(first_error, 5),
        "as_second": round(1 - second, 5),
        "as_second_error": round(second_error, 5),
    }


# ---- What a weight does to the choice of a square ----


def _changed_choices(bench: Workbench, games: int) -> dict[str, JSON]:
    """Ask every changed weight about positions of the article's, and count where it leads elsewhere."""
    chunks = chunks_of([Series("positions", BALANCED, BALANCED, games)], bench.seed)
    by_game = [count for chunk in bench.map("positions", _compare, chunks) for count in chunk]
    changes: list[JSON] = []
    for weight, more in CHANGES:
        name = _changed(weight, more)
        different, different_error = _share(by_game, f"{name}: different")
        disjoint, disjoint_error = _share(by_game, f"{name}: disjoint")
        changes.append(
            {
                "change": name,
                "weight": weight,
                "from": POINTS[weight],
                "to": POINTS[weight] + more,
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


def _highest(name: str, position: Position) -> frozenset[int]:
    """Return the squares of the highest value for the side to move."""
    session = player(name).start(position.board, position.to_move, seed=0)
    reasons = session.decide(Game(position), Limits(), Control()).reasons
    if not isinstance(reasons, AtariStReasons):
        raise TypeError(f"{name} gave {reasons!r}")
    return frozenset(reasons.highest)


def _share(by_game: Sequence[Counter[str]], what: str) -> tuple[float, float]:
    """Return a share of all positions and its standard error.

    Positions of one game resemble each other, so the error is that of a ratio of two sums over independent games.
    """
    positions = sum(count["positions"] for count in by_game)
    share = sum(count[what] for count in by_game) / positions
    squares = sum((count[what] - share * count["positions"]) ** 2 for count in by_game)
    return share, math.sqrt(squares) / positions


# ---- The page ----


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    scores = _scores(figures)
    series = {one["name"]: one for one in figures["series"]}
    choices = figures["changed_choices"]
    against_random = [series[_name(*pair)] for one in (BALANCED, AGGRESSIVE, CAUTIOUS) for pair in _seats(one)]
    return {
        "games": f"{figures['games_per_series']:,}",
        "all_games": f"{sum(one['games'] for one in figures['series']):,}",
        "full_boards": str(sum(one["ties"] for one in figures["series"])),
        "sweep": _sweep_table(scores, series),
        "presets": table(
            ("", "against", "as first", "as second"),
            (_score_row(scores[pair]) for pair in _presets_met()),
        ),
        "aggressive_against_cautious": percent(*_point(scores[AGGRESSIVE, CAUTIOUS])),
        "random_games": f"{sum(one['games'] for one in against_random):,}",
        "positions": f"{choices['positions']:,}",
        "position_games": f"{choices['games']:,}",
        "weights": table(
            ("", "others highest", "none the same", "score"),
            (
                (
                    f"`{one['weight']}={one['to']}`",
                    percent(one["different"], one["different_error"]),
                    percent(one["disjoint"], one["disjoint_error"], 2),
                    percent(*_point(scores[one["change"], BALANCED]), 2),
                )
                for one in choices["changes"]
            ),
        ),
    }


def charts(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return the page's picture: scores and draws from aggressive to cautious."""
    scores = _scores(figures)
    itself = {one["first"]: one for one in figures["series"] if one["first"] == one["second"]}
    settings = [setting for setting in SETTINGS if setting.steps]
    drawing, axes = chart()

    def curve(label: str, colour: str, marker: str, points: Mapping[int, tuple[float, float]]) -> None:
        steps = sorted(points)
        shares, errors = zip(*(points[step] for step in steps), strict=True)
        axes.errorbar(
            [-step for step in steps],
            [100 * share for share in shares],
            [100 * error for error in errors],
            color=colour,
            marker=marker,
            label=label,
        )

    against_article = {one.steps: _point(scores[one.player, BALANCED]) for one in settings}
    curve("score against the article's version", BLUE, "o", {0: (0.5, 0.0), **against_article})
    against_1620 = {one.steps: _point(scores[one.player, IBM1620]) for one in SETTINGS}
    curve("score against ibm1620", ORANGE, "s", against_1620)
    drawn = {one.steps: (itself[one.player]["shares"][2], itself[one.player]["errors"][2]) for one in SETTINGS}
    curve("draws against itself", GREEN, "^", drawn)
    axes.set(xlabel="points added: to offence on the left, to defence on the right", ylabel="%", ylim=(0, 100))
    axes.set_xticks([-one.steps for one in SETTINGS], [str(abs(one.steps)) for one in SETTINGS])
    axes.legend(frameon=False)
    return {"atari_weights": svg(drawing)}


_PRESET_WORDS = {BALANCED: "balanced", AGGRESSIVE: "aggressive", CAUTIOUS: "cautious"}


def _presets_met() -> list[tuple[str, str]]:
    """Return the rows of the presets' table: each against each other and against `ibm1620`."""
    others = [(AGGRESSIVE, BALANCED), (CAUTIOUS, BALANCED), (AGGRESSIVE, CAUTIOUS)]
    return [*others, *((one, IBM1620) for one in _PRESET_WORDS)]


def _seats(one: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, "random"), ("random", one)


def _scores(figures: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {(one["player"], one["against"]): one for one in figures["scores"]}


def _point(score: Mapping[str, Any]) -> tuple[float, float]:
    return score["score"], score["error"]


def _words(name: str) -> str:
    return _PRESET_WORDS.get(name, f"`{name}`")


def _score_row(one: Mapping[str, Any]) -> tuple[str, ...]:
    columns = (percent(one[name], one[error]) for name, error in _SCORE_COLUMNS)
    return _words(one["player"]), _words(one["against"]), *columns


_SCORE_COLUMNS = (("as_first", "as_first_error"), ("as_second", "as_second_error"))


def _sweep_table(scores: Mapping[tuple[str, str], Mapping[str, Any]], series: Mapping[str, Any]) -> str:
    def row(setting: Setting) -> tuple[str, ...]:
        name, itself = setting.player, series[_name(setting.player, setting.player)]
        return (
            setting.words,
            percent(*_point(scores[name, BALANCED])) if setting.steps else "",
            percent(*_point(scores[name, IBM1620])),
            percent(itself["shares"][2], itself["errors"][2]),
            f"{itself['plies_per_game']:.1f}",
        )

    headings = ("", "against the article's", "against `ibm1620`", "draws against itself", "plies against itself")
    return table(headings, map(row, SETTINGS))
