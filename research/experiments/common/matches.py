"""Matches as `oxo match` plays them: from the same seed the same games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.common.workbench import progress
from hyperoxo import Board
from hyperoxo.arena.openings import OpeningBook, Openings
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import Competition, Schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from experiments.common.workbench import Workbench
    from hyperoxo.arena.scores import GameScore


def play_match(bench: Workbench, one: str, other: str, games: int, board: str = "4x4x4") -> Iterator[GameScore]:
    """Play a match from the empty board, seats changing from game to game; on a terminal, show how far it is.

    Yields:
        the score of each game as it ends.
    """
    schedule = Schedule(Competition.MATCH, Board(board), (one, other), games, bench.seed)
    openings = OpeningBook(Openings("none"), schedule.board, schedule.seed, bench.workers)
    done = 0
    with progress("games of the match", games) as show:
        for scores in play_games(schedule, openings, bench.workers):
            done += len(scores)
            show(done)
            yield from scores
