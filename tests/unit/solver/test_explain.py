"""Explanations, played out: the claim of the tree holds against every reply."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from support.drawn import drawn
from support.present import present
from support.random_positions import fought_position

from hyperoxo import Board, Game, InputError, MoveError, Outcome, Position, solve
from hyperoxo.sides import other_side
from hyperoxo.solver import books
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.explain import Explanation, ExplanationNode, MoveKind, explain, groups_of, threat_of
from hyperoxo.solver.explain.explanation import book_strategy
from hyperoxo.solver.forced_wins import is_forced
from hyperoxo.solver.strategies import ResponseKind

CUBE = Board("3x3x3")


def explained(position: Position, cell: str | int) -> Explanation:
    return present(explain(position, position.board.cell(cell) if isinstance(cell, str) else cell))


def assert_fair(node: ExplanationNode) -> None:
    """Check a node by the rules alone: its move is legal, and it lists and answers every reply once."""
    position, strategist = node.position, node.strategist
    if position.is_over:
        assert node.move is None
        assert node.replies == ()
        assert position.winner == strategist if node.wins else position.winner != other_side(strategist)
    elif position.to_move == strategist:
        assert node.move is not None
        assert node.replies == ()
        assert node.move.line[0] == node.move.cell
        dangers = {cell for cell, _ in position.threats(other_side(strategist))}
        assert node.move.kind is MoveKind.COMPLETES or dangers <= {node.move.cell}
        assert (node.move.kind is MoveKind.BLOCKS) <= (dangers == {node.move.cell})
        if node.move.kind is MoveKind.FREE:
            assert_nothing_is_needed(node)
        if node.move.kind in {MoveKind.COMPLETES, MoveKind.THREAT_SEQUENCE}:
            assert ends(position, node.move.line) == strategist
    else:
        assert node.move is None
        assert sorted(cell for group in node.replies for cell in group.cells) == position.legal_moves()
        for group in node.replies:
            if group.response in {ResponseKind.COMPLETION, ResponseKind.THREAT_SEQUENCE}:
                assert all(ends(position.play(cell), group.line) == strategist for cell in group.cells)


def assert_nothing_is_needed(node: ExplanationNode) -> None:
    """Check a free move by the lines: each has a stone of the strategist's, or both cells of a pair."""
    position, pairs = node.position, node.pairs or {}
    for line in position.board.lines:
        stones = [position.stone(cell) for cell in line]
        paired = any(pairs.get(cell) in line for cell in line if position.stone(cell) is None)
        assert node.strategist in stones or paired


def ends(position: Position, line: tuple[int, ...]) -> str | None:
    for cell in line:
        position = position.play(cell)
    return position.winner


def leaves(node: ExplanationNode, depth: int = 0) -> int:
    """Walk through a whole tree, one reply of each group, and return how many games it has."""
    assert_fair(node)
    assert node.plies is not None or not node.wins
    if node.position.is_over:
        return 1
    moves = [node.move.cell] if node.move else [group.cells[0] for group in node.replies]
    below = [node.step(cell) for cell in moves]
    if node.wins:
        assert node.plies == 1 + max(one.plies or 0 for one in below)
    return sum(leaves(one, depth + 1) for one in below)


def walk(node: ExplanationNode, stream: random.Random, *, far: bool = False) -> ExplanationNode:
    """Return where a game ends in which the opponent replies at random, and the strategist by the tree.

    To go far, the opponent prefers replies after which the game can last longest.
    """
    while not node.position.is_over:
        assert_fair(node)
        replies = node.position.legal_moves()
        if far and node.replies and stream.random() < 0.8:
            replies = list(max(node.replies, key=lambda group: group.plies or 0).cells)
        after = node.step(node.move.cell if node.move else stream.choice(replies))
        if node.plies is not None:
            assert present(after.plies) < node.plies
        node = after
    assert_fair(node)
    return node


class TestWholeTrees:
    @pytest.mark.parametrize(
        ("cell", "label", "strategist"), [("222", "W≤7", "x"), ("111", "L≤10", "o"), ("112", "L≤10", "o")]
    )
    def test_the_empty_cube(self, cell: str, label: str, strategist: str) -> None:
        explanation = explained(CUBE.empty(), cell)
        assert explanation.value.label == label
        [tree] = explanation.trees
        assert (tree.strategist, tree.wins) == (strategist, True)
        assert leaves(tree) > 3

    def test_a_draw_is_held_by_both(self) -> None:
        explanation = explained(Board("3x3").empty(), "22")
        assert explanation.value.label == "D"
        assert [(tree.strategist, tree.wins) for tree in explanation.trees] == [("x", False), ("o", False)]
        assert tuple(explanation.at((), tree.strategist) for tree in explanation.trees) == explanation.trees
        assert all(leaves(tree) > 10 for tree in explanation.trees)

    def test_the_side_that_loses_has_no_tree(self) -> None:
        explanation = explained(CUBE.empty(), "222")
        assert explanation.at((), "x") is explanation.at()
        with pytest.raises(InputError, match="strategist o: this side loses, and so has no proof"):
            explanation.at((), "o")

    def test_every_cell_of_positions_of_3x3(self) -> None:
        stream = random.Random(2)
        outcomes = set()
        for stones in [1, 2, 3, 4, 5, 6, 7] * 4:
            position = fought_position("3x3", stones, stream)
            analysis = analyse(position)
            for cell, found in analysis.cells.items():
                explanation = explained(position, cell)
                assert explanation.value.outcome is found.value.outcome
                assert (explanation.value.plies or 0) >= (found.value.plies or 0)
                assert not explanation.value.exact or explanation.value.label == found.value.label
                assert all(leaves(tree) for tree in explanation.trees)
                outcomes.add(found.value.outcome)
        assert outcomes == {Outcome.WIN, Outcome.LOSS, Outcome.DRAW}


