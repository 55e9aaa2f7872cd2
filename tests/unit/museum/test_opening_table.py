"""The magic square's table of second and third moves, compared with the player's games and with the article's table."""

from __future__ import annotations

import pytest
from support.magic_square_article import RIM, TABLE, turned
from support.present import instance

from hyperoxo import Game
from hyperoxo.museum import OpeningTable, opening_tables
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.historic.magic_square.numbers import NUMBERS

TABLES = opening_tables()
by_corner = pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table.x1))


def played(numbers: list[int]) -> set[int]:
    """Return the numbers that the player draws after some moves, over seeds."""
    game, found = Game("3x3", [NUMBERS.index(number) for number in numbers]), set()
    for seed in range(40):
        session = player("magic-square:opening=corner").start(game.board, "x", seed)
        found.add(NUMBERS[instance(session.decide(game, Limits(), Control()), Play).cell])
    return found


@by_corner
def test_the_rows_are_the_moves_that_the_player_makes(table: OpeningTable) -> None:
    for o1 in set(NUMBERS) - {table.x1}:
        rows = [row for row in table.rows if row.o1 == o1]
        assert {row.x2 for row in rows} == played([table.x1, o1])
        for row in rows:
            if row.o2 is not None:
                assert table.x1 + row.x2 + row.o2 == 15
                assert {third.x3 for third in row.thirds} == played([table.x1, o1, row.x2, row.o2])
    assert [row.o1 for row in table.rows if row.o2 is None] == [5]


@by_corner
def test_each_third_move_is_a_fork(table: OpeningTable) -> None:
    for row in table.rows:
        for third in row.thirds:
            held = {table.x1, row.x2, third.x3}
            pairs = [(a, b) for a in held for b in held if a < b]
            free = {15 - a - b for a, b in pairs} - held - {row.o1, row.o2}
            assert set(third.needs) == {number for number in free if 1 <= number <= 9}
            assert len(third.needs) == 2


def test_the_table_after_2_has_the_articles_entries_with_its_row_for_3_corrected() -> None:
    article = {
        (o1, int(x2)): set(map(int, x3)) for o1, (x2s, x3s) in TABLE.items() for x2, x3 in zip(x2s, x3s, strict=True)
    }
    article |= {(3, 4): {6}, (3, 5): {4}, (3, 6): {5}}
    ours = {(row.o1, row.x2): {third.x3 for third in row.thirds} for row in TABLES[0].rows if row.o2 is not None}
    assert all(ours[entry] >= thirds for entry, thirds in article.items())
    assert set(ours) - set(article) == set()


@by_corner
def test_turning_the_square_turns_the_table_and_the_formulas(table: OpeningTable) -> None:
    """Each number moves along the rim with the corner; the texts of the formulas stay."""
    steps = RIM.index(table.x1)
    assert table.square[0] == table.x1
    assert set(table.square) == set(NUMBERS)
    first = TABLES[0]
    for row, other in zip(first.rows, table.rows, strict=True):
        assert (turned(row.o1, steps), turned(row.x2, steps)) == (other.o1, other.x2)
        for third, turned_third in zip(row.thirds, other.thirds, strict=True):
            assert turned(third.x3, steps) == turned_third.x3
            assert {turned(number, steps) for number in third.needs} == set(turned_third.needs)
            if "table" not in third.formula:
                assert third.formula == turned_third.formula
    for text, other_text in zip(first.relatives, table.relatives, strict=True):
        name, of, value = text.replace("(", " ").replace(") =", "").split()
        assert other_text == f"{name}({turned(int(of), steps)}) = {turned(int(value), steps)}"
