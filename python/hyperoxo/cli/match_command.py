"""Matches, tournaments and tests as they are played from the command line: watched, interrupted and resumed."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from hyperoxo.arena.openings import OpeningBook
from hyperoxo.arena.record_file import Journal
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import limits_text
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.tables import as_csv, as_json, as_markdown, as_text, figures
from hyperoxo.cli.arguments import draw_seed
from hyperoxo.cli.files import malformed_file
from hyperoxo.cli.output import ProgressLine, print_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.schedule import Plan
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
        plan: the match.
    """

    def __init__(self, plan: Plan) -> None:
        self.standings = Standings(plan.entrants)
        self.games = 0
        self.is_decided = False
        self._entrants = len(plan.entrants)

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
        plan: what was to be played.
        openings: what games started from.
        standings: what came of it.
        seconds: how long this run took.
    """

    plan: Plan
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
            print(as_csv(self.standings), end="")
        elif arguments.markdown:
            print("\n".join(as_markdown(self.standings)))
        else:
            print("\n".join([*as_text(self.standings), *lines]))

    def as_json(self) -> dict[str, JSON]:
        """Return the results for programs, and what they follow from."""
        return {
            "event": self.plan.event.value,
            "board": str(self.plan.board),
            **as_json(self.standings),
            "seed": self.plan.seed,
            "openings": str(self.openings),
            "limits": limits_text(self.plan.limits),
            "seconds": round(self.seconds, 3),
        }


def play_match(
    arguments: argparse.Namespace, options: MatchOptions, scoring_of: Callable[[Plan], AnyScoring]
) -> tuple[MatchResults, AnyScoring]:
    """Play what was asked for, and return what came of it.

    Args:
        arguments: what was typed.
        options: the same, read.
        scoring_of: makes the scoring of a plan.

    Raises:
        InputError: a player cannot play, there are no such openings, or the file is another match's.
        MalformedFileError: a file is malformed.
        OSError: a file cannot be read or written.
    """
    options.check_players()
    path = options.path
    began = time.monotonic()
    with ExitStack() as stack:
        journal = None if path is None else stack.enter_context(Journal(path, resume=options.resumes))
        seed = options.seed
        if seed is None and journal is not None:
            with malformed_file(journal.path):
                seed = journal.seed
        plan = options.plan(draw_seed() if seed is None else seed)
        scoring = scoring_of(plan)
        match = _Match(plan, scoring, journal)
        try:
            with options.workers.open() as workers, ExitStack() as book:
                with malformed_file(options.openings.path):
                    openings = OpeningBook(options.openings, plan.board, plan.seed, workers)
                book.callback(openings.close)
                match.restore(openings)
                if options.is_for_people:
                    print(_heading(plan, options.openings), flush=True)
                match.play(openings, workers)
        except KeyboardInterrupt:
            print(f"\n{match.stopped()}", file=sys.stderr)
            if journal is not None:
                print(f"go on with: {options.resume_command(arguments, plan.seed)}", file=sys.stderr)
            raise
    return MatchResults(plan, options.openings, scoring.standings, time.monotonic() - began), scoring


def _heading(plan: Plan, openings: Openings) -> str:
    """Return what is played, in a line for people."""
    limits = f", {text}" if (text := limits_text(plan.limits)) else ""
    what = f"{plan.event.value} on {plan.board}: {figures.games(plan.total)}"
    return f"{what}, openings {openings}{limits}; seed {plan.seed}\n"


class _Match:
    """A match that is being played, and shows how far it is.

    Args:
        plan: what is to be played.
        scoring: what collects the scores.
        journal: where they are written down; None for nowhere.
    """

    def __init__(self, plan: Plan, scoring: MatchScoring, journal: Journal | None) -> None:
        self.scoring = scoring
        self._plan = plan
        self._journal = journal
        self._done: set[int] = set()
        """Numbers of the games that have been played before."""
        self._played = 0
        """How many have been played since."""

    def restore(self, openings: OpeningBook) -> None:
        """Add the scores of games that have been played before."""
        if self._journal is None:
            return
        with ProgressLine() as status, malformed_file(self._journal.path):
            for score in self._journal.restore(self._plan, openings):
                self._done.add(score.game)
                self.scoring.add([score])
                if len(self._done) % 1_000 == 0:
                    status.show(f"{len(self._done):,} games read")

    def play(self, openings: OpeningBook, workers: Workers) -> None:
        """Play what is missing, and put the file into order."""
        if not self.scoring.is_decided:
            self._play_missing(openings, workers)
        if self._journal is not None:
            self._journal.finish(self.scoring.games)

    def stopped(self) -> str:
        """Return what has been played, for a match that was interrupted."""
        kept = "" if self._journal else "; nothing is kept without --out"
        return f"stopped after {len(self._done) + self._played:,} of {self._plan.total:,} games{kept}"

    def _play_missing(self, openings: OpeningBook, workers: Workers) -> None:
        began = shown = time.monotonic()
        games = play_games(self._plan, openings, workers, journal=self._journal, done=self._done)
        with ProgressLine() as status, closing(games):
            status.show(f"{len(self._done):,} of {self._plan.total:,} games")
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
        minutes, left = divmod(round((self._plan.total - done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        parts = [
            f"{done:,} of {self._plan.total:,} games",
            self.scoring.summary(),
            f"{rate:,.0f} a second" if rate >= 10 else f"{60 * rate:,.1f} a minute",
            f"{hours}:{minutes:02}:{left:02} left",
        ]
        return ", ".join(part for part in parts if part)
