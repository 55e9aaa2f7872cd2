"""Nodes of the explorer: values against atlas, analysis and exhaustion; symmetry; programs; games against a recount."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.openings import exhaustive_value, openings
from support.present import present

from hyperoxo import Board, Ending, Game, InputError, Outcome, Result, analyse, play_game, player, record
from hyperoxo.explorer import Explorer, ExplorerNode, GameIndex, Source, explored
from hyperoxo.sides import other_side
from hyperoxo.solver.atlas import shipped_atlas

if TYPE_CHECKING:
    from hyperoxo import Position

SQUARE, CUBE, QUBIC, TESSERACT = (Board(name) for name in ("3x3", "3x3x3", "4x4x4", "4x4x4x4"))
OUTCOMES = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}


def node_of(position: Position) -> ExplorerNode:
    """Return the node of a position with as many stones of X as of O, or one more, by any order of moves."""
    x, o = list(position.x), list(position.o)
    moves = [cell for pair in zip(x, [*o, None], strict=False) for cell in pair if cell is not None]
    return Explorer(position.board).node(moves)


# ---- Values ----


@pytest.mark.parametrize("stones", range(6))
def test_on_3x3_every_value_is_that_of_exhaustion(stones: int) -> None:
    for position in openings(SQUARE, stones):
        node = node_of(position)
        outcome, plies = exhaustive_value(position)
        assert node.value.outcome is OUTCOMES[outcome]
        assert node.unproved == 0
        if outcome:
            assert (node.value.plies, node.value.exact) == (plies, True)
        for then in node.continuations:
            outcome, plies = exhaustive_value(position.play(then.cell))
            assert then.value.outcome is OUTCOMES[-outcome]
            assert outcome == 0 or then.value.plies == plies + 1


@pytest.mark.parametrize("moves", ["", "222", "111 222", "222 111 333"])
def test_on_3x3x3_values_are_those_of_the_analysis(moves: str) -> None:
    node, analysis = Explorer(CUBE).node(moves), analyse(Game(CUBE, moves).position)
    assert node.value.label == analysis.value.label
    labels = {cell: then.value.label for then in node.continuations for cell in then.cells}
    assert labels == {CUBE.name(cell): found.value.label for cell, found in analysis.cells.items()}


def test_on_4x4x4_openings_have_the_values_of_the_atlas() -> None:
    atlas = present(shipped_atlas(QUBIC))
    stream = random.Random(1)
    for stones in (1, 2, 3):
        found = openings(QUBIC, stones)
        for position in stream.sample(found, min(len(found), 20)):
            proved, node = atlas.proved(position), node_of(position)
            if proved is None or proved.winner is None:
                continue
            outcome = Outcome.WIN if proved.winner == position.to_move else Outcome.LOSS
            assert node.value.outcome is outcome
            assert present(node.value.plies) <= proved.plies
            if outcome is Outcome.LOSS:
                assert node.unproved == 0
                assert {then.value.outcome for then in node.continuations} == {Outcome.LOSS}


@pytest.mark.parametrize(
    ("board", "moves", "source"),
    [
        (QUBIC, "111 444 222", Source.ATLAS),
        (QUBIC, "111 144 233", Source.ATLAS),
        (TESSERACT, "1111", Source.BOOK),
        (TESSERACT, "1111 2222 1114", Source.BOOK),
    ],
)
def test_a_lost_position_stays_lost_after_every_move(board: Board, moves: str, source: Source) -> None:
    node = Explorer(board).node(moves)
    assert (node.value.outcome, node.value.source) == (Outcome.LOSS, source)
    assert node.unproved == 0
    for then in node.continuations:
        after = Explorer(board).node(f"{moves} {then.cell}").value
        assert after.outcome is Outcome.WIN
        assert present(after.plies) < present(then.value.plies) + 1


def test_unknown_is_unknown_and_says_that_a_board_has_no_book() -> None:
    node = Explorer("5x5x5").node("333")
    assert (node.value.label, node.value.words, node.value.source) == ("?", "unknown", None)
    assert node.unproved == len(node.continuations) > 0
    assert "no book or atlas of 5x5x5" in node.about


def test_of_an_undecided_opening_the_atlas_knows_how_many_replies_are_left() -> None:
    """`docs/atlas.json` has how many classes of second replies are proved."""
    atlas = json.loads((Path(__file__).parents[3] / "docs/atlas.json").read_text(encoding="utf-8"))
    undecided = [entry for entry in atlas["second_moves"] if entry["outcome"] == "unknown"]
    some = [entry for entry in undecided if entry["attempt"].get("second_replies")]
    assert len(undecided) > len(some) > 0
    for entry in (*some, *undecided[:3]):
        node = node_of(QUBIC.position(entry["position"]))
        proved = entry["attempt"].get("second_replies") or 0
        assert node.unproved == len(node.continuations) - proved
        assert (f"proofs of {proved}" in node.about) is (proved > 0)


def test_a_finished_game_has_no_continuations() -> None:
    node = Explorer(SQUARE).node("11 21 12 22 13")
    assert (node.is_over, node.continuations, node.programs, node.value.source) == (True, (), (), Source.BOARD)
    assert node.value.words == "X wins in 3 moves: three in a row, in row 1"
    with pytest.raises(InputError, match="the game is over"):
        Explorer(SQUARE).node("11 21 12 22 13 33")


# ---- Symmetry ----


@pytest.mark.parametrize(("board", "moves"), [(SQUARE, "12 22"), (QUBIC, "111 144 233"), (QUBIC, "112 222")])
def test_twins_are_one_node_with_its_cells_named_as_they_were_asked_for(board: Board, moves: str) -> None:
    game = Game(board, moves)
    node, symmetries = explored(game), board.symmetries()
    values = {cell: (then.key, then.value) for then in node.continuations for cell in then.cells}
    assert sorted(values) == sorted(map(board.name, game.position.legal_moves()))
    for symmetry in random.Random(1).sample(symmetries, 5):
        twin = explored(Game(board, [symmetry[cell] for cell in game.moves]))
        assert (twin.key, twin.value) == (node.key, node.value)
        assert {cell: (then.key, then.value) for then in twin.continuations for cell in then.cells} == {
            board.name(symmetry[board.cell(cell)]): value for cell, value in values.items()
        }
    fixed = [symmetry for symmetry in symmetries if game.position.transformed(symmetry) == game.position]
    for then in node.continuations:
        cells = set(map(board.cell, then.cells))
        assert {symmetry[cell] for symmetry in fixed for cell in cells} == cells
    assert len({then.key for then in node.continuations}) == len(node.continuations)


def test_a_board_with_too_many_symmetries_has_nodes_without_twins() -> None:
    node = Explorer("16x16").node("8.8")
    assert len(node.continuations) == 255
    assert node.key == node.text


# ---- Programs ----


@pytest.mark.parametrize(
    ("board", "moves", "players"),
    [
        ("3x3", "", ["magic-square", "fignition"]),
        ("3x3x3", "222", ["delphi"]),
        ("4x4x4", "111 444", ["ibm1620", "atari-st"]),
        ("4x4x4x4", "", ["ibm1620"]),
        ("5x5x5", "", []),
    ],
)
def test_programs_that_know_the_board_play_a_class_that_they_choose(board: str, moves: str, players: list[str]) -> None:
    explorer = Explorer(board)
    node = explorer.node(moves)
    assert [program.player for program in node.programs] == players
    assert explorer.node(moves) == node
    for program in node.programs:
        classes = [then for then in node.continuations if program.player in then.programs]
        assert [then.cell for then in classes] == sorted(program.cells, key=[then.cell for then in classes].index)
        assert program.varies is (len(classes) > 1)
        cell = Board(board).name(player(program.player).move(Game(board, moves), seed=3))
        assert any(cell in then.cells for then in classes)


def test_a_program_that_takes_no_such_seat_says_why() -> None:
    [found] = [program for program in Explorer(SQUARE).node("11").programs if program.player == "fignition"]
    assert (found.cells, found.varies, found.words) == ((), False, "makes no move: it always starts")


# ---- Games ----


def random_games(board: Board, games: int) -> list[Game]:
    """Return games that begin with few different moves, some of them resigned, abandoned or not over."""
    stream, found = random.Random(1), []
    for number in range(games):
        game = Game(board, tags={"First": "Ada", "Second": "oxo:level=1" if number % 2 else "Bob"})
        while not game.is_over and game.ply < stream.randrange(3, 12):
            game.play(stream.choice(game.legal_moves()))
        if not game.is_over and (ending := stream.choice(["resigned", "abandoned", None])):
            game.end(Result(Ending(ending), other_side(game.to_move) if ending == "resigned" else None))
        found.append(game)
    return found


def test_games_are_counted_as_a_slow_recount_counts_them() -> None:
    games = random_games(SQUARE, 200)
    symmetries = SQUARE.symmetries()
    finished = [game for game in games if game.result and game.result.ending is not Ending.ABANDONED]
    explorer = Explorer(SQUARE, games)
    index = present(explorer.index)
    assert (index.games, index.unfinished) == (len(finished), len(games) - len(finished))
    assert 20 < index.games < 180

    def reached(game: Game, position: Position, then: Position | None = None) -> bool:
        def alike(ply: int, other: Position) -> bool:
            return any(game.position_at(ply).transformed(symmetry) == other for symmetry in symmetries)

        ply = position.stones
        if ply > game.ply or not alike(ply, position):
            return False
        return then is None or (ply < game.ply and alike(ply + 1, then))

    for moves in ("", "11", "22", "11 22", "12 22", "22 11 12"):
        node, position = explorer.node(moves), Game(SQUARE, moves).position
        nodes = [(node.games, None), *((then.games, position.play(then.cell)) for then in node.continuations)]
        for counts, then in nodes:
            through = [game for game in finished if reached(game, position, then)]
            winners = [present(game.result).winner for game in through]
            found = present(counts)
            assert (found.games, found.x, found.o, found.draws) == (
                len(through),
                *(winners.count(winner) for winner in ("x", "o", None)),
            )
        values = [then.value.outcome for then in node.continuations]
        assert values == sorted(values, key=[Outcome.WIN, Outcome.DRAW, Outcome.LOSS].index)


def test_few_games_of_people_are_called_few() -> None:
    of_programs = [play_game("magic-square", "random", SQUARE, seed=seed) for seed in range(6)]
    of_people = random_games(SQUARE, 60)
    for games, people, few in ((of_programs, 0, True), (of_programs + of_people, 20, False)):
        found = present(Explorer(SQUARE, games).node().games)
        assert (found.people >= people, found.few, "few of people" in found.words) == (True, few, few)
    assert Explorer(SQUARE).node().games is None


def test_a_folder_with_broken_files_names_them_and_is_read_on(tmp_path: Path) -> None:
    [game, *_] = of_people = [game for game in random_games(SQUARE, 40) if game.winner]
    (tmp_path / "in").mkdir()
    record.dump(of_people, tmp_path / "in" / "good.jsonl", "json")
    record.dump(of_people[:2], tmp_path / "good.oxo")
    cut = record.dumps(game) + '\n[Record "1"]\n[Board "3x3"]\n'
    (tmp_path / "cut.oxo").write_text(cut)
    (tmp_path / "notes.txt").write_text("no record")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    index = GameIndex.read([tmp_path, tmp_path / "good.oxo"])
    assert (index.files, index.games) == (4, len(of_people) + 3)
    assert [broken.path for broken in index.broken] == [str(tmp_path / "cut.oxo"), str(tmp_path / "notes.txt")]
    assert "inside the game that begins in line 10" in index.broken[0].reason
    assert present(Explorer(SQUARE, tmp_path / "good.oxo").index).games == 2
    with pytest.raises(FileNotFoundError, match="nowhere"):
        GameIndex.read([tmp_path / "nowhere"])
    with pytest.raises(TypeError, match=r"games\.jsonl"):
        GameIndex("games.jsonl")  # type: ignore[arg-type]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no file of games"):
        GameIndex.read([tmp_path / "empty"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_in_a_folder_links_that_lead_nowhere_are_named_and_pipes_are_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.json").mkdir()
    links = [tmp_path / "dangling.oxo", tmp_path / "round.jsonl"]
    for link, target in zip(links, ("nowhere", "round.jsonl"), strict=True):
        link.symlink_to(target)
    assert [broken.path for broken in GameIndex.read([tmp_path]).broken] == list(map(str, links))
    with pytest.raises(OSError, match="round"):
        GameIndex.read([links[1]])
