"""A match from Python: one call plays it, and returns a result with figures, games, a table and plots.

>>> result = play_match("oxo:level=4", "random", "3x3", games=20, seed=1, openings="random:1")
>>> result.tally
Tally(wins=18, draws=2, losses=0)

`docs/arena.md` shows what a result has, and `docs/statistics.md` explains its figures.
"""

from __future__ import annotations

import os
import textwrap
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.arena.adjudication import check_adjudication
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.repetition import certain_repetitions, repetitions
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import MOST_GAMES, Competition, Schedule
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.sequential import SequentialTest
from hyperoxo.arena.sprt import STOPPED_EARLY, Sprt, SprtVerdict
from hyperoxo.arena.tables import figures, sprt_json, sprt_sentence, standings_json, standings_text
from hyperoxo.arena.tables.text import WIDTH, sentences
from hyperoxo.errors import InputError, PlayerError, whole_number, wrong_type
from hyperoxo.executor import open_executor
from hyperoxo.extras import importing
from hyperoxo.players.control import NO_LIMITS, check_limits
from hyperoxo.players.registry import as_player, kind, names
from hyperoxo.seeds import checked_seed
from hyperoxo.text import fitted_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo._core import Board
    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.scores import GameScore, Tally
    from hyperoxo.game import JSON, Game
    from hyperoxo.players import Limits, Player
    from hyperoxo.sides import Side

