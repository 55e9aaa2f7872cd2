"""What reads input from outside, as functions of any bytes: each answers, or raises a `HyperoxoError`, within limits.

`make fuzz` (docs/maintainers/fuzzing.md) calls them with inputs that libFuzzer makes; a test calls them with the small
corpus, `tests/golden/corpus`. A target asserts what must hold of what it has read.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import io
import zlib
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

from support.live_games import UNBOUNDED, Client, error_in, serving
from support.patience import PATIENCE
from support.ugi_dialogues import EngineDialogue

from hyperoxo import Board, Game, Note, player, record, solve, verify
from hyperoxo._core import Strategy
from hyperoxo.arena.match_game import play_fixture, record_of
from hyperoxo.arena.openings import OpeningBook, Openings, openings_from_file
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.errors import HyperoxoError
from hyperoxo.executor import open_executor
from hyperoxo.executor.cluster import checked_address
from hyperoxo.players.control import Control, Limits
from hyperoxo.players.decision import Play
from hyperoxo.puzzles.files import read_puzzles
from hyperoxo.server.previews import card_of_moves
from hyperoxo.solver.atlas import Atlas
from hyperoxo.solver.books import Book
from hyperoxo.solver.replies_checkpoint import read_findings, written_findings
from hyperoxo.store import keys_of, read_name, read_title
from hyperoxo.store.urls import read_url, shown
from hyperoxo.ugi import client
from hyperoxo.ugi.engines_file import read_engines
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineCommand, EngineProcess
from hyperoxo.ugi.server import engine as engine_module

if TYPE_CHECKING:
    from collections.abc import Callable

MEBIBYTES = 512
"""What a target may take, with the libraries of the package."""


SERVERS = ExitStack()
"""What is running; the caller closes it."""
FORMS: tuple[record.Form, ...] = ("text", "json")


@dataclass(frozen=True)
class Target:
    """What reads an input.

    Attributes:
        tests: what it tests, in a few words.
        read: reads any bytes.
        seconds: the seconds that an input may take.
        mebibytes: the memory that the process may take, in MiB.
    """

    tests: str
    read: Callable[[bytes], object]
    seconds: int = 2
    mebibytes: int = MEBIBYTES

    def __call__(self, data: bytes) -> None:
        """Read an input; an error for people is an answer, and it is one printable line."""
        try:
            self.read(data)
        except HyperoxoError as error:
            said = str(error)
        else:
            return
        assert said.isprintable(), ascii(said)


def _text(data: bytes) -> str:
    """Return bytes as a program receives an argument: what is not UTF-8 becomes surrogates."""
    return data.decode(errors="surrogateescape")


def _lines(data: bytes, most: int) -> list[str]:
    """Return the first lines of a text, and the rest as the last one; missing ones are empty."""
    lines = _text(data).split("\n", most - 1)
    return lines + [""] * (most - len(lines))


def read_board(data: bytes) -> None:
    """Read a description of a board in any spelling."""
    board = Board(_text(data))
    assert Board.parse(str(board)) == board
    assert board.moves(board.names(board)) == list(board)


def read_position(data: bytes) -> None:
    """Read a board, cells of it, and the text of a position."""
    description, moves, text = _lines(data, 3)
    board = Board(description)
    with suppress(HyperoxoError):
        cells = board.moves(moves)
        assert board.moves(board.names(cells)) == cells
        game = Game(board, moves)
        assert board.position(game.position.text) == game.position
    position = board.position(text)
    assert board.position(position.text) == position


def read_certificate(data: bytes) -> None:
    """Check a certificate to which the checksum is added, and Patashnik's dictionary; ask a proof that holds."""
    verify(data, "patashnik")
    verify(data)
    sealed = data + zlib.crc32(data).to_bytes(4, "little")
    found = verify(sealed).proof
    if found is None or found.claim.startswith("x wins not"):
        return
    position = Board(found.board).empty() if found.position is None else Board(found.board).position(found.position)
    assert Strategy(sealed).proof is not None
    Strategy(sealed).answer(position.text)
    assert (found.board, found.claim) not in {("3x3", "x wins"), ("4x4x4", "draw"), ("3x3x3", "draw")} or found.position


