"""Plays matches, tournaments and tests from the command line: with progress, Ctrl-C, and files to continue."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from hyperoxo.arena.openings import OpeningBook
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.repetition import repetitions
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.tables import figures, standings_csv, standings_json, standings_markdown, standings_text
from hyperoxo.cli.files import malformed_file
from hyperoxo.cli.output import ProgressLine, print_json, print_text
from hyperoxo.seeds import draw_seed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.arena.schedule import Schedule
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.cli.match_options import MatchOptions
    from hyperoxo.executor import Workers
    from hyperoxo.game import JSON


REFRESHING = 0.2
"""Seconds between two updates of the progress line; with many players an update takes some time."""


class MatchScoring(Protocol):
    """A collector of the scores of a match as its games end."""

    @property
    def standings(self) -> Standings:
        """The scores of the games that count."""

    @property
    def games(self) -> int:
        """The number of games that count: as many of the schedule's first games as have all been played."""

    @property
    def is_decided(self) -> bool:
        """Whether the match can end without further games."""

    def add(self, scores: Iterable[GameScore]) -> None:
        """Add games that have ended, in any order."""

    def summary(self) -> str:
        """Return the score so far in a few words."""


AnyScoring = TypeVar("AnyScoring", bound=MatchScoring)


class AllGamesScoring:
    """The scoring of a match in which every game counts and must be played.

    Args:
        schedule: the match.
    """

    def __init__(self, schedule: Schedule) -> None:
        self.standings = Standings(schedule.entrants)
        self.games = 0
        self.is_decided = False
        self._entrants = len(schedule.entrants)

    def add(self, scores: Iterable[GameScore]) -> None:
        """Count games."""
        for score in scores:
            self.standings.add(score)
            self.games += 1

    def summary(self) -> str:
        """Return the score of the first of two entrants, or of the best of more."""
        scores = [tally.points / max(tally.games, 1) for tally in map(self.standings.tally, range(self._entrants))]
        shown = 0 if self._entrants == 2 else scores.index(max(scores))
        return f"{100 * scores[shown]:.1f}% for {self.standings.display_names[shown]}"


@dataclass(frozen=True, slots=True)
class MatchResults:
    """The results of a match that has been played, in this run of the program or earlier ones.

    Attributes:
        schedule: the match.
        openings: the positions from which games started.
        standings: the scores.
        seconds: how long this run took.
        certain_repetitions: warnings of repeated games that were certain before the first game.
        anchor: the entrant from which ratings are counted; None for a mean of 0.
    """

    schedule: Schedule
    openings: Openings
    standings: Standings
    seconds: float
    certain_repetitions: Sequence[str]
    anchor: Anchor | None = None

    def print(
        self, arguments: argparse.Namespace, more: dict[str, JSON] | None = None, lines: Sequence[str] = ()
    ) -> None:
        """Print the results in the requested form.

        Args:
            arguments: what was typed.
            more: entries added to the JSON.
            lines: lines added to the text.
        """
        if arguments.json:
            print_json(self.as_json() | (more or {}))
        elif arguments.csv or arguments.markdown:
            if arguments.csv:
                print(standings_csv(self.standings), end="")
            else:
                print("\n".join(standings_markdown(self.standings, self.anchor)))
            for warning in self.warnings:
                print(f"oxo: warning: {warning}", file=sys.stderr)
        else:
            print("\n".join([*standings_text(self.standings, anchor=self.anchor), *lines]))

    @property
    def warnings(self) -> list[str]:
        """Warnings of repeated games, which make the results less certain than the errors shown."""
        names = figures.distinct_names(self.standings.display_names)
        return [*self.certain_repetitions, *repetitions(self.standings, names)]

    def as_json(self) -> dict[str, JSON]:
        """Return the results as JSON, with the conditions of the match."""
        return {
            "event": self.schedule.event.value,
            "board": str(self.schedule.board),
            **standings_json(self.standings, self.anchor),
            **self.schedule.conditions_json(str(self.openings)),
            "seconds": round(self.seconds, 3),
            "warnings": list(self.warnings),
        }


