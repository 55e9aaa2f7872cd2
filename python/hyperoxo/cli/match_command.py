"""Matches, tournaments and tests as they are played from the command line: watched, interrupted and resumed."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from hyperoxo.arena.openings import OpeningBook
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import limits_text
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.tables import figures, standings_csv, standings_json, standings_markdown, standings_text
from hyperoxo.cli.arguments import draw_seed
from hyperoxo.cli.files import malformed_file
from hyperoxo.cli.output import ProgressLine, print_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.schedule import Schedule
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.cli.match_options import MatchOptions
    from hyperoxo.executor import Workers
    from hyperoxo.game import JSON


REFRESHING = 0.2
"""Seconds between two looks at how it stands; where many have entered, a look takes its time."""


class MatchScoring(Protocol):
    """Collects the scores of a match as its games end."""

    @property
    def standings(self) -> Standings:
        """What the games that count have scored."""

    @property
    def games(self) -> int:
        """How many games count: the first so many of the schedule, once all these have been played."""

    @property
    def is_decided(self) -> bool:
        """Whether no more games are needed."""

    def add(self, scores: Iterable[GameScore]) -> None:
        """Add games that have ended, in any order."""

    def summary(self) -> str:
        """Return the score so far in a few words."""


AnyScoring = TypeVar("AnyScoring", bound=MatchScoring)


class AllGamesScoring:
    """The scoring of a match in which every game counts, and all are needed.

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
        return f"{100 * scores[shown]:.1f}% for {self.standings.entrants[shown]}"


@dataclass(frozen=True, slots=True)
class MatchResults:
    """A match that has been played, in this run of the program or before.

    Attributes:
        schedule: what was to be played.
        openings: what games started from.
        standings: what came of it.
        seconds: how long this run took.
    """

    schedule: Schedule
    openings: Openings
    standings: Standings
    seconds: float

    def print(
        self, arguments: argparse.Namespace, more: dict[str, JSON] | None = None, lines: Sequence[str] = ()
    ) -> None:
        """Print the results as they were asked for.

        Args:
            arguments: what was typed.
            more: what is added to the JSON.
            lines: what is added to the text.
        """
        if arguments.json:
            print_json(self.as_json() | (more or {}))
        elif arguments.csv:
            print(standings_csv(self.standings), end="")
        elif arguments.markdown:
            print("\n".join(standings_markdown(self.standings)))
        else:
            print("\n".join([*standings_text(self.standings), *lines]))

    def as_json(self) -> dict[str, JSON]:
        """Return the results for programs, and what they follow from."""
        return {
            "event": self.schedule.event.value,
            "board": str(self.schedule.board),
            **standings_json(self.standings),
            "seed": self.schedule.seed,
            "openings": str(self.openings),
            "limits": limits_text(self.schedule.limits),
            "seconds": round(self.seconds, 3),
        }


def play_match(
    arguments: argparse.Namespace, options: MatchOptions, scoring_of: Callable[[Schedule], AnyScoring]
) -> tuple[MatchResults, AnyScoring]:
    """Play what was asked for, and return what came of it.

    Args:
        arguments: what was typed.
        options: the same, read.
        scoring_of: makes the scoring of a schedule.

    Raises:
        InputError: a player cannot play, there are no such openings, or the file is another match's.
        MalformedFileError: a file is malformed.
        OSError: a file cannot be read or written.
    """
    options.check_players()
    path = options.path
    began = time.monotonic()
    with ExitStack() as stack:
        record_file = None if path is None else stack.enter_context(RecordFile(path, resume=options.resumes))
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
                    print(_heading(schedule, options.openings), flush=True)
                match.play(openings, workers)
        except KeyboardInterrupt:
            print(f"\n{match.stopped()}", file=sys.stderr)
            if record_file is not None:
                print(f"go on with: {options.resume_command(arguments, schedule.seed)}", file=sys.stderr)
            raise
    return MatchResults(schedule, options.openings, scoring.standings, time.monotonic() - began), scoring


def _heading(schedule: Schedule, openings: Openings) -> str:
    """Return what is played, in a line for people."""
    limits = f", {text}" if (text := limits_text(schedule.limits)) else ""
    what = f"{schedule.event.value} on {schedule.board}: {figures.format_games(schedule.total)}"
    return f"{what}, openings {openings}{limits}; seed {schedule.seed}\n"


class _Match:
    """A match that is being played, and shows how far it is.

    Args:
        schedule: what is to be played.
        scoring: what collects the scores.
        record_file: where they are written down; None for nowhere.
    """

    def __init__(self, schedule: Schedule, scoring: MatchScoring, record_file: RecordFile | None) -> None:
        self.scoring = scoring
        self._schedule = schedule
        self._record_file = record_file
        self._done: set[int] = set()
        """Numbers of the games that have been played before."""
        self._played = 0
        """How many have been played since."""

    def restore(self, openings: OpeningBook) -> None:
        """Add the scores of games that have been played before."""
        if self._record_file is None:
            return
        with ProgressLine() as status, malformed_file(self._record_file.path):
            for score in self._record_file.restore(self._schedule, openings):
                self._done.add(score.game)
                self.scoring.add([score])
                if len(self._done) % 1_000 == 0:
                    status.show(f"{len(self._done):,} games read")

    def play(self, openings: OpeningBook, workers: Workers) -> None:
        """Play what is missing, and put the file into order."""
        if not self.scoring.is_decided:
            self._play_missing(openings, workers)
        if self._record_file is not None:
            self._record_file.finish(self.scoring.games)

    def stopped(self) -> str:
        """Return what has been played, for a match that was interrupted."""
        kept = "" if self._record_file else "; nothing is kept without --out"
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
