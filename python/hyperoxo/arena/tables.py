"""Results of a match: as text for people, for documents as Markdown, and for programs as JSON and CSV.

All show the same `Standings`; `docs/statistics.md` explains each figure, and `docs/arena.md` lists the keys of JSON.
JSON has no infinite numbers, so an infinite Elo difference is one of the texts "inf" and "-inf"; an undefined value is
null. CSV has a row for each pairing, with inf, -inf and an empty field.
"""

from __future__ import annotations

import csv
import io
import math
import re
import textwrap
import typing
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase

from hyperoxo.arena import figures
from hyperoxo.arena.elo import Estimate, estimate
from hyperoxo.arena.ratings import Rating, ranked, ratings
from hyperoxo.arena.sprt import SprtVerdict
from hyperoxo.game import Ending
from hyperoxo.text import aligned, escaped, fitted_name, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.arena.scores import Standings, Tally
    from hyperoxo.arena.sprt import Sprt
    from hyperoxo.game import JSON

WIDTH = 80
_MIN_NAME_CHARACTERS, _MAX_NAME_CHARACTERS = 10, 40
"""Names have at least and at most this many characters of a line of the table of scores; longer ones are cut."""
_CROSS_NAME = 22
"""Longer names are cut in cross tables."""
_SENTENCE_NAME = 60
"""Longer names are cut in sentences."""
_ONE_RATED = (
    "No two players took points from each other: ratings are counted from {}, and those of the others are unbounded."
)
_MAX_FAULT_CHARACTERS = 200
"""The most characters of the reason for a fault."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The scores of one entrant, of which every table of scores shows some."""

    entrant: int
    name: str
    tally: Tally
    as_first: Tally
    as_second: Tally
    late: int
    """The games that it lost by time."""
    found: Estimate | None
    rating: Rating

    @property
    def counts(self) -> tuple[int, ...]:
        """The games, those won, drawn and lost, and those lost by time."""
        return (self.tally.games, self.tally.wins, self.tally.draws, self.tally.losses, self.late)

    @property
    def score(self) -> str:
        """The share of the points in complete pairs, if there are any, or of all."""
        return figures.UNKNOWN if self.found is None else figures.format_share(self.found.score)

    @property
    def interval(self) -> str:
        """The interval of this share; empty without one."""
        return "" if self.found is None else figures.format_share_interval(self.found)


def score_rows(standings: Standings, rated: Sequence[Rating]) -> Iterator[ScoreRow]:
    """Yield the scores of each entrant, best first; the two of a match keep their order."""
    names = standings.display_names
    for entrant in ranked(standings, rated):
        # Endings are counted only where there are any, since each count visits every pairing.
        is_late = (entrant, Ending.TIME) in standings.first_faults
        yield ScoreRow(
            entrant,
            names[entrant],
            standings.tally(entrant),
            standings.as_first(entrant),
            standings.as_second(entrant),
            standings.endings(entrant, "loss")[Ending.TIME] if is_late else 0,
            estimate(standings.results(entrant)),
            rated[entrant],
        )


