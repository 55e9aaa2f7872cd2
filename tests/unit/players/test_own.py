"""Users' programs as players: what a file declares, how its failures lose, and what it is not given."""

from __future__ import annotations

import json
import os
import pickle
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from support.patience import PATIENCE
from support.refusals import short_line

from hyperoxo import Board, Ending, Game, Limits, PlayerError, play_game, play_match, player_from_file
from hyperoxo.arena.compare import differences, drawn_positions
from hyperoxo.errors import Cancelled
from hyperoxo.players import Control, Forfeit, Play, names, player
from hyperoxo.players.own import session
from hyperoxo.players.own.lessons import step_text, steps
from hyperoxo.players.player_file import PlayerFile
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.players import Decision, Player

    Written = Callable[..., Player]

LOWEST = "def move(position):\n    return min(position.legal_moves())\n"
ROOT = Path(__file__).parents[3]
STEPS = ("number", "see", "block", "weigh", "ahead")


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Return a function that writes a program to a file, and returns its player."""

    def write(text: str, name: str = "mine.py", **options: Any) -> Player:  # noqa: ANN401 - of any kind
        (tmp_path / name).write_text(text)
        return player_from_file(tmp_path / name, **options)

    return write


def decided(chosen: Player, moves: str = "", limits: Limits | None = None, seed: int = 1) -> Decision:
    game = Game("3x3", moves)
    with chosen.start(game.board, game.to_move, seed) as seat:
        return seat.decide(game, limits or Limits(), Control())


def test_a_file_with_move_plays_by_number_or_name(written: Written) -> None:
    assert written(LOWEST).move("3x3") == 0
    assert written("def move(position): return '22'").move("3x3") == 4
    assert written("import operator\ndef move(p, random): return random.choice([4])").move("3x3") == 4


def test_parameters_with_defaults_are_options(written: Written) -> None:
    text = "def move(position, random, cell=3, row_order='a', fast=False):\n    return cell, f'{row_order} {fast}'\n"
    chosen = written(text, cell=5, fast=True)
    assert str(chosen) == "mine:cell=5,fast=yes"
    assert [option.name for option in chosen.kind.options] == ["cell", "row-order", "fast"]
    decision = decided(chosen)
    assert isinstance(decision, Play)
    assert (decision.cell, decision.reasons.sentence(Board("3x3"))) == (5, "a True")
    with pytest.raises(PlayerError, match="cell: option cell cannot be 'x'"):
        chosen.kind.player(cell="x")


def test_reasons_and_marks_are_shown_and_recorded(written: Written) -> None:
    chosen = written("def move(position):\n    return '11', 'a corner', {'11': 'here', 4: 7}\n")
    game = play_game(chosen, "random", "3x3", seed=1)
    assert game.notes[1].reasons == {
        "sentence": "a corner",
        "marks": {"11": "here", "22": "7"},
        "hash": chosen.kind.file and chosen.kind.file.hash,
    }
    decision = decided(chosen)
    assert decision.reasons.marks(Board("3x3")) == {0: "here", 4: "7"}


def test_a_session_is_a_program_too(written: Written) -> None:
    chosen = written("""
from hyperoxo.players import Play, Session

class Mine(Session):
    def __init__(self, board, seat, seed, *, skip=0):
        super().__init__(board, seat, seed)
        self.skip, self.turns = skip, 0

    def decide(self, game, limits, control):
        self.turns += 1
        return Play(game.position.legal_moves()[self.skip + self.turns])
""")
    assert [option.name for option in chosen.kind.options] == ["skip"]
    game = play_game(chosen, player_from_file(chosen.kind.file.path, skip=1) if chosen.kind.file else "", "3x3", seed=1)
    assert game.moves[:4] == (1, 3, 4, 6)


def test_the_same_seed_gives_the_same_game_however_the_program_draws(written: Written) -> None:
    for text in (
        "def move(position, random): return random.choice(position.legal_moves())",
        "import random\ndef move(position): return random.choice(position.legal_moves())",
    ):
        chosen = written(text)
        assert not chosen.kind.ignores_seed(chosen.options)
        first, second, third = (play_game(chosen, chosen, "4x4x4", seed=seed).moves for seed in (1, 1, 2))
        assert first == second != third
    assert written(LOWEST).kind.ignores_seed({})


def test_each_game_runs_the_file_afresh(written: Written) -> None:
    chosen = written(
        "played = []\ndef move(position):\n    played.append(0)\n    return len(played), str(len(played))\n"
    )
    for _ in range(2):
        decision = decided(chosen)
        assert decision.reasons.sentence(Board("3x3")) == "1"


def test_a_game_reads_the_file_when_it_begins_and_a_match_at_its_start(written: Written, tmp_path: Path) -> None:
    chosen = written(LOWEST)
    pinned = chosen.pinned()
    (tmp_path / "mine.py").write_text(LOWEST.replace("min", "max"))
    assert (chosen.move("3x3"), pinned.move("3x3"), chosen.pinned().move("3x3")) == (8, 0, 8)


SESSION = """
from hyperoxo.players import Play, Reasons, Session

