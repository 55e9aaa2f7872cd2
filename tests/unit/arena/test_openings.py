"""Openings of matches: drawn up to symmetry, tested for balance, and read from files."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.present import present
from support.refusals import beginning

from hyperoxo import Board, Ending, Game, Result, record
from hyperoxo.arena import openings
from hyperoxo.arena.openings import KINDS, OpeningBook, count_classes, is_balanced, read_openings
from hyperoxo.cli import command_parser
from hyperoxo.cli.commands.completion import candidates
from hyperoxo.errors import InputError, RecordError
from hyperoxo.executor import open_executor
from hyperoxo.solver.forced_wins import forced_win

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo import Position
    from hyperoxo.arena.openings import Opening, OpeningKind
    from hyperoxo.sides import Side


def book(typed: str, board: str = "3x3", seed: int = 1, count: int = 20, jobs: int = 1) -> list[Opening]:
    """Return the openings of the first rounds."""
    with open_executor(jobs) as workers:
        openings = OpeningBook(read_openings(typed, Board(board)), Board(board), seed, workers)
        return [openings[number] for number in range(count)]


# ---- Every kind ----


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_of_openings(kind: OpeningKind) -> None:
    typed = kind.form.replace("PLIES", "2")
    assert str(read_openings(typed, Board("3x3"))) == typed
    found = book(typed, count=8)
    assert not any(opening.game().is_over for opening in found)
    assert {opening.game().ply for opening in found} == {2 if kind.takes_plies else 0}
    assert found == book(typed, count=8, jobs=2), "they depend on the workers"
    for wrong in ("", "0", "9", "x", "-1", "²") if kind.takes_plies else ():
        with pytest.raises(InputError, match=rf"not openings on 3x3; {kind.form}, with 1 to 8 plies; or none"):
            read_openings(f"{kind.name}:{wrong}", Board("3x3"))


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_of_openings_is_described_and_offered(kind: OpeningKind) -> None:
    page = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")
    assert f"- `{kind.form}`: " in page
    option = next(each for each in command_parser("match").arguments if each.dest == "openings")
    assert kind.form in str(option.help)
    assert candidates(["match", "--openings", kind.name]).words == {kind.form.removesuffix("PLIES"): kind.meaning}


# ---- Drawn at random ----


@pytest.mark.parametrize(("plies", "count"), [(1, 3), (2, 12), (3, 38), (4, 108), (5, 153)])
def test_classes_are_those_of_games_that_go_on(plies: int, count: int) -> None:
    # Up to symmetry 3x3 has 1, 3, 12, 38, 108, 174, … positions after 0, 1, 2, … plies, 765 in all; in 21 of the
    # 174 the game is over.
    assert count_classes(Board("3x3"), plies) == count


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_each_class_comes_once_before_any_comes_again(plies: int) -> None:
    count = present(count_classes(Board("3x3"), plies))
    found = [opening.game().position.canonical() for opening in book(f"random:{plies}", count=2 * count)]
    assert len(set(found[:count])) == count
    assert set(found[count:]) == set(found[:count])


def test_where_classes_are_too_many_to_count_none_comes_twice() -> None:
    assert count_classes(Board("4x4x4"), 5) is None
    found = book("random:5", "4x4x4", count=300)
    assert len({opening.game().position.canonical() for opening in found}) == 300
    assert {len(opening.moves) for opening in found} == {5}


def test_a_board_with_too_many_symmetries_to_list_has_openings_too() -> None:
    assert len({opening.moves for opening in book("random:2", "16x16", count=50)}) == 50


def test_the_same_seed_draws_the_same_openings_and_another_does_not() -> None:
    assert book("random:4", "4x4x4", seed=7) == book("random:4", "4x4x4", seed=7)
    assert book("random:4", "4x4x4", seed=7) != book("random:4", "4x4x4", seed=8)


def test_openings_after_which_every_game_is_over_are_refused() -> None:
    # On 2x2 any two cells are a line, so that X's second move wins.
    with pytest.raises(InputError, match="3: every game on 2x2 is over by then; choose fewer"):
        book("random:3", "2x2")


def test_openings_are_used_again_when_no_others_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "MAX_MISSES", 40)
    found = book("random:54", "4x4x4", count=60)
    assert len({opening.moves for opening in found}) < 60
    assert not any(opening.game().is_over for opening in found)
    monkeypatch.setattr(openings, "MAX_MISSES", 1)
    with pytest.raises(InputError, match="63: each of 1 random games on 4x4x4 is over by then"):
        book("random:63", "4x4x4")


# ---- Balanced ----


def test_balanced_openings_are_balanced() -> None:
    for opening in book("balanced:4", "4x4x4", count=3):
        position = opening.game().position
        assert [forced_win(position, side).exists for side in ("x", "o")] == [False, False]
        assert not position.is_over


def let_games_end(monkeypatch: pytest.MonkeyPatch, *winners: Side | None) -> None:
    """Make the games of a balance test end with these results, repeatedly."""
    ends = cycle(winners)

    def ended(_first: object, _second: object, position: Position, *_: object, **__: object) -> Game:
        game, winner = Game(position), next(ends)
        game.end(Result(Ending.RESIGNED, winner) if winner else Result(Ending.OWN_RULES))
        return game

    monkeypatch.setattr(openings, "play_game", ended)


def test_a_threat_of_either_side_is_not_balanced(monkeypatch: pytest.MonkeyPatch) -> None:
    #   X X .         O O .
    #   O . .         X . .      the upper row could be completed
    #   . . .         . . X
    let_games_end(monkeypatch, None)
    for text in ("xx1o5 o", "oo1x4x o", "oo1x4x x"):
        assert not is_balanced(Board("3x3").position(text), seed=1)
    assert is_balanced(Board("3x3").empty(), seed=1)


@pytest.mark.parametrize(
    ("winners", "verdict"),
    [("xo", True), ("xxo", False), ("oox", False), ("xxxoo", True), ("ooxxo", True), ("xxxxxoo", False)],
)
def test_a_score_far_from_a_half_is_not_balanced(
    monkeypatch: pytest.MonkeyPatch, winners: Sequence[Side], verdict: bool
) -> None:
    let_games_end(monkeypatch, *winners)
    assert is_balanced(Board("3x3").empty(), seed=1) == verdict


def test_a_board_without_balanced_openings_is_reported() -> None:
    # On 3x3x3 the side with the middle wins; X has taken it or has given it away.
    with pytest.raises(InputError, match=r"1: no opening of this length on 3x3x3 is balanced; try more plies, or ra"):
        book("balanced:1", "3x3x3")


# ---- From a file ----


def test_lines_of_a_file_are_moves_or_positions(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    path.write_text("# two openings\n22 11\n\n  x8 o  # the corner\n", encoding="utf-8")
    board = Board("3x3")
    first, second, third = book(str(path), count=3)
    assert (first.start, board.names(first.moves)) == (board.empty(), "22 11")
    assert (second.start, second.moves) == (board.position("x8 o"), ())
    assert third == first


@pytest.mark.parametrize("form", ["text", "json"])
def test_records_are_openings(tmp_path: Path, form: record.Form) -> None:
    board = Board("3x3")
    games = [Game(board, ["22", "11"]), Game(board.position("x8 o"), ["12"])]
    record.dump(games, tmp_path / "games", form)
    found = book(str(tmp_path / "games"), count=4)
    assert [opening.game().position for opening in found] == [game.position for game in games] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "openings: there are no openings in this file; give one a line: moves, or a position"),
        ("# nothing\n", "openings: there are no openings in this file"),
        ("11\n11 99\n", "openings, line 2: 99: "),
        ("11 11\n", "openings, line 1: 11: the cell is taken"),
        ("11 21 12 22 13\n", "openings, line 1: the game is over after this opening; leave moves out"),
        ("x o\n", "openings, line 1: x o: "),
    ],
)
def test_a_malformed_opening_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "openings").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=beginning(message)):
        book("openings")


def test_a_file_that_is_no_text_or_of_another_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    path.write_bytes(b"11\n\xff\n")
    with pytest.raises(InputError, match="not UTF-8: invalid start byte at byte 3"):
        book(str(path))
    record.dump([Game(Board("4x4"), ["11"])], path)
    with pytest.raises(InputError, match="game 1: an opening on 4x4, and the match is on 3x3; choose with --board"):
        book(str(path))
    path.write_text('[Record "1"]\n[Board', encoding="utf-8")
    with pytest.raises(RecordError):
        book(str(path))
    with pytest.raises(
        InputError, match="neither a kind of openings nor a file; none, random:PLIES, balanced:PLIES, or a"
    ):
        book("rnd:2")


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="/dev/zero: longer than 67,108,864 bytes"):
        book("/dev/zero")


# ---- As they are typed ----


def test_what_is_not_the_name_of_a_kind_is_a_file() -> None:
    assert [str(read_openings(typed, Board("3x3"))) for typed in ("some/file", "none:3")] == ["some/file", "none:3"]


def test_a_closed_book_searches_for_no_openings() -> None:
    board = Board("3x3")
    with open_executor(2) as workers:
        openings = OpeningBook(read_openings("balanced:2", board), board, 1, workers)
        first = openings[0]
        openings.close()
        assert openings[0] == first
        with pytest.raises(IndexError):
            openings[1]