def score_table(
    standings: Standings, names: Sequence[str], rated: Sequence[Rating], anchor: Anchor | None = None
) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of the table of scores of a page; a match without an anchor has no ratings."""
    found = list(score_rows(standings, rated))
    late = ["by time"] * any(row.late for row in found)
    heads = ["player", "games", "won", "drawn", "lost", *late, "score", "95% interval", "as X", "as O"]
    rows = [
        [
            names[row.entrant],
            *(f"{count:,}" for count in row.counts[: 4 + len(late)]),
            row.score,
            row.interval,
            figures.format_score(row.as_first),
            figures.format_score(row.as_second),
            figures.format_rating(row.rating, is_anchored=anchor is not None),
        ]
        for row in found
    ]
    if is_match(standings, anchor):
        return heads, [row[:-1] for row in rows]
    return [*heads, "rating, 95% interval"], rows


def is_match(standings: Standings, anchor: Anchor | None) -> bool:
    """Whether two entrants are compared by their difference, and not by ratings."""
    return len(standings.entrants) == 2 and anchor is None


def standings_text(standings: Standings, width: int = WIDTH, anchor: Anchor | None = None) -> list[str]:
    """Return the results of a match so far, in lines that fit the width.

    Entrants are ranked by rating; the two of a match keep their order. Names are cut where they leave no room for the
    figures.
    """
    rated = ratings(standings, anchor)
    parts = []
    if standings.games:
        parts = [scores_text(standings, rated, width, anchor), *_cross_tables(standings, rated, width)]
    lines = [line for part in parts for line in (*part, "")]
    return lines + [
        line
        for sentence in sentences(standings, rated, anchor)
        for line in textwrap.wrap(sentence, width, break_long_words=False, break_on_hyphens=False)
    ]


def scores_text(
    standings: Standings, rated: Sequence[Rating], width: int = WIDTH, anchor: Anchor | None = None
) -> list[str]:
    """Return the table of scores: a line for each entrant, with its rank, or of two its letter in the cross table.

    In a match the score has its interval; in a tournament, where scores depend on the field, and in a match with an
    anchor, the rating has it.
    """
    with_ratings = not is_match(standings, anchor)
    found = list(score_rows(standings, rated))
    late = ["late"] * any(row.late for row in found)
    last = "rating (95%)" if with_ratings else "(95%)"
    rows = [["", "player", "games", "won", "drawn", "lost", *late, "score", last]]
    for place, row in enumerate(found):
        rating = figures.format_rating(row.rating, is_anchored=anchor is not None)
        last = rating if with_ratings else row.interval
        head = str(place + 1) if len(standings.entrants) > 2 else _LETTERS[place]
        rows.append([head, row.name, *map(str, row.counts[: 4 + len(late)]), row.score, last])
    others = sum(max(map(len, column)) + 2 for at, column in enumerate(zip(*rows, strict=True)) if at != 1)
    room = min(max(width - others, _MIN_NAME_CHARACTERS), _MAX_NAME_CHARACTERS)
    for cells in rows:
        cells[1] = fitted_name(cells[1], room)
    return aligned(rows, left={1, len(rows[0]) - 1} if with_ratings else {1})


def _cross_tables(standings: Standings, rated: Sequence[Rating], width: int) -> list[list[str]]:
    """Return cross tables of the games won, drawn and lost by X (rows) against O (columns), best first."""
    entrants = ranked(standings, rated)
    letters = dict(zip(entrants, _LETTERS, strict=False))
    cells = {
        (one, other): format_cell(standings.as_first(one, other), ".")
        for one in entrants
        for other in entrants
        if one != other
    }
    names = [fitted_name(name, _CROSS_NAME) for name in standings.display_names]
    room = width - len(letters[entrants[-1]]) - max(map(len, [*names, _CORNER])) - 2
    columns = max(1, room // (max(map(len, cells.values()), default=1) + 2))
    tables = []
    for begin in range(0, len(names), columns):
        shown = entrants[begin : begin + columns]
        rows = [["", _CORNER, *(letters[other] for other in shown)]]
        rows += [[letters[one], names[one], *(cells.get((one, other), "") for other in shown)] for one in entrants]
        tables.append(aligned(rows, left={1}))
    return tables


_CORNER = "X won-drawn-lost / O"
_LETTERS = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]
"""The letters of entrants in cross tables, best first."""


def format_cell(tally: Tally, without_games: str = "") -> str:
    """Return a cell of a cross table."""
    return f"{tally.wins}-{tally.draws}-{tally.losses}" if tally.games else without_games


def sentences(standings: Standings, rated: Sequence[Rating] | None = None, anchor: Anchor | None = None) -> list[str]:
    """Return sentences about differences, ratings if there are any, the first mover's edge, endings, and warnings."""
    if not standings.games:
        return ["No game has a score.", *_left_out(standings)]
    names = figures.distinct_names([fitted_name(name, _SENTENCE_NAME) for name in standings.display_names])
    said = []
    if len(names) == 2 and (found := estimate(standings.results(0, 1))):
        said.append(_difference(standings, names, found))
    if anchor is not None:
        said.append(
            f"Ratings are counted from {names[anchor.entrant]}, which has {anchor.rating:g} without error; "
            "intervals are those of the distance from it."
        )
    elif rated is not None and len(names) > 2:
        bounded = [entrant for entrant, rating in enumerate(rated) if rating.is_bounded]
        said += [_ONE_RATED.format(names[bounded[0]])] if len(bounded) == 1 else []
    if edge := estimate(standings.seat_results()):
        seats = standings.seats()
        text = f"First mover: {figures.format_share(edge.score)} ({figures.format_share_interval(edge)})"
        elo = figures.format_elo(edge)
        text += f", {elo}" if elo == figures.TOO_FEW else f", Elo {elo}"
        said.append(f"{text}; X won {seats.wins}, drew {seats.draws}, lost {seats.losses}.")
    endings = ", ".join(f"{ending.value} {count}" for ending, count in standings.endings().most_common())
    said.append(f"Endings: {endings}.")
    return [*said, *fault_sentences(standings, names), *_left_out(standings), *figures.repetitions(standings, names)]


