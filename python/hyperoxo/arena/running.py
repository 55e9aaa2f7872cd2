"""A match as it is played: games go out to workers in chunks, scores come back, and records go to the journal.

A chunk is as many games as take about a quarter of a second, as measured so far: small games then cost little to send
about, and long ones are written down as they end. Where very many work, chunks are longer, so that whoever hands them
out and collects them is not asked more often than it can answer.
"""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from hyperoxo.arena.playing import Chunk, play_chunk
from hyperoxo.executor import as_they_end

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator

    from hyperoxo.arena.journal import Journal
    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.plan import Plan
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.executor import Workers

CHUNK_SECONDS = 0.25
"""How long a chunk is meant to take at least."""
MOST_CHUNKS = 100
"""As many chunks a second may there be: one costs a Dask cluster's scheduler and its client some 3 ms."""
MOST_GAMES = 1_000
"""As many games may a chunk have."""


def play_games(
    plan: Plan,
    openings: OpeningBook,
    workers: Workers,
    *,
    journal: Journal | None = None,
    done: Collection[int] = (),
) -> Generator[list[GameScore], None, None]:
    """Play the games of a match that are missing, and yield scores as games end, when they are in the journal.

    Args:
        plan: the match.
        openings: what its rounds start from.
        workers: who plays.
        journal: where the games are written down; None for scores alone.
        done: numbers of the games that have been played already.

    Raises:
        ExecutorError: the workers are lost again and again.
        InputError: no opening can be found.
        OSError: the journal cannot be written.
    """
    pace = Pace(plan.total - len(done), workers)

    def chunks() -> Iterator[Chunk]:
        missing = (fixture for fixture in plan.fixtures() if fixture.game not in done)
        while games := tuple((fixture, openings[fixture.round]) for fixture in islice(missing, pace.next_size())):
            yield Chunk(plan, games, with_records=journal is not None)

    with closing(as_they_end(workers, play_chunk, chunks())) as ended:
        for _, played in ended:
            pace.learn(len(played.games), played.seconds)
            if journal is not None:
                journal.add({game.score.game: game.record for game in played.games})
            yield [game.score for game in played.games]


class Pace:
    """How many games to send in one chunk.

    Args:
        games: how many are to be played.
        workers: who plays them.
    """

    def __init__(self, games: int, workers: Workers) -> None:
        self._left = games
        self._workers = workers
        self._seconds: float | None = None
        """How long a game takes; None until somebody knows, so that the first chunks are single games."""

    def next_size(self) -> int:
        """Return the size of the next chunk; the last ones get smaller, so that all workers end at the same time."""
        size = 1
        if self._seconds is not None:
            capacity = self._workers.capacity
            # Twice as many chunks are in flight as are being played.
            seconds = max(CHUNK_SECONDS, capacity / 2 / MOST_CHUNKS)
            size = max(1, min(int(seconds / self._seconds), self._left // capacity, MOST_GAMES))
        self._left -= size
        return size

    def learn(self, games: int, seconds: float) -> None:
        """Take note of how long a chunk took; what is new counts as much as all before."""
        latest = max(seconds / games, 1e-9)
        self._seconds = latest if self._seconds is None else (self._seconds + latest) / 2
