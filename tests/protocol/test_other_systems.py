"""What does not depend on Linux: library, solver and terminal, on stand-ins for Windows and macOS.

`make lint` is the second way to know: mypy reads the package as on these systems.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import PATIENCE

TESTS = Path(__file__).parent.parent
SYSTEMS = ("win32", "darwin")
pytestmark = pytest.mark.slow(reason="other systems, on stand-ins")


def output_of(program: str, folder: Path, system: str | None, typed: str = "") -> str:
    """Return what a program prints on a system, errors included and without decimals, which are mostly durations.

    Args:
        program: its text.
        folder: the folder to run it in; it is made.
        system: the system, None for this one.
        typed: its input.
    """
    folder.mkdir(exist_ok=True)
    start = "" if system is None else f"from support.other_system import become; become({system!r})\n"
    ran = subprocess.run(
        [sys.executable, "-c", start + program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path]), "COLUMNS": "100"},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stdout
    return re.sub(r"\d+\.\d+(e-\d+)?", "#", ran.stdout)


LIBRARY = """
import hyperoxo
for name in hyperoxo.__all__:
    getattr(hyperoxo, name)
from hyperoxo import Board, Game, analyse, forced_win, play_game, player, record, search, solve, svg, verify
from hyperoxo.players.registry import names
board = Board("3x3x3")
boards = {"delphi": "3x3x3", "magic-square": "3x3", "fignition": "3x3"}
for name in set(names()) - {"ugi"}:
    play_game(name, "random", boards.get(name, "4x4x4"), seed=1)
solution = solve(board)
print(solution, bool(verify(solution.certificate)), analyse(Board("3x3")).value)
print(forced_win(Game(board, "222 111").position), play_game("oxo", "delphi", board, seed=1).moves)
record.dump([Game(board, "222 111")], "game.oxo")
record.dump([Game(board, "222 111 333")], "game.oxo")
print(record.load("game.oxo"), len(svg.board(Game(board))))
"""

COMMANDS = """
from hyperoxo.cli import main
for line in '''
info 4x4x4
engines
engines oxo
boards
move oxo:level=3 4x4x4 --moves "111 222" --seed 1
analyse 3x3 --moves 22 --json --nodes 100
solve 3x3x3 --certificate proof.oxc --threads 2
solve 3x3x3 --certificate proof.oxc --force
solve 3x3x3 --certificate proof.oxc
verify proof.oxc
book proof.oxc --out made.book.gz
svg 3x3 --moves 22 --out picture.svg
match random oxo:level=1 --board 3x3 --games 6 --seed 1 --out games.jsonl --jobs 1
match random oxo:level=1 --board 3x3 --games 8 --seed 1 --resume games.jsonl --jobs 2
match random oxo:level=1 --board 3x3 --games 8 --seed 1 --resume games.jsonl --jobs 2
review games.jsonl --game 1 --nodes 1000
replay games.jsonl
museum magic-square
nothing
'''.strip().splitlines():
    import re, shlex
    print("$", line, flush=True)
    print(int(main(shlex.split(line))))
from pathlib import Path
print(sorted(path.name for path in Path().iterdir()))
print(Path("games.jsonl").read_text())
"""

PLAY = "from hyperoxo.cli import main; print(int(main(['play', '3x3', '--second', 'random', '--seed', '1'])))"


@pytest.mark.parametrize(
    ("program", "typed"), [(LIBRARY, ""), (COMMANDS, ""), (PLAY, "22\nsave game.oxo\nwhy\nquit\n")]
)
def test_library_solver_and_terminal_do_the_same_on_any_system(tmp_path: Path, program: str, typed: str) -> None:
    here = output_of(program, tmp_path / "here", None, typed)
    assert len(here) > 200
    for system in SYSTEMS:
        assert output_of(program, tmp_path / system, system, typed) == here


POOL = """
import os, time
from hyperoxo.executor.process_pool import ProcessPool, WorkerLostError
with ProcessPool(2) as pool:
    print([call.result() for call in [pool.submit(abs, number) for number in range(-100, 0)]])
    print(len(pool.submit(bytes, 2**22).result()))
    try:
        pool.submit(os._exit, 1).result()
    except WorkerLostError as error:
        print(error)
    print(pool.submit(abs, -3).result())
    [pool.submit(time.sleep, 1000) for _ in range(3)]
print("left")
"""


@pytest.mark.parametrize("system", SYSTEMS)
def test_worker_processes_end_and_are_replaced_on_any_system(tmp_path: Path, system: str) -> None:
    assert output_of(POOL, tmp_path, system).splitlines() == [
        str(list(range(100, 0, -1))),
        str(2**22),
        "a worker process ended in the middle of a call",
        "3",
        "left",
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_needs_another_system_says_so_in_one_line(tmp_path: Path, system: str) -> None:
    refusals = dict.fromkeys(("match ugi:cat random", "players ugi:cat", "ugi-check cat"), "cat: other programs")
    if system == "win32":
        refusals["ugi random"] = "oxo ugi: engines run on Linux and macOS"
    lines = [line.split() for line in refusals]
    program = f"from hyperoxo.cli import main\nfor line in {lines}: print(int(main(line)))"
    printed = output_of(program, tmp_path, system).splitlines()
    assert printed[1::2] == ["2"] * len(refusals)
    for line, refusal in zip(printed[::2], refusals.values(), strict=True):
        assert line.startswith(f"oxo: {refusal}")