def fault_sentences(standings: Standings, names: Sequence[str]) -> list[str]:
    """Return a sentence for each kind of fault by which each entrant lost, with the reason in its first such game."""
    said = []
    for (entrant, ending), (game, reason) in sorted(standings.first_faults.items()):
        count = standings.endings(entrant, "loss")[ending]
        why = f": {shortened(reason, _MAX_FAULT_CHARACTERS)}" if reason else "."
        said.append(f"{names[entrant]} lost by {ending.value} {count}, first in game {game}{why}")
    return said


def sprt_sentence(test: Sprt, llr: float, games: int) -> str:
    """Return the verdict of a sequential test as a sentence, from its ratio and the number of games that count."""
    verdicts = {
        SprtVerdict.ACCEPTED: f"Elo {test.elo1:g} or more is accepted, {test.elo0:g} rejected",
        SprtVerdict.REJECTED: f"Elo {test.elo0:g} or less is accepted, {test.elo1:g} rejected",
        SprtVerdict.OPEN: f"nothing is decided between Elo {test.elo0:g} and {test.elo1:g}",
    }
    played = f"after {figures.format_games(games)}"
    return f"SPRT: {verdicts[test.verdict(llr)]} {played}; {format_ratio(test, llr)}."


def format_ratio(test: Sprt, llr: float) -> str:
    """Return the log-likelihood ratio of a sequential test, and where the test ends."""
    lower, upper = test.bounds
    return f"log-likelihood ratio {llr:.2f}; the test ends at {lower:.2f} or {upper:.2f}"


def _difference(standings: Standings, names: Sequence[str], found: Estimate) -> str:
    """Return a sentence about the strength of the first entrant of a match above the second."""
    if math.isinf(found.elo):
        text = _unbounded_difference(standings, names, found)
    else:
        text = f"Elo of {names[0]} above {names[1]}: {figures.format_elo(found)} (95%); "
        text += f"{_if_equal(found)}. "
    if found.paired:
        counts = ", ".join(map(str, standings.pentanomial(0, 1).counts))
        return text + f"Pairs in which {names[0]} scored 0, 1/2, 1, 3/2, 2: {counts}."
    return text + f"From {figures.format_games(found.units)} without a partner."


def _unbounded_difference(standings: Standings, names: Sequence[str], found: Estimate) -> str:
    """Return a sentence about a match in which one side won everything, from that side's view."""
    winner, loser = (0, 1) if found.elo > 0 else (1, 0)
    of_winner = estimate(standings.results(winner, loser)) or found
    tally = standings.tally(winner, loser)
    games = "every game" if tally.games == tally.wins else "every game that has a partner"
    bound = figures.format_elo(of_winner)
    bound += "" if bound == figures.TOO_FEW else " (95%)"
    text = f"{names[winner]} won {games} against {names[loser]}: the Elo difference is unbounded, "
    return f"{text}{bound}; {_if_equal(of_winner)}. "


def _if_equal(found: Estimate) -> str:
    side = "better" if found.score >= 0.5 else "worse"
    return f"if they were equal, a result like this or {side}: {figures.format_chance(found.p_value)}"


def _left_out(standings: Standings) -> list[str]:
    """Return sentences about games that the figures leave out."""
    said = []
    if standings.abandoned:
        said.append(f"Abandoned games, which have no score: {standings.abandoned}.")
    if 0 < standings.unpaired < standings.games:
        text = f"Games without a partner: {standings.unpaired}"
        said.append(f"{text}; where there are pairs, scores in per cent, error bars and Elo come only from these.")
    return said


_HEADINGS = ("", "player", "{}", "score", "games", "as X: won, drawn, lost", "as O: won, drawn, lost")


