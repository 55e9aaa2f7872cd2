"""Running a match: the same games with any number of workers, none twice, and a sequential test that ends in time."""

from __future__ import annotations

import random
from collections import deque
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support.first_free import FirstFree
from support.refusals import exactly

from hyperoxo import Board, Ending, PlayerError, Result
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.runner import ChunkSizer, play_games
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore
from hyperoxo.arena.scoring import Scoring
from hyperoxo.arena.sprt import Sprt, SprtVerdict
from hyperoxo.executor import Workers, open_executor
from hyperoxo.players import PlayerKind, register

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.sides import Side

BOARD = Board("3x3")
PLAN = Schedule(Competition.TOURNAMENT, BOARD, ("random", "oxo:level=1", "magic-square"), games=10, seed=11)


def played(
    path: Path, jobs: int, *, schedule: Schedule = PLAN, openings: str = "random:2", at_most: int = 10**9
) -> set[int]:
    """Play the missing games of a file, stop soon after `at_most` of them, and return the numbers of the new ones."""
    numbers: set[int] = set()
    with open_executor(jobs) as workers, RecordFile(str(path), resume=True) as record_file:
        book = OpeningBook(read_openings(openings, schedule.board), schedule.board, schedule.seed, workers)
        done = {score.game for score in record_file.restore(schedule, book)}
        with closing(play_games(schedule, book, workers, record_file=record_file, done=done)) as games:
            for scores in games:
                numbers |= {score.game for score in scores}
                if len(numbers) >= at_most:
                    return numbers
        record_file.finish(schedule.total)
    return numbers


def test_the_games_are_the_same_however_many_play(tmp_path: Path) -> None:
    for jobs in (1, 2, 3):
        assert played(tmp_path / str(jobs), jobs) == set(range(1, 31))
    one, two, three = ((tmp_path / str(jobs)).read_bytes() for jobs in (1, 2, 3))
    assert one == two == three
    assert one.count(b"\n") == 30


def test_a_player_registered_in_one_process_plays_in_that_process_only(tmp_path: Path) -> None:
    register(PlayerKind("mine", "plays the first free cell", FirstFree))
    schedule = Schedule(Competition.MATCH, BOARD, ("random", "mine"), games=4, seed=1)
    assert played(tmp_path / "one", 1, schedule=schedule) == {1, 2, 3, 4}
    with pytest.raises(
        PlayerError,
        match=exactly(
            "mine: the player is registered only in this process, and worker processes do not know it; "
            "declare it as an entry point of hyperoxo.players, or use one process (jobs=1)"
        ),
    ):
        played(tmp_path / "two", 2, schedule=schedule)


def test_a_resumed_match_plays_only_the_missing_games(tmp_path: Path) -> None:
    path = tmp_path / "games"
    first = played(path, 1, at_most=7)
    second = played(path, 2, at_most=5)
    third = played(path, 1)
    assert sorted([*first, *second, *third]) == list(range(1, 31))
    played(tmp_path / "whole", 1)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert played(path, 2) == set()


class Many(Workers):
    """An executor that reports a very large number of workers."""

    capacity = 2_000


def sizes(sizer: ChunkSizer, chunks: int, schedule: Schedule) -> list[int]:
    """Return the numbers of games in the first `chunks` chunks."""
    missing = schedule.fixtures()
    return [len(sizer.next_chunk(missing)) for _ in range(chunks)]


TWO = Schedule(Competition.MATCH, BOARD, ("random", "random"), games=10_000, seed=1)


def test_chunks_take_a_quarter_of_a_second_and_longer_where_very_many_work() -> None:
    with open_executor() as few:
        for workers, size in ((few, 25), (Many(), 4)):
            sizer = ChunkSizer(TWO.total, workers)
            assert sizes(sizer, 3, TWO) == [1, 1, 1]
            sizer.learn(1, 0, 0.0101)
            assert sizes(sizer, 2, TWO) == [size, size]
        sizer = ChunkSizer(10**9, Many())
        sizer.learn(0, 1, 0.0101)
        assert sizes(sizer, 2, TWO) == [991, 991]
        sizer.learn(0, 1, 1000.0)
        assert sizes(sizer, 2, TWO) == [1, 1]
        sizer = ChunkSizer(10**9, few)
        sizer.learn(0, 1, 0.0)
        assert sizes(sizer, 2, TWO) == [1000, 1000]


