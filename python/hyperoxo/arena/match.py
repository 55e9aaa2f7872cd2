"""Matches: played from Python by one call, or by a program that watches the games and keeps them in a file.

>>> result = play_match("oxo:level=4", "random", "3x3", games=20, seed=1, openings="random:1")
>>> result.tally
Tally(wins=18, draws=2, losses=0)

`docs/arena.md` shows what a result has, and `docs/statistics.md` explains its figures.
"""

from __future__ import annotations

import typing
from contextlib import closing
from functools import cached_property

from hyperoxo._core import Board
from hyperoxo.arena.figures import certain_repetitions
from hyperoxo.arena.match_game import check_adjudication
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.result import MatchResult
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import MAX_GAMES, Competition, Schedule, beginner_of, named_entrants
from hyperoxo.arena.scoring import Scoring
from hyperoxo.arena.sprt import Sprt
from hyperoxo.errors import InputError, PlayerError, whole_number, wrong_type
from hyperoxo.executor import open_executor
from hyperoxo.pickles import CopiedWhole
from hyperoxo.players.control import NO_LIMITS, check_limits, read_clock
from hyperoxo.players.player import check_seat
from hyperoxo.players.registry import as_player, kind, names, player
from hyperoxo.seeds import checked_seed

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.arena.record_file import RecordFile
    from hyperoxo.arena.runner import RecordStore
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.executor import Workers
    from hyperoxo.players import Limits, Player

__all__ = ["Match", "play_match"]
__dir__ = __all__.copy