def read_checkpoint(data: bytes) -> None:
    """Begin searches with what an earlier one has left; the checksum, or the compression, is added."""
    start = Board("4x4x4").empty()
    with suppress(HyperoxoError):
        solution = solve(start, begin_with=data + zlib.crc32(data).to_bytes(4, "little"), nodes=200, threads=1)
        assert solution.certificate is None or verify(solution.certificate)
    head = written_findings({}, start, None).rpartition(b"\n")[0].rpartition(b"\n")[0]
    found = read_findings(head + b"\n0\n" + zlib.compress(data), start, None)
    assert read_findings(written_findings(found, start, None), start, None) == found


def read_records(data: bytes) -> None:
    """Read the games of a file, and write each in both forms."""
    for game in record.read(io.BytesIO(data)):
        for form in FORMS:
            [again] = record.loads(record.dumps(game, form))
            assert again.moves == game.moves
            assert again.result == game.result
            assert again.tags == game.tags


def read_json_records(data: bytes) -> None:
    """Read the games of a file of JSON."""
    read_records(data if data.startswith(b"{") else b"{" + data)


def read_text_of_person(data: bytes) -> None:
    """Read a name of a person and a title of a room, which are read again as they are shown."""
    text = _text(data)
    with suppress(HyperoxoError):
        assert read_title(read_title(text)) == read_title(text)
    shown = read_name(text)
    assert read_name(shown) == shown
    assert keys_of(shown)


def read_address(data: bytes) -> None:
    """Read an address of a database, of a cluster, of a program, and of moves on the page."""
    text = _text(data)
    for read in (lambda text: shown(read_url(text)), checked_address, player):
        with suppress(HyperoxoError):
            read(text)
    board, start, moves = _lines(data, 3)
    card_of_moves(board, start or None, moves, None)


def read_engines_file(data: bytes) -> None:
    """Read an engines file."""
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        for engine in read_engines(file.name).values():
            assert engine.player.name


def read_file_of_puzzles(data: bytes) -> None:
    """Read a file of puzzles, whose claims are checked."""
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        found, refused = read_puzzles(Path(file.name))
    assert all(line.isprintable() for line in refused), ascii(refused)
    assert all(type(puzzle).from_json(puzzle.as_json()) == puzzle for puzzle in found)


def read_book(data: bytes) -> None:
    """Read a book, an atlas to which the checksum is added, or a file of openings, by how it begins."""
    with NamedTemporaryFile() as file:
        path = Path(file.name)
        if data.startswith(b"oxo book"):
            path.write_bytes(gzip.compress(data, mtime=0))
            book = Book.load(path)
            for position, _ in book:
                book.values(position)
        elif data.startswith(b"oxo atlas"):
            head, blank, body = data.partition(b"\n\n")
            path.write_bytes(b"%b %b%b%b" % (head, hashlib.sha256(body).hexdigest().encode(), blank, body))
            atlas = Atlas.load(path)
            atlas.values(atlas.board.empty())
        else:
            path.write_bytes(data)
            assert not next(openings_from_file(Board("3x3x3"), path)).game().is_over


MATCH = Schedule(Competition.MATCH, Board("3x3"), ("random", "oxo:level=1"), games=4, seed=3)


def continue_match(data: bytes) -> None:
    """Continue the match of a file, which stays as it is if it is refused, and else has all games in the end."""
    with TemporaryDirectory() as folder, open_executor() as workers:
        path = Path(folder) / "games"
        path.write_bytes(data)
        book = OpeningBook(Openings("random", 1), MATCH.board, MATCH.seed, workers)
        try:
            with RecordFile(str(path), resume=True) as file:
                before = {score.game: score for score in file.restore(MATCH, book)}
                missing = [fixture for fixture in MATCH.fixtures() if fixture.game not in before]
                file.add({one.game: record_of(play_fixture(MATCH, one, book[one.round])) for one in missing})
                file.finish(MATCH.total)
        except HyperoxoError:
            assert path.read_bytes() == data
            raise
        with RecordFile(str(path), resume=True) as file:
            after = list(file.restore(MATCH, book))
        assert [score.game for score in after] == list(range(1, MATCH.total + 1))
        assert all(score == before.get(score.game, score) for score in after)