def standings_markdown(standings: Standings, anchor: Anchor | None = None) -> list[str]:
    """Return a line for each entrant, below headings.

    Entrants have ratings; the two of a match have their Elo difference, unless there is an anchor.
    """
    with_ratings = not is_match(standings, anchor)
    strength = "rating (95%)" if with_ratings else "Elo difference (95%)"
    found = list(score_rows(standings, ratings(standings, anchor)))
    late = ["lost by time"] * any(row.late for row in found)
    rows = [[*(head.format(strength) for head in _HEADINGS), *late], ["---:", "---", *["---:"] * (5 + len(late))]]
    for rank, row in enumerate(found, 1):
        rating = figures.format_rating(row.rating, is_anchored=anchor is not None)
        shown = rating if with_ratings else _signed_difference(row.found)
        counts = [f"{tally.wins}, {tally.draws}, {tally.losses}" for tally in (row.as_first, row.as_second)]
        end = [str(row.late)] * len(late)
        rows.append([str(rank), _code(row.name), shown, row.score, str(row.tally.games), *counts, *end])
    return [f"| {' | '.join(row)} |" for row in rows]


def _signed_difference(found: Estimate | None) -> str:
    """Return the difference from the other entrant of a match."""
    if found is None:
        return figures.UNKNOWN
    return f"{'unbounded, ' if math.isinf(found.elo) else ''}{figures.format_elo(found)}"


def _code(name: str) -> str:
    """Return a name as code of Markdown; backticks and bars in it are shown as they are."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", name)), default=0))
    room = " " if "`" in name else ""
    return f"{fence}{room}{escaped(name)}{room}{fence}".replace("|", r"\|")


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
        "first_mover": _estimate_json(estimate(standings.seat_results())),
        "by_player": [_player_json(standings, entrant, rated[entrant]) for entrant in range(len(standings.entrants))],
        "pairings": [
            {
                "entrants": [one + 1, other + 1],
                "as_first": _tally_json(standings.as_first(one, other)),
                "as_second": _tally_json(standings.as_second(one, other)),
                "pairs": list(standings.pentanomial(one, other).counts),
                "elo": _estimate_json(estimate(standings.results(one, other))),
                "repeated_games": standings.repeated(one, other),
            }
            for one, other in standings.pairings
        ],
        "elo": _estimate_json(estimate(standings.results(0, 1))) if len(standings.entrants) == 2 else None,
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
    writer.writerow(_CSV_HEADINGS)
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
                *([""] * len(_FIGURES) if found is None else (getattr(found, name) for name in _FIGURES)),
                *(
                    standings.endings(loser, "loss", other)[Ending.TIME]
                    for loser, other in ((one, other), (other, one))
                ),
            ]
        )
    return table.getvalue()


_FIGURES = ("score", "low", "high", "elo", "elo_low", "elo_high", "superiority", "p_value")
"""The attributes of an estimate in a row."""
_CSV_HEADINGS = [
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
    "p_value",
    "losses_by_time",
    "wins_by_time",
]


def _player_json(standings: Standings, entrant: int, rated: Rating) -> dict[str, JSON]:
    found = estimate(standings.results(entrant))
    return {
        "player": standings.entrants[entrant],
        **_tally_json(standings.tally(entrant)),
        "as_first": _tally_json(standings.as_first(entrant)),
        "as_second": _tally_json(standings.as_second(entrant)),
        "score": None if found is None else [found.score, found.low, found.high],
        "rating": None if rated.value is None else [_number(x) for x in (rated.value, rated.low, rated.high)],
        "lost_by": {ending.value: count for ending, count in sorted(standings.endings(entrant, "loss").items())},
    }


def _tally_json(tally: Tally) -> dict[str, JSON]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _estimate_json(found: Estimate | None) -> dict[str, JSON] | None:
    if found is None:
        return None
    return {
        "difference": _number(found.elo),
        "low": _number(found.elo_low),
        "high": _number(found.elo_high),
        "superiority": found.superiority,
        "p_value": found.p_value,
        "score": [found.score, found.low, found.high],
        "pairs" if found.paired else "single_games": found.units,
    }


def _number(value: float) -> JSON:
    """Return a number, or the text of an infinite one."""
    return value if math.isfinite(value) else str(value)