class Match(CopiedWhole):
    """A match that is being played.

    Args:
        schedule: its games.
        entrants: the players.
        openings: the openings of its rounds.
        test: the sequential test that ends it when it is decided; None to play every game.
        anchor: the entrant from which ratings are counted; None for a mean of 0.

    Attributes:
        schedule, openings, test, anchor: the same.
        scoring: the scores of the games that count.
        played: how many games have ended in this run of the program.
    """

    def __init__(
        self,
        schedule: Schedule,
        entrants: Sequence[Player],
        openings: Openings,
        *,
        test: Sprt | None = None,
        anchor: Anchor | None = None,
    ) -> None:
        self.schedule = schedule
        self.openings = openings
        self.scoring = Scoring(schedule.entrants, test)
        self.played = 0
        self._entrants = entrants
        self.test = test
        self.anchor = anchor
        self._earlier: set[int] = set()
        """Numbers of the games that earlier runs have played."""

    @property
    def done(self) -> int:
        """How many games have ended, in this run or earlier ones."""
        return len(self._earlier) + self.played

    @cached_property
    def certain_repetitions(self) -> list[str]:
        """Warnings of repeated games that follow from the players; none if time bounds their moves."""
        if self.schedule.clock is not None or any(
            limits.seconds is not None for limits in (self.schedule.limits, *(each.limits for each in self._entrants))
        ):
            return []
        one_start = self.openings.kind == "none"
        return certain_repetitions(
            self._entrants, self.schedule.games, one_start=one_start, gauntlet=self.schedule.gauntlet
        )

    def book(self, workers: Workers) -> OpeningBook:
        """Return the openings, which must be closed before the workers."""
        return OpeningBook(self.openings, self.schedule.board, self.schedule.seed, workers)

    def restore(self, record_file: RecordFile, book: OpeningBook) -> Iterator[int]:
        """Count the games that earlier runs have played, and yield how many they are after each.

        Raises:
            RecordError: a game is malformed.
            InputError: a game is not of this match.
        """
        for score in record_file.restore(self.schedule, book):
            self._earlier.add(score.game)
            self.scoring.add([score])
            yield self.done

    def play(
        self, book: OpeningBook, workers: Workers, store: RecordStore | None = None
    ) -> Generator[list[GameScore], None, None]:
        """Play the missing games until the match is decided, and yield scores as games end; see `play_games`."""
        with closing(play_games(self.schedule, book, workers, record_file=store, done=self._earlier)) as games:
            while not self.scoring.is_decided and (scores := next(games, None)) is not None:
                self.played += len(scores)
                self.scoring.add(scores)
                yield scores

    def result(
        self, scores: Mapping[int, GameScore] | None = None, lines: Mapping[int, str] | None = None
    ) -> MatchResult:
        """Return the result, with the scores and the records of the games by number if they have been kept."""
        counted = range(1, self.scoring.games + 1)
        return MatchResult(
            self.schedule,
            str(self.openings),
            () if scores is None else tuple(scores[number] for number in counted),
            self.scoring.standings,
            self.scoring.running,
            self.test,
            self.anchor,
            tuple(self.certain_repetitions),
            lines or {},
        )


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
    clock: str | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Play a match between two players: every opening twice, the second time with the seats changed.

    A player that cannot move second begins every game, each from an opening of its own.

    The games are those of `oxo match` with the same arguments.

    Args:
        first: a player, or its name.
        second: the other one; it may be the same.
        board: the board, or its description.
        games: how many games, half of them with each player in the first seat.
        seed: the source of every random choice; None to draw one, which the result has.
        openings: a kind of openings or the name of a file, as `docs/arena.md` describes. Players that draw no random
            numbers play the same game again without them.
        limits: bounds on each decision; with a limit of time the games do not repeat.
        jobs: how many processes play. The games do not depend on it; players made known by `register` need 1.
        test: a sequential test, which ends the match when it is decided; `games` are then the most that are played.
        adjudicate: how many positions the solver searches before each move for a proof that ends the game; None to play
            every game to its end.
        clock: seconds for each side of a game, and for each of its moves, such as "60+0.6"; with it the games do not
            repeat. None to play without clocks.
        on_progress: called as games end with how many have ended, and how many there are at most. An exception that it
            raises ends the match and is raised here, and so does Ctrl-C.

    Raises:
        BoardError: there is no such board.
        InputError: a number is out of range, or the openings cannot be found.
        PlayerError: a player is not known, or cannot take the board or a seat.
        TypeError: an argument is of a wrong type, such as openings that are a number.
        OSError: the file of openings cannot be read.

    >>> result = play_match("oxo:level=2", "random", "3x3", games=4, seed=1)
    >>> result.tally
    Tally(wins=4, draws=0, losses=0)
    """
    for argument, number, most in (("games", games, MAX_GAMES), ("jobs", jobs, None)):
        if not 1 <= whole_number(argument, number) <= (most or number):
            raise InputError(f"{argument}={number}", f"must be {f'from 1 to {most}' if most else 'at least 1'}")
    if not isinstance(openings, str):
        raise wrong_type("openings", openings, "not a text, such as 'random:2'")
    if not isinstance(test, Sprt | None):
        raise wrong_type("test", test, "not a test, such as Sprt(elo0=0, elo1=20)")
    check_limits(limits)
    entrants = (as_player(first), as_player(second))
    _check_names(entrants)
    entrant_names, files = named_entrants(entrants)
    schedule = Schedule(
        Competition.MATCH if test is None else Competition.SPRT,
        Board(board),
        entrant_names,
        games,
        checked_seed(seed),
        limits,
        "" if test is None else str(test),
        adjudication=adjudicate,
        clock=read_clock(clock, f"clock={clock}"),
        beginner=beginner_of(Board(board), entrants) if test is None else None,
        files=files,
    )
    for entrant, side in schedule.seats():
        check_seat(entrants[entrant], schedule.board, side)
    if adjudicate is not None:
        check_adjudication(schedule.board, whole_number("adjudicate", adjudicate), f"adjudicate={adjudicate}")
    match = Match(schedule, entrants, read_openings(openings, schedule.board), test=test)
    lines = _Lines()
    scores: dict[int, GameScore] = {}
    with (
        open_executor(jobs) as workers,
        closing(match.book(workers)) as book,
        closing(match.play(book, workers, lines)) as ended,
    ):
        for added in ended:
            scores |= {score.game: score for score in added}
            if on_progress is not None:
                on_progress(match.played, schedule.total)
    return match.result(scores, lines)


class _Lines(dict[int, str]):
    """The records of games by their numbers."""

    def add(self, lines: Mapping[int, str]) -> None:
        """Add the records of games that have ended."""
        self.update(lines)


def _check_names(entrants: Sequence[Player]) -> None:
    """Refuse a player that its name would not give, since games start all but those of files by their names.

    Raises:
        PlayerError: its kind is not registered, or its name gives another player or none.
    """
    for entrant in entrants:
        if entrant.kind.file is not None:
            continue
        if entrant.kind.name not in names() or kind(entrant.kind.name) != entrant.kind:
            raise PlayerError(
                entrant.name, "its kind is not registered by this name", "call hyperoxo.players.register(KIND) first"
            )
        if player(entrant.name) != entrant:
            raise PlayerError(
                entrant.name, "its name gives another player", "choose options and limits that can be typed"
            )
