"""What levels say of their moves, in 200 games: each claim is true after the move, by slow code of its own.

Each sentence is read clause by clause, and each kind of clause has a check; a kind without one fails. Claims about
lines, threats, blocks and counts are computed again from stones and the lines of the reference implementation; only the
words for the place of a line are the package's, and `test_sentences.py` checks them.

A side that says it wins must win the game that follows, as soon as it says. A win "with a threat at each", and each win
of the opponent, is proved by the moves of the reasons: each is a threat with one reply that does not lose at once, and
the last completes a line. On 3x3 all games are played. Where a win comes "in" up to three moves, no quicker one exists.
Not proved are that other wins meet every defence, draws beyond 3x3 (only that neither side can win by a double threat),
that a move holds out longest, and guesses.
"""

from __future__ import annotations

import functools
import random
import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.present import instance, present
from support.reference import ReferenceBoard, ReferencePosition, exhaustive_value

from hyperoxo import Board, Game, play_game
from hyperoxo.players import Limits
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.players.oxo.people import peoples_table
from hyperoxo.sentences import line_in_words, number_in_words, reason_in_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

GAMES = 25
"""The games on each board."""
EASY = "oxo:level=2"
"""The level that the page calls Easy."""
OTHER = {"x": "o", "o": "x"}
NUMBERS = {number_in_words(number): number for number in range(300)}
KNOWN: dict[tuple[str, str], tuple[str, int]] = {}
"""The values of positions of 3x3."""


@dataclass(frozen=True)
class Stones:
    """The stones of both sides on the lines of a board, and the side to move."""

    lines: tuple[frozenset[int], ...]
    held: Mapping[str, frozenset[int]]
    empty: frozenset[int]
    mover: str

    def play(self, cell: int) -> Stones:
        held = {**self.held, self.mover: self.held[self.mover] | {cell}}
        return Stones(self.lines, held, self.empty - {cell}, OTHER[self.mover])

    def lacking(self, side: str, number: int) -> list[frozenset[int]]:
        """Return the lines on which a side lacks so many stones, and the other side has none."""
        own, against = self.held[side], self.held[OTHER[side]]
        return [line for line in self.lines if len(line - own) == number and line.isdisjoint(against)]

    def threats(self, side: str) -> set[int]:
        """Return the cells at which a side completes a line."""
        return {cell for line in self.lacking(side, 1) for cell in line & self.empty}

    def forks(self) -> set[int]:
        """Return the cells by which the side to move threatens twice, and wins."""
        urgent = self.threats(OTHER[self.mover])
        made: dict[int, set[int]] = defaultdict(set)
        for line in self.lacking(self.mover, 2):
            for cell in line & self.empty:
                made[cell] |= (line & self.empty) - {cell}
        return {cell for cell, threats in made.items() if len(threats) > 1 and urgent <= {cell}}

    def unsafe(self) -> set[int]:
        """Return the moves after which the other side has a fork; there are none if it had none after a pass."""
        passed = Stones(self.lines, self.held, self.empty, OTHER[self.mover])
        return {cell for cell in self.empty if self.play(cell).forks()} if passed.forks() else set()

    def value(self) -> tuple[str, int]:
        """Return the value for the side to move, and the plies, of a position of 3x3."""
        stones = "".join(next((side for side in "xo" if cell in self.held[side]), ".") for cell in range(9))
        return exhaustive_value(ReferencePosition(stones, self.mover, tuple(map(tuple, self.lines))), KNOWN)


class Told(NamedTuple):
    """A move, and the stones before and after it."""

    game: Game
    ply: int
    cell: int
    before: Stones
    after: Stones

    @property
    def mover(self) -> str:
        return self.before.mover

    @property
    def other(self) -> str:
        return self.after.mover


@functools.cache
def lines_of(board: Board) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, ReferenceBoard(board.shape, board.line_length).lines))


def told_moves(game: Game) -> list[Told]:
    """Return the moves of a game."""
    none: frozenset[int] = frozenset()
    stones = Stones(lines_of(game.board), {"x": none, "o": none}, frozenset(range(len(game.board))), "x")
    told = []
    for ply, cell in enumerate(game.moves, 1):
        after = stones.play(cell)
        told.append(Told(game, ply, cell, stones, after))
        stones = after
    return told


def is_place_of(told: Told, places: str, lines: Sequence[frozenset[int]]) -> bool:
    """Return whether these are the words for the places of some lines; of more than three, their number."""
    if len(lines) > 3:
        return places == f"in {number_in_words(len(lines))} lines"
    words = {line_in_words(told.game.board, sorted(line)) for line in lines}
    return bool(words) and places in {" and ".join(order) for order in permutations(words)}


