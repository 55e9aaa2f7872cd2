"""A match for people: tables that fit a terminal, and sentences about single figures."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ranked, ratings
from hyperoxo.arena.repetition import repetitions
from hyperoxo.arena.sprt import SprtVerdict
from hyperoxo.arena.tables import figures
from hyperoxo.game import Ending
from hyperoxo.text import fitted_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Anchor, Rating
    from hyperoxo.arena.scores import Standings, Tally
    from hyperoxo.arena.sprt import Sprt

WIDTH = 80
_LEAST_NAME, _MOST_NAME = 12, 40
"""Names have at least and at most this many characters of a line of the table of scores; longer ones are cut."""
_CROSS_NAME = 22
"""Longer names are cut in cross tables."""
_SENTENCE_NAME = 60
"""Longer names are cut in sentences."""
_ONE_RATED = (
    "No two players took points from each other: ratings are counted from {}, and those of the others are unbounded."
)
_FAULTS = (Ending.ILLEGAL_MOVE, Ending.TIME, Ending.CRASH)
"""Endings by a fault of the loser."""


def standings_text(standings: Standings, width: int = WIDTH, anchor: Anchor | None = None) -> list[str]:
    """Return the results of a match so far, in lines that fit the width.

    Entrants are ranked by rating; the two of a match keep their order. Names are cut where they leave no room for the
    figures.
    """
    rated = ratings(standings, anchor)
    parts = []
    if standings.games:
        parts = [_scores(standings, rated, width, is_anchored=anchor is not None), *_cross_tables(standings, width)]
    lines = [line for part in parts for line in (*part, "")]
    return lines + [
        line
        for sentence in sentences(standings, rated, anchor)
        for line in textwrap.wrap(sentence, width, break_long_words=False, break_on_hyphens=False)
    ]


def _scores(standings: Standings, rated: Sequence[Rating], width: int, *, is_anchored: bool) -> list[str]:
    """Return the table of scores: a line for each entrant.

    In a match the score has its interval; in a tournament, where scores depend on the field, and in a match with an
    anchor, the rating has it.
    """
    is_match = len(standings.entrants) == 2 and not is_anchored
    names = standings.display_names
    rows = [["", "player", "games", "won", "drawn", "lost", "score", "(95%)" if is_match else "rating (95%)"]]
    for entrant in ranked(standings, rated):
        tally, found = standings.tally(entrant), estimate(standings.results(entrant))
        interval = figures.format_share_interval(found) if found is not None else ""
        rows.append(
            [
                str(entrant + 1),
                names[entrant],
                *map(str, (tally.games, tally.wins, tally.draws, tally.losses)),
                figures.UNKNOWN if found is None else figures.format_share(found.score),
                interval if is_match else figures.format_rating(rated[entrant], is_anchored=is_anchored),
            ]
        )
    others = sum(max(map(len, column)) + 2 for at, column in enumerate(zip(*rows, strict=True)) if at != 1)
    room = min(max(width - others, _LEAST_NAME), _MOST_NAME)
    for row in rows:
        row[1] = fitted_name(row[1], room)
    return _laid_out(rows, left={1} if is_match else {1, 7})


def _cross_tables(standings: Standings, width: int) -> list[list[str]]:
    """Return cross tables of the games won, drawn and lost by X (rows) against O (columns)."""
    entrants = range(len(standings.entrants))
    cells = {
        (one, other): _cell(standings.as_first(one, other)) for one in entrants for other in entrants if one != other
    }
    names = [fitted_name(name, _CROSS_NAME) for name in standings.display_names]
    room = width - len(str(len(names))) - max(map(len, [*names, _CORNER])) - 2
    columns = max(1, room // (max(map(len, cells.values()), default=1) + 2))
    tables = []
    for begin in range(0, len(names), columns):
        shown = entrants[begin : begin + columns]
        rows = [["", _CORNER, *(str(other + 1) for other in shown)]]
        rows += [[str(one + 1), names[one], *(cells.get((one, other), "") for other in shown)] for one in entrants]
        tables.append(_laid_out(rows, left={1}))
    return tables


_CORNER = "X won-drawn-lost / O"


def _cell(tally: Tally) -> str:
    return f"{tally.wins}-{tally.draws}-{tally.losses}" if tally.games else "."


def sentences(standings: Standings, rated: Sequence[Rating] | None = None, anchor: Anchor | None = None) -> list[str]:
    """Return sentences about differences, ratings, the first mover's edge, endings, and warnings.

    Args:
        standings: the scores.
        rated: the ratings beside which the sentences stand; None for a match without ratings.
        anchor: the entrant from which they are counted.
    """
    if not standings.games:
        return ["No game has a score.", *_left_out(standings)]
    names = figures.distinct_names([fitted_name(name, _SENTENCE_NAME) for name in standings.display_names])
    said = []
    if len(names) == 2 and (found := estimate(standings.results(0, 1))):
        said.append(_difference(standings, names, found))
    if anchor is not None:
        said.append(figures.format_anchor(names[anchor.entrant], anchor.rating))
    elif rated is not None and len(names) > 2:
        bounded = [entrant for entrant, rating in enumerate(rated) if rating.is_bounded]
        said += [_ONE_RATED.format(names[bounded[0]])] if len(bounded) == 1 else []
    if edge := estimate(standings.seat_results()):
        text = f"First mover: {figures.format_share(edge.score)} ({figures.format_share_interval(edge)})"
        said.append(f"{text}, Elo {figures.format_elo(edge)}; X won {_count(standings.seats())}.")
    endings = ", ".join(f"{ending.value} {count}" for ending, count in standings.endings().most_common())
    said.append(f"Endings: {endings}.")
    for entrant, name in enumerate(names):
        faults = standings.endings(entrant, "loss")
        text = ", ".join(f"{ending.value} {faults[ending]}" for ending in _FAULTS if faults[ending])
        said += [f"{name} lost by {text}."] if text else []
    return [*said, *_left_out(standings), *repetitions(standings, names)]


def sprt_sentence(test: Sprt, llr: float, games: int) -> str:
    """Return the verdict of a sequential test as a sentence.

    Args:
        test: the test.
        llr: the log-likelihood ratio.
        games: the number of games that count.
    """
    verdicts = {
        SprtVerdict.ACCEPTED: f"Elo {test.elo1:g} or more is accepted, {test.elo0:g} rejected",
        SprtVerdict.REJECTED: f"Elo {test.elo0:g} or less is accepted, {test.elo1:g} rejected",
        SprtVerdict.OPEN: f"nothing is decided between Elo {test.elo0:g} and {test.elo1:g}",
    }
    played = f"after {figures.format_games(games)}"
    return f"SPRT: {verdicts[test.verdict(llr)]} {played}; {format_ratio(test, llr)}."


def format_ratio(test: Sprt, llr: float) -> str:
    """Return the log-likelihood ratio of a sequential test between its bounds."""
    lower, upper = test.bounds
    return f"log-likelihood ratio {llr:.2f} of {lower:.2f} to {upper:.2f}"


def _count(tally: Tally) -> str:
    return f"{tally.wins}, drew {tally.draws}, lost {tally.losses}"


def _difference(standings: Standings, names: Sequence[str], found: Estimate) -> str:
    """Return a sentence about the strength of the first entrant of a match above the second."""
    if math.isinf(found.elo):
        text = _unbounded_difference(standings, names, found)
    else:
        text = f"Elo of {names[0]} above {names[1]}: {figures.format_elo(found)} (95%); "
        text += f"likelihood that it is the stronger: {figures.format_likelihood(found.superiority)}. "
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
    text = f"{names[winner]} won {games} against {names[loser]}: the Elo difference is unbounded, "
    text += f"{figures.format_elo(of_winner)} (95%); likelihood that {names[winner]} is the stronger: "
    return f"{text}{figures.format_likelihood(of_winner.superiority)}. "


def _left_out(standings: Standings) -> list[str]:
    """Return sentences about games that the figures leave out."""
    said = []
    if standings.abandoned:
        said.append(f"Abandoned games, which have no score: {standings.abandoned}.")
    if 0 < standings.unpaired < standings.games:
        text = f"Games without a partner: {standings.unpaired}"
        said.append(f"{text}; where there are pairs, scores in per cent, error bars and Elo come from these alone.")
    return said


def _laid_out(rows: Sequence[Sequence[str]], left: set[int]) -> list[str]:
    """Return rows in aligned columns; those in `left` are flush left, and the first row holds the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if at in left else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
