"""Finished games, counted by position and by continuation, up to symmetry."""

from __future__ import annotations

import os
import re
import typing
from hashlib import blake2b
from pathlib import Path

from hyperoxo import record
from hyperoxo.boards import representative
from hyperoxo.errors import InputError, RecordError, naming
from hyperoxo.explorer.node import FEW, GamesThrough
from hyperoxo.game import Ending, Game, checked_game
from hyperoxo.pickles import CopiedWhole
from hyperoxo.players import names
from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo._core import Position
    from hyperoxo.sides import Side

SUFFIXES = (".json", ".jsonl", ".oxo", ".txt")
"""The suffixes of the files that are read in a folder."""
_BEGINNING = re.compile(rb'(\xef\xbb\xbf)?\s*(\[[ \t]*Record[ \t]*"|\{[^\n]*"record"\s*:\s*[0-9])')
"""How a file begins in which a record does."""
_NAME_TAGS: dict[Side, str] = {"x": "First", "o": "Second"}


class BrokenFile(typing.NamedTuple):
    """A file of which not all games could be read.

    Attributes:
        path: the file.
        reason: why; the other games are counted.
        faults: the errors of the malformed games.
    """

    path: str
    reason: str
    faults: Sequence[RecordError] = ()

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class _Counts(typing.NamedTuple):
    """Games by their results, and those of them in which a person played."""

    x: int = 0
    o: int = 0
    draws: int = 0
    people: int = 0


class GameIndex(CopiedWhole):
    """Finished games by the positions that they reached, up to symmetry; games of all boards in one index.

    A game without a result, whether it goes on or was abandoned, is not counted. A side is a program if its tag names a
    player of hyperoxo or it has the tag of an outside engine; every other side is a person.

    Args:
        games: the games, each as it stands at its current ply; `GameIndex.read` reads files.

    Attributes:
        games: how many are counted.
        unfinished: how many are not, since they have no result.
        files: how many files were read.
        broken: the files of which not all games could be read.

    Raises:
        TypeError: `games` is a text or a path, or holds something else than a game.

    >>> from hyperoxo.explorer import Explorer
    >>> index = GameIndex([Game("3x3", "22 12 11 33 21 23 31")])
    >>> node = Explorer("3x3", index).node("22")
    >>> node.games.words
    '1 game: X won 1, O 0, 0 drawn; few of people'
    """

    def __init__(self, games: Iterable[Game] = ()) -> None:
        self.games = self.unfinished = self.files = 0
        self.broken: list[BrokenFile] = []
        # Most positions are in one game: their counts are one object, and digests are shorter than texts.
        self._counts: dict[int, _Counts] = {}
        self._shared: dict[_Counts, _Counts] = {}
        self._programs = frozenset(names())
        if isinstance(games, str | os.PathLike):
            raise TypeError(f"{shortened(repr(games), 60)} is not a list of games; GameIndex.read reads files")
        for game in games:
            self.add(checked_game(game))

    @classmethod
    def read(cls, paths: Iterable[str | os.PathLike[str]]) -> GameIndex:
        """Return the index of the games in files, and in the files of folders with one of `SUFFIXES`.

        A file in which a game is malformed is named in `broken`; the other games are read. A file is read once.

        Raises:
            OSError: a path that was given cannot be read.
            InputError: a folder has no file of games.
        """
        index, seen = cls(), set[str]()
        for given in map(Path, paths):
            files = sorted(filter(_is_of_games, given.rglob("*"))) if given.is_dir() else [given]
            if not files:
                raise InputError(str(given), "no file of games is in the folder", f"such files end in {SUFFIXES}")
            for path in files:
                real = os.path.realpath(path)  # `Path.resolve` raises RuntimeError if links lead round
                if real not in seen:
                    seen.add(real)
                    index._read(path, is_given=path is given)
        return index

    def _read(self, path: Path, *, is_given: bool) -> None:
        self.files += 1
        faults: list[RecordError] = []
        begins = None
        try:
            with naming(str(path)), path.open("rb") as source:
                begins = _BEGINNING.match(source.peek())
                for game in record.read(source, faults=faults):
                    self.add(game)
        except OSError as error:
            if is_given:
                raise
            self.broken.append(BrokenFile(str(path), error.strerror or str(error)))
        if faults and not begins:
            # What else a folder holds, or a link in it leads to, may be secret: none of it is quoted.
            faults = [RecordError("text", "no record begins here", line=faults[0].line, column=faults[0].column)]
        if faults:
            more = f"; {len(faults)} malformed games in all" if len(faults) > 1 else ""
            self.broken.append(BrokenFile(str(path), f"{faults[0]}{more}", faults))

    def add(self, game: Game) -> bool:
        """Count a game; return whether it has a result."""
        result = game.result
        if result is None or result.ending is Ending.ABANDONED:
            self.unfinished += 1
            return False
        people = any(self._is_person(game, side) for side in SIDES)
        one = _Counts(*map(int, (result.winner == "x", result.winner == "o", result.winner is None, people)))
        board, before = str(game.board), ""
        for ply in range(game.ply + 1):
            key = class_key(game.position_at(ply))
            for place in (_digest(board, key), *([_digest(board, before, key)] if before else [])):
                old = self._counts.get(place)
                added = one if old is None else _Counts(*map(sum, zip(old, one, strict=True)))
                self._counts[place] = self._shared.setdefault(added, added)
            before = key
        self.games += 1
        return True

    def _is_person(self, game: Game, side: Side) -> bool:
        name = game.tags.get(_NAME_TAGS[side], "").partition("@")[0].partition(":")[0]
        return ENGINE_TAGS[side] not in game.tags and name.lower() not in self._programs

    def through(self, board: str, *keys: str) -> GamesThrough:
        """Return the games that reached a node; with a second key, those that went on from there to that node.

        Args:
            board: the board.
            *keys: the key of the node, and perhaps of the next one, as `class_key` returns them.
        """
        x, o, draws, people = self._counts.get(_digest(board, *keys), _NONE)
        games, few = x + o + draws, people < FEW
        won = f"{games:,} {'game' if games == 1 else 'games'}: X won {x:,}, O {o:,}, {draws:,} drawn"
        words = f"{won}; few of people" if few else won
        return GamesThrough(
            games=games,
            x=x,
            o=o,
            draws=draws,
            people=people,
            few=few,
            words=words if games else "None of the games came here",
        )

    def __repr__(self) -> str:
        return f"<GameIndex of {self.games:,} games, {len(self.broken)} of {self.files} files broken>"


def _is_of_games(path: Path) -> bool:
    """Return whether a path in a folder is a file of games, or a link to none; reading a pipe would wait for ever."""
    return path.suffix in SUFFIXES and (path.is_file() or not path.exists())


_NONE = _Counts()


def _digest(*texts: str) -> int:
    return int.from_bytes(blake2b(" ".join(texts).encode(), digest_size=8).digest())


def class_key(position: Position) -> str:
    """Return the text that a position shares with those that symmetries make of it.

    On a board whose symmetries are too many to be listed it is the position's own text.
    """
    return representative(position).text
