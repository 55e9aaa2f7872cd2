"""What the coach says, in 200 games of all levels and programs on six boards: each claim is true, by slow code.

Reasons, what the moves of programs do, hints, threats, warnings, reviews, proofs and ends are read clause by clause.
Each kind of clause has a check; a kind without one fails. Claims about lines, threats, blocks and counts are computed
again from stones and the lines of the reference implementation; only the words for the place of a line are the
package's, and `test_coach.py` checks them.

A level that says it wins must win the game that follows, as soon as it says. A win "by threats", and each
win of the opponent, is proved by the moves of the reasons: each is a threat with one reply that does not lose at once,
and the last completes a line. Where a win comes "in" up to three moves, no quicker one exists. Each value is compared
with the solver's, asked anew with few positions; on 3x3 with that of all games. Not proved are that a move holds out
longest, and guesses.
"""

from __future__ import annotations

import functools
import random
import re
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.present import instance, present
from support.slow_stones import OTHER, Stones, stones_of

from hyperoxo import Board, Game, Outcome, Position, play_game
from hyperoxo.advice import describe_threats, hint_of
from hyperoxo.coach import end_in_words, overlooked, step
from hyperoxo.line_words import line_in_words, number_in_words
from hyperoxo.outcomes import moves_of_side
from hyperoxo.players import Limits
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.players.oxo.people import peoples_table
from hyperoxo.review import KeyMove, MoveMark, review
from hyperoxo.review.text import better_in_words, sentence
from hyperoxo.solver.analysis import Analysis, analyse
from hyperoxo.solver.explain import explain, groups_of, threat_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BOARDS = {
    "3x3": ("magic-square", "delphi", "fignition"),
    "4x4:3": ("delphi",),
    "5x5:4": ("delphi",),
    "3x3x3": ("delphi",),
    "4x4x4": ("ibm1620", "atari-st", "oxo:strategy=human"),
    "4x4x4x4": ("delphi",),
}
"""The programs that play on each board, next to the levels; `fignition` moves first."""
GAMES = 34
"""The games on each board."""
SEARCHED = 400
"""The positions of a search by which a value is compared."""
EASY = "oxo:level=2"
"""The level that the page calls Easy."""
NUMBERS = {number_in_words(number): number for number in range(600)}


class Told(NamedTuple):
    """A move that something is said of, the stones before and after it, and the moves that are expected from it on."""

    position: Position
    cell: int
    before: Stones
    after: Stones
    line: Sequence[int] = ()

    @property
    def mover(self) -> str:
        return self.before.mover

    @property
    def other(self) -> str:
        return self.after.mover

    @property
    def board(self) -> Board:
        return self.position.board


def told_of(position: Position, cell: int, line: Sequence[int] = ()) -> Told:
    before = stones_of(position)
    return Told(position, cell, before, before.play(cell), line)


def is_place_of(told: Told, places: str, lines: Sequence[frozenset[int]]) -> bool:
    """Return whether these are the words for the places of some lines, or their number if they are several."""
    if len(lines) > 1 and places == f"in {number_in_words(len(lines))} lines":
        return True
    words = {line_in_words(told.board, sorted(line)) for line in lines}
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


@functools.lru_cache(200)
def analysed(position: Position) -> Analysis:
    return analyse(position, nodes=SEARCHED, guesses=False)


def agrees(told: Told, winner: str, moves: int, *, exact: bool) -> bool:
    """Return whether the solver proves a win of the winner in so many of its moves, or nothing."""
    found = analysed(told.position).cells[told.cell].value
    if len(told.board) == 9:
        value, plies = told.after.value() if told.after.empty and not told.after.is_won else ("loss", 0)
        is_own = value == "loss"
        is_winner = value != "draw" and winner == (told.mover if is_own else told.other)
        return is_winner and moves == (plies + 1 + is_own) // 2
    if not found.is_known:
        return True
    is_win = found.outcome is Outcome.WIN
    needed = moves_of_side(present(found.plies), moves_first=is_win)
    is_winner = found.outcome is not Outcome.DRAW and winner == (told.mover if is_win else told.other)
    return is_winner and (not found.exact or (needed == moves if exact else needed <= moves))


