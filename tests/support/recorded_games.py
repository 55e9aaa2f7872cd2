"""Games as matches record them, for tests of their readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import Board, Game, Note, record
from hyperoxo.arena.report.counts import GameCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

X_WINS = "11 12 21 22 31"
"""On 3x3: X has the first column after five plies."""
O_WINS = "11 12 21 22 33 32"
"""O has the second column after six."""
DRAWN = "11 22 33 21 23 13 31 32 12"
"""A draw: the board is full without a line."""


def game(moves: str, *, board: str = "3x3", levels: Sequence[int] = (), **tags: str) -> Game:
    """Return a game; its moves from the first on have levels as reasons, as those of the 1620 do."""
    played = Game(Board(board), moves.split(), tags=tags)
    for ply, level in enumerate(levels, 1):
        played.notes[ply] = Note(reasons={"level": level})
    return played


def match(names: tuple[str, str], pairs: Iterable[tuple[str, str]]) -> list[Game]:
    """Return a match of two: the moves of the two games of each pair, the first name having X in the first of them."""
    games = []
    for pair, moves in enumerate(pairs, 1):
        for place, played in enumerate(moves):
            first, second = (1, 2) if place == 0 else (2, 1)
            tags = {
                "Event": "match",
                "MatchSeed": "7",
                "Game": str(2 * pair - 1 + place),
                "Pair": str(pair),
                "Entrants": f"{first} {second}",
                "First": names[first - 1],
                "Second": names[second - 1],
            }
            games.append(game(played))
            games[-1].tags.update(tags)
    return games


def written(path: Path, games: Iterable[Game]) -> Path:
    """Write games to a file, as matches do, and return it."""
    record.dump(games, path, "json")
    return path


def counted(games: Iterable[Game], most_shown: int = 0) -> GameCounts:
    """Return the counts of a report on games, which shows some of them."""
    counts = GameCounts(most_shown)
    for played in games:
        counts.add(played)
    return counts
