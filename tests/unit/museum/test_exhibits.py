"""The exhibits: their files, their stories, and sample games that the programs really play."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from support.present import present

from hyperoxo import Board, Game, player
from hyperoxo.errors import InputError
from hyperoxo.game import Ending
from hyperoxo.museum import MuseumFileError, exhibit_names, find_exhibit, replayed_sample
from hyperoxo.players import kind, names
from hyperoxo.seeds import SEED_LIMIT

ROOT = Path(__file__).parents[3]
FOLDER = Path(str(resources.files("hyperoxo.museum") / "exhibits"))
PROGRAMS = Path(str(resources.files("hyperoxo.players") / "historic"))
CODE = {tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP}


# ---- What is in the exhibits ----


def test_every_historical_program_has_an_exhibit_and_its_sources() -> None:
    programs = [name for name in names() if kind(name).program]
    assert sorted(exhibit_names()) == programs == sorted(folder.name for folder in FOLDER.iterdir())
    assert {path.stem for path in (ROOT / "docs/historic").glob("*.md")} >= set(exhibit_names())


def test_a_path_is_no_exhibit() -> None:
    with pytest.raises(InputError, match=r"^\.\./exhibits: there is no such exhibit; exhibits are "):
        find_exhibit("../exhibits")


def test_the_timeline_ascends() -> None:
    years = [year[0] for name in exhibit_names() if (year := re.search(r"\d{4}", find_exhibit(name).year))]
    assert years == sorted(years)


@pytest.mark.parametrize("name", exhibit_names())
def test_a_story_has_200_to_350_words_and_no_markup_but_emphasis(name: str) -> None:
    story = find_exhibit(name).story
    assert 200 <= len(story.split()) <= 350
    assert not re.search(r"[#`<>|\[\]_]|^(?:[-+*]|\d+[.)]) ", story, re.MULTILINE)


def code_lines(source: str) -> int:
    """Return the number of lines that are neither empty nor only a comment or a docstring."""
    docs = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.end_lineno
        for line in range(node.lineno, node.end_lineno + 1)
    }
    words = tokenize.generate_tokens(io.StringIO(source).readline)
    code = {line for word in words if word.type in CODE for line in range(word.start[0], word.end[0] + 1)}
    return len(code - docs)


@pytest.mark.parametrize("name", exhibit_names())
def test_the_length_of_our_program_is_that_of_its_source(name: str) -> None:
    program = name.replace("-", "_")
    files = [*PROGRAMS.glob(f"{program}.py"), *PROGRAMS.glob(f"{program}/*.py")]
    assert find_exhibit(name).compared.our_lines == sum(code_lines(file.read_text("utf-8")) for file in files)


# ---- Sample games ----


@pytest.mark.parametrize("name", exhibit_names())
def test_the_sample_game_ends_and_has_two_or_three_moments_that_hold(name: str) -> None:
    exhibit, moves = find_exhibit(name), replayed_sample(find_exhibit(name)).moves
    assert present(exhibit.sample.result).ending is Ending.LINE
    assert 2 <= len(exhibit.moments) <= 3
    assert {move.ply: move.moment for move in moves if move.moment} == exhibit.moments
    for moment in tomllib.loads((FOLDER / name / "exhibit.toml").read_text(encoding="utf-8"))["moments"]:
        assert moment["reasons"]
        assert moment["reasons"].items() <= moves[moment["ply"] - 1].reasons.items()


@pytest.mark.parametrize("name", exhibit_names())
def test_the_fork_that_is_drawn_threatens_two_cells(name: str) -> None:
    exhibit = find_exhibit(name)
    assert 0 < exhibit.picture_ply < exhibit.sample.length
    assert len(exhibit.sample.position_at(exhibit.picture_ply).threats(exhibit.sample_seat)) == 2


# ---- Files ----


@pytest.mark.parametrize("name", exhibit_names())
def test_the_files_of_an_exhibit_agree_with_one_another(name: str) -> None:
    exhibit, facts = find_exhibit(name), tomllib.loads((FOLDER / name / "exhibit.toml").read_text(encoding="utf-8"))
    sample, strength, plies = exhibit.sample, exhibit.strength, [moment["ply"] for moment in facts["moments"]]
    texts = [text for part in (facts, facts["picture"], facts["figure"], facts["strength"]) for text in part.values()]
    assert all(text.strip() == text != "" and "\n" not in text for text in texts if isinstance(text, str))
    assert [tag.partition(":")[0] for tag in (sample.tags["First"], sample.tags["Second"])].count(name) == 1
    assert 0 <= int(sample.tags["Seed"]) < SEED_LIMIT
    assert str(sample.board) in exhibit.boards
    assert [player(exhibit.player).refusal(Board(board), exhibit.seat) for board in exhibit.boards] == [None] * len(
        exhibit.boards
    )
    assert plies == sorted(set(plies))
    assert all(sample.position_at(ply - 1).to_move == exhibit.sample_seat for ply in plies)
    rows = exhibit.figure.rows
    assert {len(row.cells) for row in rows} == {len(exhibit.figure.headings)}
    assert len({row.key for row in rows}) == len(rows)
    assert all(len(row.values) == len(strength.series) for row in strength.rows)
    assert all(min(row.values) >= 0 < sum(row.values) for row in strength.rows)


def test_a_sample_game_that_the_program_does_not_play_is_refused() -> None:
    exhibit = find_exhibit("delphi")
    moves = exhibit.sample.board.names(exhibit.sample.moves).split()
    other = replace(exhibit, sample=Game("3x3x3", [*moves[:4], "331"], tags=exhibit.sample.tags))
    with pytest.raises(MuseumFileError, match=r"delphi/sample\.oxo: the program does not play move 5"):
        replayed_sample(other)
