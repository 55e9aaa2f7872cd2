"""The figures of the plots are those that were measured: the ladder's, or counted again here."""

from __future__ import annotations

import functools
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.museum import find_exhibit
from hyperoxo.players import Control, Limits
from hyperoxo.players.delphi_player import rate
from hyperoxo.players.historic.fignition import RING, TABLES, around, opposite, ring_state
from hyperoxo.players.historic.magic_square.numbers import NUMBERS
from hyperoxo.players.historic.magic_square.program import choices

if TYPE_CHECKING:
    from hyperoxo import Position

LADDER = json.loads((Path(__file__).parents[3] / "docs/ladder.json").read_text(encoding="utf-8"))


def results(name: str) -> dict[str, tuple[float, ...]]:
    return {row.label: row.values for row in find_exhibit(name).strength.rows}


@pytest.mark.parametrize("name", ["ibm1620", "atari-st"])
def test_ratings_are_those_of_the_ladder(name: str) -> None:
    ratings = {one["player"]: tuple(round(value) for value in one["rating"]) for one in LADDER["by_player"]}
    del ratings["delphi"]  # on this board it shows the strength of today's analysis
    strength = find_exhibit(name).strength
    assert results(name) == ratings
    assert [row.label for row in strength.rows if row.is_this] == [name]
    assert [row.values[0] for row in strength.rows] == sorted((row.values[0] for row in strength.rows), reverse=True)
    assert f"{ratings[name][0]:+d}" in find_exhibit(name).strength_short
    assert f"{ratings[name][0]:+d}" in strength.text
    assert ratings["oxo:level=4"][0] < ratings[name][0] < ratings["oxo:level=5"][0]


def test_delphi_wins_every_game_that_it_begins() -> None:
    """Every reply of the opponent is tried; the program plays its first best field."""
    ended: Counter[int] = Counter()

    @functools.cache
    def best(position: Position) -> int:
        fields = rate(position, Limits(), Control()).fields
        return max(fields, key=lambda cell: fields[cell])

    def play_on(position: Position, ply: int) -> None:
        if position.is_over:
            assert position.winner == "x"
            ended[ply] += 1
        elif position.to_move == "x":
            play_on(position.play(best(position)), ply + 1)
        else:
            for cell in position.legal_moves():
                play_on(position.play(cell), ply + 1)

    play_on(Board("3x3x3").empty(), 0)
    assert results("delphi") == {"moving first": (ended[5], ended[7], 0)}
    assert set(ended) == {5, 7}
    assert f"all {ended.total():,} games" in find_exhibit("delphi").strength.text


def outcomes(position: Position, plies: list[int], seat: str, tally: Counter[str | None]) -> None:
    """Count the results of all games, over every choice of the magic square and every reply."""
    if position.is_over:
        tally[position.winner] += 1
        return
    if position.to_move == seat:
        own, other = (position.x, position.o) if seat == "x" else (position.o, position.x)
        held, taken = {NUMBERS[cell] for cell in own}, {NUMBERS[cell] for cell in other}
        numbers = [move.number for move in choices(plies, held, taken)]
    else:
        numbers = [NUMBERS[cell] for cell in position.legal_moves()]
    for number in dict.fromkeys(numbers):
        outcomes(position.play(NUMBERS.index(number)), [*plies, number], seat, tally)


def test_the_magic_square_never_loses() -> None:
    counted = {}
    board = Board("3x3")
    for label, firsts in (("first, corner", (2, 4, 8, 6)), ("first, centre", (5,)), ("first, edge", (9, 3, 1, 7))):
        tally: Counter[str | None] = Counter()
        for number in firsts:
            outcomes(board.empty().play(NUMBERS.index(number)), [number], "x", tally)
        counted[label] = (tally["x"], tally[None], tally["o"])
    tally = Counter()
    outcomes(board.empty(), [], "o", tally)
    counted["second"] = (tally["o"], tally[None], tally["x"])
    assert results("magic-square") == counted
    total = sum(sum(row) for row in counted.values())
    first = [row for label, row in counted.items() if label != "second"]
    text = find_exhibit("magic-square").strength.text
    assert f"none of the {total:,} games" in text
    assert f"won {sum(row[0] for row in first):,} of its {sum(map(sum, first)):,} games" in text
    assert f"{counted['second'][0]:,} of {sum(counted['second']):,} as the second" in text


def test_the_fignition_wins_or_draws_all_its_games() -> None:
    tally: Counter[tuple[str, str | None]] = Counter()

    def reply(position: Position, first: int) -> None:
        for square in range(1, 9):
            if position.stone(RING[square]) is None:
                answer(position.play(RING[square]), first or square)

    def answer(position: Position, first: int) -> None:
        now = present(ring_state(position))
        step = TABLES[now.table][now.entry] if now.blocked else 0
        square = around(now.computer + step) if step else opposite(now.computer)
        after = position.play(RING[square])
        if after.is_over:
            tally["corner" if first % 2 else "edge", after.winner] += 1
        else:
            reply(after, first)

    reply(Board("3x3").empty().play(RING[0]), 0)
    assert results("fignition") == {
        f"first O {place}": (tally[name, "x"], tally[name, None], tally[name, "o"])
        for name, place in (("edge", "on an edge"), ("corner", "in a corner"))
    }
    assert "76 games" in find_exhibit("fignition").strength.text
    assert tally.total() == 76
