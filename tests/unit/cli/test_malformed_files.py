"""Files with malformed games: the others are shown, each fault is named, and `--strict` stops at the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo import Game, record

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

GOOD = [Game("3x3", "11 21 12 22 13"), Game("3x3", "11 21 22 31 33")]
BAD = '[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 22 22 *\n'
NAMED = [f"line {line}, column 7: 22: the cell is taken by x; play an empty cell" for line in (11, 16)]
"""The faults of two malformed games behind the first good one."""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return a file of a good game, two malformed ones, and another good one."""
    path = tmp_path / "games.oxo"
    path.write_text("".join([record.dumps(GOOD[0]), BAD, BAD, record.dumps(GOOD[1])]))
    return str(path)


@pytest.mark.parametrize("arguments", [("replay",), ("replay", "--json"), ("review", "--json", "--nodes", "9")])
def test_each_fault_is_named_behind_the_good_games(oxo: Oxo, path: str, arguments: tuple[str, ...]) -> None:
    code, out, err = oxo.run(*arguments, path)
    assert (code, err.splitlines()) == (4, [f"oxo: {path}: {fault}" for fault in NAMED])
    if "--json" in arguments:
        assert [('"22"' in line or " 22 " in line) for line in out.splitlines()] == [True, True]
    else:
        assert [line[:5] for line in out.splitlines()[:2]] == ["   1 ", "   2 "]
    code, out, err = oxo.run(*arguments, path, "--strict")
    assert (code, err.splitlines()) == (4, [f"oxo: {path}: {NAMED[0]}"])


def test_a_game_behind_a_fault_is_chosen_by_its_number_in_the_list(oxo: Oxo, path: str) -> None:
    code, out, _ = oxo.run("replay", path, "--game", "2", "--json")
    assert (code, out.count('"33"')) == (4, 1)
    assert oxo.run("replay", path, "--game", "9")[:2] == (4, "")


def test_a_page_of_reviews_has_the_good_games(oxo: Oxo, path: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert oxo.run("review", path, "--nodes", "9", "--html", str(page))[:2] == (4, f"{page}\n")
    assert page.read_text().count("X wins in 3 moves") == 2


def test_openings_count_games_behind_a_fault(oxo: Oxo, path: str) -> None:
    code, out, err = oxo.run("explore", "3x3", "--games", path)
    assert (code, "2 games: " in out) == (0, True)
    assert err.splitlines()[1:] == [f"  {path}: {NAMED[0]}; 2 malformed games in all"]
    assert oxo.refused("explore", "3x3", "--games", path, "--strict", code=4) == f"{path}: {NAMED[0]}"


def test_many_faults_are_counted(oxo: Oxo, tmp_path: Path) -> None:
    (tmp_path / "bad.oxo").write_text(BAD * 25)
    code, _, err = oxo.run("replay", str(tmp_path / "bad.oxo"))
    assert (code, err.splitlines()[-1], err.count("\n")) == (4, "oxo: and 5 more", 21)
