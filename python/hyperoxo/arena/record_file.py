"""The record file of a match: games are added as they end, and none is lost if the program is killed.

During a match the file holds games in the order in which they ended, which differs from run to run. When the match is
complete, one atomic step puts them into the order of the schedule. So a finished file is the same, byte for byte, for
any number of workers and interruptions.

A game is one line of JSON, written in one piece. If the writer is killed inside a line, that game is cut off when the
match continues, and played again. Zero bytes at the end, which a power loss leaves, are cut off too. A finished file
has no blanks around its games, although another program may have added some.
"""

from __future__ import annotations

import os
import sys
import typing
from array import array

from hyperoxo import record
from hyperoxo.arena.scores import GameScore
from hyperoxo.draft import Draft
from hyperoxo.errors import InputError, TruncatedRecordError, naming
from hyperoxo.journal import Journal
from hyperoxo.record.tags import HASH_TAGS, VERSIONS
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.text import read_integer, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.schedule import Fixture, Schedule
    from hyperoxo.game import Game

_HEADS = tuple(b'{"record": %d, "board": "' % version for version in VERSIONS)
"""The starts of the games that matches write; a file with another start is never cut."""
_BLANK = b" \t\r\n"
_REMEDY = "give the arguments with which the match was begun, or another file"


class RecordFile(Journal):
    """The record file of one match.

    Args:
        path: the file; a link to one stays a link.
        resume: whether the file may exist, to continue its match.
        replace: whether to empty an existing file when the first game is added, unless it is resumed.

    Raises:
        InputError: the path is no file, the file exists and may not be changed, or another match writes to it now.
        OSError: the file cannot be created.
    """

    def __init__(self, path: str, *, resume: bool, replace: bool = False) -> None:
        super().__init__(path, "match", resume=resume, replace=replace)
        # Arrays, since there may be a million games; they have an entry for each, in the order of the file.
        self._numbers, self._starts, self._lengths = array("q"), array("q"), array("q")
        """The number of each game, and where its object of JSON is: its first byte and its length."""
        self._end = 0

    @property
    def seed(self) -> int | None:
        """The seed of the match in the file; None if the file has no whole game of a match yet.

        Raises:
            RecordError: the first game is malformed.
        """
        if self._is_replaced:
            return None
        with self._target.open("rb") as file:
            try:
                first = next(record.read(file), None)
            except TruncatedRecordError:
                first = None
        return None if first is None else read_integer(first.tags.get("MatchSeed", ""), 0, SEED_LIMIT - 1)

    def restore(self, schedule: Schedule, openings: OpeningBook) -> Iterator[GameScore]:
        """Yield the scores of the games in the file, and cut off an unfinished game at its end.

        Args:
            schedule: the match, to which every game must belong.
            openings: the openings of its rounds.

        Raises:
            RecordError: a game is malformed.
            InputError: a game is not of this match, or appears twice; or the file was not written by a match.
        """
        if self._is_replaced:
            return
        with self._target.open("rb") as file:
            head = file.read(len(_HEADS[0])).rstrip(b"\0")
        if not any(known.startswith(head) for known in _HEADS):
            raise InputError(self.path, "does not begin with a game as a match writes it", "name another file")
        seen: set[int] = set()
        with self._target.open("r+b") as file:
            for game in record.recovered(file):
                fixture = _fixture_of(game, schedule, openings, self.path)
                number = fixture.game
                if number in seen:
                    raise InputError(self.path, f"game {number} is there twice", "name another file")
                seen.add(number)
                self._numbers.append(number)
                yield GameScore.of(game, number=number, pair=fixture.pair, first=fixture.first, second=fixture.second)
        self._index_lines()

    def add(self, lines: Mapping[int, str]) -> None:
        """Add games that have ended: lines by the numbers of the games.

        Raises:
            OSError: they cannot be written.
        """
        data = {number: line.encode() for number, line in lines.items()}
        self._write(b"".join(data.values()))
        for number, line in data.items():
            self._numbers.append(number)
            self._index_line(line)

    def finish(self, games: int) -> None:
        """Put the first `games` games of the schedule into its order, without others, and wait for the disk.

        Raises:
            ValueError: one of them is missing; the file is unchanged.
            OSError: they cannot be written; the file is unchanged.
        """
        order = sorted(range(len(self._numbers)), key=self._numbers.__getitem__)[:games]
        if len(order) < games or (order and self._numbers[order[-1]] != games):
            raise ValueError(f"{self.path}: some of the first {games} games are not there")
        with naming(self.path):
            if order != list(range(len(self._numbers))) or sum(self._lengths) + len(order) != self._end:
                self._rewrite(order)
            else:
                self._sync()

    def _index_line(self, line: bytes) -> None:
        """Note that this line comes next in the file; blanks around a game are not part of it."""
        if game := line.strip(_BLANK):
            self._starts.append(self._end + line.index(game))
            self._lengths.append(len(game))
        self._end += len(line)

    def _index_lines(self) -> None:
        """Record the places of all lines with games."""
        with self._target.open("rb") as file:
            for line in file:
                self._index_line(line)
        self._file.seek(0, os.SEEK_END)
        if self._numbers and not line.endswith(b"\n"):
            # The writer was killed between the last brace and the line break.
            self._write(b"\n")
            self._end += 1

    def _rewrite(self, order: Iterable[int]) -> None:
        """Put games into the file in this order, and nothing else."""
        with Draft(self._target) as draft:
            with self._target.open("rb") as games:
                for at in order:
                    games.seek(self._starts[at])
                    draft.file.write(games.read(self._lengths[at]) + b"\n")
            if sys.platform == "win32":
                self._file.close()  # an open file cannot be replaced there
            draft.replace()


def _fixture_of(game: Game, schedule: Schedule, openings: OpeningBook, path: str) -> Fixture:
    """Return the fixture of a game that was read from a file.

    Raises:
        InputError: the game does not belong there.
    """
    number = game.tags.get("Game", "")
    place = read_integer(number, 1, schedule.total)
    if place is None or number != str(place):
        raise InputError(path, f"{shortened(number) or 'nothing'} is no number of a game in this match", _REMEDY)
    fixture = schedule.fixture(place)

    for tag, entrant in zip(HASH_TAGS.values(), (fixture.first, fixture.second), strict=True):
        now = schedule.hashes.get(name := schedule.entrants[entrant])
        if now is not None and game.tags.get(tag, now) != now:
            text = f"{name} has changed since game {number}: its file had the hash {shortened(game.tags[tag])}"
            raise InputError(path, text, "give the program back its text, or begin another file")

    def compare(what: str, is_now: object, is_there: object) -> None:
        if is_now != is_there:
            there, now = ("none" if value is None else repr(shortened(str(value))) for value in (is_there, is_now))
            text = f"game {number} has {what} {there} where this match has {now}"
            raise InputError(path, text, _REMEDY)

    compare("the board", schedule.board, game.board)
    for name, text in schedule.tags(fixture).items():
        compare(name, text or None, game.tags.get(name))
    opening = openings[fixture.round]
    compare("the start", opening.start.text, game.start.text)
    compare("the opening", game.board.names(opening.moves), game.board.names(game.moves[: len(opening.moves)]))
    compare("Opening", str(len(opening.moves)), game.tags.get("Opening"))
    if not game.is_over:
        raise InputError(path, f"game {number} is not over", _REMEDY)
    return fixture