def is_proof(stones: Stones, moves: Sequence[int], most: int) -> bool:
    """Return whether the side to move completes a line by a sequence of threats, in so many of its moves."""
    side = stones.mover
    for number, cell in enumerate(moves):
        threats = stones.threats(side)
        if stones.mover == side and cell in threats:
            return number == len(moves) - 1 and number // 2 < most
        if stones.mover != side and (cell not in threats or stones.threats(stones.mover)):
            return False
        stones = stones.play(cell)
    return False


# ---- The checks of clauses ----


def check_completed(told: Told, said: re.Match[str]) -> bool:
    lines = [line for line in told.after.lacking(told.mover, 0) if told.cell in line]
    times = {1: "", 2: " twice"}.get(len(lines), f" {number_in_words(len(lines))} times")
    return said["times"] == times and is_place_of(told, said["places"], lines)


def check_made(told: Told, said: re.Match[str]) -> bool:
    return said["side"].lower() == told.mover and is_place_of(told, said["places"], told.after.lacking(told.mover, 1))


def check_blocked(told: Told, said: re.Match[str]) -> bool:
    """Check what was threatened: the move stops it all, unless it does so by chance."""
    threats = told.before.lacking(told.other, 1)
    stopped = [line for line in threats if told.cell in line]
    is_all = stopped == threats or said["how"] == ", now blocked"
    return said["side"].lower() == told.other and is_all and is_place_of(told, said["places"], stopped)


def check_opened(told: Told, said: re.Match[str]) -> bool:
    own, against = told.before.held[told.mover], told.before.held[told.other]
    through = [line for line in told.before.lines if told.cell in line]
    lines = [line for line in through if line.isdisjoint(against)]
    begun = [line for line in lines if line & own]
    closed = [line for line in through if line.isdisjoint(own) and line & against]
    counts = [NUMBERS[said[name] or "no"] for name in ("lines", "begun", "closed")]
    return counts == [len(lines), len(begun), len(closed)] and said["side"].lower() == told.mover


def check_looked(told: Told, said: re.Match[str]) -> bool:
    """Check what a level did not see before its move, and of how many cells it took one."""
    found = told.before.threats(told.mover)
    if said["block"]:
        found |= told.before.threats(told.other)
    if said["make"]:
        found |= told.before.forks()
    if said["prevent"]:
        found |= told.before.unsafe()
    is_side = said["side"].lower() == told.mover
    return is_side and not found and int(said["count"] or 1) == len(told.before.empty)


def check_prevented(told: Told, said: re.Match[str]) -> bool:
    unsafe = told.before.unsafe()
    is_count = int(said["count"] or 1) == len(told.before.empty - unsafe)
    return bool(unsafe) and told.cell not in unsafe and is_count and said["side"].lower() == told.other


def check_double(told: Told, said: re.Match[str]) -> bool:
    side = said["side"].lower()
    if said["when"] == "threatened":
        return side == told.other and len(told.before.threats(side)) > 1 and bool(told.after.threats(side))
    return side == told.mover and len(told.after.threats(side)) > 1 and not told.after.threats(told.other)


def check_win(told: Told, said: re.Match[str]) -> bool:
    """Check a win of either side; of the mover, its move is counted."""
    side, moves, is_exact = said["side"].lower(), int(said["moves"]), said["bound"] == "in"
    is_own = side == told.mover
    start = told.before if is_own else told.after
    line = instance(present(told.game.notes[told.ply].reasons)["line"], list)
    expected = [told.game.board.cell(str(name)) for name in line[not is_own :]]
    if is_own and (told.game.position.winner != side or len(range(told.ply, told.game.length + 1, 2)) > moves):
        return False
    if len(told.game.board) == 9 and start.value() != ("win", 2 * moves - 1):
        return False
    if is_exact and ((moves > 1 and start.threats(side)) or (moves > 2 and start.forks())):
        return False
    return is_proof(start, expected, moves) or (is_own and "threat" not in said[0])


def check_draw(told: Told, said: re.Match[str]) -> bool:  # noqa: ARG001 - the sentence names nothing
    if len(told.game.board) == 9:
        return told.after.value()[0] == "draw"
    return not told.after.threats(told.other) and not told.after.forks()


def check_sum(told: Told, said: re.Match[str]) -> bool:
    """Check a sum of the strategy for people, which is the highest unless cells were left out."""
    weights, held = peoples_table().weights, told.before.held
    kinds = {(0, 0): weights.empty, (1, 0): weights.own, (2, 0): weights.own_two}
    kinds |= {(0, 1): weights.other, (0, 2): weights.other_two}
    sums = dict.fromkeys(told.before.empty, 0)
    for line in told.before.lines:
        for cell in line & told.before.empty:
            sums[cell] += kinds.get((len(line & held[told.mover]), len(line & held[told.other])), 0)
    alike = 1 + NUMBERS[{None: "no", "another": "one"}.get(said["alike"], said["alike"])]
    is_highest = sums[told.cell] == max(sums.values()) and alike == list(sums.values()).count(sums[told.cell])
    return int(said["total"]) == sums[told.cell] and (is_highest or bool(said["left"]))


