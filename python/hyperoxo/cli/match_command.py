"""Plays matches, tournaments and tests from the command line: with progress, Ctrl-C, and files to continue."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from hyperoxo.arena.figures import format_games
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.tables import format_ratio, standings_text
from hyperoxo.cli.files import malformed_file
from hyperoxo.cli.output import ProgressLine, fitted_to_terminal, print_json, print_text, wrapped
from hyperoxo.seeds import draw_seed

if TYPE_CHECKING:
    import argparse

    from hyperoxo.arena.match import Match
    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.result import MatchResult
    from hyperoxo.cli.match_options import MatchOptions
    from hyperoxo.executor import Workers

REFRESHING = 0.2
"""Seconds between two updates of the progress line; with many players an update takes some time."""


def run_match(arguments: argparse.Namespace, options: MatchOptions) -> MatchResult:
    """Play a match, print its result in the form that was typed, and return it.

    Raises:
        InputError: a player cannot play, the openings do not exist, or the file belongs to another match.
        MalformedFileError: a file is malformed.
        OSError: a file cannot be read or written.
    """
    options.check_players()
    path = options.path
    began = time.monotonic()
    with ExitStack() as stack:
        record_file = None
        if path is not None:
            record_file = stack.enter_context(RecordFile(path, resume=options.resumes, replace=options.replaces))
        seed = options.seed
        if seed is None and record_file is not None:
            with malformed_file(record_file.path):
                seed = record_file.seed
        match = options.match(draw_seed() if seed is None else seed)
        try:
            with options.workers.open() as workers, ExitStack() as books:
                with malformed_file(options.openings.path):
                    book = books.enter_context(closing(match.book(workers)))
                _restore(match, record_file, book)
                if options.is_for_people:
                    for text in (_heading(match), *match.certain_repetitions):
                        print_text(text)
                    print(flush=True)
                _play(match, record_file, book, workers)
        except KeyboardInterrupt:
            kept = "" if record_file else "; games are saved only with --out"
            print(f"\nstopped after {match.done:,} of {match.schedule.total:,} games{kept}", file=sys.stderr)
            if record_file is not None:
                print(f"to continue: {options.resume_command(arguments, match.schedule.seed)}", file=sys.stderr)
            raise
    result = match.result()
    _print(result, arguments, time.monotonic() - began)
    return result


def _heading(match: Match) -> str:
    """Return a line for people that describes the match."""
    schedule = match.schedule
    gauntlet = "" if schedule.gauntlet is None else f", gauntlet of {schedule.entrants[schedule.gauntlet]}"
    what = f"{schedule.event.value} on {schedule.board}: {format_games(schedule.total)}{gauntlet}"
    return f"{what}, {schedule.conditions(str(match.openings))}"


def _restore(match: Match, record_file: RecordFile | None, book: OpeningBook) -> None:
    """Count the games that earlier runs have played."""
    if record_file is not None:
        with ProgressLine() as status, malformed_file(record_file.path):
            for done in match.restore(record_file, book):
                if done % 1_000 == 0:
                    status.show(f"{done:,} games read")


def _play(match: Match, record_file: RecordFile | None, book: OpeningBook, workers: Workers) -> None:
    """Play the missing games, and sort the file."""
    began = shown = time.monotonic()
    with ProgressLine() as status, closing(match.play(book, workers, record_file)) as games:
        status.show(f"{match.done:,} of {match.schedule.total:,} games")
        for _ in games:
            now = time.monotonic()
            if now - shown > REFRESHING:
                status.show(_status(match, now - began))
                shown = now
    if record_file is not None:
        record_file.finish(match.scoring.games)


def _status(match: Match, seconds: float) -> str:
    rate = match.played / seconds
    minutes, left = divmod(round((match.schedule.total - match.done) / rate), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        f"{match.done:,} of {match.schedule.total:,} games",
        score_so_far(match),
        f"{rate:,.0f} a second" if rate >= 10 else f"{60 * rate:,.1f} a minute",
        f"{hours}:{minutes:02}:{left:02} left",
    ]
    return ", ".join(parts)


def score_so_far(match: Match) -> str:
    """Return the ratio of a test, the score of the first of two entrants, or that of the best of more."""
    standings = match.scoring.standings
    if match.test is not None:
        return format_ratio(match.test, match.scoring.llr)
    scores = [tally.points / max(tally.games, 1) for tally in map(standings.tally, range(len(standings.entrants)))]
    shown = 0 if len(scores) == 2 else scores.index(max(scores))
    return f"{100 * scores[shown]:.1f}% for {standings.display_names[shown]}"


def _print(result: MatchResult, arguments: argparse.Namespace, seconds: float) -> None:
    """Print a result in the form that was typed."""
    if arguments.json:
        print_json(result.as_json(seconds=round(seconds, 3)))
    elif arguments.csv or arguments.markdown:
        print(result.csv() if arguments.csv else f"{result.markdown()}\n", end="")
        for warning in result.warnings:
            print(f"oxo: warning: {warning}", file=sys.stderr)
    else:
        print("\n".join(standings_text(result.standings, anchor=result.anchor)))
        if result.on_test:
            *cautions, verdict = result.on_test
            print("\n".join(["", *(line for text in cautions for line in wrapped(text))]))
            print(fitted_to_terminal(verdict, sys.stdout))