def tell_engine(data: bytes) -> None:
    """Send lines to an engine: it answers each search with one move."""
    searches = 0
    with patch.object(engine_module, "SEARCH_TIMEOUT", 60.0):
        dialogue = EngineDialogue("random")
        for line in data.split(b"\n")[:12]:
            searches += line.split()[:1] == [b"go"]
            if not dialogue.engine.handle_line(line):
                break
            dialogue.engine.handle_line(b"stop")
        dialogue.engine.close(timeout=PATIENCE)
        answers = dialogue.tell()
    assert sum(answer.startswith("bestmove ") for answer in answers) == searches


def hear_engine(data: bytes) -> None:
    """Let a program write any lines, then close its output, to the client of engines; the reasons fit a record."""

    class Scripted(EngineProcess):
        """A program that has written all and has ended."""

        def __init__(self, *_: object) -> None:
            self._lines = deque(data.splitlines(keepends=True))
            self._open, self._output, self._end, self._draining = set(), 0, 0, 0.0
            self._errors, self._report = bytearray(), bytearray()

        def send(self, line: str, timeout: float) -> None:
            assert "\n" not in line
            assert timeout > 0

        def close(self, grace: float = 0.0) -> None:
            del grace
            self._lines.clear()

    with patch.object(client, "EngineProcess", Scripted):
        engine = client.EngineClient(EngineCommand((), ("engine",)), DEFAULT_TIMEOUTS)
        game = Game(Board("4x4x4"))
        engine.begin(game.board, 7)
        while not game.is_over:
            decision = engine.decide(game, Limits(nodes=10), Control())
            if not isinstance(decision, Play):
                break
            game.play(decision.cell)
            reasons = decision.reasons
            said = (reasons.sentence(game.board), reasons.as_json(game.board))
            game.notes[game.ply] = Note(*said)
            assert record.loads(record.dumps(game, "json"))[0].moves == game.moves


@functools.cache
def _server() -> Client:
    """Return a server in this process."""
    folder = SERVERS.enter_context(TemporaryDirectory())
    return SERVERS.enter_context(serving(Path(folder), limits=UNBOUNDED))


def tell_socket(data: bytes) -> None:
    """Send lines as messages on the WebSocket of a new game, after which it still refuses a wrong one plainly."""
    with _server().make().follow("x", "o") as (follower, _):
        for line in data.decode(errors="replace").split("\n")[:8]:
            follower.send(line)
        follower.act("x", "offer", what="tea")
        while "action.offer.what" not in error_in({"error": follower.receive_error()})["subject"]:
            pass


TARGETS = {
    "boards": Target("descriptions of boards", read_board),
    "positions": Target("texts of positions and moves", read_position),
    "certificates": Target("certificates and Patashnik's dictionary", read_certificate),
    "checkpoints": Target("what unfinished searches leave", read_checkpoint, 5),
    "records-text": Target("records as text", read_records),
    "records-json": Target("records as JSON", read_json_records),
    "books": Target("books, atlases, files of openings", read_book),
    "match-files": Target("files of matches that continue", continue_match),
    "ugi-engine": Target("lines that an engine reads", tell_engine, 5),
    "ugi-client": Target("lines that an engine writes", hear_engine, 5),
    "engines-toml": Target("engines files", read_engines_file),
    "addresses": Target("addresses of databases, clusters, programs, moves", read_address),
    "puzzles": Target("files of puzzles", read_file_of_puzzles, 20),
    "websocket": Target("messages on the socket of a game", tell_socket, 10),
    "names": Target("names of people, titles of rooms", read_text_of_person),
}
"""The targets by their names."""
