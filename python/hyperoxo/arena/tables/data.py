"""A match for programs: JSON with the keys that `docs/arena.md` lists, and CSV with a row for each pairing.

JSON has no infinite numbers, so an infinite Elo difference is one of the texts "inf" and "-inf"; an undefined value is
null. CSV has inf, -inf and an empty field.
"""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

from hyperoxo.arena.elo import Estimate, estimate
from hyperoxo.arena.ratings import ratings

if TYPE_CHECKING:
    from hyperoxo.arena.ratings import Anchor, Rating
    from hyperoxo.arena.scores import Standings, Tally
    from hyperoxo.arena.sprt import Sprt
    from hyperoxo.game import JSON


def standings_json(standings: Standings, anchor: Anchor | None = None) -> dict[str, JSON]:
    """Return the results of a match so far, with ratings from the anchor if there is one."""
    seats = standings.seats()
    rated, names = ratings(standings, anchor), standings.display_names
    return {
        "players": list(standings.entrants),
        "names": list(names),
        "games": standings.games,
        "abandoned": standings.abandoned,
        "by_seat": {"first": seats.wins, "second": seats.losses, "draws": seats.draws},
        "first_mover": _estimate(estimate(standings.seat_results())),
        "by_player": [_player(standings, entrant, rated[entrant]) for entrant in range(len(standings.entrants))],
        "pairings": [_pairing(standings, one, other) for one, other in standings.pairings],
        "elo": _estimate(estimate(standings.results(0, 1))) if len(standings.entrants) == 2 else None,
        "anchor": None if anchor is None else {"entrant": anchor.entrant + 1, "rating": anchor.rating},
        "endings": {ending.value: count for ending, count in sorted(standings.endings().items())},
        "distinct_games": standings.distinct(),
    }


def sprt_json(test: Sprt, llr: float) -> dict[str, JSON]:
    """Return a sequential test and its verdict at a log-likelihood ratio."""
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": llr,
        "bounds": list(test.bounds),
        "verdict": test.verdict(llr).value,
    }


def standings_csv(standings: Standings) -> str:
    """Return a row for each pairing, with headings: the scores from the view of the first of the two."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_HEADINGS)
    names = standings.display_names
    for one, other in standings.pairings:
        found = estimate(standings.results(one, other))
        pairs = standings.pentanomial(one, other)
        tallies = (standings.as_first(one, other), standings.as_second(one, other))
        writer.writerow(
            [
                names[one],
                names[other],
                *(count for tally in tallies for count in (tally.wins, tally.draws, tally.losses)),
                *pairs.counts,
                *([""] * 7 if found is None else _figures(found)),
            ]
        )
    return table.getvalue()


_HEADINGS = [
    "player",
    "opponent",
    "wins_as_first",
    "draws_as_first",
    "losses_as_first",
    "wins_as_second",
    "draws_as_second",
    "losses_as_second",
    "pairs_0",
    "pairs_1_2",
    "pairs_1",
    "pairs_3_2",
    "pairs_2",
    "score",
    "score_low",
    "score_high",
    "elo",
    "elo_low",
    "elo_high",
    "superiority",
]


def _figures(found: Estimate) -> list[float]:
    return [found.score, found.low, found.high, found.elo, found.elo_low, found.elo_high, found.superiority]


def _player(standings: Standings, entrant: int, rated: Rating) -> dict[str, JSON]:
    found = estimate(standings.results(entrant))
    return {
        "player": standings.entrants[entrant],
        **_tally(standings.tally(entrant)),
        "as_first": _tally(standings.as_first(entrant)),
        "as_second": _tally(standings.as_second(entrant)),
        "score": None if found is None else [found.score, found.low, found.high],
        "rating": None if rated.value is None else [_number(x) for x in (rated.value, rated.low, rated.high)],
        "lost_by": {ending.value: count for ending, count in sorted(standings.endings(entrant, "loss").items())},
    }


def _pairing(standings: Standings, one: int, other: int) -> dict[str, JSON]:
    pairs = standings.pentanomial(one, other)
    return {
        "entrants": [one + 1, other + 1],
        "as_first": _tally(standings.as_first(one, other)),
        "as_second": _tally(standings.as_second(one, other)),
        "pairs": list(pairs.counts),
        "elo": _estimate(estimate(standings.results(one, other))),
        "repeated_games": standings.repeated(one, other),
    }


def _tally(tally: Tally) -> dict[str, JSON]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _estimate(found: Estimate | None) -> dict[str, JSON] | None:
    if found is None:
        return None
    return {
        "difference": _number(found.elo),
        "low": _number(found.elo_low),
        "high": _number(found.elo_high),
        "superiority": found.superiority,
        "score": [found.score, found.low, found.high],
        "pairs" if found.paired else "single_games": found.units,
    }


def _number(value: float) -> JSON:
    """Return a number, or the text of an infinite one."""
    return value if math.isfinite(value) else str(value)