_MOST_POINTS = 200
"""The most numbers of games at which a plot shows the score."""
_NAME = 30
"""Longer names are cut in tables and plots."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match of two players; all figures are those of the first.

    A notebook shows it as a table, and `print` as the text of `oxo match`.

    Attributes:
        schedule: the match: board, players, number of games, seed and limits.
        openings: the openings, as they are typed.
        scores: the score of each game that counts, in the order of the schedule.
        test: the sequential test that could end the match early; None if every game was played.
        certain_repetitions: warnings of repeated games that were certain before the first game.
    """

    schedule: Schedule
    openings: str
    scores: tuple[GameScore, ...]
    test: Sprt | None = None
    certain_repetitions: tuple[str, ...] = ()
    _lines: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The records of the games, by number."""

    @cached_property
    def standings(self) -> Standings:
        """The scores, counted in every way that `docs/statistics.md` describes."""
        standings = Standings(self.schedule.entrants)
        for score in self.scores:
            standings.add(score)
        return standings

    @property
    def board(self) -> Board:
        """The board."""
        return self.schedule.board

    @property
    def seed(self) -> int:
        """The source of every random choice: the same match with this seed gives the same games."""
        return self.schedule.seed

    @property
    def names(self) -> tuple[str, str]:
        """What tables call the two players."""
        first, second = figures.distinct_names([fitted_name(name, _NAME) for name in self.standings.display_names])
        return first, second

    @property
    def tally(self) -> Tally:
        """The games won, drawn and lost."""
        return self.standings.tally(0)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs of games from one opening, by their result."""
        return self.standings.pentanomial(0, 1)

    @property
    def estimate(self) -> Estimate | None:
        """The score, Elo difference and likelihood of superiority with their intervals; None if no game has a score."""
        return estimate(self.standings.results(0, 1))

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
        """Warnings of repeated games, which make the figures less certain than they seem."""
        return [*self.certain_repetitions, *repetitions(self.standings, self.names)]

    def as_json(self) -> dict[str, JSON]:
        """Return the result as JSON, with the keys of `oxo match --json` or `oxo sprt --json` except the seconds."""
        data: dict[str, JSON] = {
            "event": self.schedule.event.value,
            "board": str(self.board),
            **standings_json(self.standings),
            **self.schedule.conditions_json(self.openings),
            "warnings": list(self.warnings),
        }
        return data if self.test is None or self.llr is None else data | {"sprt": sprt_json(self.test, self.llr)}

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

        An interval is valid for a number of games that was chosen before. The band leaves an even score at some number
        of games more often than in one match of twenty, so it is no rule for stopping: `plot_test` shows one.

        Args:
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Returns:
            The figure of matplotlib; `figure.savefig("match.png")` writes it to a file.

        Raises:
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        with importing("notebook"):
            from hyperoxo.plots.match_plot import RunningScore, running_score  # noqa: PLC0415 - matplotlib is an extra

        points = [
            RunningScore(standings.games, found.score, found.low, found.high)
            for standings in self._running(_MOST_POINTS)
            if (found := estimate(standings.results(0, 1))) is not None
        ]
        title = f"{self._title}: running score of {self.names[0]}"
        description = f"{title}. {self._summary}"
        return running_score(points, title=title, description=description, ax=ax)

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
            from hyperoxo.plots.match_plot import RunningRatio, running_ratio  # noqa: PLC0415 - matplotlib is an extra

        points = [
            RunningRatio(standings.games, test.llr(standings.pentanomial(0, 1)))
            for standings in self._running(_MOST_POINTS)
        ]
        title = f"{self._title}: test of Elo {test.elo0:g} against {test.elo1:g}"
        names = f"Elo {test.elo0:g} accepted", f"Elo {test.elo1:g} accepted"
        description = " ".join([f"{title}.", *self._on_test[-1:]])
        return running_ratio(points, test.bounds, names, title=title, description=description, ax=ax)

    def __str__(self) -> str:
        """Return the text that `oxo match` prints."""
        lines = [self._heading, *self.certain_repetitions, "", *standings_text(self.standings)]
        return "\n".join([*lines, *(line for sentence in self._on_test for line in textwrap.wrap(sentence, WIDTH))])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._title}: {self._summary}>"

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows, in the colours of the notebook."""
        standings, names = self.standings, self.names
        heads = ["player", "games", "won", "drawn", "lost", "score", "95% interval", "as X", "as O"]
        rows = []
        for entrant, name in enumerate(names):
            tally, found = standings.tally(entrant), estimate(standings.results(entrant))
            shares = (
                ["", ""] if found is None else [figures.format_share(found.score), figures.format_share_interval(found)]
            )
            seats = (standings.as_first(entrant), standings.as_second(entrant))
            counts = map(str, (tally.games, tally.wins, tally.draws, tally.losses))
            rows.append([name, *counts, *shares, *(figures.format_score(of_seat) for of_seat in seats)])
        said = [*self.certain_repetitions, *sentences(standings), *self._on_test]
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
    def _on_test(self) -> list[str]:
        """Sentences about the test; none without one."""
        if self.test is None or self.llr is None:
            return []
        caution = [] if self.verdict is SprtVerdict.OPEN else [STOPPED_EARLY]
        return [*caution, sprt_sentence(self.test, self.llr, len(self.scores))]

    @property
    def _title(self) -> str:
        return f"{self.names[0]} against {self.names[1]} on {self.board}"

    @property
    def _heading(self) -> str:
        games = figures.format_games(len(self.scores))
        return f"{self._title}: {games}, {self.schedule.conditions(self.openings)}"

    @property
    def _summary(self) -> str:
        tally, found = self.tally, self.estimate
        counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
        if found is None:
            return counts
        return f"{counts}; score {figures.format_share(found.score)} ({figures.format_share_interval(found)})"

    def _running(self, most: int) -> Iterator[Standings]:
        """Yield the scores after some complete pairs: always the same object, to which games are added."""
        ends = [at for at, score in enumerate(self.scores, 1) if score.pair is None or at % 2 == 0]
        chosen = set(ends if len(ends) <= most else [ends[(at + 1) * len(ends) // most - 1] for at in range(most)])
        standings = Standings(self.schedule.entrants)
        for at, score in enumerate(self.scores, 1):
            standings.add(score)
            if at in chosen:
                yield standings


def play_match(
    first: Player | str,
    second: Player | str,
    board: Board | str = "4x4x4",
    *,
    games: int = 100,
    seed: int | None = None,
    openings: str = "none",
    limits: Limits = NO_LIMITS,
    jobs: int = 1,
    test: Sprt | None = None,
    adjudicate: int | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Play a match between two players: every opening twice, the second time with the seats changed.

    The games are those of `oxo match` with the same arguments.

    Args:
        first: a player, or its name.
        second: the other one; it may be the same.
        board: the board, or its description.
        games: how many games, half of them with each player in the first seat.
        seed: the source of every random choice; None to draw one, which the result has.
        openings: `none`, `random:PLIES`, `balanced:PLIES` or the name of a file, as `docs/arena.md` describes. Players
            that draw no random numbers play the same game again without them.
        limits: bounds on each decision; with a limit of time the games do not repeat.
        jobs: how many processes play. The games do not depend on it; players made known by `register` need 1.
        test: a sequential test, which ends the match when it is decided; `games` are then the most that are played.
        adjudicate: how many positions the solver searches before each move for a proof that ends the game; None to play
            every game to its end.
        on_progress: called as games end with how many have ended, and how many there are at most. An exception that it
            raises ends the match and is raised here, and so does Ctrl-C.

    Raises:
        BoardError: there is no such board.
        InputError: a number is out of range, or the openings cannot be found.
        PlayerError: a player is not known, or cannot take the board or a seat.
        TypeError: an argument is of a wrong type, such as openings that are a number.
        OSError: the file of openings cannot be read.
    """
    for argument, number, most in (("games", games, MOST_GAMES), ("jobs", jobs, None)):
        if not 1 <= whole_number(argument, number) <= (most or number):
            raise InputError(f"{argument}={number}", f"must be {f'from 1 to {most}' if most else 'at least 1'}")
    if not isinstance(openings, str):
        raise wrong_type("openings", openings, "not a text, such as 'random:2'")
    if not isinstance(test, Sprt | None):
        raise wrong_type("test", test, "not a test, such as Sprt(elo0=0, elo1=20)")
    check_limits(limits)
    entrants = (as_player(first), as_player(second))
    _check_kinds(entrants)
    schedule = Schedule(
        Competition.MATCH if test is None else Competition.SPRT,
        board,
        entrants,
        games,
        checked_seed(seed),
        limits,
        "" if test is None else str(test),
        adjudication=adjudicate,
    )
    _check_seats(schedule, entrants)
    if adjudicate is not None:
        check_adjudication(schedule.board, whole_number("adjudicate", adjudicate), f"adjudicate={adjudicate}")
    chosen = read_openings(openings, schedule.board)
    uses_clock = any(each.seconds is not None for each in (limits, *(entrant.limits for entrant in entrants)))
    repeats = [] if uses_clock else certain_repetitions(entrants, games, one_start=chosen.kind == "none")
    lines = _Lines()
    scores: dict[int, GameScore] = {}
    decision = None if test is None else SequentialTest(test, schedule)
    with (
        open_executor(jobs) as workers,
        closing(OpeningBook(chosen, schedule.board, schedule.seed, workers)) as book,
        closing(play_games(schedule, book, workers, record_file=lines)) as ended,
    ):
        for added in ended:
            scores |= {score.game: score for score in added}
            if on_progress is not None:
                on_progress(len(scores), schedule.total)
            if decision is not None:
                decision.add(added)
                if decision.verdict is not SprtVerdict.OPEN:
                    break
    counted = schedule.total if decision is None else decision.games
    kept = tuple(scores[number] for number in range(1, counted + 1))
    return MatchResult(schedule, str(chosen), kept, test, tuple(repeats), lines)


class _Lines(dict[int, str]):
    """The records of games by their numbers."""

    def add(self, lines: Mapping[int, str]) -> None:
        """Add the records of games that have ended."""
        self.update(lines)


def _check_kinds(entrants: Sequence[Player]) -> None:
    """Refuse a player that its name would not give, since every game starts its players by their names.

    Raises:
        PlayerError: its kind is not registered, or another one is by its name.
    """
    for entrant in entrants:
        if entrant.kind.name not in names() or kind(entrant.kind.name) != entrant.kind:
            raise PlayerError(
                entrant.name, "its kind is not registered by this name", "call hyperoxo.players.register(KIND) first"
            )


def _check_seats(schedule: Schedule, entrants: Sequence[Player]) -> None:
    """Refuse a player that cannot play the board or a side before the first game.

    Raises:
        PlayerError: it cannot.
    """
    sides: tuple[Side, Side] = ("x", "o")
    for place, entrant in enumerate(entrants):
        for side in sides if schedule.games > 1 else sides[place : place + 1]:
            refusal = entrant.refusal(schedule.board, side)
            if refusal is not None:
                raise PlayerError(entrant.name, refusal.reason, refusal.remedy)