# ---- The checks of clauses ----


def check_completed(told: Told, said: re.Match[str]) -> bool:
    lines = [line for line in told.after.lacking(told.mover, 0) if told.cell in line]
    times = {1: "", 2: " twice"}.get(len(lines), f" {number_in_words(len(lines))} times")
    return said["times"] == times and is_place_of(told, said["places"], lines)


def check_made(told: Told, said: re.Match[str]) -> bool:
    lines = [line for line in told.after.lacking(told.mover, 1) if told.cell in line]
    return said["side"].lower() == told.mover and is_place_of(told, said["places"], lines)


def check_blocked(told: Told, said: re.Match[str]) -> bool:
    stopped = [line for line in told.before.lacking(told.other, 1) if told.cell in line]
    made = [line for line in told.after.lacking(told.mover, 1) if told.cell in line]
    named = made if said["making"] else stopped
    return bool(stopped) and said["side"].lower() == told.mover and is_place_of(told, said["places"], named)


def check_opened(told: Told, said: re.Match[str]) -> bool:
    own, against = told.before.held[told.mover], told.before.held[told.other]
    through = [line for line in told.before.lines if told.cell in line]
    lines = [line for line in through if line.isdisjoint(against)]
    begun = [line for line in lines if line & own]
    closed = [line for line in through if line.isdisjoint(own) and line & against]
    counts = [NUMBERS[said[name] or "no"] for name in ("lines", "begun", "closed")]
    return counts == [len(lines), len(begun), len(closed)] and said["side"].lower() == told.mover


def check_chosen(told: Told, said: re.Match[str]) -> bool:
    """Check a random choice: there was no line to complete, and all cells but those that lose by a fork are counted."""
    if told.before.threats(told.mover):
        return False
    count, empty = int(said["count"]), told.before.empty
    return count == len(empty) or count == len(empty - told.before.unsafe())


def check_double(told: Told, said: re.Match[str]) -> bool:
    side = said["side"].lower()
    return side == told.mover and len(told.after.threats(side)) > 1 and not told.after.threats(told.other)


def check_win(told: Told, said: re.Match[str]) -> bool:
    """Check a win of either side; of the mover, its move is counted."""
    side, moves, is_exact = said["side"].lower(), int(said["moves"]), said["bound"] == "in"
    is_own = side == told.mover
    if "own" in said.groupdict() and is_own != (said["own"] is not None):
        return False
    start, expected = (told.before, told.line) if is_own else (told.after, told.line[1:])
    if is_exact and ((moves > 1 and start.threats(side)) or (moves > 2 and start.forks())):
        return False
    is_shown = not told.line or is_proof(start, expected, moves) or (is_own and "threat" not in said[0])
    return is_shown and agrees(told, side, moves, exact=is_exact)


def check_draw(told: Told, said: re.Match[str]) -> bool:  # noqa: ARG001 - the sentence names nothing
    if len(told.board) == 9:
        return not told.after.empty or told.after.value()[0] == "draw"
    found = analysed(told.position).cells[told.cell].value.outcome
    return found in {Outcome.DRAW, Outcome.UNKNOWN} and not told.after.threats(told.other) and not told.after.forks()


def check_sum(told: Told, said: re.Match[str]) -> bool:
    """Check a sum of the strategy for people, which is the highest unless cells were left out."""
    weights, held = peoples_table().weights, told.before.held
    kinds = {(0, 0): weights.empty, (1, 0): weights.own, (2, 0): weights.own_two}
    kinds |= {(0, 1): weights.other, (0, 2): weights.other_two}
    sums = dict.fromkeys(told.before.empty, 0)
    for line in told.before.lines:
        for cell in line & told.before.empty:
            sums[cell] += kinds.get((len(line & held[told.mover]), len(line & held[told.other])), 0)
    is_highest = sums[told.cell] == max(sums.values())
    return int(said["total"]) == sums[told.cell] and (is_highest or bool(said["safe"]))


def check_nothing(told: Told, said: re.Match[str]) -> bool:  # noqa: ARG001 - it claims nothing
    return True


# ---- The kinds of clauses ----

