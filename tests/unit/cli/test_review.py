"""`oxo review`: games from files, standard input and the command line, as text, as JSON and on a page."""

from __future__ import annotations

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


def interrupted(game: Game, **_: object) -> Review:
    """Type Ctrl-C, and return a review that has just begun."""
    signal.raise_signal(signal.SIGINT)
    return review(game, nodes=0)


@pytest.mark.parametrize(
    ("name", "value", "code", "caution"),
    [
        (
            "commands.review.MAX_PAGE_GAMES",
            1,
            0,
            "The page has the first 1 games; oxo review --game N reviews another.",
        ),
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
