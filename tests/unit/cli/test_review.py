"""`oxo review`: games from files, standard input and the command line, as text and as JSON."""

from __future__ import annotations

import io
import json
import signal
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Game, record
from hyperoxo.cli import main
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.review import review

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.review import Review

GAME = "22 12 11 33 21 23 31"


@pytest.fixture
def two(tmp_path: Path) -> str:
    """Return a file with two games."""
    path = tmp_path / "two.oxo"
    record.dump([Game("3x3", GAME), Game("3x3x3", "222 111 113")], path)
    return str(path)


def test_the_games_of_a_file_are_reviewed_one_after_the_other(capsys: pytest.CaptureFixture[str], two: str) -> None:
    assert main(["review", two]) == 0
    printed = capsys.readouterr().out
    assert "3x3: 7 plies, X wins (line)" in printed
    assert "   2 O 12 gave away a draw: 11 keeps the draw, and after 12 X wins in 5 plies." in printed
    assert "3x3x3: 3 plies, not finished, O to move" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_json_is_one_line_for_each_game(capsys: pytest.CaptureFixture[str], two: str) -> None:
    assert main(["review", two, "--json", "--nodes", "1000"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["board"], first["moments"], first["winner"]) == ("3x3", [2], "x")
    assert (second["board"], second["complete"], second["result"]) == ("3x3x3", True, None)


@pytest.mark.parametrize(("number", "moves"), [((), GAME), (("--game", "2"), "222 111 113")])
def test_records_are_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, two: str, number: tuple[str, ...], moves: str
) -> None:
    with open(two, "rb") as file:  # noqa: PTH123 - a stand-in for the stream
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(file.read())))
    assert main(["review", "-", "--json", *number]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["moves"] == moves


def test_moves_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--board", "3x3", "--moves", GAME, "--json"]) == 0
    reply = json.loads(capsys.readouterr().out)
    assert [value["value"]["label"] for value in reply["values"]] == ["D", "D", "W5", "L4", "W3", "L2", "W1", "L0"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a game is missing; name a file, or type --moves"),
        (["nowhere.oxo"], "nowhere.oxo: No such file or directory"),
        (["TWO", "--game", "3"], "the file has no game 3"),
        (["TWO", "--game", "x"], "--game x: not a whole number from 1"),
        (["TWO", "--moves", "22"], "a file has its own board and moves; leave one of them out"),
        (["TWO", "--board", "3x3"], "and --board: a file has its own board and moves"),
        (["--game", "1"], "--game 1: it is a number of a game in a file; name the file"),
        (["--moves", "111 111"], "111: the cell is taken by x"),
        (["TWO", "--nodes", "-1"], "--nodes -1: not a whole number"),
        (["TWO", "--time", "soon"], "--time soon: not a number of seconds"),
        (["-"], "-: there is no game in the file"),
        (["-", "--game", "2"], "standard input: there is no game 2"),
    ],
)
def test_bad_input_gets_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    two: str,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO()))
    assert main(["review", *(two if argument == "TWO" else argument for argument in arguments)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert message in line


class TestPage:
    def test_a_page_has_the_reviews_of_all_games(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, two: str
    ) -> None:
        page = tmp_path / "page.html"
        assert main(["review", two, "--html", str(page)]) == 0
        assert capsys.readouterr() == (f"{page}\n", "")
        text = page.read_text()
        assert text.startswith("<!doctype html>")
        assert "<title>Review of two.oxo</title>" in text
        assert "Game 1: 3x3: 7 plies, X wins (line)" in text
        assert "Game 2: 3x3x3: 3 plies, not finished, O to move" in text

    def test_a_page_has_one_game_or_the_typed_one(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, two: str
    ) -> None:
        assert main(["review", two, "--game", "2", "--html", str(tmp_path / "two.html")]) == 0
        assert "Game 1" not in (tmp_path / "two.html").read_text()
        assert main(["review", "--board", "3x3", "--moves", GAME, "--html", str(tmp_path / "one.html")]) == 0
        assert "<h2>3x3: 7 plies, X wins (line)</h2>" in (tmp_path / "one.html").read_text()
        assert capsys.readouterr().err == ""

    def test_a_page_has_a_limited_number_of_games(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, two: str
    ) -> None:
        monkeypatch.setattr("hyperoxo.cli.commands.review.MOST_ON_PAGE", 1)
        assert main(["review", two, "--html", str(tmp_path / "page.html")]) == 0
        message = "The page has the first 1 games; oxo review --game N reviews another."
        assert capsys.readouterr().err == f"oxo: {message}\n"
        text = (tmp_path / "page.html").read_text()
        assert message in text
        assert "Game 2" not in text

    def test_ctrl_c_writes_a_page_of_what_is_known(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, two: str
    ) -> None:
        def interrupted(game: Game, **_: object) -> Review:
            signal.raise_signal(signal.SIGINT)
            return review(game, nodes=0)

        monkeypatch.setattr("hyperoxo.cli.commands.review.review", interrupted)
        assert main(["review", two, "--html", str(tmp_path / "page.html")]) == ExitCode.INTERRUPTED
        assert capsys.readouterr().err == "oxo: Ctrl-C ended the review in game 1.\n"
        text = (tmp_path / "page.html").read_text()
        assert "Ctrl-C ended the review in game 1." in text
        assert "Game 2" not in text

    @pytest.mark.parametrize(
        ("arguments", "code", "message"),
        [
            (["TWO", "--html", "TWO", "--force"], 2, "two.oxo: the page would replace the games"),
            (["TWO", "--html", "there.html"], 2, "there.html: the file exists already; add --force"),
            (["TWO", "--html", "no/page.html"], 2, "no/page.html: there is no folder no"),
            (["TWO", "--html", "page.txt"], 2, "page.txt: .txt files cannot be written here"),
            (["TWO", "--html", "page.html", "--json"], 2, "--html and --json: a page, or JSON"),
            (["TWO", "--html", "page.html", "--game", "x"], 2, "--game x: not a whole number from 1"),
            (["TWO", "--html", "page.html", "--game", "3"], 2, "the file has no game 3"),
            (["cut.oxo", "--html", "page.html"], 4, "cut.oxo: line 1"),
        ],
    )
    @pytest.mark.usefixtures("two")
    def test_a_refusal_is_one_line_and_leaves_no_page(  # noqa: PLR0917 - three fixtures and a table
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        arguments: list[str],
        code: int,
        message: str,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "there.html").write_text("mine")
        (tmp_path / "cut.oxo").write_text('[Record "1"]\n[Board "3x3"]\n\n1. 22 *')
        before = sorted(tmp_path.iterdir())
        assert main(["review", *("two.oxo" if argument == "TWO" else argument for argument in arguments)]) == code
        printed = capsys.readouterr()
        assert printed.out == ""
        [line] = printed.err.splitlines()
        assert message in line
        assert sorted(tmp_path.iterdir()) == before
        assert (tmp_path / "there.html").read_text() == "mine"
