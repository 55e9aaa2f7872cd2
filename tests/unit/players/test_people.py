"""The strategy for people, `oxo:strategy=human`: the rule that decides, the sums, the exceptions and the refusals."""

from __future__ import annotations

import random

import pytest
from support.decisions import played
from support.present import instance
from support.random_positions import fought_position

from hyperoxo import Board, Game, Position, play_game, player
from hyperoxo.errors import PlayerError
from hyperoxo.players import Limits
from hyperoxo.players.oxo import KIND
from hyperoxo.players.oxo.people import line_sums, peoples_table, safe_moves
from hyperoxo.players.oxo.reasons import OxoReasons, Rule
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win


def decided(position: Position) -> tuple[int, OxoReasons]:
    """Return the cell that the strategy plays, and why."""
    session = KIND.player(strategy="human").start(position.board, position.to_move, 1)
    decision = played(session, Game(position), Limits())
    return decision.cell, instance(decision.reasons, OxoReasons)


def plain_sum(position: Position, cell: int) -> int:
    """Add up the weights of docs/strategy.md, line by line."""
    total = 0
    for line in position.board.lines:
        stones = [stone for at in line if (stone := position.stone(at)) is not None]
        if cell in line and len(set(stones)) < 2:
            own, other = stones.count(position.to_move), stones.count(other_side(position.to_move))
            total += {(0, 0): 1, (1, 0): 6, (2, 0): -2, (0, 1): 1, (0, 2): 4}.get((own, other), 0)
    return total


@pytest.mark.parametrize("seed", range(6))
def test_the_sum_decides_where_nothing_is_forced(seed: int) -> None:
    position = fought_position("4x4x4", 4 + seed, random.Random(seed))
    sums = {cell: plain_sum(position, cell) for cell in position.legal_moves()}
    assert line_sums(position, sums, peoples_table().weights) == sums
    cell, reasons = decided(position)
    if forced_win(position):
        assert reasons.rule is Rule.FORCED
    elif threats := position.threats(other_side(position.to_move)):
        assert (cell, reasons.rule) == (threats[0][0], Rule.BLOCKS)
    else:
        safe = [move for move in sums if not forced_win(position.play(move))]
        assert reasons.rule is Rule.SUM
        assert sums[cell] == max(sums[move] for move in safe)
        among = "safe cells" if len(safe) < len(sums) else "cells"
        assert reasons.choice == f"its lines count {sums[cell]}, the most of all {among}"


def test_it_completes_a_line_before_it_blocks() -> None:
    assert decided(Board("4x4x4").position("xxx1ooo57 x"))[1].rule is Rule.COMPLETES


@pytest.mark.parametrize("number", range(4))
def test_an_exception_is_played_in_every_orientation(number: int) -> None:
    board = Board("4x4x4")
    text, name = sorted(peoples_table().exceptions.items())[number]
    position = board.position(text)
    assert position.canonical() == position
    symmetry = board.symmetries()[17 * number + 5]
    cell, reasons = decided(position.transformed(symmetry))
    assert reasons.rule is Rule.EXCEPTION
    assert position.transformed(symmetry).play(cell).canonical() == position.play(name).canonical()


def test_the_exceptions_are_positions_where_the_rules_come_to_the_sum() -> None:
    board = Board("4x4x4")
    for text, name in peoples_table().exceptions.items():
        position = board.position(text)
        assert not position.threats("o")
        assert not forced_win(position)
        assert board.cell(name) in safe_moves(position)


@pytest.mark.parametrize("opponent", ["ibm1620", "atari-st", "oxo:level=8"])
def test_it_wins_as_x(opponent: str) -> None:
    assert play_game("oxo:strategy=human", opponent, "4x4x4", seed=1).position.winner == "x"


def test_other_boards_and_levels_are_refused() -> None:
    with pytest.raises(PlayerError, match="4x4x4 only"):
        player("oxo:strategy=human").start(Board("3x3"), "x", 1)
    with pytest.raises(PlayerError, match="has no levels"):
        player("oxo:strategy=human,level=4").start(Board("4x4x4"), "x", 1)