def test_a_chunk_does_not_mix_pairings_of_known_and_unknown_duration() -> None:
    # The pairings of a round are 1-2, 1-3 and 2-3, each twice; games of the last take long.
    with open_executor() as workers:
        sizer = ChunkSizer(3000, workers)
    sizer.learn(0, 1, 0.001)
    sizer.learn(0, 2, 0.001)
    schedule = Schedule(Competition.TOURNAMENT, BOARD, ("a", "b", "c"), games=1000, seed=1)
    assert sizes(sizer, 3, schedule) == [5, 1, 5]
    sizer.learn(1, 2, 0.2)
    assert sizes(sizer, 2, schedule) == [6, 6]


def test_the_last_chunks_are_shared_out() -> None:
    schedule = Schedule(Competition.MATCH, BOARD, ("random", "random"), games=6_000, seed=1)
    sizer = ChunkSizer(6_000, Many())
    sizer.learn(0, 1, 0.000001)
    assert sizes(sizer, 5, schedule) == [3, 2, 2, 2, 2]
    assert ChunkSizer(0, Many()).next_chunk(iter([])) == []


def test_without_a_journal_there_are_scores_alone() -> None:
    with open_executor() as workers:
        book = OpeningBook(read_openings("none", BOARD), BOARD, 1, workers)
        scores = [score for some in play_games(PLAN, book, workers) for score in some]
    assert [score.game for score in scores] == list(range(1, 31))


# ---- A sequential test ----


def scores_of(schedule: Schedule, winners: list[Side | None]) -> list[GameScore]:
    """Return scores in order, of games with these winners."""
    results = [Result(Ending.LINE, winner) if winner else Result(Ending.FULL_BOARD) for winner in winners]
    return [
        GameScore(fixture.game, fixture.pair, fixture.first, fixture.second, result, 9)
        for fixture, result in zip(schedule.fixtures(), results, strict=False)
    ]


SPRT_PLAN = Schedule(Competition.SPRT, BOARD, ("a", "b"), games=200, seed=1)


def winners(seed: int) -> list[Side | None]:
    """Return winners of games of which the first entrant wins more."""
    choose = random.Random(seed)
    stronger: list[Side] = ["x", "o"] * 100
    return [side if choose.random() < 0.4 else choose.choice(("x", "o", None)) for side in stronger]


@pytest.mark.parametrize("seed", range(10))
def test_the_verdict_is_that_of_the_shortest_run_in_any_order_of_ends(seed: int) -> None:
    scores = scores_of(SPRT_PLAN, winners(seed))
    in_order = Scoring(SPRT_PLAN.entrants, Sprt(0, 50))
    for score in scores:
        in_order.add([score])
    assert in_order.verdict is not SprtVerdict.OPEN
    assert in_order.games < 200
    assert in_order.games % 2 == 0

    choose = random.Random(seed)
    mixed = Scoring(SPRT_PLAN.entrants, Sprt(0, 50))
    waiting = deque(scores)
    running: list[GameScore] = []
    while waiting or running:
        while waiting and len(running) < 12:
            running.append(waiting.popleft())
        mixed.add([running.pop(choose.randrange(len(running))) for _ in range(min(len(running), 3))])
    assert (mixed.verdict, mixed.games, mixed.llr) == (in_order.verdict, in_order.games, in_order.llr)
    assert mixed.standings.games == in_order.games
    assert mixed.standings.pentanomial(0, 1) == in_order.standings.pentanomial(0, 1)


def test_the_verdict_waits_for_the_first_game() -> None:
    scores = scores_of(SPRT_PLAN, ["x", "o"] * 100)
    test = Scoring(SPRT_PLAN.entrants, Sprt(0, 50))
    test.add(scores[1:])
    assert (test.verdict, test.games, test.llr) == (SprtVerdict.OPEN, 0, 0.0)
    test.add(scores[:1])
    assert test.verdict is SprtVerdict.ACCEPTED
    assert 0 < test.games < 200
