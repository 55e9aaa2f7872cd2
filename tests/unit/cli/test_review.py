"""`oxo review`: games from files, standard input and the command line, as text, as JSON and on a page."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Game, record
from hyperoxo.review import review

if TYPE_CHECKING:
    from support.oxo_command import Oxo

    from hyperoxo.review import Review

GAME = "22 12 11 33 21 23 31"


@pytest.fixture
def two(tmp_path: Path) -> str:
    """Return a file with two games."""
    path = tmp_path / "two.oxo"
    record.dump([Game("3x3", GAME), Game("3x3x3", "222 111 113")], path)
    return str(path)


def test_the_games_of_a_file_are_reviewed_one_after_the_other(oxo: Oxo, two: str) -> None:
    printed = oxo("review", two)
    assert "3x3: X wins in 4 moves" in printed
    assert "   2 O 12 gave away a draw: 11 keeps the draw, and after 12 X wins in 3 moves." in printed
    assert "3x3x3: not finished, O to move" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_json_is_one_line_for_each_game(oxo: Oxo, two: str) -> None:
    first, second = map(json.loads, oxo("review", two, "--json", "--nodes", "1000").splitlines())
    assert (first["board"], first["moments"], first["winner"]) == ("3x3", [2], "x")
    assert (second["board"], second["complete"], second["result"]) == ("3x3x3", True, None)


@pytest.mark.parametrize(("number", "moves"), [((), GAME), (("--game", "2"), "222 111 113")])
def test_records_are_read_from_standard_input(oxo: Oxo, two: str, number: tuple[str, ...], moves: str) -> None:
    oxo.reads(Path(two).read_bytes())
    assert json.loads(oxo("review", "-", "--json", *number).splitlines()[0])["moves"] == moves


def test_moves_can_be_typed(oxo: Oxo) -> None:
    reply = oxo.json("review", "--board", "3x3", "--moves", GAME)
    assert [value["value"]["label"] for value in reply["values"]] == ["D", "D", "W5", "L4", "W3", "L2", "W1", "L0"]


# ---- Pages ----


def test_a_page_has_the_reviews_of_all_games(oxo: Oxo, tmp_path: Path, two: str) -> None:
    page = tmp_path / "page.html"
    assert oxo("review", two, "--html", str(page)) == f"{page}\n"
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert "<title>Review of two.oxo</title>" in text
    assert "Game 1: 3x3: X wins in 4 moves" in text
    assert "Game 2: 3x3x3: not finished, O to move" in text


def test_a_page_has_one_game_or_the_typed_one(oxo: Oxo, tmp_path: Path, two: str) -> None:
    oxo("review", two, "--game", "2", "--html", str(tmp_path / "two.html"))
    assert "Game 1" not in (tmp_path / "two.html").read_text()
    oxo("review", "--board", "3x3", "--moves", GAME, "--html", str(tmp_path / "one.html"))
    assert "<h2>3x3: X wins in 4 moves</h2>" in (tmp_path / "one.html").read_text()


def interrupted(game: Game, **_: object) -> Review:
    """Type Ctrl-C, and return a review that has just begun."""
    signal.raise_signal(signal.SIGINT)
    return review(game, nodes=0)


@pytest.mark.parametrize(
    ("name", "value", "code", "caution"),
    [
        ("commands.review.MOST_ON_PAGE", 1, 0, "The page has the first 1 games; oxo review --game N reviews another."),
        ("analysis_limits.review", interrupted, 130, "Ctrl-C ended the review in game 1."),
    ],
)
def test_a_page_that_ends_early_says_so(  # noqa: PLR0917 - three fixtures and a table
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, two: str, name: str, value: object, code: int, caution: str
) -> None:
    monkeypatch.setattr(f"hyperoxo.cli.{name}", value)
    page = Path(two).with_suffix(".html")
    assert oxo.run("review", two, "--html", str(page)) == (code, f"{page}\n", f"oxo: {caution}\n")
    text = page.read_text()
    assert caution in text
    assert "Game 2" not in text
