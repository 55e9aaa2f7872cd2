"""Games of two copies of a historical program against each other, tallied while they are played."""

from __future__ import annotations

import math
import time
import typing

from hyperoxo._core import Board
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.museum.description import ScoreEstimate, SelfPlayTally

if typing.TYPE_CHECKING:
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.scores import Tally
    from hyperoxo.game import Game
    from hyperoxo.server.workers.jobs import JobContext

TALLY_SECONDS = 0.1
"""Seconds between two tallies."""
_OUTCOMES = {"x": "1", "o": "2", None: "="}


def play_copies(
    context: JobContext[SelfPlayTally], *, board: str, players: tuple[str, str], games: int, seed: int
) -> SelfPlayTally:
    """Play the games that `oxo match` plays from the same seed, at least one, and tally them.

    Report the first game, and then a tally a few times a second; when cancelled, return the last one.
    """
    schedule = Schedule(Competition.MATCH, Board(board), players, games, seed)
    opening, standings = Opening(schedule.board.empty()), Standings(schedule.entrants)
    outcomes, due = "", -math.inf
    game = opening.game()
    for fixture in schedule.fixtures():
        game = play_fixture(schedule, fixture, opening, with_reasons=False)
        score = GameScore.of(game, number=fixture.game, pair=fixture.pair, first=fixture.first, second=fixture.second)
        standings.add(score)
        outcomes += _OUTCOMES[score.result.winner]
        if context.control.cancelled:
            break
        if time.monotonic() >= due:
            context.report(_tallied(outcomes, standings, game))
            due = time.monotonic() + TALLY_SECONDS
    return _tallied(outcomes, standings, game)


def _tallied(outcomes: str, standings: Standings, last: Game) -> SelfPlayTally:
    return SelfPlayTally(
        outcomes=outcomes,
        first_mover=_estimated(standings.seat_results()),
        first_copy=_estimated(standings.results(0, 1)),
        last_game=tuple(map(last.board.name, last.moves)),
    )


def _estimated(results: Pentanomial | Tally) -> ScoreEstimate:
    found = estimate(results)
    assert found is not None  # noqa: S101 - a game has ended
    scores = (found.score, found.low, found.high)
    differences = (found.elo, found.elo_low, found.elo_high)
    return ScoreEstimate(*scores, *(round(each) if math.isfinite(each) else None for each in differences))
