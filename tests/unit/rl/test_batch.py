"""Games in a batch are games: the reference, positions, exact counts, and what is refused."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.reference import ReferenceBoard, ReferencePosition

from hyperoxo import Board, BoardError, Game, InputError, MoveError
from hyperoxo._core import MAX_BATCH, GameBatch
from hyperoxo.rl import BatchedGames
from hyperoxo.rl.batch import PASS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

BOARDS = ["3x3", "3x3x3", "4x4x4", "3x4x5:3", "3x3x3x3", "2x2", "13x11:3"]
BEFORE_A_LINE = Board("3x3").position("xx1oo4 x")
OVER = BEFORE_A_LINE.play(2)


def reference_of(board: Board) -> ReferencePosition:
    """Return the empty position of the slow reference."""
    lines = ReferenceBoard(board.shape, board.line_length).lines
    return ReferencePosition(lines=tuple(lines), stones="." * len(board), to_move="x")


@pytest.mark.parametrize("description", BOARDS)
def test_every_step_of_every_game_is_that_of_the_reference(description: str) -> None:
    board = Board(description)
    start = reference_of(board)
    games = BatchedGames(board, 3, seed=1, auto_reset=True)
    references, ends = [start] * 3, 0
    for _ in range(60):
        actions = games.random_actions().copy()
        games.step(actions)
        for game, action in enumerate(actions):
            played = references[game].play(int(action))
            is_over = bool(played.winner or not played.empty)
            after = references[game] = start if is_over else played
            assert bool(games.ended[game]) == is_over
            assert games.winner[game] == {"x": 1, "o": -1, None: 0}[played.winner]
            assert games.to_move[game] == {"x": 1, "o": -1}[after.to_move]
            assert np.flatnonzero(games.action_mask[game]).tolist() == after.moves
            own, other = games.observation[game].reshape(2, -1)
            assert "".join(".xo"[x + 2 * o] for x, o in zip(own, other, strict=True)) == (
                after.stones if after.to_move == "x" else after.stones.translate(str.maketrans("xo", "ox"))
            )
            assert games.position(game) == board.position(after.text)
            ends += is_over
    assert ends > 0 or len(board) > 60


def test_random_games_of_3x3_end_as_counting_says() -> None:
    """Of all orders of nine cells X wins 58.49 %, O 28.81 %: 212,256, 104,544 and 46,080 of 362,880 orders."""
    games = BatchedGames("3x3", 20_000, auto_reset=False, seed=1)
    while not games.ended.all():
        games.step(games.random_actions())
    for winner, orders in ((1, 212_256), (-1, 104_544), (0, 46_080)):
        chance = orders / 362_880
        error = np.sqrt(chance * (1 - chance) / len(games))
        assert abs(np.mean(games.winner == winner) - chance) < 5 * error


def test_the_seed_fixes_the_actions() -> None:
    games, same = BatchedGames("4x4x4", 100, seed=5), BatchedGames("4x4x4", 100, seed=5)
    other = BatchedGames("4x4x4", 100, seed=6)
    first = games.random_actions().copy()
    assert (first == same.random_actions()).all()
    assert (first != other.random_actions()).any()
    assert (first != games.random_actions()).any()
    games.reset(seed=5)
    assert (first == games.random_actions()).all()


def test_arrays_are_written_in_place() -> None:
    games = BatchedGames("3x3", 4)
    arrays = (games.action_mask, games.observation, games.winner, games.ended, games.to_move)
    addresses = [array.ctypes.data for array in arrays]
    games.step([0, 1, 2, 3])
    assert games.action_mask[0].tolist() == [False] + [True] * 8
    games.reset()
    assert games.action_mask.all()
    after = (games.action_mask, games.observation, games.winner, games.ended, games.to_move)
    assert all(one is other for one, other in zip(arrays, after, strict=True))
    assert addresses == [array.ctypes.data for array in after]


def test_an_illegal_action_names_game_and_cell_and_changes_nothing() -> None:
    # Game 1:  X . .
    #          . . .
    #          . . .    and O plays 11, too
    games = BatchedGames("3x3", 3, auto_reset=False)
    games.step([4, 0, 8])
    before = [
        array.copy() for array in (games.action_mask, games.observation, games.winner, games.ended, games.to_move)
    ]
    with pytest.raises(MoveError, match=r"^game 1, cell 11: the cell is taken; play a cell of the action mask$"):
        games.step([0, 0, 0])
    for action in (9, -1, 2**62):
        with pytest.raises(
            MoveError, match=rf"^game 2, action {action}: there is no such cell; actions are the cells 0"
        ):
            games.step([0, 1, action])
    after = (games.action_mask, games.observation, games.winner, games.ended, games.to_move)
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


def test_a_game_that_is_over_passes_until_it_is_reset() -> None:
    # X . .    X . .
    # O O O    . O .
    # X . X    . . .
    games = BatchedGames(Board("3x3").position("x2oo1x1x o"), 2, auto_reset=False)
    games.step([5, 1])
    assert games.ended.tolist() == [True, False]
    assert games.winner.tolist() == [-1, 0]
    assert not games.action_mask[0].any()
    assert games.random_actions()[0] == PASS
    with pytest.raises(MoveError, match=r"^game 0, cell 12: the game is over; its action is -1$"):
        games.step([1, 2])
    games.step([PASS, 2])
    assert games.winner.tolist() == [-1, 0]
    games.reset(games.ended)
    assert games.ended.tolist() == [False, False]
    assert [games.position(game).text for game in (0, 1)] == ["x2oo1x1x o", "xoxoo1x1x o"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BatchedGames("3x4", 5), "3x4: the axes differ in length"),
        (lambda: BatchedGames("3x3", 0), "0: the number of games is out of range; it is from 1 to 16777216"),
        (lambda: BatchedGames("3x3", -1), "-1: the number of games is out of range"),
        (lambda: BatchedGames("3x3", MAX_BATCH + 1), "16777217: the number of games is out of range"),
        (lambda: BatchedGames(Board("3x3").position("xxxoo4 o"), 5), "xxxoo4 o: the game is over in the position"),
        (lambda: BatchedGames("3x3", 5, seed=-1), "-1: the seed is out of range"),
        (
            lambda: BatchedGames("3x3", 5).step([1, 2]),
            r"an array of int64 of shape \(2,\): not one whole number for each",
        ),
        (lambda: BatchedGames("3x3", 2).step([1.0, 2.0]), "an array of float64"),
        (lambda: BatchedGames("3x3", 2).step([True, False]), "an array of bool"),
        (lambda: BatchedGames("3x3", 2).reset([0, 1]), "an array of int64 .*: not one boolean for each game"),
    ],
)
def test_wrong_input_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises((InputError, BoardError), match=f"^{message}"):
        make()


def test_actions_of_other_whole_numbers_are_read() -> None:
    games = BatchedGames("3x3", 2)
    games.step(np.array([[0, 9], [1, 9]], np.int8)[:, 0])
    assert [games.position(game).x for game in (0, 1)] == [(0,), (1,)]


@pytest.mark.parametrize("action", [2**63, 2**64 - 1])
def test_actions_beyond_the_signed_numbers_are_no_pass(action: int) -> None:
    games = BatchedGames(Board("3x3").position("xx1oo4 x"), 1, auto_reset=False)
    games.step([2])
    assert games.ended[0]
    with pytest.raises(MoveError, match=f"action {2**63 - 1}: there is no such cell"):
        games.step(np.array([action], np.uint64))


def flat_arrays(games: int, cells: int) -> tuple[NDArray[np.uint8], ...]:
    """Return arrays as the core takes them."""
    kinds = ((games * cells, np.uint8), (games * 2 * cells, np.uint8), (games, np.int8), (games, np.uint8))
    return tuple(np.zeros(size, kind) for size, kind in (*kinds, (games, np.int8)))


def test_the_core_refuses_arrays_that_do_not_fit() -> None:
    batch = GameBatch(Board("3x3").empty(), 2, seed=1, auto_reset=True)
    arrays = flat_arrays(2, 9)
    for wrong, name in enumerate(("action_mask", "observation", "winner", "ended", "to_move")):
        short = (*arrays[:wrong], arrays[wrong][:-1].copy(), *arrays[wrong + 1 :])
        with pytest.raises(
            InputError, match=f"^{len(short[wrong])}: wrong length of {name}; it has {len(arrays[wrong])}"
        ):
            batch.step(np.array([0, 1]), short)  # type: ignore[arg-type]
    arrays[1].flags.writeable = False
    with pytest.raises(InputError, match=r"^observation: the array is read-only, or another thread uses it; use"):
        batch.step(np.array([0, 1]), arrays)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^to_move: the array is read-only, or another thread uses it; use"):
        batch.step(np.array([0, 1]), (*flat_arrays(2, 9)[:2], arrays[2], arrays[3], arrays[2]))  # type: ignore[arg-type]


def test_other_threads_run_during_a_call_of_the_core() -> None:
    """Count in another thread, while this one never hands over the interpreter by itself.

    With so long a switch interval, the other thread can run during the call only if the call releases the interpreter.
    One call may be too short for a busy machine to let it run; of a thousand, one is enough.
    """
    games = BatchedGames("4x4x4", 100_000, seed=1)
    actions = games.random_actions()
    count, ends = [0], threading.Event()

    def run() -> None:
        while not ends.is_set():
            count[0] += 1
            time.sleep(0)  # hands the interpreter back at once

    other = threading.Thread(target=run)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    try:
        other.start()
        for _ in range(1_000):
            before = count[0]
            games.reset()
            games.step(actions)
            if count[0] != before:
                break
        else:
            pytest.fail("the other thread never ran during the call")
    finally:
        sys.setswitchinterval(interval)
        ends.set()
        other.join()


@pytest.mark.parametrize("board", ["3x3", "3x3x3x3", "13x11:3"])
def test_a_batch_of_positions_resets_each_game_to_its_own(board: str) -> None:
    starts = [Game(board, range(count)).position for count in (1, 2, 0)]
    games = BatchedGames(starts, seed=1)
    for _ in range(200):
        games.step(games.random_actions())
        assert all(games.position(game) == starts[game] for game in games.ended.nonzero()[0].tolist())
    games.reset()
    assert games.positions() == list(games.starts) == starts


@pytest.mark.parametrize("auto_reset", [True, False])
def test_a_game_of_a_batch_can_be_set(auto_reset: bool) -> None:
    games = BatchedGames("3x3", 3, auto_reset=auto_reset)
    games.set(-1, BEFORE_A_LINE)
    games.set(0, Game("3x3", "22"))
    assert [position.text for position in games.positions()] == ["4x4 o", "9 x", "xx1oo4 x"]
    assert (games.to_move.tolist(), games.action_mask.sum(axis=1).tolist()) == ([-1, 1, 1], [8, 9, 5])
    games.step([0, 0, 2])
    assert (games.winner.tolist(), games.ended.tolist()) == ([0, 0, 1], [False, False, True])
    assert games.position(2) == (Board("3x3").empty() if auto_reset else OVER)


def test_a_position_that_is_over_ends_a_game() -> None:
    games = BatchedGames("3x3", 2, auto_reset=False)
    games.set(1, OVER)
    assert (games.winner.tolist(), games.ended.tolist()) == ([0, 1], [False, True])
    assert games.random_actions()[1] == -1


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: BatchedGames([]), InputError, "start: no position is given"),
        (lambda: BatchedGames(["3x3", "3x3"], 3), InputError, "3: not the number of positions; there are 2"),
        (lambda: BatchedGames(["3x3", "4x4"]), InputError, "16 x: the position is on 4x4; the games are on 3x3"),
        (lambda: BatchedGames(["3x3", OVER], auto_reset=False), InputError, "xxxoo4 o: the game is over"),
        (lambda: BatchedGames("3x3", 2).set(1, OVER), InputError, "xxxoo4 o: the game is over in the position; "),
        (lambda: BatchedGames("3x3", 2).set(0, "4x4"), InputError, "16 x: the position is on 4x4"),
        (lambda: BatchedGames("3x3", 2).set(2, "3x3"), IndexError, "2: there is no such game; games are 0 to 1$"),
        (lambda: BatchedGames("3x3", 2).position(-3), IndexError, "-3: there is no such game; games are 0 to 1$"),
    ],
)
def test_positions_that_do_not_fit_a_batch_are_refused(
    make: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        make()