SIDE, PLACES = "(?P<side>[XO])", r"(?P<places>(?:in|on|straight|from) .+?)"
WIN = rf"{SIDE} wins (?P<bound>in|within) (?P<moves>\d+) moves?"
FULL = rf"(?:three|four) in a row(?P<times>| twice| \w+ times), {PLACES}"
Kinds = dict["Callable[[Told, re.Match[str]], bool]", str]
KINDS: Kinds = {
    check_completed: FULL,
    check_made: rf"{SIDE} makes (?:two|three) {PLACES}",
    check_blocked: rf"{SIDE} blocks [XO]'s (?:two|three)(?P<making>, making (?:two|three)|) {PLACES}",
    check_opened: (
        rf"{SIDE} has (?P<lines>\w+) open lines? here(?:, (?P<begun>\w+) begun before)?"
        r"(?:; it closes (?P<closed>\w+) begun by [XO])?"
    ),
    check_chosen: r"one of (?P<count>\d+) cells, at random",
    check_double: rf"{SIDE} threatens twice; only one can be stopped",
    check_win: (
        rf"{WIN}(?:, (?P<own>counting this one), (?:by threats|by the (?:book of proved wins|atlas of proved openings)"
        r"|whatever [XO] plays)| all the same|, whatever [XO] plays; this holds out longest, as far as is known)"
    ),
    check_draw: "the game is a draw with best play",
    check_sum: r"its lines count (?P<total>-?\d+), the most of all (?P<safe>safe )?cells",
    check_nothing: "an exception of the strategy, proved to win",
}
OF_BOARD = {check_completed, check_made, check_blocked, check_opened, check_double}
"""The kinds that say what the board shows."""
OF_REVIEWS: Kinds = {check_win: WIN, check_draw: "the game is a draw", check_nothing: "nothing is proved"}
"""What a review says of a move: `with 22 X wins in 2 moves`."""


def checked(told: Told, said: str, kinds: Kinds = KINDS) -> set[object]:
    """Return the kinds of the clauses of a text; each is true."""
    at, rest, seen = f"with {told.board.name(told.cell)} in {told.position.text}: {said}", said, set[object]()
    assert said, at
    while rest:
        read = [(check, found) for check, kind in kinds.items() if (found := re.match(f"{kind}(?:; |$)", rest))]
        assert len(read) == 1, f"{rest!r} is of no known kind, {at}"
        [(check, found)] = read
        assert check(told, found), f"{found[0]!r} is false, {at}"
        seen.add(check)
        rest = rest[found.end() :]
    return seen


def checked_reasons(game: Game) -> set[object]:
    """Return the kinds of clauses that levels say of their moves, and the coach of those of programs."""
    kinds: set[object] = set()
    for ply, cell in enumerate(game.moves, 1):
        reasons = present(game.notes[ply].reasons)
        said = str(reasons.get("does", reasons["sentence"] if "nodes" in reasons else ""))
        if not said:  # a program's own, and its move is a quiet one
            continue
        line = [game.board.cell(str(name)) for name in instance(reasons.get("line", []), list)]
        kinds |= checked(told_of(game.position_at(ply - 1), cell, line), said)
        if found := re.search(WIN, said):
            winner, left = found["side"].lower(), len(range(ply, game.length + 1, 2))
            is_own = winner == game.position_at(ply - 1).to_move
            assert not is_own or (game.winner == winner and left <= int(found["moves"])), said
    return kinds


# ---- Hints, threats, warnings, reviews, proofs and ends ----


def check_threatened(position: Position, said: str) -> None:
    """Check that a side would win by threats if its opponent passed, by the forks or by the solver."""
    found = present(
        re.fullmatch(rf"{SIDE} threatens to win (?:in|within) (\d+) moves?, beginning at ([\d.]+)(.*)\.", said)
    )
    passed = Position(position.board, position.x, position.o, "x" if found["side"] == "X" else "o")
    cell, before = position.board.cell(found[3]), stones_of(passed)
    if found[2] == "2":
        assert cell in before.forks(), said
    assert analyse(passed, nodes=5_000).cells[cell].value.outcome is Outcome.WIN, said
    saving = found[4].removeprefix("; all cells lose except ")
    assert saving == "" or saving in NUMBERS or len(position.board.moves(saving)) <= 3, said