def check_guess(told: Told, said: re.Match[str]) -> bool:
    return said["side"].lower() == told.mover and 0 <= int(said["chance"]) <= 100


# ---- The kinds of clauses ----

SIDE, PLACES = "(?P<side>[XO])", r"(?P<places>(?:in|on|straight|from) .+?)"
KINDS: dict[Callable[[Told, re.Match[str]], bool], str] = {
    check_completed: rf"(?:three|four) in a row(?P<times>| twice| \w+ times), {PLACES}",
    check_made: rf"{SIDE} now has (?:two|three) {PLACES}",
    check_blocked: rf"{SIDE} has (?:two|three) {PLACES}(?P<how>, now blocked|, so [XO] blocks)",
    check_opened: (
        rf"{SIDE} has (?P<lines>\w+) open lines? through it(?:, (?P<begun>\w+) begun before)?"
        r"(?:; it closes (?P<closed>\w+) that [XO] had begun)?"
    ),
    check_looked: (
        rf"{SIDE} saw no line to complete(?P<block> or to block)?(?P<make>, and no double threat to make)?"
        r"(?P<prevent> or to prevent)?: (?:it chose one of (?P<count>\d+) cells at random|it was the last cell)"
    ),
    check_prevented: (
        rf"(?:the only cell|one of (?P<count>\d+) cells) after which {SIDE} cannot win by a double threat"
    ),
    check_double: rf"{SIDE} (?P<when>threatens|threatened) twice; only one (?:can|could) be stopped",
    check_win: (
        rf"(?:proved: )?{SIDE} wins (?P<bound>in|within) (?P<moves>\d+) moves?"
        r"(?:, with a threat at each| all the same|, by the book of proved wins|, by the atlas of proved openings"
        r"|, whatever [XO] plays(?:; this holds out longest, as far as is known)?)?"
    ),
    check_draw: "proved: the game is a draw with best play",
    check_sum: (
        r"its lines counted (?P<total>-?\d+), the most of all cells"
        r"(?P<left> after which no forced win of [XO] was found)?(?:, as did those of (?P<alike>\w+)(?: others)?)?"
    ),
    check_guess: (
        rf"(?:the best that [XO] sees(?: \d+ moves? ahead)?; )?{SIDE}'s expected score is (?P<chance>\d+) %, a guess"
    ),
}
OF_BOARD = {check_completed, check_made, check_blocked, check_opened, check_double}
"""The kinds that say what the board shows."""


def checked(told: Told) -> set[object]:
    """Return the kinds of the clauses in the sentence of a move; each is true."""
    said = rest = reason_in_game(told.game, told.ply)
    at = f"after {told.game.board.names(told.game.moves[: told.ply])}: {said}"
    kinds: set[object] = set()
    while rest:
        read = [(check, found) for check, kind in KINDS.items() if (found := re.match(f"{kind}(?:; |$)", rest))]
        assert len(read) == 1, f"{rest!r} is of no known kind, {at}"
        [(check, found)] = read
        assert check(told, found), f"{found[0]!r} is false, {at}"
        kinds.add(check)
        rest = rest[found.end() :]
    return kinds


@pytest.mark.parametrize("board", ["3x3", "3x3x3", "4x4x4", "4x4x4x4"])
def test_what_a_level_says_is_true_after_its_move(board: str) -> None:
    stream, kinds = random.Random(7), set()
    # Levels 7 and 8 take longest on the largest board, and play fewer games there.
    weights = [1 if board == "4x4x4x4" and level in {7, 8} else 8 for level in LEVELS]
    for seed in range(GAMES):
        first, second = (f"oxo:level={level}" for level in stream.choices(list(LEVELS), weights, k=2))
        game = play_game(first, second, board, seed=seed, limits=Limits(nodes=300))
        kinds |= set().union(*map(checked, told_moves(game)))
    assert kinds >= {check_completed, check_made, check_blocked, check_opened, check_looked, check_double, check_win}


def test_what_the_strategy_for_people_says_is_true_after_its_move() -> None:
    game = play_game("oxo:strategy=human", EASY, "4x4x4", seed=1)
    assert check_sum in set().union(*map(checked, told_moves(game)))


def test_easy_tells_what_the_board_shows() -> None:
    moves = [told for seed in range(3) for told in told_moves(play_game(EASY, EASY, "4x4x4", seed=seed))]
    assert 3 * sum(bool(checked(told) & OF_BOARD) for told in moves) >= len(moves)
