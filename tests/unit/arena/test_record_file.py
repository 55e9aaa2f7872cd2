"""The record file of a match: resumed wherever it was cut, put in order at the end, and never another match's."""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
from dataclasses import replace
from typing import IO, TYPE_CHECKING

import pytest
from support.full_disk import room_for

from hyperoxo import Board, Game, record
from hyperoxo.arena.match_game import play_fixture, record_of
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore
from hyperoxo.errors import InputError, RecordError
from hyperoxo.executor import open_executor
from hyperoxo.players import Limits

if TYPE_CHECKING:
    from pathlib import Path

BOARD = Board("3x3")
OPENINGS = "random:2"


PLAN = Schedule(Competition.MATCH, BOARD, ("random", "oxo:level=1"), games=6, seed=3)


def book_of(schedule: Schedule, openings: str = OPENINGS) -> OpeningBook:
    with open_executor() as workers:
        return OpeningBook(read_openings(openings, schedule.board), schedule.board, schedule.seed, workers)


def lines_of(schedule: Schedule) -> dict[int, str]:
    """Return the records of all games by number, each a line."""
    book = book_of(schedule)
    return {
        fixture.game: record_of(play_fixture(schedule, fixture, book[fixture.round])) for fixture in schedule.fixtures()
    }


LINES = lines_of(PLAN)
WHOLE = "".join(LINES.values()).encode()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file of games, which does not exist yet."""
    return tmp_path / "games"


def finished(path: Path, *, resume: bool = True) -> None:
    """Write all games in reverse, and finish the file."""
    with RecordFile(str(path), resume=resume) as record_file:
        record_file.add(dict(reversed(LINES.items())))
        record_file.finish(6)


def completed(path: Path, data: bytes) -> list[int]:
    """Write a file, add its missing games and finish it; return the games that it had."""
    path.write_bytes(data)
    with RecordFile(str(path), resume=True) as record_file:
        done = [score.game for score in record_file.restore(PLAN, book_of(PLAN))]
        record_file.add({number: line for number, line in LINES.items() if number not in done})
        record_file.finish(6)
    return done


def restored(path: Path, schedule: Schedule = PLAN, openings: str = OPENINGS) -> list[GameScore]:
    """Return what a file's games count when the match goes on."""
    with RecordFile(str(path), resume=True) as record_file:
        return list(record_file.restore(schedule, book_of(schedule, openings)))


# ---- Writing ----


def test_games_come_into_order_at_the_end(tmp_path: Path, path: Path) -> None:
    with RecordFile(str(path), resume=False) as record_file:
        for number in (2, 5, 1):
            record_file.add({number: LINES[number]})
        record_file.add({number: LINES[number] for number in (6, 3, 4)})
        assert path.read_bytes() != WHOLE
        assert sorted(path.read_bytes().splitlines()) == sorted(WHOLE.splitlines())
        record_file.finish(6)
    assert path.read_bytes() == WHOLE
    assert list(tmp_path.iterdir()) == [path]


def test_games_beyond_the_last_that_counts_are_dropped(path: Path) -> None:
    with RecordFile(str(path), resume=False) as record_file:
        record_file.add(LINES)
        record_file.finish(4)
    assert path.read_bytes() == "".join(LINES[number] for number in (1, 2, 3, 4)).encode()


def test_a_file_that_lacks_a_game_is_not_put_in_order(path: Path) -> None:
    with RecordFile(str(path), resume=False) as record_file:
        record_file.add({number: LINES[number] for number in (1, 2, 4, 5)})
        for games in (3, 4, 5):
            with pytest.raises(ValueError, match=f"some of the first {games} games are not there"):
                record_file.finish(games)
    assert path.read_bytes() == "".join(LINES[number] for number in (1, 2, 4, 5)).encode()


def test_a_file_that_is_there_is_not_touched(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"games: there is such a file; go on with it: --resume .*games; or name anot"):
        RecordFile(str(path), resume=False)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("resume", [True, False])
def test_a_match_is_written_to_a_regular_file_only(tmp_path: Path, resume: bool) -> None:
    with pytest.raises(InputError, match="not a file; name one that can be written"):
        RecordFile(str(tmp_path), resume=resume)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="not a file"):
        RecordFile(str(tmp_path / "pipe"), resume=resume)
    with pytest.raises(FileNotFoundError):
        RecordFile(str(tmp_path / "nowhere" / "games"), resume=resume)


