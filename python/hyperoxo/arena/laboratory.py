"""The laboratory: a match that is played piece by piece before one's eyes, with its tally after any number of games.

Before it, both players can be asked in positions, to see where they move differently. Positions and games are those of
the command that the tally has, `oxo compare` or `oxo match`. A piece needs nothing but the run, and can be played in
any process, so that many runs take turns.
"""

from __future__ import annotations

import math
import shlex
import time
import typing
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace

from hyperoxo.arena.compare import asked, drawn_positions
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.figures import certain_repetitions
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.schedule import Competition, Schedule, beginner_of, named_entrants
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.tables import fault_sentences
from hyperoxo.errors import Cancelled
from hyperoxo.executor.workers import InProcess
from hyperoxo.json_shape import JsonShape
from hyperoxo.players.control import NO_LIMITS
from hyperoxo.players.player import check_seat
from hyperoxo.sides import Side
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from hyperoxo._core import Board
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.scores import Tally
    from hyperoxo.players import Control, Player

__all__ = ["LabGame", "LabRun", "LabTally", "ScoreEstimate", "lab_run", "played_on"]
__dir__ = __all__.copy

MAX_GAMES_OF_RUN = 1_000
"""The most games of a run."""
MAX_POSITIONS_OF_RUN = 1_000
"""The most positions in which a run asks both players."""
ASKING_SECONDS = 10.0 * SLOWNESS
"""How long they may take in all, so that the games begin."""
TALLY_SECONDS = 0.1
"""Seconds between two tallies."""
VARIED = "random:2"
"""The openings of players that would play one game again and again."""
_OUTCOMES = {"x": "1", "o": "2", None: "="}


@dataclass(frozen=True, slots=True)
class ScoreEstimate(JsonShape):
    """A score with its 95 % interval, from 0 to 1, and the same as an Elo difference; None where that is infinite."""

    score: float
    low: float
    high: float
    elo: int | None
    elo_low: int | None
    elo_high: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabGame(JsonShape):
    """A game of A and B from the empty board."""

    number: int
    """Its number, from 1."""
    moves: tuple[str, ...]
    ending: str
    """The name of its ending, such as `line` or `crash`."""
    winner: Side | None
    fault: str
    """Why it was lost, if it ended by a fault of the loser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabTally(JsonShape):
    """What A and B have decided so far, and their games that have ended."""

    asked: int
    """In how many positions both were asked, before the first game."""
    differing: int
    """In how many of these they moved differently."""
    outcomes: str
    """A letter for each game: `1` if the first mover won, `2` if the second did, `=` for a draw."""
    beginner: typing.Literal["A", "B"] | None
    """Who begins every game; none if A begins the first game, B the second, and so on."""
    openings: str
    """The openings, as `oxo match` takes them."""
    score: ScoreEstimate | None
    """A's; none if half of the games or more repeat others, since then an interval would be untrue."""
    first_mover: ScoreEstimate | None
    """The first mover's, likewise."""
    repeated: int
    """How many games repeat another one move by move."""
    faults: tuple[str, ...]
    """A sentence for each kind of fault by which A or B lost games, with its reason in the first of them."""
    last_game: LabGame | None
    lost_by_a: LabGame | None
    """The last game that A lost."""
    lost_by_b: LabGame | None
    seconds: float
    """How long all that took."""
    command: str
    """The command that asks in as many positions and plays all games of the run."""


