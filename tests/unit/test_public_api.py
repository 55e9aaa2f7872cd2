"""The API that a user of python-chess expects: natural spellings are accepted, and errors name the wrong input."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from support.patience import PATIENCE
from support.present import present
from support.refusals import exactly

import hyperoxo
from hyperoxo import (
    Board,
    BoardError,
    CellError,
    Ending,
    ForcedWin,
    Game,
    MoveError,
    PlayerError,
    Position,
    Result,
    analyse,
    forced_win,
    play_game,
    player,
    search,
    solve,
    svg,
    verify,
)
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.drawing import draw
from hyperoxo.players import Limits, Play, PlayerKind, Session, Stop, kind, names, register
from hyperoxo.players.decision import Intent
from hyperoxo.record import dumps, loads
from hyperoxo.solver.explain import explain
from hyperoxo.solver.forced_wins import refutations
from hyperoxo.solver.verify import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.players import Control, Decision

QUBIC = Board("4x4x4")
SQUARE = Board("3x3")


# ---- Boards and positions ----


@pytest.mark.parametrize("typed", ["4X4X4", "4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4", "qubic", " Qubic "])
def test_a_board_is_found_by_any_of_its_spellings(typed: str) -> None:
    assert Board(typed) == QUBIC
    assert Game(typed).board == QUBIC


@pytest.mark.parametrize("typed", ["", "4x4x", "4x4x4x", "qubik", "\udc80", "4 4", "x" * 1000])
def test_a_name_of_no_board_is_refused_with_that_name(typed: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(typed)
    assert caught.value.subject == typed


@pytest.mark.parametrize("typed", ["4X4X4", "4\N{MULTIPLICATION SIGN}4", "qubic", " 4x4x4"])
def test_files_and_protocols_keep_one_spelling(typed: str) -> None:
    with pytest.raises(BoardError):
        Board.parse(typed)
    text, lines = dumps(Game(QUBIC)), dumps(Game(QUBIC), "json")
    assert loads(text) == loads(lines) == [Game(QUBIC)]
    for written in (text, lines):
        with pytest.raises(hyperoxo.RecordError):
            loads(written.replace('"4x4x4"', f'"{typed}"'))


def test_the_strict_grammar_reads_the_same_texts_as_before() -> None:
    assert Board.parse("4x4x4:4") == QUBIC
    assert Board.parse("5x5:4").line_length == 4


def test_a_description_is_accepted_as_a_board() -> None:
    assert Board(QUBIC) == QUBIC
    assert Game("4x4x4").board == QUBIC
    assert Position("3x3", ["11"], to_move="o") == SQUARE.empty().play(0)
    assert player("fignition").refusal("4x4x4", "x") is not None
    assert player("random").start("3x3", "x", 1).board == SQUARE
    assert play_game("random", "random", "3x3", seed=1) == play_game(player("random"), player("random"), SQUARE, 1)
    assert Schedule(Competition.MATCH, "3x3", ("a", "b"), 2, 1).board == SQUARE  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["3x3", SQUARE, SQUARE.empty()], ids=["description", "board", "position"])
def test_a_board_is_accepted_as_its_empty_position(given: str | Board | Position) -> None:
    assert Game(given).position == SQUARE.empty()
    assert analyse(given).position == SQUARE.empty()
    assert solve(given).outcome == "draw"
    assert search(given, depth=1).cell == SQUARE.cell("22")
    assert forced_win(given).exists is False
    assert len(refutations(given)) == 9
    assert draw(given) == draw(SQUARE.empty())
    assert svg.board(given) == svg.board(SQUARE.empty())


def test_a_game_is_accepted_as_its_current_position() -> None:
    game = Game("3x3", "11 12 22 13")
    game.undo()
    position = SQUARE.empty().play("11").play("12").play("22")
    assert analyse(game).position == position
    assert analyse(game).ranking == analyse(position).ranking
    assert solve(game).outcome == solve(position).outcome
    assert search(game, depth=2) == search(position, depth=2)
    assert forced_win(game) == forced_win(position)
    assert refutations(game) == refutations(position)
    assert draw(game) == draw(position)
    assert present(explain(game, "33")).as_json() == present(explain(position, "33")).as_json()


def test_a_game_cannot_start_from_a_game_which_would_lose_its_moves() -> None:
    with pytest.raises(
        TypeError,
        match=exactly("a game cannot start from a Game; game.copy() copies it, game.position is its position"),
    ):
        Game(Game("3x3", "22"))  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [3, None, b"3x3", ["3x3"], 1.5], ids=repr)
@pytest.mark.parametrize("function", [Game, analyse, solve, search, forced_win, refutations, draw])
def test_anything_else_is_refused_by_name(function: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(
        TypeError, match=exactly(f"{wrong!r} is not a position; a Position, a Game, a Board or '4x4x4' is one")
    ):
        function(wrong)


def test_what_is_no_board_is_refused_by_name() -> None:
    for wrong in (3.0, None, b"3x3", SQUARE.empty()):
        with pytest.raises(TypeError, match=exactly(f"{wrong!r} is not a board; a description such as '4x4x4' is one")):
            Board(wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^None is not a position"):
        svg.board(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"plane": 3}, "plane=3: not a plane; a name such as 'tier=2' or a Plane is one"),
        ({"marks": 3}, "marks=3: not texts by cell, such as {'11': 'a'}"),
        ({"marks": ["11"]}, "marks=['11']: not texts by cell, such as {'11': 'a'}"),
        ({"marks": {"11": 5}}, "marks={'11': 5}: not texts by cell, such as {'11': 'a'}"),
        ({"shades": [1]}, "shades=[1]: not numbers by cell, such as {'11': 1}"),
        ({"shades": {"11": "1"}}, "shades={'11': '1'}: not numbers by cell, such as {'11': 1}"),
    ],
    ids=repr,
)
def test_arguments_of_a_picture_that_are_of_a_wrong_type_are_refused_by_name(
    arguments: dict[str, Any], error: str
) -> None:
    for function in (svg.board, draw) if "marks" in arguments else (svg.board,):
        with pytest.raises(TypeError, match=exactly(error)):
            function("3x3", **arguments)


# ---- Cells ----


def test_a_cell_is_given_by_its_name_or_index() -> None:
    position = QUBIC.empty()
    assert position.play("111") == position.play(0)
    assert position.play("444").stone("444") == "x"
    assert QUBIC.lines_through("111") == QUBIC.lines_through(0)
    assert QUBIC.coordinates("234") == (2, 3, 4)
    assert QUBIC.cell("222") == QUBIC.cell(21) == 21
    assert QUBIC.name("222") == QUBIC.name(21) == "222"
    assert QUBIC.names(["111", 21]) == QUBIC.names("111 222") == "111 222"
    assert Position(QUBIC, x=["111", 21], o="444 441") == Position(QUBIC, [0, 21], [63, 60])
    assert Game(QUBIC, ["111", 21]).moves == (0, 21)
    assert search("3x3", among=["11", 4], depth=1).cell in {0, 4}
    assert present(explain("3x3x3", "222")).as_json() == present(explain("3x3x3", 13)).as_json()
    assert analyse("3x3").line("11") == analyse("3x3").line(0) == ()


def test_marks_and_highlights_are_given_by_name_or_index() -> None:
    position = SQUARE.position("x3o4 x")
    assert svg.board(position, marks={"11": "a", "33": "b"}) == svg.board(position, marks={8: "b", 0: "a"})
    assert draw(position, marks={"13": "a"}, last_move="22") == draw(position, marks={2: "a"}, last_move=4)


@pytest.mark.parametrize("wrong", ["14", "1", "", "1 1", 9, -1, 10**30])
def test_a_cell_that_the_board_does_not_have_is_refused(wrong: str | int) -> None:
    position = SQUARE.empty()
    calls: list[Callable[[], object]] = [
        lambda: position.play(wrong),
        lambda: position.stone(wrong),
        lambda: SQUARE.lines_through(wrong),
        lambda: SQUARE.cell(wrong),
        lambda: svg.board(position, marks={wrong: "a"}),
        lambda: draw(position, last_move=wrong),
        lambda: Game("3x3").play(wrong),
    ]
    for call in calls:
        with pytest.raises(CellError):
            call()


@pytest.mark.parametrize("wrong", [None, 1.0, b"11", [1]], ids=repr)
def test_what_is_no_cell_is_refused_by_name(wrong: Any) -> None:  # noqa: ANN401 - anything
    for call in (SQUARE.empty().play, SQUARE.lines_through, SQUARE.cell, Game("3x3").play):
        with pytest.raises(
            TypeError, match=exactly(f"{wrong!r} is not a cell; a name such as '11' or an index is one")
        ):
            call(wrong)


# ---- Games ----


def test_a_game_reads_moves_as_one_text() -> None:
    assert Game(QUBIC, "111 222").moves == Game(QUBIC, ["111", "222"]).moves == (0, 21)
    assert Game("12:3", "1 12").moves == (0, 11)
    assert Game("3x3", "").moves == ()
    with pytest.raises(CellError):
        Game(QUBIC, "111 22")


def test_a_game_has_its_legal_moves_and_its_winner() -> None:
    game = Game("3x3", "11 21 12 22")
    assert (game.winner, game.legal_moves()) == (None, [2, 5, 6, 7, 8])
    game.play("13")
    assert (game.winner, game.legal_moves()) == ("x", [])
    game.undo()
    game.end(Result(Ending.RESIGNED, "o"))
    assert (game.winner, game.legal_moves()) == ("o", [])
    drawn = Game("3x3", "11", result=Result(Ending.DRAW_AGREED))
    assert (drawn.winner, drawn.legal_moves()) == (None, [])


# ---- What is printed ----


def test_a_position_prints_as_the_drawn_board() -> None:
    position = QUBIC.position("x20o41x o")
    assert str(position) == f"{position}" == draw(position)
    assert position.text == "x20o41x o"
    assert str(SQUARE.position("x3o4 x")) == "     1  2  3\n  1  X  .  .\n  2  .  O  .\n  3  .  .  ."


@pytest.mark.parametrize(
    "value",
    [
        QUBIC,
        Board("3x4x5:3"),
        SQUARE.empty(),
        QUBIC.position("x20o41x o"),
    ],
    ids=repr,
)
def test_a_representation_evaluates_to_the_same_value(value: object) -> None:
    assert eval(repr(value), {"Board": Board}) == value  # noqa: S307 - what is tested


def test_representations_are_short() -> None:
    assert repr(analyse("3x3x3")) == "<Analysis of 3x3x3 '27 x': W7, 27 of 27 cells exact>"
    assert repr(player("oxo", level=3)) == "player('oxo:level=3')"
    game = play_game("ibm1620", "atari-st", seed=1)
    assert repr(game) == "<Game of 4x4x4, 17 plies, X wins (line)>"
    assert str(game) == draw(game)
    shown = hyperoxo.museum.find_exhibit("atari-st")
    for long in (kind("ibm1620"), hyperoxo.review.review(game, nodes=0), shown, hyperoxo.museum.replayed_sample(shown)):
        assert len(repr(long)) < 200


def test_a_notebook_shows_pictures() -> None:
    game = Game("3x3", "11 22")
    assert QUBIC._repr_svg_() == QUBIC.empty()._repr_svg_() == svg.board(QUBIC)
    assert game.position._repr_svg_() == svg.board(game.position)
    assert game._repr_svg_() == svg.board(game) != svg.board(game.position)
    options: dict[str, Any] = {"marks": {"33": "!"}, "scheme": "dark"}
    assert Board("3x3").svg(**options) == svg.board("3x3", **options)
    assert game.position.svg(**options) == svg.board(game.position, **options)
    assert game.svg(**options) == svg.board(game, **options)
    analysis = analyse(game.position)
    picture = analysis._repr_svg_()
    assert picture == analysis.svg()
    assert all(f">{found.text}</text>" in picture for found in analysis.cells.values())
    assert solve(game)._repr_svg_().startswith("<svg")


# ---- Truth ----


def test_a_verdict_is_true_only_of_a_verified_proof() -> None:
    proof = present(solve("3x3x3").certificate)
    assert verify(proof)
    assert not verify(b"junk")
    assert not verify(proof[:-1])
    for finding in Finding:
        assert bool(Verdict(finding, "")) is (finding is Finding.VERIFIED)


def test_a_forced_win_is_true_only_if_there_is_one() -> None:
    position = SQUARE.position("xo2x3o x")
    assert forced_win(position)
    assert not forced_win(position, "o")
    unknown = forced_win("4x4x4x4", nodes=0)
    assert unknown.exists is None
    assert not unknown
    assert not ForcedWin(exists=False, line=(), shortest=False, nodes=1)


# ---- Players ----


def test_options_of_a_player_are_keywords() -> None:
    assert player("oxo", level=3) == player("oxo:level=3")
    assert player("ibm1620:rules=1620", row_order="random").name == player("ibm1620:rules=1620,row-order=random").name
    for wrong in ({"level": 99}, {"level": "3"}, {"depth": 3}):
        with pytest.raises(PlayerError, match=next(iter(wrong))):
            player("oxo", **wrong)
    with pytest.raises(PlayerError, match="given twice"):
        player("oxo:level=3", level=3)
    with pytest.raises(TypeError, match=r"^3 is not a player's name"):
        player(3)  # type: ignore[arg-type]


def test_a_game_needs_names_alone_and_keeps_them_and_the_seed() -> None:
    game = play_game("oxo:level=2", player("random"), "3x3")
    assert game.is_over
    assert [*game.tags.items()][:2] == [("First", "oxo:level=2"), ("Second", "random")]
    assert play_game("oxo:level=2", "random", "3x3", int(game.tags["Seed"])) == game
    with pytest.raises(PlayerError, match="nosuchplayer"):
        play_game("nosuchplayer", "random", "3x3")
    with pytest.raises(TypeError, match=r"^None is not a player's name"):
        play_game("random", None, "3x3")  # type: ignore[arg-type]


def test_seeds_that_are_drawn_differ() -> None:
    assert len({play_game("random", "random", "3x3").tags["Seed"] for _ in range(5)}) > 1


def test_a_player_moves_in_a_script() -> None:
    game = Game("3x3", "11 21 12 22")
    before = repr(game)
    assert player("oxo").move(game) == SQUARE.cell("13")
    assert repr(game) == before
    assert player("random").move("4x4x4", seed=3) == player("random").move(QUBIC.empty(), seed=3)
    assert player("oxo").move("3x3", limits=Limits(nodes=1_000)) in range(9)
    game.play("13")
    with pytest.raises(MoveError, match="the game is over"):
        player("oxo").move(game)
    with pytest.raises(PlayerError, match="3x3 only"):
        player("fignition").move("4x4x4")


class LastFree(Session):
    """Plays the last free cell, and resigns where it has two stones."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it does not think
        return Play(game.legal_moves()[-1]) if game.ply < 4 else Stop(Intent.RESIGN)


