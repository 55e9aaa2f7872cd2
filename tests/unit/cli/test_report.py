"""`oxo report`: a page beside the record, or one line with the reason of a refusal."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from support.recorded_games import O_WINS, X_WINS, game, match, written

from hyperoxo import record
from hyperoxo.cli import main
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

GAMES = match(("ibm1620", "random"), [(X_WINS, O_WINS), (X_WINS, X_WINS)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of the games."""
    return written(tmp_path / "match.jsonl", GAMES)


def test_the_page_stands_beside_the_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    assert main(["report", str(path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'match.html'}\n"
    assert (tmp_path / "match.html").read_text().startswith("<!doctype html>")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["match.html", "match.jsonl"]


def test_ratings_of_the_page_can_be_counted_from_a_player(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path
) -> None:
    assert main(["report", str(path), "--anchor", "random=1500"]) == 0
    page = (tmp_path / "match.html").read_text()
    assert "Ratings are counted from random, which has 1500 without error" in page
    assert "<td>1500</td>" in page
    capsys.readouterr()
    assert main(["report", str(path), "--anchor", "delphi=1500", "--force"]) == 2
    assert "--anchor delphi=1500: delphi does not play; players are ibm1620, random" in capsys.readouterr().err


def test_the_page_shows_as_many_games_as_wanted(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    page = tmp_path / "match.html"
    for more, shown in (((), 4), (("--games", "3"), 3), (("--games", "0"), 0)):
        assert main(["report", str(path), "--force", *more]) == 0
        assert page.read_text().count('<div class="game"') == shown
    capsys.readouterr()
    for wrong in ("-1", "201", "all"):
        assert main(["report", str(path), "--force", f"--games={wrong}"]) == 2
        assert capsys.readouterr().err == f"oxo: --games {wrong}: not a whole number from 0 to 200\n"


def test_plots_are_written_to_files_too(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    arguments = ["report", str(path), "--plots", str(tmp_path / "plots"), "--force"]
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith("plots: there is no such folder; create it, or name another\n")
    (tmp_path / "plots").mkdir()
    assert main(arguments) == 0
    files = sorted((tmp_path / "plots").iterdir())
    assert [file.name for file in files] == ["edge.svg", "lengths.svg", "score.svg"]
    for file in files:
        root = ElementTree.fromstring(file.read_text())  # noqa: S314 - our own file
        assert root.get("role") == "img"
        assert root.findtext("{http://www.w3.org/2000/svg}title").endswith("ibm1620 against random, 3x3")  # type: ignore[union-attr]
        assert "var(" not in file.read_text()
    assert main([*arguments[:-1], "--out", str(tmp_path / "other.html")]) == 2
    assert "score.svg: the file exists already" in capsys.readouterr().err


def test_records_as_text_are_reported_too(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    record.dump(GAMES, path)
    assert main(["report", str(path)]) == 0
    page = (tmp_path / "games.html").read_text()
    assert "4 games from games.txt" in page
    assert "ibm1620 against random, 3x3" in page


def test_a_cut_file_is_reported_up_to_the_cut(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    assert main(["report", str(path)]) == 0
    message = "The file ends inside a game, in line 4; 3 games come before."
    assert capsys.readouterr().err == f"oxo: {shortened(str(path))}: {message}\n"
    assert message in (tmp_path / "match.html").read_text()


def test_games_are_reviewed_if_wanted(tmp_path: Path, path: Path) -> None:
    page = tmp_path / "match.html"
    assert main(["report", str(path)]) == 0
    assert "<h2>Reviews</h2>" not in page.read_text()
    assert main(["report", str(path), "--review", "decisive", "--force"]) == 0
    assert page.read_text().count("<h3>Game ") == 4
    assert main(["report", str(path), "--review", "3,2", "--force"]) == 0
    text = page.read_text()
    assert text.index("<h3>Game 2: random (X) against ibm1620 (O)") < text.index("<h3>Game 3: ibm1620 (X)")


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ("all", "--review all: not numbers of games; type numbers with commas between them, or decisive"),
        ("1,5", "match.jsonl: there is no game 5 to review; it has games 1 to 4"),
        ("9" * 10_000, "not numbers of games"),
    ],
)
def test_games_that_cannot_be_reviewed_get_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path, games: str, message: str
) -> None:
    assert main(["report", str(path), "--review", games]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line
    assert len(line) < 300
    assert [file.name for file in tmp_path.iterdir()] == ["match.jsonl"]


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", 2, "no game in it has a score"),
        (record.dumps(game("11 22"), "json").encode(), 2, "no game in it has a score"),
        (b"\xff\xfe nonsense", 4, "line 1, column 1"),
        (b'{"record": 2}\n', 4, "line 1, column 1"),
        (record.dumps(GAMES[0], "json").encode() + b"nonsense\n", 4, "line 2, column 1"),
        (b"{" * 5_000_000, 4, "line 1, column 1"),
    ],
)
def test_a_malformed_record_is_refused_in_one_line(
    content: bytes, code: int, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    assert main(["report", str(path)]) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"oxo: {shortened(str(path))}: ")
    assert output.err.count("\n") == 1
    assert message in output.err
    assert not (tmp_path / "match.html").exists()


def test_the_games_are_not_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path / "match.html", GAMES)
    assert main(["report", str(path)]) == 2
    assert "would replace the games" in capsys.readouterr().err
    assert len(record.load(path)) == 4


@pytest.mark.parametrize("arguments", [["/no/such/file"], ["/"], []])
def test_what_cannot_be_read_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_games_from_a_pipe_need_a_place_for_their_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "games"
    os.mkfifo(pipe)
    assert main(["report", str(pipe)]) == 2
    message = f"oxo: {pipe}: a page can stand beside a file only; name the page with --out\n"
    assert capsys.readouterr().err == message
    writer = threading.Thread(target=pipe.write_text, args=[record.dumps(GAMES[0], "json")])
    writer.start()
    assert main(["report", str(pipe), "--out", str(tmp_path / "page")]) == 0
    writer.join()
    assert "1 game from games" in (tmp_path / "page").read_text()


def test_a_place_that_cannot_be_written_is_refused(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert main(["report", str(path), "--out", "/no/such/folder/page.html"]) == 2
    assert (
        capsys.readouterr().err
        == "oxo: /no/such/folder/page.html: there is no folder /no/such/folder; create it, or choose another name\n"
    )


def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    for module in [name for name in sys.modules if name.startswith("hyperoxo.arena.report.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert main(["report", str(path)]) == 2
    assert capsys.readouterr().err == "oxo: jinja2: not installed, and reports need it; type make build in the clone\n"
