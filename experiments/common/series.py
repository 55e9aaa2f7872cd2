"""Series of games between two players, counted by how they end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.common.statistics import standard_error
from hyperoxo import Board, Ending, play_game, player
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON, Game

CHUNK = 250
"""Games in one task: enough that starting it costs nothing, few enough that the processes stay busy."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games on one board between the same two players, the first holding X in all of them.

    Attributes:
        name: what the series is called in the results; its seeds follow from it.
        first: the player that holds X, by name.
        second: the player that holds O, by name.
        board: the board's description.
        games: how many games.
    """

    name: str
    first: str
    second: str
    games: int
    board: str = "4x4x4"


@dataclass(frozen=True, slots=True)
class Tally:
    """How the games of a series ended.

    Attributes:
        games: how many were played.
        first: how many the first player won.
        second: how many the second player won.
        ties: how many filled the board.
        stopped: how many ended by a program's own rules.
        plies: plies played, summed over the games.
    """

    games: int
    first: int
    second: int
    ties: int
    stopped: int
    plies: int

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of both together."""
        return Tally(
            self.games + other.games,
            self.first + other.first,
            self.second + other.second,
            self.ties + other.ties,
            self.stopped + other.stopped,
            self.plies + other.plies,
        )

    @property
    def shares(self) -> tuple[float, float, float]:
        """Shares of the games: won by the first, won by the second, drawn in any way."""
        return self.first / self.games, self.second / self.games, (self.ties + self.stopped) / self.games

    def as_json(self) -> dict[str, JSON]:
        """Return counts, shares and their standard errors."""
        return {
            "games": self.games,
            "first_wins": self.first,
            "second_wins": self.second,
            "ties": self.ties,
            "stopped_by_own_rules": self.stopped,
            "shares": [round(share, 5) for share in self.shares],
            "errors": [round(standard_error(share, self.games), 5) for share in self.shares],
            "plies_per_game": round(self.plies / self.games, 2),
        }


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a series, the work of one task.

    Attributes:
        series: the series.
        seed: the seed of the run.
        games: the games, by their numbers in the series.
    """

    series: Series
    seed: int
    games: range

    def played(self) -> Iterator[Game]:
        """Play the games and yield each at its end."""
        board, first, second = Board(self.series.board), player(self.series.first), player(self.series.second)
        for number in self.games:
            seed = derived_seed(self.seed, self.series.name, number)
            yield play_game(board, first, second, seed, with_reasons=False)


def chunks_of(all_series: Sequence[Series], seed: int) -> list[Chunk]:
    """Return the series cut into tasks, in order."""
    return [
        Chunk(series, seed, range(start, min(start + CHUNK, series.games)))
        for series in all_series
        for start in range(0, series.games, CHUNK)
    ]


def play_all(bench: Workbench, all_series: Sequence[Series]) -> dict[str, Tally]:
    """Play every series and return the tallies by the names of the series."""
    chunks = chunks_of(all_series, bench.seed)
    tallies: dict[str, Tally] = {}
    for chunk, tally in zip(chunks, bench.map("games", _play, chunks), strict=True):
        name = chunk.series.name
        tallies[name] = tallies[name] + tally if name in tallies else tally
    return tallies


def _play(chunk: Chunk) -> Tally:
    winners: Counter[str | None] = Counter()
    endings: Counter[Ending] = Counter()
    plies = 0
    for game in chunk.played():
        if game.result is None:
            raise RuntimeError(f"{chunk.series.name}: {game} has no result")
        winners[game.result.winner] += 1
        endings[game.result.ending] += 1
        plies += game.ply
    if unexpected := endings.keys() - {Ending.LINE, Ending.FULL_BOARD, Ending.OWN_RULES}:
        raise RuntimeError(f"{chunk.series.name} has games that ended by {sorted(unexpected)}")
    return Tally(
        games=len(chunk.games),
        first=winners["x"],
        second=winners["o"],
        ties=endings[Ending.FULL_BOARD],
        stopped=endings[Ending.OWN_RULES],
        plies=plies,
    )
