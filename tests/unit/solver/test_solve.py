"""Deciding positions: outcomes that are known, budgets, progress, and proofs that the checker confirms."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from support.patience import PATIENCE
from support.present import present
from support.refusals import beginning

from hyperoxo import Board, Cancelled, Game, InputError, Position, forced_win
from hyperoxo.errors import CheckpointError
from hyperoxo.outcomes import Outcome
from hyperoxo.players import Control
from hyperoxo.solver import books
from hyperoxo.solver.books import Book, make
from hyperoxo.solver.explain import explain
from hyperoxo.solver.solve import Solution, SolveProgress, solve
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import Finding, Proof, verify

PLENTY = 4_000_000_000
"""Far more positions than the proof of 4x4x4 needs, so that a faulty search ends too."""


def solved(board: str, moves: str = "", position: str | None = None) -> Solution:
    start = Board(board).empty() if position is None else Board(board).position(position)
    return solve(Game(start, moves.split()).position, nodes=PLENTY)


def proof_of(solution: Solution) -> Proof:
    """Return what the checker finds proved; its counts are those of the solution."""
    proof = present(verify(present(solution.certificate)).proof)
    assert (proof.strategic, proof.forced, proof.plies) == (solution.strategic, solution.forced, solution.plies)
    return proof


def longest_game(strategy: Strategy, position: Position, winner: str) -> int:
    """Return the plies of the longest game in which the winner follows a strategy, by playing all of them."""
    if position.is_over:
        assert position.winner == winner
        return 0
    if position.to_move == winner:
        move = present(strategy.answer(position))
        return 1 + longest_game(strategy, position.play(move.cell), winner)
    longest = 0
    for reply in strategy.replies(position) or ():
        after = position.play(reply.cell)
        rest = after
        for cell in reply.moves:
            rest = rest.play(cell)
        assert rest.winner == (winner if reply.moves else None)
        longest = max(longest, 1 + (len(reply.moves) or longest_game(strategy, after, winner)))
    return longest


@pytest.mark.parametrize(
    ("board", "moves", "outcome", "winner"),
    [
        ("2x2", "", Outcome.WIN, "x"),
        ("3x3", "", Outcome.DRAW, None),
        ("3x3", "11", Outcome.DRAW, None),
        # X . .
        # . . O   an edge is no answer to a corner here
        # . . .
        ("3x3", "11 23", Outcome.WIN, "x"),
        ("4x4", "", Outcome.DRAW, None),
        ("5x5", "", Outcome.DRAW, None),
        ("3x4:3", "", Outcome.WIN, "x"),
        ("3x3x3", "", Outcome.WIN, "x"),
        ("3x3x3", "222", Outcome.LOSS, "x"),
        ("3x3x3", "111", Outcome.WIN, "o"),
        ("3x3x3", "111 222", Outcome.LOSS, "o"),
        ("9:9", "", Outcome.DRAW, None),
    ],
)
def test_outcomes_that_are_known(board: str, moves: str, outcome: Outcome, winner: str | None) -> None:
    solution = solved(board, moves)
    assert (solution.outcome, solution.winner, solution.is_decided) == (outcome, winner, True)
    proof = proof_of(solution)
    assert (proof.claim, proof.board) == (f"{winner} wins" if winner else "draw", board.removesuffix(":9"))
    if solution.winner is not None:
        strategy = Strategy(present(solution.certificate))
        assert solution.plies == longest_game(strategy, solution.position, solution.winner)


@pytest.mark.parametrize(
    ("position", "outcome", "winner"),
    [
        # X X X     X O X
        # O O .     X O O
        # . . .     O X X
        ("xxxoo4 o", Outcome.LOSS, "x"),
        ("xoxxoooxx o", Outcome.DRAW, None),
    ],
)
def test_a_finished_game_has_its_own_outcome(position: str, outcome: Outcome, winner: str | None) -> None:
    solution = solved("3x3", position=position)
    assert (solution.outcome, solution.winner) == (outcome, winner)
    assert (solution.strategic, solution.forced) == (0, 0)
    assert solution.plies == (None if winner is None else 0)
    assert verify(present(solution.certificate)).finding is Finding.VERIFIED


def test_the_soonest_sequences_are_the_shortest_forced_wins() -> None:
    start = Game(Board("4x4x4"), ["424", "444", "144", "421", "441", "322"]).position
    solution = solve(start, nodes=PLENTY, shorten=True)
    strategy = Strategy(present(solution.certificate))
    sequences = 0
    for position, move in strategy.strategic():
        after = position.play(move.cell)
        for reply in strategy.replies(after) or ():
            if reply.moves:
                sequences += 1
                assert forced_win(after.play(reply.cell)).plies == len(reply.moves)
    assert sequences > 400


@pytest.mark.parametrize(
    ("board", "moves", "minimise"),
    [
        # After each, the searches for single replies miss some forced wins.
        ("3x3x3x3", "", False),
        ("3x3x3x3", "", True),
        ("4x4x4", "424 444 144 421 441 322", False),
        ("4x4x4", "424 444 144 421 441 322", True),
        ("4x4x4", "111 112 222", False),
    ],
)
def test_no_strategic_position_after_the_first_is_won_by_force(board: str, moves: str, minimise: bool) -> None:
    start = Game(Board(board), moves.split()).position
    solution = solve(start, nodes=PLENTY, minimise=minimise)
    assert verify(present(solution.certificate)).finding is Finding.VERIFIED
    strategic = [position for position, _ in Strategy(present(solution.certificate)).strategic()]
    assert len(strategic) == solution.strategic
    for position in strategic:
        win = forced_win(position, nodes=1_000_000)
        assert win.exists is False or position == start, position


def test_a_forced_win_needs_one_record() -> None:
    # Its sequence takes longer to find than the search for one reply may take.
    position = Board("4x4x4").position("x2x1o15o10o4o10x4x10 x")
    solution = solve(position)
    assert (solution.strategic, solution.forced) == (1, 0)
    assert verify(present(solution.certificate)).finding is Finding.VERIFIED


def test_a_solution_names_its_position() -> None:
    position = Board("3x3").position("xx1oo4 x")
    solution = solve(position)
    assert solution.position == position
    assert "certificate" not in repr(solution)


def test_progress_is_reported_up_to_the_last_task() -> None:
    reports: list[SolveProgress] = []
    solve(Game(Board("4x4x4"), ["111", "222"]).position, on_progress=reports.append)
    assert reports[-1].tasks_done == reports[-1].tasks > 0
    assert all(progress.tasks_done <= progress.tasks for progress in reports)


@pytest.mark.slow(reason="the examples of python/README.md solve the board and check the proof, too")
def test_the_first_player_wins_qubic_and_its_book_is_the_shipped_one_if_made_from_the_same_proof() -> None:
    solution = solve(Board("4x4x4").empty(), nodes=PLENTY)
    assert (solution.outcome, solution.winner) == (Outcome.WIN, "x")
    proof = proof_of(solution)
    assert (proof.claim, proof.board, proof.position) == ("x wins", "4x4x4", None)
    made = Book(make(present(solution.certificate)))
    assert len(made) == solution.strategic
    shipped = present(books.shipped_book(Board("4x4x4")))
    assert made.certificate != shipped.certificate or list(made) == list(shipped)


# ---- Budgets ----


def test_what_no_budget_decides_is_unknown() -> None:
    solution = solve(Board("4x4x4").empty(), nodes=100_000)
    assert (solution.outcome, solution.winner, solution.is_decided) == (Outcome.UNKNOWN, None, False)
    assert (solution.strategic, solution.forced, solution.certificate) == (0, 0, None)
    assert solution.nodes > 0


def test_wins_of_one_side_can_be_searched_for_alone() -> None:
    won_by_o = Board("4x4x4").position("o6x11x22o21 x")
    assert solve(won_by_o, attacker="o", nodes=2_000_000).winner == "o"
    assert solve(won_by_o, attacker="x", nodes=2_000_000).winner is None
    with pytest.raises(InputError, match="z"):
        solve(won_by_o, attacker="z")  # type: ignore[arg-type]


def test_a_time_limit_of_zero_is_kept() -> None:
    assert solve(Board("4x4x4").empty(), seconds=0).outcome is Outcome.UNKNOWN


def test_time_may_be_endless() -> None:
    assert solve(Board("3x3").empty(), seconds=float("inf")).outcome is Outcome.DRAW


@pytest.mark.parametrize("moves", ["", "111 444 222"])
def test_a_node_budget_repeats_whatever_the_number_of_threads(moves: str) -> None:
    position = Game(Board("4x4x4"), moves.split()).position
    found = [solve(position, nodes=300_000, threads=threads) for threads in (1, 2, 5)]
    assert len({(solution.outcome, solution.nodes, solution.certificate) for solution in found}) == 1


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"nodes": -1}, "-1: the number of nodes is out of range; it is a whole number from 0 to 2**64 - 1"),
        ({"nodes": 2**64}, "18446744073709551616: the number of nodes is out of range; "),
        ({"seconds": -0.5}, "-0.5: the time is out of range; it is a number of seconds from 0"),
        ({"seconds": float("nan")}, "nan: the time is out of range; "),
        ({"memory": 0}, "0: the memory is out of range; it is a whole number from 1"),
        ({"threads": 0}, "0: the number of threads is out of range; it is a whole number from 1"),
    ],
)
def test_a_bound_out_of_range_is_refused(bounds: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=beginning(message)):
        solve(Board("3x3").empty(), **bounds)  # type: ignore[arg-type]


def test_a_bound_that_is_no_number_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        solve(Board("3x3").empty(), nodes="many")  # type: ignore[arg-type]


PEAK = """
import resource
from hyperoxo import Board
from hyperoxo.solver.solve import solve
nodes = solve(Board("4x4x4").empty(), nodes={nodes}, memory={memory}, threads=2).nodes
print(nodes, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""


def test_bytes_that_are_no_unfinished_search_are_refused() -> None:
    with pytest.raises(CheckpointError, match="what to begin with: "):
        solve(Board("3x3x3"), begin_with=b"oxo answers 1\n")


def test_memory_is_bounded() -> None:
    """A search whose trees reach their memory limit ends well before its node limit."""

    def run(nodes: int, memory: int) -> tuple[int, int]:
        program = PEAK.format(nodes=nodes, memory=memory)
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        searched, peak = map(int, ran.stdout.split())
        return searched, peak

    _, at_rest = run(nodes=0, memory=1)
    searched, peak = run(nodes=30_000_000, memory=3)
    assert 0 < searched < 15_000_000
    tables = 6  # of two threads, whatever the trees may take
    assert peak - at_rest < 2 * 3 + tables


@pytest.mark.slow(reason="a search as deep as the largest board takes seven seconds")
def test_deep_searches_on_long_lines_fit_in_every_thread() -> None:
    text = f"{'o' * 31}2{'o' * 15}1{'o' * 15}1x5o{'x' * 16}2{('x' * 15 + '2') * 9}{'x' * 13} x"
    program = (
        "from hyperoxo import Board, solve\n"
        f"print(solve(Board('256:32').position('{text}'), nodes=2_000, threads=2).nodes)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert int(ran.stdout) >= 2_000


# ---- Watching and stopping ----


def test_an_error_of_the_callback_ends_the_search() -> None:
    seen: list[SolveProgress] = []

    def look(progress: SolveProgress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        solve(Board("5x5x5").empty(), on_progress=look)
    assert len(seen) == 3


def test_the_callback_is_called_in_the_thread_that_called_however_short_the_search() -> None:
    threads = set()
    solve(Board("3x3").empty(), on_progress=lambda _: threads.add(threading.current_thread()))
    assert threads == {threading.current_thread()}


def test_a_cancelled_search_ends_with_what_it_has_found() -> None:
    control, seen = Control(), list[SolveProgress]()

    def cancel_at_two(progress: SolveProgress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            control.cancel()

    assert solve(Board("5x5x5").empty(), control=control, on_progress=cancel_at_two).outcome is Outcome.UNKNOWN
    assert solve(Board("5x5x5").empty(), control=control).outcome is Outcome.UNKNOWN
    assert explain(Board("5x5x5").empty(), 0, nodes=None, control=control) is None


def test_searches_run_side_by_side() -> None:
    """Each of two threads has a search that ends only after a callback of the other thread's search."""
    meeting = threading.Barrier(2, timeout=PATIENCE)

    def search() -> None:
        def look(progress: SolveProgress) -> None:
            del progress
            meeting.wait()
            raise Cancelled

        with pytest.raises(Cancelled):
            solve(Board("5x5x5").empty(), on_progress=look)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not meeting.broken
