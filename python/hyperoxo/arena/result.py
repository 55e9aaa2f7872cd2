"""The result of a match of any number of entrants: its figures and games, printed, shown, plotted and saved."""

from __future__ import annotations

import os
import textwrap
import typing
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path

from hyperoxo import record
from hyperoxo.arena import figures
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ratings
from hyperoxo.arena.sprt import STOPPED_EARLY, Sprt, SprtVerdict
from hyperoxo.arena.tables import (
    WIDTH,
    fault_sentences,
    score_table,
    sentences,
    sprt_json,
    sprt_sentence,
    standings_csv,
    standings_json,
    standings_markdown,
    standings_text,
)
from hyperoxo.errors import InputError
from hyperoxo.extras import importing
from hyperoxo.text import fitted_name

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo._core import Board
    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.arena.schedule import Schedule
    from hyperoxo.arena.scores import GameScore, Standings, Tally
    from hyperoxo.arena.scoring import RunningResults
    from hyperoxo.game import JSON, Game

__all__ = ["STOPPED_EARLY", "MatchResult"]
__dir__ = __all__.copy

_NAME = 30
"""Longer names are cut in tables and plots."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; `tally`, `pairs`, `estimate` and the plots are those of the first player.

    A notebook shows it as a table, and `print` as the text of `oxo match`.

    Attributes:
        schedule: the match: board, players, number of games, seed and limits.
        openings: the openings, as they are typed.
        scores: the score of each game that counts, in the order of the schedule.
        standings: the scores, counted in every way that `docs/statistics.md` describes.
        running: the results of a match of two after some numbers of games.
        test: the sequential test that could end the match early; None if every game was played.
        anchor: the entrant from which ratings are counted; None for a mean of 0.
        certain_repetitions: warnings of repeated games that were certain before the first game.
    """

    schedule: Schedule
    openings: str
    scores: tuple[GameScore, ...]
    standings: Standings = field(compare=False, repr=False)
    running: RunningResults = field(compare=False, repr=False)
    test: Sprt | None = None
    anchor: Anchor | None = None
    certain_repetitions: tuple[str, ...] = ()
    _lines: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The records of the games, by number."""

    @property
    def board(self) -> Board:
        """The board."""
        return self.schedule.board

    @property
    def seed(self) -> int:
        """The source of every random choice: the same match with this seed gives the same games."""
        return self.schedule.seed

    @property
    def names(self) -> tuple[str, ...]:
        """What tables call the players."""
        return tuple(figures.distinct_names([fitted_name(name, _NAME) for name in self.standings.display_names]))

    @property
    def tally(self) -> Tally:
        """The games won, drawn and lost."""
        return self.standings.tally(0)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs of games from one opening, by their result."""
        return self.standings.pentanomial(0, 1)

    @property
    def estimate(self) -> Estimate:
        """The score and the Elo difference with their intervals, and the p-value.

        Raises:
            ValueError: no game has a score.
        """
        if (found := estimate(self.standings.results(0))) is None:
            raise ValueError("no game has a score")
        return found

    @cached_property
    def games(self) -> list[Game]:
        """The games, in the order of the schedule, with the players' reasons as notes; they can be large."""
        return [game for score in self.scores for game in record.loads(self._lines[score.game])]

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the test; None without a test."""
        return None if self.test is None else self.test.llr(self.pairs)

    @property
    def verdict(self) -> SprtVerdict | None:
        """The verdict of the test; None without a test."""
        return None if self.test is None or self.llr is None else self.test.verdict(self.llr)

    @property
    def warnings(self) -> list[str]:
        """Warnings of faults by which players lost, and of repetitions, with which the figures are less certain."""
        names = figures.distinct_names(self.standings.display_names)
        return [
            *self.certain_repetitions,
            *fault_sentences(self.standings, names),
            *figures.repetitions(self.standings, names),
        ]

    def as_json(self, **more: JSON) -> dict[str, JSON]:
        """Return the result as JSON, with the keys of `oxo match --json` or `oxo sprt --json`.

        Args:
            more: further entries, such as the `seconds` of the command.
        """
        data: dict[str, JSON] = {
            "event": self.schedule.event.value,
            "board": str(self.board),
            **standings_json(self.standings, self.anchor),
            **self.schedule.conditions_json(self.openings),
            **more,
            "warnings": list(self.warnings),
        }
        return data if self.test is None or self.llr is None else data | {"sprt": sprt_json(self.test, self.llr)}

    def csv(self) -> str:
        """Return the result as CSV, with a row for each pair of players."""
        return standings_csv(self.standings)

    def markdown(self) -> str:
        """Return the scores as a table of Markdown."""
        return "\n".join(standings_markdown(self.standings, self.anchor))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the games to a new file of records, which `oxo report` and `oxo review` read.

        Raises:
            InputError: there is such a file.
            OSError: the file cannot be written.
        """
        try:
            with Path(path).open("x", encoding="utf-8") as file:
                file.writelines(self._lines[score.game] for score in self.scores)
        except FileExistsError:
            raise InputError(os.fspath(path), "there is such a file", "choose another name") from None

    def plot(self, *, ax: Axes | None = None) -> Figure:
        """Plot the score of the first player as the games are added, with its 95% interval at each number of games.

        An interval is valid only for a number of games chosen before the match. The band leaves an even score at some
        number of games more often than in one match of twenty, so it is no rule for stopping: `plot_test` shows one.

        Args:
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Returns:
            The figure of matplotlib; `figure.savefig("match.png")` writes it to a file.

        Raises:
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        with importing("notebook"):
            from hyperoxo.plots.plots import running_score  # noqa: PLC0415 - matplotlib is an extra

        title = f"{self._title}: running score of {self.names[0]}"
        description = f"{title}. {self._summary}"
        return running_score(self.running.estimates(), title=title, description=description, ax=ax)

    def plot_test(self, *, ax: Axes | None = None) -> Figure:
        """Plot the log-likelihood ratio of the test as the games are added, between the bounds that end it.

        Args:
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Raises:
            InputError: the match has no test.
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        test = self.test
        if test is None:
            raise InputError("plot_test", "the match has no test", "play it with play_match(..., test=Sprt(0, 50))")
        with importing("notebook"):
            from hyperoxo.plots.plots import running_ratio  # noqa: PLC0415 - matplotlib is an extra

        title = f"{self._title}: test of Elo {test.elo0:g} against {test.elo1:g}"
        names = f"Elo {test.elo0:g} accepted", f"Elo {test.elo1:g} accepted"
        description = " ".join([f"{title}.", *self.on_test[-1:]])
        points = self.running.ratios(test)
        return running_ratio(points, test.bounds, names, title=title, description=description, ax=ax)

    def __str__(self) -> str:
        """Return the text that `oxo match` prints."""
        lines = [self._heading, *self.certain_repetitions, "", *standings_text(self.standings, anchor=self.anchor)]
        return "\n".join([*lines, *(line for sentence in self.on_test for line in textwrap.wrap(sentence, WIDTH))])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._title}: {self._summary}>"

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows, in the colours of the notebook."""
        rated = ratings(self.standings, self.anchor)
        heads, rows = score_table(self.standings, self.names, rated, self.anchor)
        said = [*self.certain_repetitions, *sentences(self.standings, rated, self.anchor), *self.on_test]
        parts = [
            '<div class="hyperoxo-match" style="overflow-x:auto">',
            "<table>",
            f'<caption style="text-align:left;padding-bottom:.5em">{escape(self._heading)}</caption>',
            "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>",
            "<tbody>",
            *(
                f'<tr><th scope="row">{escape(name)}</th>' + "".join(f"<td>{text}</td>" for text in cells) + "</tr>"
                for name, *cells in rows
            ),
            "</tbody>",
            "</table>",
            "</div>",
            *(f"<p>{escape(sentence)}</p>" for sentence in said),
        ]
        return "\n".join(parts)

    @property
    def on_test(self) -> list[str]:
        """Sentences about the test; none without one."""
        if self.test is None or self.llr is None:
            return []
        caution = [] if self.verdict is SprtVerdict.OPEN else [STOPPED_EARLY]
        return [*caution, sprt_sentence(self.test, self.llr, self.standings.games + self.standings.abandoned)]

    @property
    def _title(self) -> str:
        who = " against ".join(self.names) if len(self.names) == 2 else f"{len(self.names)} players"
        return f"{who} on {self.board}"

    @property
    def _heading(self) -> str:
        games = figures.format_games(self.standings.games + self.standings.abandoned)
        return f"{self._title}: {games}, {self.schedule.conditions(self.openings)}"

    @property
    def _summary(self) -> str:
        tally, found = self.tally, estimate(self.standings.results(0))
        counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
        if found is None:
            return counts
        return f"{counts}; score {figures.format_share(found.score)} ({figures.format_share_interval(found)})"