LAST_FREE = PlayerKind("last-free", "plays the last free cell", LastFree)


def test_a_kind_is_registered_at_run_time() -> None:
    register(LAST_FREE)
    register(LAST_FREE)
    assert kind("last-free") is LAST_FREE
    assert "last-free" in names()
    game = play_game("last-free", LAST_FREE.player(), "3x3", seed=1)
    assert (game.board.names(game.moves), str(game.result)) == ("33 32 31 23", "O wins (resigned)")
    assert player("last-free").move("3x3") == 8
    with pytest.raises(PlayerError, match="makes no move: it resigns"):
        player("last-free").move(game.branch())


def test_a_kind_that_cannot_be_found_by_its_name_is_not_registered() -> None:
    for name in ("random", "", "two words", "ugi:mine"):
        with pytest.raises(PlayerError):
            register(PlayerKind(name, "", LastFree))
    with pytest.raises(TypeError, match="is not a PlayerKind"):
        register(LastFree)  # type: ignore[arg-type]
    assert "last-free" not in names()


def test_a_match_takes_players_and_names() -> None:
    taken = (player("oxo", level=2), "random")
    schedule = Schedule(Competition.MATCH, SQUARE, taken, games=2, seed=1)  # type: ignore[arg-type]
    assert schedule == Schedule(Competition.MATCH, SQUARE, ("oxo:level=2", "random"), games=2, seed=1)
    for fixture in schedule.fixtures():
        game = play_fixture(schedule, fixture, Opening(SQUARE.empty()))
        assert present(game.result).ending in {Ending.LINE, Ending.FULL_BOARD}
    with pytest.raises(TypeError, match=r"^3 is neither a player nor a player's name"):
        Schedule(Competition.MATCH, SQUARE, ("random", 3), games=2, seed=1)  # type: ignore[arg-type]