def run_match(
    arguments: argparse.Namespace, options: MatchOptions, scoring_of: Callable[[Schedule], AnyScoring]
) -> tuple[MatchResults, AnyScoring]:
    """Play a match, and return its results and scoring.

    Args:
        arguments: what was typed.
        options: the options that were read from it.
        scoring_of: returns the scoring of a schedule.

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
        schedule = options.schedule(draw_seed() if seed is None else seed)
        scoring = scoring_of(schedule)
        match = _Match(schedule, scoring, record_file)
        try:
            with options.workers.open() as workers, ExitStack() as book:
                with malformed_file(options.openings.path):
                    openings = OpeningBook(options.openings, schedule.board, schedule.seed, workers)
                book.callback(openings.close)
                match.restore(openings)
                if options.is_for_people:
                    for text in (_heading(schedule, options.openings), *options.certain_repetitions):
                        print_text(text)
                    print(flush=True)
                match.play(openings, workers)
        except KeyboardInterrupt:
            print(f"\n{match.stopped()}", file=sys.stderr)
            if record_file is not None:
                print(f"to continue: {options.resume_command(arguments, schedule.seed)}", file=sys.stderr)
            raise
    seconds = time.monotonic() - began
    return MatchResults(
        schedule, options.openings, scoring.standings, seconds, options.certain_repetitions, options.anchor
    ), scoring


def _heading(schedule: Schedule, openings: Openings) -> str:
    """Return a line for people that describes the match."""
    gauntlet = "" if schedule.gauntlet is None else f", gauntlet of {schedule.entrants[schedule.gauntlet]}"
    what = f"{schedule.event.value} on {schedule.board}: {figures.format_games(schedule.total)}{gauntlet}"
    return f"{what}, {schedule.conditions(str(openings))}"


class _Match:
    """A match in progress, with a progress line.

    Args:
        schedule: the match.
        scoring: collects the scores.
        record_file: the file to which games are written; None for none.
    """

    def __init__(self, schedule: Schedule, scoring: MatchScoring, record_file: RecordFile | None) -> None:
        self.scoring = scoring
        self._schedule = schedule
        self._record_file = record_file
        self._done: set[int] = set()
        """Numbers of the games that earlier runs have played."""
        self._played = 0
        """How many games this run has played."""

    def restore(self, openings: OpeningBook) -> None:
        """Add the scores of the games that earlier runs have played."""
        if self._record_file is None:
            return
        with ProgressLine() as status, malformed_file(self._record_file.path):
            for score in self._record_file.restore(self._schedule, openings):
                self._done.add(score.game)
                self.scoring.add([score])
                if len(self._done) % 1_000 == 0:
                    status.show(f"{len(self._done):,} games read")

    def play(self, openings: OpeningBook, workers: Workers) -> None:
        """Play the missing games, and sort the file."""
        if not self.scoring.is_decided:
            self._play_missing(openings, workers)
        if self._record_file is not None:
            self._record_file.finish(self.scoring.games)

    def stopped(self) -> str:
        """Return how many games have been played, for a match that was interrupted."""
        kept = "" if self._record_file else "; games are saved only with --out"
        return f"stopped after {len(self._done) + self._played:,} of {self._schedule.total:,} games{kept}"

    def _play_missing(self, openings: OpeningBook, workers: Workers) -> None:
        began = shown = time.monotonic()
        games = play_games(self._schedule, openings, workers, record_file=self._record_file, done=self._done)
        with ProgressLine() as status, closing(games):
            status.show(f"{len(self._done):,} of {self._schedule.total:,} games")
            for scores in games:
                self._played += len(scores)
                self.scoring.add(scores)
                if self.scoring.is_decided:
                    return
                now = time.monotonic()
                if now - shown > REFRESHING:
                    status.show(self._status(now - began))
                    shown = now

    def _status(self, seconds: float) -> str:
        done = len(self._done) + self._played
        rate = self._played / seconds
        minutes, left = divmod(round((self._schedule.total - done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        parts = [
            f"{done:,} of {self._schedule.total:,} games",
            self.scoring.summary(),
            f"{rate:,.0f} a second" if rate >= 10 else f"{60 * rate:,.1f} a minute",
            f"{hours}:{minutes:02}:{left:02} left",
        ]
        return ", ".join(part for part in parts if part)
