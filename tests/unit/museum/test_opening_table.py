"""The magic square's table of second and third moves, compared with the player's games and with the article's table."""

from __future__ import annotations

import re

import pytest
from support.magic_square_article import RIM, TABLE, turned
from support.present import instance, present

from hyperoxo import Game
from hyperoxo.museum import OpeningTable, find_exhibit, opening_tables, relatives
from hyperoxo.museum.opening_table import FURTHER
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
        rows = [row for row in table.rows if row.o1 == o1 and "ours" not in row.formula]
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
            # O must not complete a line of its own first.
            assert 15 - row.o1 - present(row.o2) not in (set(range(1, 10)) - held - {row.o1, row.o2})


def test_the_table_after_2_has_the_articles_entries_with_its_row_for_3_corrected() -> None:
    article = {
        (o1, int(x2)): set(map(int, x3)) for o1, (x2s, x3s) in TABLE.items() for x2, x3 in zip(x2s, x3s, strict=True)
    }
    article |= {(3, 4): {6}, (3, 5): {4}, (3, 6): {5}}
    ours = {(row.o1, row.x2): {third.x3 for third in row.thirds} for row in TABLES[0].rows if row.o2 is not None}
    assert all(ours[entry] >= thirds for entry, thirds in article.items())
    assert set(ours) - set(article) == {(o1, x2) for o1, seconds in FURTHER.items() for x2 in seconds}


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
            if not third.formula.endswith(("table", "ours")):
                assert third.formula == turned_third.formula


STEPS = {
    "across": (4, 4),
    "corner_previous": (-2, -1),
    "corner_next": (2, 1),
    "edge_previous": (-1, -2),
    "edge_next": (1, 2),
    "knight_previous": (-3, -3),
    "knight_next": (3, 3),
}
"""How far each formula leads clockwise, from a corner and from an edge."""
PLACES = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
"""The rim clockwise, as row and column."""
TEXTS = {row.key: row.cells for row in find_exhibit("magic-square").figure.rows if row.key in STEPS}


def evaluated(key: str, number: int) -> int:
    """Return what the text of a formula gives, as the exhibit prints it."""
    text = TEXTS[key][1 if number % 2 else 2]
    names = {cells[0].rpartition(", ")[2]: other for other, cells in TEXTS.items()}
    used = {name: evaluated(names[name], number) for name in re.findall(r"[CEK][pn]", text)}
    code = re.sub(r"(\d) X", r"\1 * X", text).replace("mod", "%")
    return int(eval(code, {"X": number, "across": lambda of: 10 - of, **used}))  # noqa: S307 - our own text


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("diagonal", [(), (2, 5, 8), (4, 5, 6)], ids=str)
def test_each_formula_changes_sides_when_the_square_flips_about_a_diagonal(
    diagonal: tuple[int, ...], turns: int
) -> None:
    place = {number: divmod(cell, 3) for cell, number in enumerate(NUMBERS)}
    for _ in range(turns):
        place = {number: (column, 2 - row) for number, (row, column) in place.items()}
    if diagonal:
        if place[diagonal[0]] in {(0, 0), (2, 2)}:
            flipped = {number: (column, row) for number, (row, column) in place.items()}
        else:
            flipped = {number: (2 - column, 2 - row) for number, (row, column) in place.items()}
        assert {number for number in place if place[number] == flipped[number]} == set(diagonal)
        place = flipped
    for number in RIM:
        start = PLACES.index(place[number])
        for key, steps in STEPS.items():
            led = PLACES[(start + steps[number % 2] * (-1 if diagonal else 1)) % 8]
            assert place[evaluated(key, number)] == led, (key, number)
            assert relatives()[str(number)][key] == evaluated(key, number)
