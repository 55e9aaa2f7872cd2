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
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

GAMES = match(("ibm1620", "random"), [(X_WINS, O_WINS), (X_WINS, X_WINS)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of the games."""
    return written(tmp_path / "match.jsonl", GAMES)


@pytest.fixture
def page(path: Path) -> Path:
    """Return the path of their page."""
    return path.with_suffix(".html")


def test_the_page_stands_beside_the_record(oxo: Oxo, path: Path, page: Path) -> None:
    assert oxo("report", str(path)) == f"{page}\n"
    assert page.read_text().startswith("<!doctype html>")
    assert sorted(path.parent.iterdir()) == [page, path]


def test_ratings_of_the_page_can_be_counted_from_a_player(oxo: Oxo, path: Path, page: Path) -> None:
    oxo("report", str(path), "--anchor", "random=1500")
    assert "Ratings are counted from random, which has 1500 without error" in page.read_text()
    assert "<td>1500</td>" in page.read_text()


def test_the_page_shows_as_many_games_as_wanted(oxo: Oxo, path: Path, page: Path) -> None:
    for more, shown in (((), 4), (("--games", "3"), 3), (("--games", "0"), 0)):
        oxo("report", str(path), "--force", *more)
        assert page.read_text().count("<summary>Game ") == shown


def test_plots_are_written_to_files_too(oxo: Oxo, tmp_path: Path, path: Path) -> None:
    arguments = ("report", str(path), "--plots", str(tmp_path / "plots"))
    oxo(*arguments)
    files = sorted((tmp_path / "plots").iterdir())
    assert [file.name for file in files] == ["edge.svg", "lengths.svg", "score.svg"]
    for file in files:
        root = ElementTree.fromstring(file.read_text())  # noqa: S314 - our own file
        assert root.get("role") == "img"
        assert root.findtext("{http://www.w3.org/2000/svg}title").endswith("ibm1620 against random, 3x3")  # type: ignore[union-attr]
        assert "prefers-color-scheme" not in file.read_text()
    refusal = oxo.refused(*arguments, "--out", str(tmp_path / "other.html"))
    assert "score.svg: the file exists already" in refusal


def test_records_as_text_are_reported_too(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    record.dump(GAMES, path)
    oxo("report", str(path))
    page = (tmp_path / "games.html").read_text()
    assert "4 games from games.txt" in page
    assert "ibm1620 against random, 3x3" in page


def test_a_cut_file_is_reported_up_to_the_cut(oxo: Oxo, path: Path, page: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    message = "The file ends inside a game, in line 4; 3 games come before."
    assert oxo.run("report", str(path)) == (0, f"{page}\n", f"oxo: {shortened(str(path))}: {message}\n")
    assert message in page.read_text()


def test_a_malformed_game_is_left_out(oxo: Oxo, path: Path, page: Path) -> None:
    path.write_text(path.read_text().replace("\n", "\nnonsense\n", 1))
    fault = f"oxo: {shortened(str(path))}: line 2, column 1: "
    code, out, err = oxo.run("report", str(path), "--strict")
    assert (code, out, err.startswith(fault), page.exists()) == (4, "", True, False)
    code, out, err = oxo.run("report", str(path))
    assert (code, out, f"\n{fault}" in err) == (4, f"{page}\n", True)
    assert "4 games from" in page.read_text()
    assert "Malformed games are left out: 1." in page.read_text()


def test_games_are_reviewed_if_wanted(oxo: Oxo, path: Path, page: Path) -> None:
    oxo("report", str(path))
    assert "<h2>Reviews</h2>" not in page.read_text()
    oxo("report", str(path), "--review", "decisive", "--force")
    assert page.read_text().count("<h3>Game ") == 4
    oxo("report", str(path), "--review", "3,2", "--force")
    text = page.read_text()
    assert text.index("<h3>Game 2: random (X) against ibm1620 (O)") < text.index("<h3>Game 3: ibm1620 (X)")


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (record.dumps(game("11 22"), "json").encode(), 2, "no game in it has a score"),
        (b"\xff\xfe nonsense", 4, "line 1, column 1"),
        (b'{"record": 2}\n', 4, "line 1, column 1"),
        (b"{" * 5_000_000, 4, "line 1, column 1"),
    ],
)
def test_a_malformed_record_is_refused_in_one_line(  # noqa: PLR0917 - three fixtures and a table
    oxo: Oxo, path: Path, page: Path, content: bytes, code: int, message: str
) -> None:
    path.write_bytes(content)
    assert oxo.refused("report", str(path), code=code).startswith(f"{shortened(str(path))}: {message}")
    assert not page.exists()


def test_games_from_a_pipe_need_a_place_for_their_page(oxo: Oxo, tmp_path: Path) -> None:
    pipe, page = tmp_path / "games", tmp_path / "page"
    os.mkfifo(pipe)
    refusal = oxo.refused("report", str(pipe))
    assert refusal == f"{pipe}: a page can stand beside a file only; name the page with --out"
    writer = threading.Thread(target=pipe.write_text, args=[record.dumps(GAMES[0], "json")])
    writer.start()
    oxo("report", str(pipe), "--out", str(page))
    writer.join()
    assert "1 game from games" in page.read_text()


def test_a_missing_package_is_named(oxo: Oxo, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    for module in [name for name in sys.modules if name.startswith("hyperoxo.arena.report.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    refusal = oxo.refused("report", str(path))
    assert refusal == "jinja2: not installed, and reports need it; type pip install jinja2 matplotlib"
