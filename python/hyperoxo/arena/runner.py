"""A match as it is played: games go out to workers in chunks, scores come back, and records go to the record file.

A chunk is as many games as take about a quarter of a second, as measured so far: small games then cost little to send
about, and long ones are written down as they end. With very many workers chunks are longer, so that the process which
hands them out and collects them keeps up.
"""

from __future__ import annotations

import math
from contextlib import closing
from typing import TYPE_CHECKING

from hyperoxo.arena.match_game import Chunk, play_chunk
from hyperoxo.executor import as_completed
from hyperoxo.players.registry import check_installed

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator

    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.record_file import RecordFile
    from hyperoxo.arena.schedule import Fixture, Schedule
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.executor import Workers

CHUNK_SECONDS = 0.25
"""How long a chunk is meant to take at least."""
MAX_CHUNKS = 100
"""As many chunks a second may there be: one costs a Dask cluster's scheduler and its client some 3 ms."""
MAX_GAMES = 1_000
"""As many games may a chunk have."""


def play_games(
    schedule: Schedule,
    openings: OpeningBook,
    workers: Workers,
    *,
    record_file: RecordFile | None = None,
    done: Collection[int] = (),
) -> Generator[list[GameScore], None, None]:
    """Play the games of a match that are missing, and yield scores as games end, when they are in the record file.

    Args:
        schedule: the match.
        openings: what its rounds start from.
        workers: who plays.
        record_file: where the games are written down; None for scores alone.
        done: numbers of the games that have been played already.

    Raises:
        ExecutorError: the workers are lost again and again.
        InputError: no opening can be found, or the workers do not know a player, which `register` has made known here.
        OSError: the record file cannot be written.
    """
    if not workers.shares_process:
        for name in schedule.entrants:
            check_installed(name)
    sizer = ChunkSizer(schedule.total - len(done), workers)

    def chunks() -> Iterator[Chunk]:
        missing = (fixture for fixture in schedule.fixtures() if fixture.game not in done)
        while fixtures := sizer.next_chunk(missing):
            games = tuple((fixture, openings[fixture.round]) for fixture in fixtures)
            yield Chunk(schedule, games, with_records=record_file is not None)

    with closing(as_completed(workers, play_chunk, chunks())) as ended:
        for _, played in ended:
            if record_file is not None:
                record_file.add({game.score.game: game.record for game in played})
            for game in played:
                sizer.learn(game.score.first, game.score.second, game.seconds)
            yield [game.score for game in played]


class ChunkSizer:
    """Decides how many games one chunk has, by how long those of the same two players took.

    Args:
        games: how many are to be played.
        workers: who plays them.
    """

    def __init__(self, games: int, workers: Workers) -> None:
        self._left = games
        self._workers = workers
        self._seconds: dict[frozenset[int], float] = {}

    def next_chunk(self, missing: Iterator[Fixture]) -> list[Fixture]:
        """Take the next chunk out of the games that are missing; none if none is.

        A game of two players of whom nothing is known yet ends a chunk, as the first of it does. The last chunks get
        smaller, so that all workers end at the same time.
        """
        capacity = self._workers.capacity
        most = max(1, min(MAX_GAMES, self._left // capacity))
        # Twice as many chunks are in flight as are being played.
        room = max(CHUNK_SECONDS, capacity / 2 / MAX_CHUNKS)
        chunk: list[Fixture] = []
        while len(chunk) < most and room > 0 and (fixture := next(missing, None)) is not None:
            chunk.append(fixture)
            room -= self._seconds.get(frozenset((fixture.first, fixture.second)), math.inf)
        self._left -= len(chunk)
        return chunk

    def learn(self, first: int, second: int, seconds: float) -> None:
        """Take note of how long a game of two players took; the latest counts a tenth, all before the rest."""
        pairing = frozenset((first, second))
        self._seconds[pairing] = 0.9 * self._seconds.get(pairing, seconds) + 0.1 * seconds