class Why(Reasons):
    def sentence(self, board): return "mine"
    def as_json(self, board): return {"rule": 3}
    def marks(self, board): return {4: "here"}

class Mine(Session):
    def decide(self, game, limits, control): return ANSWER
"""


def test_reasons_of_a_class_of_the_file_reach_other_processes(written: Written) -> None:
    mine = written(SESSION.replace("ANSWER", "Play(4, Why())"))
    decision, file = decided(mine), mine.kind.file
    board = Board("3x3")
    assert file is not None
    assert decision.reasons.as_json(board) == {"rule": 3, "marks": {"22": "here"}, "hash": file.hash}
    assert (decision.reasons.sentence(board), decision.reasons.marks(board)) == ("mine", {4: "here"})


@pytest.mark.parametrize("answer", ["Play(Why(), Why())", "Play(4, 'text')", "Why()"])
def test_an_answer_that_cannot_be_sent_loses_the_game(written: Written, answer: str) -> None:
    decision = decided(written(SESSION.replace("ANSWER", answer)))
    assert isinstance(decision, Forfeit)


REFUSED = {
    "def move(:": "line 1: invalid syntax",
    "\n1 / 0": "line 2: ZeroDivisionError: division by zero",
    "raise SystemExit(3)": "line 1: SystemExit: 3",
    "import sys\nsys.exit()": "line 2: SystemExit",
    "import os\nos._exit(3)": "its process ended",
    "moves = 3": "it has no function move(position)",
    "def mvoe(position): return 1": "did you mean mvoe?",
    "\ndef move(): return 1": "line 2: move needs 0 arguments",
    "def move(a, b, c): return 1": "line 1: move needs 3 arguments",
    "def move(position, *, depth): return 1": "line 1: move needs 2 arguments",
    "def move(position, cells=()): return 1": "line 1: option cells is a tuple",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text.splitlines()[-1])
def test_a_file_that_does_not_play_is_refused_with_its_line(written: Written, text: str) -> None:
    with pytest.raises(PlayerError, match=short_line(REFUSED[text])):
        written(text)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    for held, reason in ((b"\xff\xfe", "not UTF-8"), (b"#" * (1 << 20) + b"1", "more than 1,048,576 bytes")):
        (tmp_path / "mine.py").write_bytes(held)
        with pytest.raises(PlayerError, match=reason):
            player_from_file(tmp_path / "mine.py")
    for name, reason in (("none.py", "there is no such file"), ("", "cannot be read: Is a directory")):
        with pytest.raises(PlayerError, match=reason):
            player_from_file(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_a_file_is_refused_and_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.py")
    with pytest.raises(PlayerError, match="it is a pipe or a device"):
        player_from_file(tmp_path / "mine.py")


LOSING = {
    "\n    return 1 / 0": (Ending.CRASH, "mine.py, line 2: ZeroDivisionError: division by zero"),
    "\n    import sys\n    sys.exit(4)": (Ending.CRASH, "mine.py, line 3: SystemExit: 4"),
    "\n    import os\n    os._exit(4)": (Ending.CRASH, "its process ended"),
    "\n    return input()": (Ending.CRASH, "mine.py, line 2: EOFError"),
    "\n    pass": (Ending.CRASH, "mine.py, line 1: it returned None: not a cell; return a cell's name such as 11"),
    " return True": (Ending.CRASH, "mine.py, line 1: it returned True: not a cell"),
    " return 9": (Ending.CRASH, "it returned 9: no cell of"),
    " return '44'": (Ending.CRASH, "it returned '44': coordinate 1"),
    " return '22'": (Ending.ILLEGAL_MOVE, "mine.py, line 1: it chose 22, which is taken; return a free cell"),
    " return 1, 'why', 5": (Ending.CRASH, "mine.py, line 1: it returned (1, 'why', 5): not a cell"),
    " return 1, 'why', {'z': 5}": (Ending.CRASH, "z: "),
}


@pytest.mark.parametrize("body", LOSING, ids=lambda body: body.split("\n")[-1].strip())
def test_a_failure_loses_the_game_with_file_line_and_what_repeats_it(written: Written, body: str) -> None:
    decision = decided(written(f"def move(position):{body}", name="mine.py"), "22")
    assert isinstance(decision, Forfeit)
    ending, text = LOSING[body]
    assert (decision.ending, text in decision.text) == (ending, True), decision.text
    assert decision.text.endswith("mine.py 3x3 --position '4x4 o'")


def test_the_repeating_command_has_the_options_that_were_changed(written: Written) -> None:
    decision = decided(written("def move(position, at=1, by='a'): raise ValueError", at=2))
    assert isinstance(decision, Forfeit)
    assert "mine.py:at=2 3x3" in decision.text


def test_a_loop_loses_by_time_at_its_line_and_the_next_game_begins(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_LINE_SECONDS", PATIENCE)
    chosen = written("def move(position):\n    while position.stone(4):\n        pass\n    return 4\n")
    with chosen.start("3x3", "o", 1) as seat:
        decision = seat.decide(Game("3x3", "22"), Limits(seconds=0.01), Control())
        assert isinstance(decision, Forfeit)
        assert decision.ending is Ending.TIME
        assert "mine.py, line " in decision.text
        assert f": no move within {0.01 + session.GRACE:g} s" in decision.text
        assert isinstance(seat.decide(Game("3x3", "11"), Limits(), Control()), Play)
    monkeypatch.setattr(session, "START_SECONDS", 0.5)
    with pytest.raises(PlayerError, match=r"mine\.py.*: the file had not run within 0.5 s"):
        written("while True: pass")


def test_a_cancelled_decision_ends_the_helper(written: Written) -> None:
    chosen, control = written("def move(position):\n    while True: pass\n"), Control()
    with chosen.start("3x3", "x", 1) as seat:
        control.cancel()
        with pytest.raises(Cancelled):
            seat.decide(Game("3x3"), Limits(), control)


def test_what_it_prints_goes_to_standard_error(written: Written, capfd: pytest.CaptureFixture[str]) -> None:
    written("print('at its start')\ndef move(position):\n    print('thinking')\n    return 1\n").move("3x3")
    printed = capfd.readouterr()
    assert (printed.out, set(printed.err.split("\n"))) == ("", {"at its start", "thinking", ""})


def test_a_neighbour_is_imported_and_hides_no_module_of_python(written: Written, tmp_path: Path) -> None:
    (tmp_path / "helping.py").write_text("CELL = 7")
    (tmp_path / "json.py").write_text("raise ValueError")
    assert written("import json, helping\ndef move(position): return helping.CELL").move("3x3") == 7


def test_a_match_plays_it_in_workers_and_tells_two_files_of_one_name_apart(written: Written, tmp_path: Path) -> None:
    mine = written(LOWEST)
    (tmp_path / "old").mkdir()
    old = written(LOWEST.replace("min", "max"), "old/mine.py")
    assert (mine.kind.file, old.kind.file) != (None, None)
    results = [play_match(mine, old, "3x3", games=6, seed=1, openings="random:2", jobs=jobs) for jobs in (1, 2)]
    assert results[0].games == results[1].games
    assert mine.kind.file is not None
    assert results[0].games[0].tags["FirstHash"] == mine.kind.file.hash
    assert results[0].schedule.entrants == tuple(
        f"mine#{each.kind.file.hash[:4]}" for each in (mine, old) if each.kind.file
    )
    assert "mine" not in names()
    same = play_match(mine, mine, "3x3", games=2, seed=1)
    assert same.schedule.entrants == ("mine", "mine")


def test_a_player_of_a_file_can_be_sent_to_another_process(written: Written) -> None:
    pinned = written(LOWEST).pinned()
    assert pickle.loads(pickle.dumps(pinned)).move("3x3") == 0  # noqa: S301 - made here


@pytest.mark.parametrize("name", ["./mine.py", "mine.py", "mine.py:depth=3", "mine.py@time=1"])
def test_the_registry_reads_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("open('mark', 'w')\n" + LOWEST)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlayerError, match="there is no such player"):
        player(name)
    assert not (tmp_path / "mark").exists()


# ---- The five steps ----


class Bare:
    """A position that has what the steps may read, and nothing else."""

    def __init__(self, game: Game) -> None:
        self.board = SimpleNamespace(shape=game.board.shape, line_length=game.board.line_length)
        self.to_move = game.to_move
        self.stone = game.position.stone


def program(name: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": name}
    exec(step_text(name), names)  # noqa: S102 - of the package
    return names


@pytest.mark.parametrize("board", ["3x3", "4x4x4", "5x5:4", "3x4x5:3", "3x3x3x3"])
@pytest.mark.parametrize("name", STEPS)
def test_a_step_plays_each_of_its_boards_reading_only_marks_shape_and_side(name: str, board: str) -> None:
    import random  # noqa: PLC0415 - next to what draws

    if name in ("number", "see") and board != "3x3":
        return
    move = program(name)["move"]
    for game in drawn_positions(Board(board), 20, seed=1):
        cell, why, *_ = move(Bare(game), random.Random(1))
        assert cell in game.position.legal_moves()
        assert why


@pytest.mark.parametrize("name", ["rows", "rim", "ring", "magic", "base-8"])
def test_each_numbering_finds_the_lines_corners_and_opposites_of_the_board(name: str) -> None:
    numbers, next_corner, opposite, is_line = program("number")["NUMBERINGS"][name]
    board = Board("4x4x4" if name == "base-8" else "3x3")
    cells = range(len(board))
    found = {three for three in combinations(cells, board.line_length) if is_line(*sorted(numbers[c] for c in three))}
    assert found == {tuple(sorted(line)) for line in board.lines}
    corner = numbers[0]
    walked = [corner := next_corner(corner) for _ in range(4)]
    side = board.shape[-1] - 1
    assert [board.coordinates(numbers.index(each))[-2:] for each in walked] == [
        (1, side + 1),
        (side + 1, side + 1),
        (side + 1, 1),
        (1, 1),
    ]
    assert [numbers.index(opposite(each)) for each in walked] == [
        len(board) - 1 - numbers.index(each) for each in walked
    ]


@pytest.mark.parametrize("board", ["3x3", "4x4x4", "5x5:4", "3x4x5:3", "4x4x4x4"])
@pytest.mark.parametrize("name", ["block", "weigh", "ahead"])
def test_a_step_finds_all_lines(name: str, board: str) -> None:
    described = Board(board)
    found = program(name)["lines"](described.shape, described.line_length)
    assert sorted(map(sorted, found)) == sorted(map(sorted, described.lines))


def test_steps_import_the_standard_library_alone_and_fit_the_page() -> None:
    for text in (step_text("first"), *(step.text for step in steps())):
        assert "hyperoxo" not in text
        assert max(map(len, text.splitlines()[1:])) <= 88


def test_the_scores_are_of_these_steps_and_stand_in_the_tutorial() -> None:
    rows = (ROOT / "docs/tutorials/programmer.md").read_text(encoding="utf-8").splitlines()
    measured = json.loads((ROOT / "python/hyperoxo/players/own/steps/scores.json").read_text(encoding="utf-8"))
    for number, step in enumerate(steps(), 1):
        assert measured[step.name]["hash"] == PlayerFile(step.name, step.text).hash, "research/measure_steps.py"
        cells = [f"{100 * each.score:.1f}" for each in step.scores]
        ends = [
            "" if each.low is None else f" ({100 * each.low:.1f} to {100 * (each.high or 0):.1f})"
            for each in step.scores
        ]
        shown = " | ".join(cell + end for cell, end in zip(cells, ends, strict=True))
        assert f"| {number}. {step.title} | {shown} |" in rows


def test_weighing_counts_as_the_atari_does() -> None:
    game = Game(Board("4x4x4").position("16xx3ox1ox1o2o33 x"))
    marks = program("weigh")["move"](Bare(game), SimpleNamespace(choice=lambda equal: equal[0]))[2]
    with player("atari-st").start(game.board, "x", 1) as seat:
        decision = seat.decide(game, Limits(), Control())
    assert {cell: text for cell, text in decision.reasons.marks(game.board).items() if text != "0"} == {
        cell: text for cell, text in marks.items() if text != "0"
    }


def test_looking_ahead_finds_the_shortest_win_by_force() -> None:
    from hyperoxo import forced_win  # noqa: PLC0415 - only here

    forced = program("ahead")["forced"]
    board = Board("4x4x4")
    for game in drawn_positions(board, 40, seed=1):
        me, you = game.to_move, other_side(game.to_move)
        marks = [game.position.stone(cell) for cell in board]
        ratings = [forced(marks, board.lines, me, you, 100 - 2 * most) for most in range(1, 4)]
        rating = next((rating for rating, cell in ratings if cell is not None), None)
        plies = forced_win(game.position, me).plies
        assert rating == (101 - plies if plies is not None and plies <= 5 else None)


# ---- What a change does ----


def test_a_comparison_asks_both_in_the_same_positions_with_the_same_seed(written: Written) -> None:
    old = written(LOWEST, "old.py")
    new = written("def move(p):\n    return 4 if p.stone(4) is None else min(p.legal_moves()), 'the middle'\n")
    found = differences(new, old, "3x3", positions=40, seed=1)
    expected = [
        each.game for each in found if each.game.position.stone(4) is None and each.game.position.legal_moves()[0] != 4
    ]
    assert [each.game for each in found if each.differs] == expected
    assert len({each.game.position.text for each in found}) == 40
    assert not any(each.differs for each in differences("random", "random", "3x3", positions=20, seed=3))
