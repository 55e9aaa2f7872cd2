"""Puzzles: the shipped ones, attempts at them, and files whose lines are refused."""

from __future__ import annotations

import datetime
import gzip
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from support.puzzle_check import PuzzleCheck

from hyperoxo import Board, InputError, MoveError
from hyperoxo.puzzles import SHIPPED, Attempt, PuzzleKind, puzzle_of, puzzles, read_puzzles, shipped

if TYPE_CHECKING:
    from pathlib import Path

LINES = SHIPPED.read_text("utf-8").splitlines()


def test_the_shipped_puzzles_fill_the_quotas_and_are_no_twins() -> None:
    found = shipped()
    assert [json.loads(line) for line in LINES] == [puzzle.as_json() for puzzle in found]
    assert len({(str(puzzle.board), puzzle.position.canonical().text) for puzzle in found}) == len(found) >= 600
    assert len(puzzles("3x3x3")) >= 60
    assert sum(len(puzzles("3x3x3", theme=theme)) for theme in ("fork", "chain of 3", "chain of 4")) >= 20
    assert sum(" recorded game " in puzzle.source for puzzle in found) >= 50
    assert len(puzzles("4x4x4")) >= 440
    assert len(puzzles("4x4x4x4", PuzzleKind.FORCED_WIN)) >= 100
    assert len(puzzles("4x4x4", PuzzleKind.ONLY_WIN)) >= 150
    assert len(puzzles("4x4x4", PuzzleKind.ONLY_DEFENCE)) >= 100
    assert len(puzzles("4x4x4", theme="quiet move")) >= 100
    assert max(Counter(puzzle.theme for puzzle in found).values()) <= len(found) / 4
    assert len(gzip.compress(SHIPPED.read_bytes(), 9)) < 150_000


@pytest.mark.parametrize(
    "line", LINES[len(LINES) // 12 :: len(LINES) // 6], ids=lambda line: str(json.loads(line)["id"])
)
def test_puzzles_are_solved_again_by_other_means(line: str) -> None:
    assert not PuzzleCheck(json.loads(line)).fault


def test_claims_pass_the_short_check_under_any_symmetry() -> None:
    for number, puzzle in enumerate(shipped()[::40]):
        symmetries = puzzle.board.symmetries()
        turned = puzzle.transformed(symmetries[7 * number % len(symmetries)])
        assert turned.fault() is None
        assert turned.position.canonical() == puzzle.position.canonical()


@pytest.mark.parametrize("kind", PuzzleKind)
def test_an_attempt_is_answered_by_the_file(kind: PuzzleKind) -> None:
    puzzle = next(puzzle for puzzle in shipped() if puzzle.kind is kind and len(puzzle.steps) > 1)
    attempt = Attempt(puzzle)
    [wrong, *_] = [c for c in puzzle.position.legal_moves() if puzzle.board.name(c) != puzzle.steps[0].right]
    refuted = attempt.play(wrong)
    assert not refuted.is_right
    assert refuted.reply == puzzle.steps[0].answer(puzzle.board.name(wrong))
    assert str(refuted.reply) in refuted.text
    assert attempt.game.position == puzzle.position
    for step in puzzle.steps:
        assert attempt.solution()[0] == step.right
        answer = attempt.play(step.right)
        assert (answer.is_right, answer.reply) == (True, step.reply)
    assert attempt.is_solved
    assert attempt.failed
    with pytest.raises(MoveError, match="solved"):
        _ = attempt.step
    with pytest.raises(MoveError):
        attempt.play(wrong)


def test_the_puzzle_of_a_day_is_the_same_everywhere_and_comes_round_after_all_others() -> None:
    listed = puzzles("4x4x4")
    start = datetime.date(2026, 11, 26)
    days = [puzzle_of(start + datetime.timedelta(day)) for day in range(len(listed))]
    assert {puzzle.id for puzzle in days} == {puzzle.id for puzzle in listed}
    # 2026-11-26 is day 20,783 after 1970-01-01.
    assert days[0] is listed[(20_783 - 20_000) * 233 % len(listed)]


def test_a_class_by_name_and_an_unknown_theme_are_refused_rather_than_found_nowhere() -> None:
    with pytest.raises(TypeError, match="only-win"):
        puzzles(kind="only-win")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="zz"):
        puzzles(theme="zz")


# ---- Files ----

GOOD = next(json.loads(line) for line in LINES if '"reply"' in line and '"board":"4x4x4"' in line)


def changed(**parts: Any) -> str:  # noqa: ANN401 - parts of JSON
    return json.dumps({name: part for name, part in {**GOOD, "id": "zzzzzz", **parts}.items() if part is not None})


def first_step(**parts: Any) -> list[Any]:  # noqa: ANN401 - as above
    first, *others = GOOD["steps"]
    return [{name: part for name, part in {**first, **parts}.items() if part is not None}, *others]


WRONG_CELL = GOOD["steps"][0]["reply"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not a puzzle"),
        ("[]", "not a puzzle"),
        ("7", "not a puzzle"),
        ("[" * 100_000, "not a puzzle"),
        (changed(position=None), "lacks 'position'"),
        (changed(position="64 x"), "zzzzzz"),
        (changed(board="4x4"), "not a puzzle"),
        (changed(**{"class": "easy"}), "easy"),
        (changed(grade="2"), "grade"),
        (changed(id="\x1b[31mzzzzzz"), "cannot be printed"),
        (changed(theme="\x1b]0;fork\x07"), "cannot be printed"),
        (changed(source="a\nb"), "cannot be printed"),
        (changed(steps=[]), "lacks steps"),
        (changed(steps=7), "not a puzzle"),
        (changed(last="555"), "555"),
        (changed(steps=first_step(right="555")), "555"),
        (changed(steps=first_step(right=WRONG_CELL, reply=GOOD["steps"][0]["right"])), "zzzzzz"),
        (changed(steps=first_step(refutation=None, exceptions={})), "nothing answers"),
        (changed(steps=first_step(reply=None)), "needs a reply"),
        (changed(id="3x4x5:3"), "its id is the name of a board"),
        (json.dumps(next(json.loads(line) for line in LINES if '"board":"3x3x3"' in line)), "its board is 3x3x3"),
        (json.dumps(GOOD), "same id"),
    ],
)
def test_a_line_is_refused_by_name_and_the_others_are_kept(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{line}\n", "utf-8-sig")
    kept, [refused] = read_puzzles(path, board=Board("4x4x4"))
    assert [puzzle.as_json() for puzzle in kept] == [GOOD]
    assert refused.startswith("line 2")
    assert reason in refused


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "some.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"some\.jsonl"):
        read_puzzles(path)
