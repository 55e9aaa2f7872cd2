"""The counts of a report, from games that are read one at a time.

The games are those of a match, or any others whose tags `First` and `Second` name the players. Moves of an opening are
no player's choice, and are not counted as moves. With any content of other tags, a game is either counted or left out,
and the report gives the number of games that are left out.
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType

from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.scoring import RunningResults
from hyperoxo.sides import Side, other_side
from hyperoxo.text import read_integer

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import Game

SHOWN_GAMES = 10
"""The games that a report shows, unless another number is typed."""
MAX_SHOWN_GAMES = 200
"""The most games that it can show: with them, a page has one to several megabytes."""
MAX_ENTRANTS = 100
"""The most players that are distinguished, since each two have a cell in the tables."""
MAX_OPEN_PAIRS = 100_000
"""The most pairs that may wait for their second game; further games count as single ones."""
_MAX_PAIR = 10**12 - 1
"""Pairs with larger numbers count as single games."""
UNKNOWN_PLAYER = "unknown"
SHARED_TAGS = MappingProxyType(
    {
        "Event": "played for a",
        "MatchSeed": "seed",
        "Limits": "limits",
        "Clock": "clock",
        "Test": "test",
        "Adjudication": "adjudicated by proofs:",
    }
)
"""Tags that the report shows, if they are the same in all games, and what it calls them."""


@dataclass
class GameCounts:
    """The counts so far, of the games on one board.

    Attributes:
        most_shown: how many games the page shows at most.
        shown: these, which are the first that count, with their numbers in the file.
        board: the board of the first game; games on others are left out.
        standings: the scores.
        shared_tags: tags of all games by name; None where games differ.
        first_moves: how often each cell was the first move on the empty board.
        moves: how often each cell was played, by side.
        levels: how often a move was decided at a level of the player's own, by entrant and side; the 1620 gives its
            levels as reasons.
        other_boards: the number of games left out because they are on another board.
        unfinished: the number left out because they are not over.
        too_many: the number left out because of players beyond `MAX_ENTRANTS`.
        read: the number of games read.
        running: the results after some numbers of games, for a match of two.
    """

    most_shown: int = 0
    shown: list[tuple[int, Game]] = field(default_factory=list)
    board: Board | None = None
    standings: Standings = field(default_factory=lambda: Standings([]))
    shared_tags: dict[str, str | None] = field(default_factory=dict)
    first_moves: Counter[int] = field(default_factory=Counter)
    moves: dict[Side, Counter[int]] = field(default_factory=lambda: {"x": Counter(), "o": Counter()})
    levels: dict[tuple[int, Side], Counter[int]] = field(default_factory=dict)
    other_boards: int = 0
    unfinished: int = 0
    too_many: int = 0
    read: int = 0
    _entrants: dict[tuple[str, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.running = RunningResults(self.standings)

    def add(self, game: Game) -> None:
        """Count a game, or count it as left out."""
        self.read += 1
        self.board = self.board or game.board
        if game.board != self.board:
            self.other_boards += 1
        elif game.result is None:
            self.unfinished += 1
        elif (entrants := self._enter(game)) is None:
            self.too_many += 1
        else:
            self._score(game, *entrants)
            self._look(game, *entrants)
            self.running.note()
            if len(self.shown) < self.most_shown:
                self.shown.append((self.read, game))

    def _enter(self, game: Game) -> tuple[int, int] | None:
        """Return the indices of the entrants with X and O, None if there are too many players.

        Entrants are distinguished by name and, since a player may meet itself, by number; if neither differs, by
        their seats.
        """
        names = [game.tags.get(tag) or UNKNOWN_PLAYER for tag in ("First", "Second")]
        numbers = re.fullmatch(r"([1-9][0-9]{0,5}) ([1-9][0-9]{0,5})", game.tags.get("Entrants", ""), re.ASCII)
        keys = [(name, int(numbers[place]) if numbers else 0) for place, name in enumerate(names, 1)]
        if keys[0] == keys[1]:
            keys = [(name, place) for place, name in enumerate(names, 1)]
        new = [key for key in keys if key not in self._entrants]
        if len(self._entrants) + len(new) > MAX_ENTRANTS:
            return None
        for key in sorted(new, key=lambda key: key[1]):
            self._entrants[key] = self.standings.enter(key[0])
        return self._entrants[keys[0]], self._entrants[keys[1]]

    def _score(self, game: Game, first: int, second: int) -> None:
        pair = read_integer(game.tags.get("Pair", ""), 1, _MAX_PAIR)
        if self.standings.open_pairs >= MAX_OPEN_PAIRS:
            pair = None
        try:
            self.standings.add(GameScore.of(game, number=self.read, pair=pair, first=first, second=second))
        except ValueError:  # games with the number of a pair that are no pair count as single ones
            self.standings.add(GameScore.of(game, number=self.read, pair=None, first=first, second=second))

    def _look(self, game: Game, first: int, second: int) -> None:
        """Count shared tags, cells and levels."""
        for tag in SHARED_TAGS:
            text = game.tags.get(tag)
            if self.shared_tags.setdefault(tag, text) != text:
                self.shared_tags[tag] = None
        given = read_integer(game.tags.get("Opening", ""), 0, len(game.board)) or 0
        side: Side = game.start.to_move
        for ply, cell in enumerate(game.moves, 1):
            if ply > given:
                self.moves[side][cell] += 1
                if (level := _level(game, ply)) is not None:
                    entrant = first if side == "x" else second
                    self.levels.setdefault((entrant, side), Counter())[level] += 1
            side = other_side(side)
        if game.moves and not given and game.start == game.board.empty():
            self.first_moves[game.moves[0]] += 1


def _level(game: Game, ply: int) -> int | None:
    """Return the level at which a move was decided, if its reasons give one."""
    note = game.notes.get(ply)
    level = note.reasons.get("level") if note and note.reasons else None
    return level if type(level) is int and 0 < level < 100 else None
