"""The IBM 1620's program against itself: the first mover's edge, the document's two tweaks, and the 4D game.

The document gives two runs of 1000 games under the extended rules, as whole percentages. Its row order is not known,
so the long-run figures are averaged over several fixed orders, once for each way of processing a row's pairs; each
run is then held against the sampling distribution of 1000 games. The tweaks are measured one seat at a time, with the
row order drawn anew for every game and seat, so that no single order's quirks show.
"""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any

from experiments.common.series import Series, Tally, play_all
from experiments.common.statistics import binomial_band, chi_square_probability, mean_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "self-play of ibm1620, 3D and 4D: first mover's edge, row orders, tweaks"

GAMES = 20_000
SHUFFLES = 10
"""Fixed row orders: the documented one (0) and shuffles of it."""
PUBLISHED = ((550, 400, 50), (590, 350, 60))
"""The document's two runs of 1000 games: won by the first mover, by the second, tied."""
PAIRS = ("inside-first", "outside-first")
TWEAKS = {
    "any candidate": "candidates=any",
    "without 6": "leave-out=6",
    "without 9": "leave-out=9",
    "without 6 and 9": "leave-out=both",
}


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return counts, averages and tests."""
    games = bench.games or GAMES
    all_series = [*_order_series(games), *_tweak_series(games), *_rules_series(games), *_four_series(games)]
    tallies = play_all(bench, all_series)
    played: list[JSON] = [
        {"name": one.name, "board": one.board, "first": one.first, "second": one.second, **tallies[one.name].as_json()}
        for one in all_series
    ]
    return {
        "games_per_series": games,
        "seed": bench.seed,
        "over_row_orders": {pairs: _over_orders(pairs, tallies) for pairs in PAIRS},
        "tweaks": {tweak: _tweak(tweak, tallies) for tweak in TWEAKS},
        "series": played,
    }


def report(figures: Mapping[str, Any]) -> str:
    """Return the figures as tables."""
    lines = ["long-run shares in % over fixed row orders (mean ± its standard error; sd between orders)"]
    for pairs, over in figures["over_row_orders"].items():
        lines.append(f"  {pairs:14} {_percentages(over['shares'], over['errors'])}   sd {_percent(over['spread'])}")
        for test in over["published_runs"]:
            inside = "inside" if test["inside_99_band"] else "OUTSIDE"
            lines.append(
                f"    run {test['run']} is {inside} the bands {test['bands']}, "
                f"chi-square p = {test['chi_square_p']:.3f}"
            )
        lines.append(
            f"    both lie inside the bands of {over['row_orders_whose_own_bands_hold_both_runs']} "
            f"of {over['row_orders']} row orders taken alone"
        )
    lines += ["", "tweaks: change of the score (win 1, tie 1/2) in points of 100 of the seat that has it"]
    lines += [
        f"  {tweak:16} as first {change['as_first']:+.2f} ± {change['as_first_error']:.2f}, "
        f"as second {change['as_second']:+.2f} ± {change['as_second_error']:.2f}, "
        f"score against the plain program, both seats: {change['score']:.2f} ± {change['score_error']:.2f}"
        for tweak, change in figures["tweaks"].items()
    ]
    lines += ["", "all series: first, second, tie in % (stopped by own rules) and plies a game"]
    lines += [
        f"  {one['name']:36} {_percentages(one['shares'], one['errors'])} ({one['stopped_by_own_rules']}) "
        f"{one['plies_per_game']}"
        for one in figures["series"]
    ]
    return "\n".join(lines)


def _order_name(pairs: str, order: int | str) -> str:
    return f"{pairs}, row order {order}"


def _both(name: str, options: str, games: int, board: str = "4x4x4") -> Series:
    """Return a series in which both seats have the same options."""
    return Series(name, f"ibm1620:{options}", f"ibm1620:{options}", games, board)


def _order_series(games: int) -> Iterable[Series]:
    for pairs in PAIRS:
        for shuffle in range(SHUFFLES):
            yield _both(_order_name(pairs, shuffle), f"pairs={pairs},row-shuffle={shuffle}", games)
        yield _both(_order_name(pairs, "random"), f"pairs={pairs},row-order=random", games)


def _tweak_series(games: int) -> Iterable[Series]:
    plain = "ibm1620:row-order=random"
    for tweak, option in TWEAKS.items():
        tweaked = f"{plain},{option}"
        yield Series(f"{tweak}: first", tweaked, plain, games)
        yield Series(f"{tweak}: second", plain, tweaked, games)
        yield Series(f"{tweak}: both", tweaked, tweaked, games)


def _rules_series(games: int) -> Iterable[Series]:
    yield _both("the 1620's own rules", "row-order=random,rules=1620", games)


def _four_series(games: int) -> Iterable[Series]:
    yield _both("4D, row order 0", "row-shuffle=0", games, "4x4x4x4")
    yield _both("4D, row order random", "row-order=random", games, "4x4x4x4")


def _over_orders(pairs: str, tallies: Mapping[str, Tally]) -> dict[str, JSON]:
    """Average over the fixed orders, and hold the published runs against the average.

    The error of the average counts the row orders as a sample of all orders: it is the spread between them over the
    root of their number, which holds the sampling error within each as well.
    """
    by_order = [tallies[_order_name(pairs, shuffle)].shares for shuffle in range(SHUFFLES)]
    columns = list(zip(*by_order, strict=True))
    means = [statistics.fmean(column) for column in columns]
    spreads = [statistics.stdev(column) for column in columns]
    return {
        "row_orders": SHUFFLES,
        "shares": [round(mean, 5) for mean in means],
        "errors": [round(spread / math.sqrt(SHUFFLES), 5) for spread in spreads],
        "spread": [round(spread, 5) for spread in spreads],
        "published_runs": [_published_test(counts, means) for counts in PUBLISHED],
        "row_orders_whose_own_bands_hold_both_runs": sum(
            all(_published_test(counts, shares)["inside_99_band"] for counts in PUBLISHED) for shares in by_order
        ),
    }


def _published_test(counts: Sequence[int], shares: Sequence[float]) -> dict[str, JSON]:
    """Hold one published run against long-run shares.

    Each outcome's count against the central 99 % band of a binomial count; and, as a second look, the three counts
    together against Pearson's chi-square with two degrees of freedom.
    """
    bands = [binomial_band(share, sum(counts)) for share in shares]
    return {
        "run": list(counts),
        "bands": [list(band) for band in bands],
        "inside_99_band": all(low <= count <= high for count, (low, high) in zip(counts, bands, strict=True)),
        "chi_square_p": round(chi_square_probability(counts, shares), 4),
    }


def _tweak(tweak: str, tallies: Mapping[str, Tally]) -> JSON:
    """Return what a tweak changes for the seat that has it, against the plain program, in points of 100."""
    plain = tallies[_order_name("inside-first", "random")]
    as_first, as_second = tallies[f"{tweak}: first"], tallies[f"{tweak}: second"]
    base, base_error = _score(plain)
    first, first_error = _score(as_first)
    second, second_error = _score(as_second)
    return {
        "as_first": round(100 * (first - base), 3),
        "as_first_error": round(100 * math.hypot(first_error, base_error), 3),
        "as_second": round(100 * (base - second), 3),
        "as_second_error": round(100 * math.hypot(second_error, base_error), 3),
        "score": round(100 * (first + 1 - second) / 2, 3),
        "score_error": round(100 * math.hypot(first_error, second_error) / 2, 3),
    }


def _score(tally: Tally) -> tuple[float, float]:
    """Return the first player's mean score (win 1, tie 1/2, loss 0) and its standard error."""
    return mean_score(tally.first, tally.ties + tally.stopped, tally.games)


def _percent(shares: Iterable[float]) -> str:
    return " ".join(f"{100 * share:.2f}" for share in shares)


def _percentages(shares: list[float], errors: list[float]) -> str:
    return "  ".join(f"{100 * share:6.2f} ± {100 * error:.2f}" for share, error in zip(shares, errors, strict=True))