class TestWalks:
    @pytest.mark.parametrize(
        ("board", "stones"),
        [
            ("3x3x3", (0, 6)),
            ("4x4", (2, 10)),
            ("5x5", (0, 12)),
            ("5x5:4", (8, 16)),
            ("4x4x4", (14, 30)),
            ("4x4:3", (0, 5)),
        ],
    )
    def test_against_random_replies_the_tree_keeps_its_promise(self, board: str, stones: tuple[int, int]) -> None:
        stream = random.Random(board)
        kept = 0
        for _ in range(12):
            position = fought_position(board, stream.randint(*stones), stream)
            for cell in stream.sample(position.legal_moves(), 2):
                explanation = explain(position, cell, nodes=100_000)
                if explanation is None:
                    continue
                known = analyse(position, nodes=5_000).cells[cell].value
                assert known.outcome in {Outcome.UNKNOWN, explanation.value.outcome}
                for tree in explanation.trees:
                    for _ in range(3):
                        end = walk(tree, stream).position
                        kept += 1
                        if tree.wins:
                            plies = end.stones - position.stones
                            assert end.winner == tree.strategist
                            assert plies <= (explanation.value.plies or 0)
        assert kept > 30

    @pytest.mark.parametrize(("board", "walks"), [("4x4x4", 15), ("4x4x4x4", 2)])
    def test_a_book_answers_every_reply_at_once(self, board: str, walks: int) -> None:
        """A budget of no positions suffices: the book answers everything."""
        start = Board(board).empty()
        stream = random.Random(board)
        best = present(books.book_move(start))
        whole = present(explain(start, best.cell, nodes=0))
        assert (whole.value.outcome, whole.trees[0].strategist) == (Outcome.WIN, "x")
        after = start.play(best.cell)
        for _ in range(walks):
            assert walk(whole.trees[0], stream, far=True).position.winner == "x"
            lost = present(explain(after, stream.choice(after.legal_moves()), nodes=0))
            assert lost.value.outcome is Outcome.LOSS
            assert walk(lost.trees[0], stream).position.winner == "x"

    def test_a_book_is_asked_only_where_it_has_the_answers(self) -> None:
        start = Board("4x4x4").empty()
        best = present(books.book_move(start))
        its_own = start.play(best.cell).canonical()
        for cell in start.legal_moves():
            assert (book_strategy(start, cell) is not None) == (start.play(cell).canonical() == its_own)
        assert book_strategy(Board("5x5x5").empty(), 0) is None

    def test_replies_stay_apart_on_a_board_with_too_many_symmetries(self) -> None:
        position = Board("16x16").empty()
        trees = explained(position, "8.8").trees
        assert [tree.strategist for tree in trees] == ["x", "o"]
        for tree in trees:
            assert walk(tree, random.Random(1)).position.winner != other_side(tree.strategist)


class TestSteps:
    def test_a_run_is_followed_to_its_end(self) -> None:
        """X on 21 threatens 23 and 31; O blocks one, and X completes the other.

        x o .
        . x .
        . . o
        """
        position = drawn(
            "3x3",
            """
            x o .
            . x .
            . . o
            """,
        )
        explanation = explained(position, "21")
        board = position.board
        assert explanation.value.label == "W3"
        node = explanation.at(board.moves("23"))
        assert (board.name(present(node.move).cell), present(node.move).kind) == ("31", MoveKind.COMPLETES)
        assert explanation.lines()[1:] == [
            "a: stopped by 23, which completes a line: 13 31 32",
            "b: stopped by 31, which completes a line: 23",
        ]

    def test_what_is_no_move_of_the_tree_is_refused(self) -> None:
        explanation = explained(CUBE.empty(), "111")
        [root] = explanation.trees
        with pytest.raises(InputError, match="O plays 222 here"):
            root.step(CUBE.cell("333"))
        with pytest.raises(InputError, match="cannot be played"):
            root.step(CUBE.cell("111"))
        with pytest.raises(InputError, match="cannot be played"):
            explanation.at(CUBE.moves("222"))
        with pytest.raises(MoveError):
            explain(Game(CUBE, ["111"]).position, CUBE.cell("111"))

    def test_an_immediate_end_is_a_leaf(self) -> None:
        position = drawn("3x3", "x x . o o . . . .")
        explanation = explained(position, "13")
        assert (explanation.value.label, explanation.trees[0].position.winner) == ("W1", "x")
        assert explanation.lines() == ["the game is over"]

    def test_unknown_is_an_answer(self) -> None:
        assert explain(Game(Board("4x4x4"), ["112"]).position, 63, nodes=1_000) is None