def test_two_matches_do_not_write_one_file(tmp_path: Path) -> None:
    path = str(tmp_path / "games")
    with (
        RecordFile(path, resume=True),
        pytest.raises(InputError, match="another match is being written there"),
        RecordFile(path, resume=True),
    ):
        pass
    with RecordFile(path, resume=True):
        pass


def test_a_file_that_another_match_finishes_while_it_is_opened_is_refused(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(WHOLE)

    def finish_first(file: IO[bytes], how: int) -> None:
        (tmp_path / "finished").write_bytes(WHOLE)
        (tmp_path / "finished").replace(path)
        flock(file, how)

    flock = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", finish_first)
    with pytest.raises(InputError, match="another match is being written there"):
        RecordFile(str(path), resume=True)


def test_a_disk_that_is_full_at_the_end_leaves_the_games_as_they_came(tmp_path: Path, path: Path) -> None:
    with RecordFile(str(path), resume=False) as record_file:
        record_file.add(dict(reversed(LINES.items())))
        with room_for(100), pytest.raises(OSError, match="File too large") as error:
            record_file.finish(6)
    assert error.value.filename == str(path)
    assert path.read_bytes() == "".join(reversed(LINES.values())).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_error_names_the_file(path: Path) -> None:
    with RecordFile(str(path), resume=False) as record_file:
        record_file.add({1: LINES[1]})
        with room_for(len(LINES[1]) + 20), pytest.raises(OSError, match="games"):
            record_file.add({2: LINES[2]})
    assert path.stat().st_size == len(LINES[1]) + 20
    assert [score.game for score in restored(path)] == [1]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games")
    finished(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "games").read_bytes() == WHOLE


def test_a_file_without_games_is_not_left_behind(tmp_path: Path) -> None:
    for resume in (True, False):
        with RecordFile(str(tmp_path / "games"), resume=resume) as record_file:
            assert list(record_file.restore(PLAN, book_of(PLAN))) == []
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").touch()
    with RecordFile(str(tmp_path / "mine"), resume=True):
        pass
    assert (tmp_path / "mine").exists()


def test_a_replaced_file_keeps_its_games_until_one_is_added(path: Path) -> None:
    path.write_bytes(WHOLE * 2)
    with RecordFile(str(path), resume=False, replace=True) as record_file:
        assert record_file.seed is None
        assert list(record_file.restore(PLAN, book_of(PLAN))) == []
    assert path.read_bytes() == WHOLE * 2
    with RecordFile(str(path), resume=False, replace=True) as record_file:
        record_file.add({1: LINES[1]})
    assert path.read_text(encoding="utf-8") == LINES[1]


# ---- Going on ----


@pytest.mark.parametrize("zeros", [0, 1, 10_000], ids=["killed", "one zero", "power lost"])
@pytest.mark.parametrize("seed", range(20))
def test_a_file_cut_anywhere_is_completed(path: Path, seed: int, zeros: int) -> None:
    """A power loss leaves zero bytes where the file had grown, but its data was not written yet."""
    choose = random.Random(seed)
    numbers = choose.sample(range(1, 7), 6)
    data = "".join(LINES[number] for number in numbers).encode()
    done = completed(path, data[: choose.randrange(len(data) + 1)] + bytes(zeros))
    assert (done, path.read_bytes()) == (numbers[: len(done)], WHOLE)


@pytest.mark.parametrize("zeros", [0, 5000])
@pytest.mark.parametrize(
    ("data", "seed"), [("", None), (LINES[1][:12], None), (LINES[1][:50], None), (LINES[1], 3), (LINES[4], 3)]
)
def test_the_seed_of_a_match_is_in_its_file(path: Path, data: str, seed: int | None, zeros: int) -> None:
    path.write_bytes(data.encode() + bytes(zeros))
    with RecordFile(str(path), resume=True) as record_file:
        assert record_file.seed == seed


@pytest.mark.parametrize(
    "changed",
    [
        WHOLE.replace(b"\n", b"\r\n"),
        WHOLE.replace(b"\n", b" \t\n"),
        WHOLE.replace(b"\n", b"\n\n \n"),
        WHOLE.replace(b"\n", b"\n "),
        WHOLE.replace(b"\n", b"\r\n").removesuffix(b"\n"),
        WHOLE.replace(b"\n", b" \n").removesuffix(b"\n"),
        WHOLE.removesuffix(b"\n"),
        WHOLE + b"\r\n",
    ],
)
def test_blanks_around_the_games_of_a_finished_file_are_removed(path: Path, changed: bytes) -> None:
    assert (completed(path, changed), path.read_bytes()) == ([1, 2, 3, 4, 5, 6], WHOLE)


def test_games_of_the_file_have_the_same_scores_after_resuming(path: Path) -> None:
    path.write_bytes(WHOLE)
    assert restored(path) == [
        GameScore.of(
            record.loads(LINES[fixture.game])[0],
            number=fixture.game,
            pair=fixture.pair,
            first=fixture.first,
            second=fixture.second,
        )
        for fixture in PLAN.fixtures()
    ]


def test_a_finished_file_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(WHOLE)
    before = path.stat()
    with RecordFile(str(path), resume=True) as record_file:
        list(record_file.restore(PLAN, book_of(PLAN)))
        record_file.finish(6)
    assert path.read_bytes() == WHOLE
    assert path.stat().st_ino == before.st_ino


# ---- Another match's file ----


@pytest.mark.parametrize(
    ("schedule", "openings", "message"),
    [
        (replace(PLAN, board=Board("4x4")), OPENINGS, "game 1 has the board '3x3' where this match has '4x4'"),
        (replace(PLAN, seed=4), OPENINGS, "game 1 has MatchSeed '3' where this match has '4'"),
        (replace(PLAN, event=Competition.SPRT), OPENINGS, "game 1 has Event 'match' where this match has 'sprt'"),
        (
            replace(PLAN, entrants=("random", "oxo")),
            OPENINGS,
            "game 1 has Second 'oxo:level=1' where this match has 'oxo'",
        ),
        (replace(PLAN, limits=Limits(nodes=9)), OPENINGS, "game 1 has Limits none where this match has 'nodes=9'"),
        (replace(PLAN, test="elo0=0"), OPENINGS, "game 1 has Test none where this match has 'elo0=0'"),
        (replace(PLAN, games=4), OPENINGS, "5 is no number of a game in this match"),
        (PLAN, "random:3", "game 1 has the opening '"),
        (PLAN, "none", "game 1 has Opening '2' where this match has '0'"),
    ],
)
def test_another_match_is_recognised_by_the_first_game_that_differs(
    path: Path, schedule: Schedule, openings: str, message: str
) -> None:
    path.write_bytes(WHOLE)
    with pytest.raises(InputError, match=re.escape(message)) as refused:
        restored(path, schedule, openings)
    assert str(refused.value).endswith("; give the arguments with which the match was begun, or another file")
    assert path.read_bytes() == WHOLE


def changed(line: str, **changes: str) -> bytes:
    game = json.loads(line)
    game["tags"] |= changes
    return f"{json.dumps(game)}\n".encode()


def test_a_match_goes_on_if_an_engine_has_changed_its_name(path: Path) -> None:
    path.write_bytes(
        changed(LINES[1], FirstEngine="Old name") + changed(LINES[2], SecondEngine="New") + LINES[3].encode()
    )
    assert [score.display_names for score in restored(path)] == [("Old name", ""), ("", "New"), ("", "")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (LINES[1].encode() * 2, "game 1 is there twice"),
        (changed(LINES[1], Game="0"), "0 is no number of a game"),
        (changed(LINES[1], Game="seven"), "seven is no number of a game"),
        (changed(LINES[1], Game="9" * 30), "is no number of a game"),
        (changed(LINES[1], Seed="1"), "game 1 has Seed '1' where this match has '"),
        (changed(LINES[1], Limits="nodes=9"), "game 1 has Limits 'nodes=9' where this match has none"),
        (changed(LINES[1], Test="elo0=0"), "game 1 has Test 'elo0=0' where this match has none"),
        (record.dumps(Game(BOARD, ["11"]), "json").encode(), "nothing is no number of a game"),
        (record.dumps(Game(BOARD, ["11"])).encode(), "does not begin with a game as a match writes it"),
        (b'{"name": "player', "does not begin with a game as a match writes it"),
        (b"notes", "does not begin with a game as a match writes it"),
    ],
)
def test_games_of_no_match_are_refused(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(InputError, match=message):
        restored(path)
    assert path.read_bytes() == data


def test_an_unfinished_game_is_refused_as_a_game_of_a_match(path: Path) -> None:
    game = json.loads(LINES[1])
    game |= {"moves": game["moves"][:2], "notes": {}, "result": None}
    path.write_text(json.dumps(game) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="game 1 is not over"):
        restored(path)


def test_a_file_that_is_no_record_is_malformed_and_left_alone(path: Path) -> None:
    path.write_bytes(b'{"record": 1, "board": "3x3", "nonsense": true}\n' + WHOLE)
    with pytest.raises(RecordError, match="line 1"):
        restored(path)
    assert path.read_bytes().endswith(WHOLE)