def check_threats(position: Position) -> None:
    """Check the sentences of each threat."""
    stones, board = stones_of(position), position.board
    held = {"X": stones.threats("x"), "O": stones.threats("o")}
    for said in describe_threats(position):
        pattern = rf"{SIDE} has (?:two|three) {PLACES}: (complete it at |block at |)([\d.]+)(?: completes it)?\."
        found = re.fullmatch(pattern, said)
        if found is None and said == "Neither side threatens to complete a line.":
            assert not any(held.values())
        elif found is None:
            check_threatened(position, said)
        else:
            cell, side = board.cell(found[4]), found["side"]
            lines = [line for line in stones.lacking(side.lower(), 1) if cell in line]
            assert is_place_of(told_of(position, cell), found["places"], lines), said
            assert (found[3] == "complete it at ") == (side.lower() == stones.mover)
            assert (found[3] == "block at ") == is_forced(stones, cell), said
            held[side].remove(cell)
    assert not any(held.values())


def check_hint(position: Position) -> set[object]:
    """Check the hint of a short analysis, and its cell."""
    hint = present(hint_of(analyse(position, nodes=SEARCHED)))
    name, _, said = hint.text.partition(": ")
    assert position.board.cell(name) == hint.cell
    return checked(told_of(position, hint.cell), said.removesuffix("."))


def check_warnings(position: Position) -> None:
    """Check what each move overlooks: the first cell that completes a line of its side, or else of the other."""
    stones = stones_of(position)
    threats = [(side, stones.threats(side)) for side in (stones.mover, OTHER[stones.mover])]
    side, cells = next((found for found in threats if found[1]), threats[0])
    for cell in stones.empty:
        said = overlooked(position, cell)
        if not cells or cell in cells:
            assert not said
            continue
        found = present(re.fullmatch(rf"{SIDE} wins at ([\d.]+): ({FULL})", said))
        at = position.board.cell(found[2])
        assert (found["side"].lower(), at) == (side, min(cells))
        turn = Position(position.board, position.x, position.o, "x" if side == "x" else "o")
        checked(told_of(turn, at), found[3])


def is_forced(stones: Stones, cell: int) -> bool:
    """Return whether a cell is the only one at which the other side wins, and the side to move wins at none."""
    return not stones.threats(stones.mover) and stones.threats(OTHER[stones.mover]) == {cell}


def check_steps(position: Position, line: Sequence[int]) -> None:
    """Check what is said of each move of a line: whether it has to be played, and what each side threatens then."""
    for cell in line:
        told, said = told_of(position, cell), step(position, cell)
        pattern = (
            rf"{SIDE} (plays|has to play) ([\d.]+)(?:: ({FULL}))?(?:, threatening (.+?))?(?:, but [XO] threatens (.+))?"
        )
        found = present(re.fullmatch(pattern, said))
        assert (found["side"].lower(), position.board.cell(found[3])) == (told.mover, cell)
        assert (found[2] == "has to play") == is_forced(told.before, cell), said
        position = position.play(cell)
        if found[4]:
            assert position.is_over
            checked(told, found[4])
            continue
        for cells, side in ((found[7], told.mover), (found[8], told.other)):
            threats = sorted(told.after.threats(side))
            names = " and ".join(map(position.board.name, threats))
            assert (cells or "") == (names if len(threats) <= 3 else f"{len(threats)} cells"), said