# ---- What is exported ----


def test_every_exported_name_exists() -> None:
    for name in hyperoxo.__all__:
        assert getattr(hyperoxo, name) is not None
    assert {"analyse", "search", "record", "svg", "__version__"} <= set(hyperoxo.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hyperoxo.nothing  # noqa: B018 - what is tested


MODULES = [name for name in hyperoxo.__all__ if inspect.ismodule(getattr(hyperoxo, name))]


@pytest.mark.parametrize(
    "module",
    [
        *MODULES,
        *(f"arena.{name}" for name in hyperoxo.arena.__all__),
        *("drills", "coach", "solver.books", "worksheets"),
    ],
)
def test_a_module_shows_its_names_and_nothing_else(module: str) -> None:
    found = importlib.import_module(f"hyperoxo.{module}")
    assert all(getattr(found, name) is not None for name in dir(found))
    assert not {"TYPE_CHECKING", "annotations", "import_module"} & set(dir(found))
    shown = {"arena": {"elo", "sprt"}, "solver": {"search", "strategies"}, "ugi": {"client", "engine"}}
    assert shown.get(module, set()) <= set(dir(found))


@pytest.mark.parametrize(
    "expression",
    [
        "hyperoxo.analyse('3x3')",
        "hyperoxo.search('3x3', depth=1)",
        "hyperoxo.record.loads('')",
        "hyperoxo.svg.board('3x3')",
    ],
)
def test_slow_modules_are_imported_at_their_first_use(expression: str) -> None:
    """In a new interpreter, since what another test has imported is there already."""
    slow = "hyperoxo.solver.analysis", "hyperoxo.record", "hyperoxo.svg", "importlib.metadata"
    program = f"import sys, hyperoxo; assert not sys.modules.keys() & {set(slow)}; {expression}"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


def test_a_board_yields_its_cells() -> None:
    assert list(QUBIC) == list(range(len(QUBIC)))


def test_the_cells_of_an_analysis_are_found_by_name_or_index() -> None:
    cells = analyse(Game("3x3", "22")).cells
    assert cells["11"] is cells[0]
    assert list(cells) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert 4 not in cells
    with pytest.raises(KeyError):
        cells["22"]
    with pytest.raises(CellError):
        cells["44"]


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version  # noqa: PLC0415 - its import is part of what is tested

    assert hyperoxo.__version__ == version("hyperoxo")