class TestOutput:
    def test_json_has_the_requested_depth(self) -> None:
        explanation = explained(Board("3x3").empty(), "22")
        trees: list[Any] = [explanation.as_json(depth) for depth in range(4)]
        sizes = [len(json.dumps(one)) for one in trees]
        assert sizes == sorted(set(sizes))
        assert (trees[0]["cell"], trees[0]["label"]) == ("22", "D")
        assert trees[0]["trees"][0]["replies"] is None

    def test_json_follows_the_tree(self) -> None:
        data: dict[str, Any] = explained(CUBE.empty(), "111").as_json(1)
        assert list(data) == ["cell", "outcome", "plies", "exact", "label", "trees"]
        [tree] = data["trees"]
        assert tree["move"] == {"cell": "222", "kind": "strategic", "line": ["222"]}
        replies = [cell for group in tree["then"]["replies"] for cell in group["cells"]]
        assert sorted(replies) == [name for name in map(CUBE.name, range(27)) if name not in {"111", "222"}]

    def test_text_shows_the_response_to_each_reply(self) -> None:
        lines = explained(CUBE.empty(), "111").lines(1)
        assert lines[0] == "O plays 222, the move of the proof"
        assert all(line.startswith("  ") for line in lines[1:])
        pairs = explained(Board("5x5").empty(), "33").lines(1)
        assert pairs[0] == "X does not lose:"
        assert any("a: stopped by the other cell of the pair: 11 13, " in line for line in pairs)


LATE = "322 213 124 411 443 331 442 123 134 141"
"""A game of 4x4x4 with forced wins."""


class TestGroups:
    @pytest.mark.parametrize(
        ("board", "played", "cell"),
        [
            ("3x3x3", "", "222"),
            ("3x3x3", "", "111"),
            ("3x3", "", "22"),
            ("3x3", "", "12"),
            ("3x3", "11 12 22 33", "21"),
            ("4x4x4", LATE, "114"),
            ("4x4x4", LATE, "312"),
        ],
    )
    def test_each_reply_is_in_one_group_and_its_move_refutes_it(self, board: str, played: str, cell: str) -> None:
        """The tree plays the move of the group, and a solver that does not know the tree keeps the promise with it."""
        answered = 0
        for tree in explained(Game(Board(board), played).position, cell).trees:
            node = tree if tree.move is None else tree.step(tree.move.cell)
            groups = groups_of(node)
            assert sorted(reply for group in groups for reply in group.cells) == node.position.legal_moves()
            assert [group.letter for group in groups] == [*"abcde", None][: len(groups)]
            for group in groups:
                afters = [node.step(reply) for reply in group.cells]
                assert group.plies == (max(present(after.plies) for after in afters) if node.wins else None)
                for after in afters if group.answer is not None else []:
                    assert present(after.move).cell == group.answer
                    solution = solve(after.position.play(group.answer), threads=1)
                    assert solution.certificate is not None
                    assert solution.winner in {node.strategist, node.strategist if node.wins else None}
                    answered += 1
        assert answered

    def test_a_wall_of_symmetric_answers_becomes_a_few(self) -> None:
        """After 222, X has a corner, an edge or a face against each reply; four first moves stop all 26."""
        [tree] = explained(CUBE.empty(), "222").trees
        assert [group.letter for group in groups_of(tree)] == [*"abcd"]

    @pytest.mark.parametrize(
        ("board", "played", "cell", "text"),
        [
            ("3x3x3", "", "222", "X threatens to win in 3 moves, beginning at 111."),
            ("3x3", "11 12 22 33", "21", "X threatens twice; only one can be stopped."),
            ("4x4x4", LATE, "114", "X threatens to complete a line with 144."),
            ("4x4x4", LATE, "121", "O wins in 2 moves, beginning at 114."),
            ("4x4x4", "", "111", "X threatens nothing yet, and has an answer to every move."),
        ],
    )
    def test_the_threat_wins_if_nothing_stops_it(self, board: str, played: str, cell: str, text: str) -> None:
        [tree] = explained(Game(Board(board), played).position, cell).trees
        threat, position = present(threat_of(tree)), tree.position
        assert threat.text == text
        passed = Board(board).position(f"{position.text[:-1]}{tree.strategist}")
        assert not threat.line or is_forced(passed, threat.line)

    def test_a_side_that_only_holds_threatens_nothing(self) -> None:
        assert [threat_of(tree) for tree in explained(Board("3x3").empty(), "22").trees] == [None, None]
