"""Series of games between two players, the same one first in all of them, counted as the arena counts games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.common.statistics import shares, standard_error
from hyperoxo import Board, Ending, play_game, player
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON, Game

CHUNK = 250
"""Games in one task: enough that starting it costs nothing, few enough that the workers stay busy."""
PLAYED_OUT = frozenset({Ending.LINE, Ending.FULL_BOARD, Ending.DRAW_AGREED, Ending.OWN_RULES})
"""How games end between players that play as they are meant to."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games on one board between the same two players, the first holding X in all of them.

    Attributes:
        name: what the series is called in the results; its seeds follow from it.
        first: the player that holds X, by name.
        second: the player that holds O, by name.
        games: how many games.
        board: the board's description.
    """

    name: str
    first: str
    second: str
    games: int
    board: str = "4x4x4"


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
            yield play_game(first, second, board, seed, with_reasons=False)


def chunks_of(all_series: Sequence[Series], seed: int) -> list[Chunk]:
    """Return the series cut into tasks, in order."""
    return [
        Chunk(series, seed, range(start, min(start + CHUNK, series.games)))
        for series in all_series
        for start in range(0, series.games, CHUNK)
    ]


def play_all(bench: Workbench, all_series: Sequence[Series]) -> dict[str, Standings]:
    """Play every series and return what was counted by the names of the series; entrant 0 is first in all games."""
    chunks = chunks_of(all_series, bench.seed)
    counted = {series.name: Standings([series.first, series.second]) for series in all_series}
    for chunk, scores in zip(chunks, bench.map("games", _play, chunks), strict=True):
        for score in scores:
            counted[chunk.series.name].add(score)
    return counted


def _play(chunk: Chunk) -> list[GameScore]:
    played = zip(chunk.games, chunk.played(), strict=True)
    return [GameScore.of(game, number=number, pair=None, first=0, second=1) for number, game in played]


def as_json(all_series: Sequence[Series], counted: Mapping[str, Standings]) -> list[JSON]:
    """Return what was played in each series and how it ended, in the order of the series."""
    return [
        {
            "name": series.name,
            "board": series.board,
            "first": series.first,
            "second": series.second,
            **counts(counted[series.name]),
        }
        for series in all_series
    ]


def counts(standings: Standings) -> dict[str, JSON]:
    """Return how games ended for who was first and who second, with the standard errors of the shares.

    Raises:
        RuntimeError: a game ended as none should between players that play as they are meant to.
    """
    endings, seats = standings.endings(), standings.seats()
    if unexpected := endings.keys() - PLAYED_OUT:
        raise RuntimeError(f"games between {' and '.join(standings.entrants)} ended by {', '.join(unexpected)}")
    return {
        "games": seats.games,
        "first_wins": seats.wins,
        "second_wins": seats.losses,
        "ties": endings[Ending.FULL_BOARD],
        "draws_agreed": endings[Ending.DRAW_AGREED],
        "stopped_by_own_rules": endings[Ending.OWN_RULES],
        "shares": [round(share, 5) for share in shares(seats)],
        "errors": [round(standard_error(share, seats.games), 5) for share in shares(seats)],
        "plies_per_game": round(plies_per_game(standings), 2),
    }


def plies_per_game(standings: Standings) -> float:
    """Return the mean length of the games."""
    return sum(plies * games for (_, plies), games in standings.lengths.items()) / standings.games
