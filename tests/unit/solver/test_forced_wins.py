"""Forced wins, compared with a search of every threat sequence, and replayed as games."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.patience import PATIENCE
from support.present import present
from support.random_positions import random_position

from hyperoxo import Board, ForcedWin, Game, Position, forced_win
from hyperoxo.advice import describe_threats
from hyperoxo.errors import InputError
from hyperoxo.players.control import Control
from hyperoxo.sides import Side, other_side
from hyperoxo.solver.forced_wins import refutations

BOARDS = [("3x3", 5, 60), ("3x3x3", 8, 60), ("4x4", 9, 60), ("4x4x4", 24, 60), ("5x5:4", 14, 60), ("4x4x4x4", 44, 20)]


def on_move(position: Position, side: Side) -> Position:
    """Return the position with this side to move."""
    return Position(position.board, position.x, position.o, side)


def random_positions(text: str, stones: int, count: int) -> list[Position]:
    """Return positions with up to this number of stones."""
    stream = random.Random(text)
    return [random_position(text, stream.randint(stones // 2, stones), stream) for _ in range(count)]


def wins_within(position: Position, plies: int) -> bool:
    """Return whether a threat sequence of the side to move wins within this number of plies, by trying all of them."""
    side, opponent = position.to_move, other_side(position.to_move)
    if position.threats(side):
        return plies >= 1
    if plies < 3:
        return False
    dangers = {cell for cell, _ in position.threats(opponent)}
    for cell in dangers or position.legal_moves():
        after = position.play(cell)
        replies = {completing for completing, _ in after.threats(side)}
        if (
            replies
            and not after.threats(opponent)
            and all(wins_within(after.play(reply), plies - 2) for reply in replies)
        ):
            return True
    return False


def assert_wins(position: Position, win: ForcedWin) -> None:
    """Replay a line: the winner threatens with every move, the replies block, and the last move completes a line."""
    winner = position.to_move
    game = Game(position)
    for ply, cell in enumerate(win.line):
        threatened = {completing for completing, _ in game.position.threats(winner)}
        assert not game.position.threats(game.to_move) or ply + 1 == len(win.line)
        if game.to_move != winner:
            assert cell in threatened
        game.play(cell)
    assert present(game.result).winner == winner
    assert win.plies == len(win.line)


@pytest.mark.parametrize(("text", "stones", "count"), BOARDS)
def test_short_forced_wins_are_found_exactly_where_there_are_any(text: str, stones: int, count: int) -> None:
    lengths = set()
    for position in random_positions(text, stones, count):
        for side in ("x", "o"):
            turned = on_move(position, side)
            win = forced_win(position, side, longest=5)
            lengths.add(win.plies)
            plies = win.plies or 7
            assert not wins_within(turned, min(plies, 7) - 2)
            assert win.exists == wins_within(turned, 5)
            assert win.shortest == win.exists
            if win.exists:
                assert_wins(turned, win)
    assert {1, 3, None} <= lengths


@pytest.mark.parametrize(("text", "stones", "count"), BOARDS)
def test_wins_of_any_length_can_be_replayed(text: str, stones: int, count: int) -> None:
    for position in random_positions(text, stones, count):
        for side in ("x", "o"):
            win = forced_win(position, side)
            if present(win.exists):
                assert_wins(on_move(position, side), win)
            else:
                assert (win.line, win.plies, win.shortest) == ((), None, False)


@pytest.mark.parametrize(("text", "stones", "count"), BOARDS)
@pytest.mark.parametrize("longest", [None, 3])
def test_refutations_are_the_opponents_forced_wins(text: str, stones: int, count: int, longest: int | None) -> None:
    for position in random_positions(text, stones, count // 2):
        found = refutations(position, longest=longest)
        assert list(found) == position.legal_moves()
        for cell, answer in found.items():
            after = position.play(cell)
            alone = forced_win(after, longest=longest)
            assert (answer.exists, answer.plies) == (alone.exists, alone.plies)
            if answer.exists:
                assert_wins(after, answer)


def test_a_threat_of_the_defender_is_met_by_a_threat() -> None:
    #   x x . .
    #   o o . .      x threatens twice with 13
    #   . . x .
    #   . . x .
    board = Board("4x4")
    assert board.names(forced_win(board.position("xx2oo4x3x1 x")).line).startswith("13")
    # With another stone on 24, o threatens 23, and x has no time for 13: 23 threatens 13 alone.
    assert forced_win(board.position("xx2oo1o2x3x1 x")).exists is False
    # With stones on 32 and 41, 23 threatens 14 as well.
    assert board.names(forced_win(board.position("xx2oo1o1xx1x1x1 x")).line).startswith("23")


def test_the_side_that_is_not_to_move_is_asked_what_it_threatens() -> None:
    position = Board("3x3").position("xx1oo4 x")
    assert forced_win(position).line == (2,)
    assert forced_win(position, "o").line == (5,)


def test_a_game_that_is_over_has_none() -> None:
    position = Board("3x3").position("xxxoo4 o")
    assert forced_win(position) == ForcedWin(exists=False, line=(), shortest=False, nodes=0)
    assert refutations(position) == {}


DEEP = Game("4x4x4", "144 444 441 141 411 114 111 233 414 333")
"""X has a forced win of 17 plies, and longer ones that are found sooner."""


def test_default_limit_proves_the_shortest() -> None:
    win = forced_win(DEEP)
    assert (win.plies, win.shortest) == (17, True)
    assert refutations(on_move(DEEP.position, "o"))[1] == win


def test_line_that_is_not_proved_shortest_says_so() -> None:
    cut = forced_win(DEEP, nodes=100_000)
    assert present(cut.plies) > 17
    assert (cut.shortest, cut.value.exact, cut.value.label) == (False, False, f"W≤{cut.plies}")
    assert describe_threats(on_move(DEEP.position, "o"))[-1] == "X threatens to win within 18 moves, beginning at 133."


def test_no_budget_leaves_it_unknown() -> None:
    position = Board("4x4x4").position("x20o41x o")
    win = forced_win(position, nodes=0)
    assert (win.exists, win.line, win.nodes) == (None, (), 0)


OPEN = "1x3o4oo9x6o3o2x2o8xo2o14o1oo20oo3x8x1o7x4x4o2x2o3x5o10oo2xo6o14o3o11x4ooo5o1o5o10o10x3x7o2x2o x"
"""X to move on 4x4x4x4: an uncancelled search visits more than a million positions."""


class Impatient(Control):
    """A control that is cancelled after it has been polled this number of times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def cancelled(self) -> bool:
        """Whether it has been polled this number of times."""
        self.looks -= 1
        return self.looks < 0


