"""The document's run of 1000 games, again; the same a hundred times over; and its two runs held against long ones.

Two copies of the program meet under the extended rules and take turns to begin, and each keeps its totals, as the two
copies of the document's Java program did. The long run is a hundred such runs of 1000 games, of which the first is the
run that is shown by itself; it is what `oxo match ibm1620 ibm1620 --games 1000` plays from the same seed.

The document's row order is not known, and its own figures are whole percentages. So the figures are also averaged over
several fixed orders, once for each way of processing a row's pairs, and its two runs are held against the sampling
distribution of 1000 games around the averages.
"""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any

from experiments.common.charts import BLUE, GREY, ORANGE, chart, svg
from experiments.common.matches import play_match
from experiments.common.pages import elo, percent, table
from experiments.common.series import Series, as_json, counts, play_all, plies_per_game
from experiments.common.statistics import binomial_band, chi_square_probability, mean_score, shares, standard_error
from hyperoxo.arena.pentanomial import Pentanomial
from hyperoxo.arena.scores import Standings, Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "ibm1620 against itself: 1000 games, 100,000 games, and the document's two runs held against them"

GAMES = 100_000
"""Games of the long run."""
RUN = 1_000
"""Games of one run, as many as the document's have."""
ORDER_GAMES = 20_000
"""Games of each row order."""
COPIES = ("A", "B")
SHUFFLES = 10
"""Fixed row orders: the documented one (0) and shuffles of it."""
ORDERS: tuple[int | str, ...] = (*range(SHUFFLES), "random")
"""The fixed ones, and one drawn for each game and seat."""
PAIRS = ("inside-first", "outside-first")
PUBLISHED = ((550, 400, 50), (590, 350, 60))
"""The document's two runs of 1000 games: won by the first mover, by the second, tied."""
OWN_RULES = "the 1620's own rules"


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every series and return counts, averages and tests."""
    games = bench.games or GAMES
    runs = [Standings(COPIES) for _ in range(0, games, RUN)]
    whole = Standings(COPIES)
    for score in play_match(bench, "ibm1620", "ibm1620", games):
        whole.add(score)
        runs[(score.game - 1) // RUN].add(score)
    few = min(games, ORDER_GAMES)
    orders = [
        _both(_order(pairs, order), f"ibm1620:pairs={pairs},{_order_option(order)}", few)
        for pairs in PAIRS
        for order in ORDERS
    ]
    own_rules = _both(OWN_RULES, "ibm1620:row-order=random,rules=1620", few)
    counted = play_all(bench, [*orders, own_rules])
    return {
        "seed": bench.seed,
        "run": _totals(runs[0]),
        "long_run": {
            **counts(whole),
            "pairs": [*whole.seat_pentanomial().counts],
            "published_runs": [_published_test(run, shares(whole.seats())) for run in PUBLISHED],
            "runs": [_ends(one) for one in runs],
        },
        "over_row_orders": {pairs: _over_orders(pairs, counted) for pairs in PAIRS},
        "series": as_json([*orders, own_rules], counted),
    }


def _both(name: str, player: str, games: int) -> Series:
    """Return a series between two copies of a player."""
    return Series(name, player, player, games)


def _order(pairs: str, order: int | str) -> str:
    return f"{pairs}, row order {order}"


def _order_option(order: int | str) -> str:
    return "row-order=random" if order == "random" else f"row-shuffle={order}"


# ---- Counting ----


def _ends(standings: Standings) -> list[JSON]:
    """Return games won by the first mover, won by the second, and tied."""
    seats = standings.seats()
    return [seats.wins, seats.losses, seats.draws]


def _totals(standings: Standings) -> dict[str, JSON]:
    """Return the totals of one run: of the seats, and of each copy in either seat (won, tied, lost)."""
    copies: dict[str, JSON] = {}
    for number, copy in enumerate(COPIES):
        seats = {"as_first": standings.as_first(number), "as_second": standings.as_second(number)}
        copies[copy] = {seat: [tally.wins, tally.draws, tally.losses] for seat, tally in seats.items()}
    return {
        "games": standings.games,
        "counts": _ends(standings),
        "plies_per_game": round(plies_per_game(standings), 2),
        "copies": copies,
    }


def _over_orders(pairs: str, counted: Mapping[str, Standings]) -> dict[str, JSON]:
    """Average over the fixed orders, and hold the published runs against the average.

    The error of the average counts the row orders as a sample of all orders: it is the spread between them over the
    root of their number, which holds the sampling error within each as well.
    """
    by_order = [shares(counted[_order(pairs, shuffle)].seats()) for shuffle in range(SHUFFLES)]
    columns = list(zip(*by_order, strict=True))
    means = [statistics.fmean(column) for column in columns]
    spreads = [statistics.stdev(column) for column in columns]
    return {
        "row_orders": SHUFFLES,
        "shares": [round(mean, 5) for mean in means],
        "errors": [round(spread / math.sqrt(SHUFFLES), 5) for spread in spreads],
        "spread": [round(spread, 5) for spread in spreads],
        "published_runs": [_published_test(run, means) for run in PUBLISHED],
        "row_orders_whose_own_bands_hold_both_runs": sum(
            all(_published_test(run, order)["inside_99_band"] for run in PUBLISHED) for order in by_order
        ),
    }


def _published_test(run: Sequence[int], long_run: Sequence[float]) -> dict[str, JSON]:
    """Hold one published run against long-run shares.

    Each outcome's count against the central 99 % band of a binomial count; and, as a second look, the three counts
    together against Pearson's chi-square with two degrees of freedom.
    """
    bands = [binomial_band(share, sum(run)) for share in long_run]
    return {
        "run": list(run),
        "bands": [list(band) for band in bands],
        "inside_99_band": all(low <= count <= high for count, (low, high) in zip(run, bands, strict=True)),
        "chi_square_p": round(chi_square_probability(run, long_run), 4),
    }


# ---- The page ----


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    long_run, over, series = figures["long_run"], figures["over_row_orders"], _by_name(figures)
    own_rules = series[OWN_RULES]
    return {
        "run": _run_table(figures),
        "score": percent(*mean_score(Tally(long_run["first_wins"], long_run["ties"], long_run["second_wins"])), 2),
        "elo": elo(Pentanomial(tuple(long_run["pairs"]))),
        "runs": str(len(long_run["runs"])),
        "bands": _bands_table(figures),
        "averages": table(
            ("pairs", "first mover wins", "second mover wins", "ties", "extremes, first mover"),
            (_average_row(pairs, over[pairs], series) for pairs in PAIRS),
        ),
        "highest": f"{100 * max(series[_order(pairs, order)]['shares'][0] for pairs in PAIRS for order in ORDERS):.1f}",
        "order_games": f"{own_rules['games']:,}",
        "spread_inside": f"{100 * over['inside-first']['spread'][0]:.2f}",
        "spread_outside": f"{100 * over['outside-first']['spread'][0]:.2f}",
        "spread_of_sampling": f"{100 * standard_error(over['inside-first']['shares'][0], own_rules['games']):.2f}",
    }


def charts(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return the page's pictures: how the first mover's wins spread over runs of 1000 games."""
    wins = [first / 10 for first, *_ in figures["long_run"]["runs"]]
    drawing, axes = chart()
    axes.hist(
        wins, bins=[percentage - 0.5 for percentage in range(50, 64)], color=BLUE, label="runs of 1000 games here"
    )
    for (first, *_), style in zip(PUBLISHED, ("--", ":"), strict=True):
        axes.axvline(first / 10, color=ORANGE, linestyle=style, label=f"the document: {first / 10:.0f} %")
    axes.axvline(100 * figures["long_run"]["shares"][0], color=GREY, label="all games here")
    axes.set(xlabel="won by the first mover, %", ylabel="runs")
    axes.legend(frameon=False)
    return {"ibm1620_runs": svg(drawing)}


