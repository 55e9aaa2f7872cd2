"""The runner of a match: it sends chunks of games to workers, collects scores, and writes records to the record file.

A chunk has as many games as take about a quarter of a second, by the times measured so far: then sending costs little
for short games, and long games are written as they end. With very many workers chunks are longer, so that the process
which sends and collects them keeps up.

You can play a match of your own kind: a `Schedule` names players and games, and `Standings` counts them.

>>> from hyperoxo import Board
>>> from hyperoxo.arena.openings import OpeningBook, read_openings
>>> from hyperoxo.arena.schedule import Competition, Schedule
>>> from hyperoxo.arena.scores import Standings
>>> from hyperoxo.executor import open_executor
>>> schedule = Schedule(Competition.TOURNAMENT, Board("3x3"), ("oxo:level=4", "random", "delphi"), games=20, seed=1)
>>> standings = Standings(schedule.entrants)
>>> with open_executor(jobs=1) as workers:
...     openings = OpeningBook(read_openings("random:1", schedule.board), schedule.board, schedule.seed, workers)
...     for scores in play_games(schedule, openings, workers):
...         for score in scores:
...             standings.add(score)
>>> standings.tally(0)
Tally(wins=18, draws=13, losses=9)
"""

from __future__ import annotations

import math
import typing
from contextlib import closing

from hyperoxo.arena.match_game import Chunk, play_chunk
from hyperoxo.executor import as_completed
from hyperoxo.pickles import uncopied
from hyperoxo.players.registry import check_installed

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Mapping

    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.schedule import Fixture, Schedule
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.executor import Workers

__all__ = [
    "CHUNK_SECONDS",
    "MAX_CHUNKS",
    "MAX_GAMES",
    "ChunkSizer",
    "RecordStore",
    "play_games",
]
__dir__ = __all__.copy

CHUNK_SECONDS = 0.25
"""The least duration of a chunk that is aimed at, in seconds."""
MAX_CHUNKS = 100
"""The most chunks per second: each costs the scheduler and the client of a Dask cluster some 3 ms."""
MAX_GAMES = 1_000
"""The most games in a chunk."""


class RecordStore(typing.Protocol):
    """A store of the records of games, such as `RecordFile`."""

    def add(self, lines: Mapping[int, str]) -> None:
        """Add games that have ended: lines by the numbers of the games."""


def play_games(
    schedule: Schedule,
    openings: OpeningBook,
    workers: Workers,
    *,
    record_file: RecordStore | None = None,
    done: Collection[int] = (),
) -> Generator[list[GameScore], None, None]:
    """Play the missing games of a match, and yield scores as games end, after writing them to the record file.

    Args:
        schedule: the match.
        openings: the openings of its rounds.
        workers: the workers that play.
        record_file: the file or other store for the games; None for scores only.
        done: numbers of the games that have been played before.

    Raises:
        ExecutorError: a task loses its worker too often.
        InputError: no opening can be found, or the workers do not know a player, which `register` has made known here.
        OSError: the record file cannot be written.
    """
    if not workers.shares_process:
        for name in set(schedule.entrants) - set(schedule.files):
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
    """Chooses the number of games in a chunk, by the durations of games between the same two players.

    Args:
        games: the number of games to play.
        workers: the workers that play them.
    """

    __reduce__ = uncopied("measures the workers that play", "make another ChunkSizer for them")

    def __init__(self, games: int, workers: Workers) -> None:
        self._left = games
        self._workers = workers
        self._seconds: dict[frozenset[int], float] = {}

    def next_chunk(self, missing: Iterator[Fixture]) -> list[Fixture]:
        """Take the next chunk from the missing games; it is empty if none is left.

        A game between two players without a known duration ends a chunk. The last chunks are smaller, so that all
        workers end at about the same time.
        """
        capacity = self._workers.capacity
        most = max(1, min(MAX_GAMES, self._left // capacity))
        # There are twice as many chunks in flight as workers that play.
        room = max(CHUNK_SECONDS, capacity / 2 / MAX_CHUNKS)
        chunk: list[Fixture] = []
        while len(chunk) < most and room > 0 and (fixture := next(missing, None)) is not None:
            chunk.append(fixture)
            room -= self._seconds.get(frozenset((fixture.first, fixture.second)), math.inf)
        self._left -= len(chunk)
        return chunk

    def learn(self, first: int, second: int, seconds: float) -> None:
        """Record the duration of a game between two players; the average gives the latest a weight of a tenth."""
        pairing = frozenset((first, second))
        self._seconds[pairing] = 0.9 * self._seconds.get(pairing, seconds) + 0.1 * seconds