class Broken(Control):
    """A control that raises an error."""

    @property
    def cancelled(self) -> bool:
        """Raise an error."""
        raise LookupError("no answer")


def test_a_cancelled_search_ends_soon_and_leaves_it_unknown() -> None:
    position = Board("4x4x4x4").position(OPEN)
    win = forced_win(position, nodes=10**12, control=Impatient(1))
    assert (win.exists, win.line) == (None, ())
    assert win.nodes < 20_000
    answers = refutations(on_move(position, "o"), nodes=10**12, control=Impatient(1))
    assert None in {win.exists for win in answers.values()}
    assert sum(win.nodes for win in answers.values()) < 20_000


def test_another_thread_cancels_a_search() -> None:
    control = Control()
    with ThreadPoolExecutor(1) as executor:
        searching = executor.submit(forced_win, Board("4x4x4x4").position(OPEN), nodes=10**15, control=control)
        control.cancel()
        assert searching.result(timeout=PATIENCE).exists is None


def test_a_control_that_is_not_cancelled_changes_nothing() -> None:
    position = on_move(Board("4x4x4x4").position(OPEN), "o")
    assert refutations(position, nodes=500, control=Control()) == refutations(position, nodes=500)


def test_what_a_control_raises_ends_the_search() -> None:
    with pytest.raises(LookupError, match="no answer"):
        forced_win(Board("4x4x4x4").position(OPEN), nodes=10**12, control=Broken())


def test_a_signal_ends_the_search() -> None:
    program = (
        "import signal, hyperoxo\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        f"position = hyperoxo.Board('4x4x4x4').position({OPEN!r})\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.01)\n"
        "hyperoxo.forced_win(position, nodes=10**15)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert "KeyboardInterrupt" in ran.stderr


def test_boards_with_very_many_lines() -> None:
    board = Board("2x2x2x2x2x2x2x2")
    assert len(board.lines) > 30_000
    assert forced_win(board.empty().play(0).play(1)).plies == 1
    assert forced_win(board.empty()).plies == 3


def test_a_deep_search_on_long_lines_fits_in_any_thread() -> None:
    program = (
        "import threading, hyperoxo\n"
        f"position = hyperoxo.Board('256:32').position('{'x' * 8}2{('x' * 15 + '2') * 14}{'x' * 8} x')\n"
        "threading.stack_size(1 << 20)\n"
        "thread = threading.Thread(target=lambda: print(hyperoxo.forced_win(position, nodes=1000).exists))\n"
        "thread.start()\n"
        "thread.join()\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout.split() == ["None"]


def test_bad_input_is_refused() -> None:
    position = Board("3x3").empty()
    with pytest.raises(InputError, match="the number of plies is out of range"):
        forced_win(position, longest=0)
    with pytest.raises(InputError, match="the number of nodes is out of range"):
        refutations(position, nodes=-1)
    with pytest.raises(InputError, match="is not a side"):
        forced_win(position, "X")  # type: ignore[arg-type]


def test_importing_it_does_not_import_the_analysis() -> None:
    program = "import sys, hyperoxo.solver.forced_wins; print('hyperoxo.solver.analysis' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout.split() == ["False"]