def _by_name(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {one["name"]: one for one in figures["series"]}


def _run_table(figures: Mapping[str, Any]) -> str:
    run, long_run = figures["run"], figures["long_run"]
    shares = [count / run["games"] for count in run["counts"]]
    published = [[f"{100 * count / sum(ends):.0f}" for count in ends] for ends in PUBLISHED]
    here = [percent(share, standard_error(share, run["games"])) for share in shares]
    long = [percent(share, error, 2) for share, error in zip(long_run["shares"], long_run["errors"], strict=True)]
    words = ("first mover wins", "second mover wins", "ties")
    return table(
        (
            "",
            "document's run",
            "second run",
            f"{run['games']:,} games",
            f"{long_run['games']:,} games",
        ),
        zip(words, *published, here, long, strict=True),
    )


def _bands_table(figures: Mapping[str, Any]) -> str:
    over = figures["over_row_orders"]
    around = {
        "the long run": figures["long_run"],
        "the average, inside first": over["inside-first"],
        "the average, outside first": over["outside-first"],
    }
    runs = ("/".join(map(str, counts)) for counts in PUBLISHED)
    return table(
        ("99 % band around", "first", "second", "ties", *(f"p of {run}" for run in runs)),
        (
            (
                words,
                *(f"{low}…{high}" for low, high in one["published_runs"][0]["bands"]),
                *(
                    f"{'' if test['inside_99_band'] else '**outside**, '}{test['chi_square_p']:.2f}"
                    for test in one["published_runs"]
                ),
            )
            for words, one in around.items()
        ),
    )


def _average_row(pairs: str, over: Mapping[str, Any], series: Mapping[str, Any]) -> tuple[str, ...]:
    shares = sorted(series[_order(pairs, shuffle)]["shares"][0] for shuffle in range(SHUFFLES))
    averages = (percent(share, error, 2) for share, error in zip(over["shares"], over["errors"], strict=True))
    return pairs, *averages, f"{100 * shares[0]:.1f}…{100 * shares[-1]:.1f}"