def check_review(game: Game) -> set[str]:
    """Check the sentences of a review of a game; return how they begin."""
    found, seen = review(game, nodes=4_000), set()
    board = game.board
    told: list[MoveMark | KeyMove] = [*found.marks, *found.key_moves]
    for shown in told:
        position, (did, _, rest) = game.position_at(shown.ply - 1), sentence(board, shown).partition(": ")
        stones, other = stones_of(position), OTHER[shown.side]
        check_steps(position, shown.line)
        if shown.better is not None:
            check_steps(position, shown.better.line)
            checked(told_of(position, shown.better.cell), better_in_words(game, shown))
        if did == "ignored a threat":
            assert rest == f"{other.upper()} wins at {board.names(stones.threats(other))}", rest
            assert shown.cell not in stones.threats(other)
        elif did.startswith("looked worse than "):
            after, before = map(int, re.findall(r"(\d+) %", rest))
            assert after < before, rest
        elif did.startswith("was a good move"):
            legal, unsound = map(int, re.findall(r"\d+", rest))
            replies = stones.play(shown.cell) if did.endswith("hard to answer") else stones
            assert unsound < legal == len(replies.empty), rest
            if len(board) == 9:
                worse = {"loss", "draw"} if "give the win away" in rest else {"loss"}
                opposite = {"loss": "win", "win": "loss", "draw": "draw"}
                of_replies = [after_value(replies.play(cell)) for cell in replies.empty]
                assert sum(opposite[value] in worse for value in of_replies) >= unsound, rest
        elif not did.startswith("was sound, as all "):
            for clause in filter(None, rest.split("; ")):
                _, name, value = clause.split(" ", 2)
                checked(told_of(position, board.cell(name)), value, OF_REVIEWS)
        seen.add(did)
    return seen


def after_value(stones: Stones) -> str:
    """Return the outcome of a position of 3x3 for the side to move, also at the end of a game."""
    if stones.is_won:
        return "loss"
    return stones.value()[0] if stones.empty else "draw"


def check_proof(position: Position, cell: int) -> bool:
    """Check the threat and the replies of a proof, if one is found; return whether there is one."""
    found = explain(position, cell, nodes=2_000)
    if found is None or position.play(cell).is_over:
        return False
    for tree in found.trees:
        node = tree if tree.move is None or not tree.replies else tree.step(tree.move.cell)
        threat = threat_of(node)
        if threat is not None and "threatens to win" in threat.text:
            check_threatened(node.position, threat.text)
        for group in groups_of(node) if node.replies else []:
            if group.plies is not None and (moves := re.search(r"wins within (\d+) move", group.text)):
                assert int(moves[1]) == moves_of_side(group.plies), group
    return True


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_said_of_a_game_is_true(board: str) -> None:
    stream, kinds = random.Random(7), set()
    # The highest levels take longest on the largest board, and play fewer games there.
    weights = [1 if board == "4x4x4x4" and level > 6 else 8 for level in LEVELS]
    for seed in range(GAMES):
        names = [f"oxo:level={level}" for level in stream.choices(list(LEVELS), weights, k=2)]
        if seed % 3 == 0:
            program = BOARDS[board][seed // 3 % len(BOARDS[board])]
            names[program != "fignition" and seed % 2] = program
        game = play_game(names[0], names[1], board, seed=seed, limits=Limits(nodes=300))
        kinds |= checked_reasons(game)
        position = game.position_at(stream.randrange(game.length))
        check_threats(position)
        check_warnings(position)
        check_steps(game.position_at(0), game.moves)
        kinds |= check_hint(position)
        check_end(game)
        if seed % 8 == 0:
            check_review(game)
            check_proof(position, stream.choice(position.legal_moves()))
    assert kinds >= {check_completed, check_made, check_blocked, check_opened, check_chosen, check_double, check_win}


def check_end(game: Game) -> None:
    """Check how a game ended by a line, and in how many moves of its winner."""
    said = end_in_words(game)
    if found := re.fullmatch(rf"{SIDE} wins in (\d+) moves?: ({FULL})", said):
        last = told_of(game.position_at(game.length - 1), game.moves[-1])
        assert (found["side"].lower(), int(found[2])) == (game.winner, (game.length + 1) // 2)
        checked(last, found[3])
    else:
        assert game.position.winner is None, said


def test_easy_tells_what_the_board_shows() -> None:
    for seed in range(3):
        game = play_game(EASY, EASY, "4x4x4", seed=seed)
        for ply, cell in enumerate(game.moves, 1):
            said = str(present(game.notes[ply].reasons)["sentence"])
            assert checked(told_of(game.position_at(ply - 1), cell), said) & OF_BOARD
            assert len(said) <= 120