@dataclass(frozen=True)
class LabRun:
    """A run of the laboratory.

    Attributes:
        schedule: the match.
        openings: its openings, as they are typed.
        typed: the players, as they are typed.
        positions: in how many positions both are asked before the first game.
        asked: in how many they have been asked.
        differing: in how many of these they moved differently.
        scores: of the games that have ended, in order.
        last_game: the last one.
        lost: the last one that A lost, and the last one that B lost, by 0 and 1.
        seconds: how long all that took.
    """

    schedule: Schedule
    openings: str
    typed: tuple[str, ...]
    positions: int = 0
    asked: int = 0
    differing: int = 0
    scores: tuple[GameScore, ...] = ()
    last_game: LabGame | None = None
    lost: Mapping[int, LabGame] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether all games have ended."""
        return len(self.scores) == self.schedule.total

    def with_game(self, score: GameScore, moves: tuple[str, ...]) -> LabRun:
        """Return the run after one more game."""
        result, lost = score.result, dict(self.lost)
        last = LabGame(
            number=score.game, moves=moves, ending=result.ending.value, winner=result.winner, fault=score.fault
        )
        if result.winner is not None:
            loser = score.second if result.winner == "x" else score.first
            lost[loser] = last
        return replace(self, scores=(*self.scores, score), last_game=last, lost=lost)

    @property
    def command(self) -> str:
        """The command that plays it."""
        schedule, name = self.schedule, "match"
        options = [f"--board={schedule.board}", f"--games={schedule.games}"]
        if self.positions:
            name = "compare"
            options.insert(1, f"--positions={self.positions}")
        options += [f"--openings={self.openings}", f"--seed={schedule.seed}"]
        return shlex.join(["oxo", name, *self.typed, *options])

    @property
    def tally(self) -> LabTally:
        """The tally."""
        standings = Standings(self.schedule.entrants)
        for score in self.scores:
            standings.add(score)
        repeated = standings.repeated(0, 1) or 0
        is_sound = 2 * repeated < len(self.scores)
        beginner = self.schedule.beginner
        return LabTally(
            asked=self.asked,
            differing=self.differing,
            outcomes="".join(_OUTCOMES[score.result.winner] for score in self.scores),
            beginner=None if beginner is None else "A" if beginner == 0 else "B",
            openings=self.openings,
            score=_estimated(standings.results(0, 1)) if is_sound else None,
            first_mover=_estimated(standings.seat_results()) if is_sound else None,
            repeated=repeated,
            faults=tuple(fault_sentences(standings, ("A", "B"))),
            last_game=self.last_game,
            lost_by_a=self.lost.get(0),
            lost_by_b=self.lost.get(1),
            seconds=round(self.seconds, 3),
            command=self.command,
        )


def _estimated(results: Pentanomial | Tally) -> ScoreEstimate | None:
    found = estimate(results)
    if found is None:
        return None
    differences = (found.elo, found.elo_low, found.elo_high)
    elo = (round(each) if math.isfinite(each) else None for each in differences)
    return ScoreEstimate(found.score, found.low, found.high, *elo)


def lab_run(
    players: tuple[Player, Player],
    board: Board,
    games: int,
    seed: int,
    openings: str | None = None,
    *,
    positions: int = 0,
) -> LabRun:
    """Return a run before its beginning.

    Args:
        players: A and B; a user's file is read now.
        board: the board.
        games: how many games.
        seed: the source of every random choice.
        openings: `none` or `random:N`; None for `random:2` where the players would repeat one game, else `none`.
        positions: in how many positions both are asked first; in none if one of them must begin.

    Raises:
        PlayerError: a player cannot take the board or a side that it would have, or its file cannot be read.
    """
    names, files = named_entrants(players)
    beginner = beginner_of(board, players)
    if beginner is not None:  # it knows games from the empty board only
        openings, positions = "none", 0
    elif openings is None:
        openings = VARIED if certain_repetitions(players, games, one_start=True) else "none"
    schedule = Schedule(Competition.MATCH, board, names, games, seed, beginner=beginner, files=files)
    for entrant, side in schedule.seats():
        check_seat(players[entrant], board, side)
    return LabRun(schedule, openings, tuple(each.typed for each in players), positions)


def played_on(run: LabRun, seconds: float, control: Control, report: Callable[[LabTally], None]) -> LabRun:
    """Return a run after more of its positions or games: at least one, and no more after some seconds.

    Args:
        run: the run.
        seconds: after which no position or game begins.
        control: ends it early, without the game that is being played.
        report: gets a tally now and then.
    """
    began, due, before = time.monotonic(), -math.inf, run.seconds
    is_asking = run.asked < run.positions
    if is_asking:
        seconds = min(seconds, ASKING_SECONDS - before)
    with suppress(Cancelled), closing(_asked_on(run, control) if is_asking else _games_on(run, control)) as runs:
        for longer in runs:
            now = time.monotonic()
            run = replace(longer, seconds=before + now - began)
            if now >= due:
                report(run.tally)
                due = time.monotonic() + TALLY_SECONDS
            if now - began >= seconds:
                break
    run = replace(run, seconds=before + time.monotonic() - began)
    return replace(run, positions=run.asked) if is_asking and run.seconds >= ASKING_SECONDS else run


def _games_on(run: LabRun, control: Control) -> Generator[LabRun, None, None]:
    """Yield the run after each further game.

    Raises:
        Cancelled: `control` was cancelled.
    """
    schedule, board = run.schedule, run.schedule.board
    openings = read_openings(run.openings, board)
    with InProcess() as workers, closing(OpeningBook(openings, board, schedule.seed, workers)) as book:
        while not run.is_over:
            fixture = schedule.fixture(len(run.scores) + 1)
            game = play_fixture(schedule, fixture, book[fixture.round], with_reasons=False, control=control.silent)
            first, second = fixture.first, fixture.second
            score = GameScore.of(game, number=fixture.game, pair=fixture.pair, first=first, second=second)
            run = run.with_game(score, tuple(map(board.name, game.moves)))
            yield run


def _asked_on(run: LabRun, control: Control) -> Generator[LabRun, None, None]:
    """Yield the run after each further position, as `_games_on` does after each game."""
    schedule = run.schedule
    players = (schedule.player(0), schedule.player(1))
    for number, game in enumerate(drawn_positions(schedule.board, run.positions, schedule.seed)):
        control.check()  # not every player looks, and nor does the drawing
        if number == run.asked:
            found = asked(players, schedule.seed, NO_LIMITS, game, control.silent)
            run = replace(run, asked=run.asked + 1, differing=run.differing + found.differs)
            yield run
    yield replace(run, positions=run.asked)  # a small board may have fewer
