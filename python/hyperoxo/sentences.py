"""The sentences about moves and positions: reasons, hints, threats, and how a game ended.

Every user interface shows these. They name stones and lines in plain words, call the sides X and O, and count the moves
of the side that they name; labels, which count plies, and lists of cells stand elsewhere. Those of reasons begin with a
small letter and have no full stop.
"""

from __future__ import annotations

import json
import typing
from enum import StrEnum
from pathlib import Path

from hyperoxo.in_groups import in_groups
from hyperoxo.outcomes import Outcome, Value, moves_in_words, plies_in_words
from hyperoxo.planes import plane_name
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.game import Game
    from hyperoxo.sides import Side

    Lines: typing.TypeAlias = Sequence[Sequence[int]]
    """Lines of a board, each as its cells."""

__all__ = [
    "LEGEND",
    "MAX_LISTED_LINES",
    "LinePlace",
    "blocked",
    "completed",
    "end_in_words",
    "exception_of_sums",
    "forced_win_threatened",
    "found_nothing",
    "guess_in_words",
    "held",
    "highest_sum",
    "hint_in_words",
    "known_win",
    "label_in_words",
    "left_no_fork",
    "line_in_words",
    "line_kind",
    "lines_about",
    "number_in_words",
    "overlooked",
    "proved",
    "reason_in_game",
    "resists",
    "result_in_words",
    "searched",
    "searched_ahead",
    "shown_by_board",
    "threat_sentences",
    "threatened_twice",
    "threatens_twice",
    "value_in_words",
    "what_wins",
    "wins_by_threats",
    "wins_quietly",
]
__dir__ = __all__.copy

_WARNINGS: typing.Final[dict[str, str]] = json.loads(Path(__file__).with_name("warnings.json").read_text("utf-8"))
"""The sentences of questions before a move; the page reads the same file."""
MAX_LISTED_LINES = 3
"""The most cells that a sentence lists."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


# ---- Lines ----


def what_wins(board: Board) -> str:
    """Return what wins on a board, in a sentence with a full stop: `Four in a row wins, also through the tiers`."""
    length, shape = board.line_length, board.shape
    where = ""
    if any(side >= length for side in shape[:-2]):
        where = f", also through {_planes_word(board)}"
    elif len(shape) > 1 and min(shape[-2:]) >= length:
        where = ", also on a diagonal"
    return f"{number_in_words(length).capitalize()} in a row wins{where}."


def lines_about(position: Position, cell: int) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """Return the lines that a move is about: those it completes; else those to be blocked; else those it threatens.

    Returns:
        The lines, each as its cells, and whether they are the opponent's, to be blocked.
    """
    mover, lines = position.to_move, position.board.lines
    own = [line for at, line in position.threats(mover) if at == cell]
    against = [] if own else [line for _, line in position.threats(other_side(mover))]
    about = own or against or [line for _, line in position.play(cell).threats(mover)]
    return tuple(lines[line] for line in about), bool(against)


class LinePlace(StrEnum):
    """The kinds of places of lines that `line_in_words` tells apart, those that are easiest to see first."""

    ROW = "row"
    DIAGONAL = "diagonal"
    STRAIGHT = "straight"
    SLANT = "slant"
    CORNER = "corner"

    def in_words(self, board: Board) -> str:
        """Return the place of a line of this kind on a board: `in a row or column of a tier`."""
        of = f" of a {'block' if board.dimensions > 4 else 'tier'}" if board.dimensions > 2 else ""
        through = f"through {_planes_word(board)}"
        return {
            LinePlace.ROW: f"in a row or column{of}",
            LinePlace.DIAGONAL: f"on a diagonal{of}",
            LinePlace.STRAIGHT: f"straight {through}",
            LinePlace.SLANT: f"on a diagonal {through}",
            LinePlace.CORNER: f"from corner to corner {through}",
        }[self]


def line_kind(board: Board, line: Sequence[int]) -> LinePlace:
    """Return the kind of a line, given its cells from end to end."""
    first, last = board.coordinates(line[0]), board.coordinates(line[-1])
    in_plane = _moving(first[-2:], last[-2:])
    if first[:-2] == last[:-2]:
        return LinePlace.DIAGONAL if in_plane > 1 else LinePlace.ROW
    if _moving(first, last) == 1:
        return LinePlace.STRAIGHT
    is_whole = all({one, two} == {1, side} for one, two, side in zip(first, last, board.shape, strict=True))
    return LinePlace.CORNER if in_plane > 1 and is_whole else LinePlace.SLANT


def line_in_words(board: Board, line: Sequence[int]) -> str:
    """Return the place of a line: `in row 3 of tier 2`, `straight down through the tiers`, `on a diagonal`."""
    kind, first, last = line_kind(board, line), board.coordinates(line[0]), board.coordinates(line[-1])
    planes, ends = (first[:-2], last[:-2]), (first[-2:], last[-2:])
    if kind in {LinePlace.ROW, LinePlace.DIAGONAL}:
        of = f" of {plane_name(board, planes[0])}" if planes[0] else ""
        return f"{_line_of_plane(*ends)}{of}"
    span = _span(board, *planes)
    if kind is LinePlace.STRAIGHT:
        return f"straight{' down' if board.dimensions == 3 else ''} through {span}"
    if kind is LinePlace.CORNER:
        return f"from corner to corner through {span}"
    return f"on a diagonal through {span}{_fixed(*ends) if ends[0] != ends[1] else ''}"


def _span(board: Board, start: Sequence[int], end: Sequence[int]) -> str:
    """Return the planes through which a line runs, from the coordinates of those of its ends."""
    if len(start) > 2:
        return f"{plane_name(board, start)} to {plane_name(board, end)}"
    axes = list(zip(("block", "tier")[-len(start) :], board.shape, start, end, strict=False))
    moving = [
        f"the {word}s" if {one, two} == {1, side} else f"{word}s {one} to {two}"
        for word, side, one, two in axes
        if one != two
    ]
    fixed = [f" {'of' if word == 'block' else 'in'} {word} {one}" for word, _, one, two in axes if one == two]
    return f"{' and '.join(moving)}{''.join(fixed)}"


def _line_of_plane(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the place of a line in its plane, from the coordinates of its ends in it."""
    if _moving(start, end) > 1:
        return "on a diagonal"
    if start[-1] == end[-1]:
        return f"in column {start[-1]}"
    return f"in row {start[0]}" if len(start) > 1 else "in the row"


def _fixed(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the row or the column in which a line through several planes stays, if it does."""
    words = [f"{word} {at}" for word, at, then in zip(("row", "column"), start, end, strict=False) if at == then]
    return f", in {words[0]}" if words else ""


def _moving(start: Sequence[int], end: Sequence[int]) -> int:
    return sum(one != two for one, two in zip(start, end, strict=True))


def _planes_word(board: Board) -> str:
    return {3: "the tiers", 4: "tiers and blocks"}.get(board.dimensions, "the blocks")


def number_in_words(number: int) -> str:
    """Return a number as text: in words up to twelve."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _places(board: Board, lines: Lines) -> str:
    """Return the places of lines; many are only counted."""
    if len(lines) > MAX_LISTED_LINES:
        return f"in {number_in_words(len(lines))} lines"
    return " and ".join(dict.fromkeys(line_in_words(board, line) for line in lines))


def held(board: Board, side: Side, lines: Lines) -> str:
    """Return what a side has that lacks one stone of a line: `O has three in column 4 of tier 3`."""
    return f"{side.upper()} has {number_in_words(board.line_length - 1)} {_places(board, lines)}"


def completed(board: Board, lines: Lines) -> str:
    """Return full lines in words: `four in a row, straight down through the tiers`."""
    times = {1: "", 2: " twice"}.get(len(lines), f" {number_in_words(len(lines))} times")
    return f"{number_in_words(board.line_length)} in a row{times}, {_places(board, lines)}"


# ---- Values ----

LEGEND = "W3: wins in 2 moves (3 plies); W≤7: within 4. L: loses. D: draws. ~62: guess."
"""What labels mean, in one line."""


def value_in_words(value: Value, side: Side) -> str:
    """Return the value of a move or a position for `side` as a sentence: `X wins in 4 moves`, `O wins within 3 moves`.

    The side named is the one that wins; a loss of `side` counts the moves of the other after the next ply.
    """
    match value.outcome:
        case Outcome.WIN:
            return f"{side.upper()} {value.in_words()}"
        case Outcome.LOSS if value.plies:
            return f"{other_side(side).upper()} {value.for_opponent(added=-1).in_words()}"
        case Outcome.LOSS:
            return f"{other_side(side).upper()} has won"
        case Outcome.DRAW:
            return "the game is a draw"
    return "nothing is proved"


def label_in_words(value: Value, chance: int | None) -> str:
    """Return what a label says, to follow the name of its side, in moves and in plies: `wins in 2 moves: 3 plies`."""
    if not value.is_known:
        return "may win or lose" if chance is None else f"has an expected score of {chance} %, a guess"
    if value.outcome is Outcome.DRAW:
        return "draws"
    return f"{value.in_words()}: {'' if value.exact else 'at most '}{plies_in_words(value.plies or 0)}"


def guess_in_words(side: Side, chance: int | None) -> str:
    """Return a guess: `X's expected score is 62 %, a guess`."""
    return "nothing is proved" if chance is None else f"{side.upper()}'s expected score is {chance} %, a guess"


# ---- Reasons ----


def threatens_twice(side: Side) -> str:
    """Return that a side can complete lines at two cells: the other side stops one of them."""
    return f"{side.upper()} threatens twice; only one can be stopped"


def threatened_twice(side: Side) -> str:
    """Return that a side could complete lines at two cells, after the other side has moved."""
    return f"{side.upper()} threatened twice; only one could be stopped"


def blocked(board: Board, side: Side, lines: Lines, then: str = "") -> str:
    """Return why `side` has blocked lines of its opponent, and what is known of the move besides."""
    return f"{held(board, other_side(side), lines)}, so {side.upper()} blocks{f'; {then}' if then else ''}"


def wins_by_threats(side: Side, value: Value) -> str:
    """Return that a side wins by an unbroken run of threats."""
    if value.plies == 3:
        return threatens_twice(side)
    return f"{value_in_words(value, side)}, with a threat at each"


def wins_quietly(side: Side, value: Value) -> str:
    """Return that a side wins by a move without a threat."""
    return f"{value_in_words(value, side)}, whatever {other_side(side).upper()} plays"


def known_win(side: Side, value: Value, source: str) -> str:
    """Return that a side wins by a source of proofs."""
    return f"{value_in_words(value, side)}, by {source}"


def proved(side: Side, value: Value) -> str:
    """Return what is proved of a move of `side` that does not lose."""
    if value.outcome is Outcome.WIN and value.plies == 3:
        return threatens_twice(side)
    return f"proved: {value_in_words(value, side)}{' with best play' if value.outcome is Outcome.DRAW else ''}"


def resists(side: Side, value: Value, *, blocks: bool = False) -> str:
    """Return that all moves of `side` lose, and this one last; `blocks` if it is the only one that loses later."""
    if value.plies == 2:
        return threatened_twice(other_side(side))
    if blocks:
        return f"{value_in_words(value, side)} all the same"
    return f"{value_in_words(value, side)}, whatever {side.upper()} plays; this holds out longest, as far as is known"


def searched(side: Side, depth: int | None, chance: int | None) -> str:
    """Return that a move is the best of a search that proved nothing."""
    moves = "" if depth is None else f" {moves_in_words(depth)} ahead"
    return f"the best that {side.upper()} sees{moves}; {guess_in_words(side, chance)}"


def shown_by_board(position: Position, cell: int) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """Return what a move that completes no line does on the board, and the lines that this is about.

    Of the threats that it makes, those that it blocks, and the lines through it, the first that there are.
    """
    board, side, other = position.board, position.to_move, other_side(position.to_move)
    made = [board.lines[line] for _, line in position.play(cell).threats(side)]
    if made:
        return f"{side.upper()} now has {number_in_words(board.line_length - 1)} {_places(board, made)}", tuple(made)
    stopped = [board.lines[line] for at, line in position.threats(other) if at == cell]
    if stopped:
        return f"{held(board, other, stopped)}, now blocked", tuple(stopped)
    through = [board.lines[line] for line in board.lines_through(cell)]
    holders = [{position.stone(at) for at in line} - {None} for line in through]
    begun = [line for line, sides in zip(through, holders, strict=True) if sides == {side}]
    closed = [line for line, sides in zip(through, holders, strict=True) if sides == {other}]
    lines = len(begun) + holders.count(set())
    text = f"{side.upper()} has {number_in_words(lines)} open line{'' if lines == 1 else 's'} through it"
    if begun:
        text += f", {number_in_words(len(begun))} begun before"
    if closed:
        text += f"; it closes {number_in_words(len(closed))} that {other.upper()} had begun"
    return text, (*begun, *closed)


def highest_sum(side: Side, total: int, alike: int, left_out: int) -> str:
    """Return that the lines through a cell had the highest sum of weights.

    Args:
        side: the side that moves.
        total: the sum.
        alike: how many cells have it.
        left_out: how many cells were left out, since the opponent would win by threats after them.
    """
    text = f"its lines counted {total}, the most of all cells"
    if left_out:
        text += f" after which no forced win of {other_side(side).upper()} was found"
    if alike > 1:
        text += f", as did those of {'another' if alike == 2 else f'{number_in_words(alike - 1)} others'}"
    return text


def exception_of_sums(side: Side) -> str:
    """Return that a move is an exception from the rule of the highest sum."""
    return f"an exception of the strategy: proved to win for {side.upper()}, where the highest sum is not"


def found_nothing(side: Side, cells: int, *, blocks: bool, own: bool, other: bool) -> str:
    """Return what a level looked for and did not find, and among how many cells it chose at random.

    Args:
        side: its side.
        cells: how many cells there are.
        blocks: whether it looks for lines to block.
        own: whether it looks for its own double threats.
        other: whether it looks for its opponent's, too.
    """
    text = f"{side.upper()} saw no line to complete{' or to block' if blocks else ''}"
    if own:
        text += f", and no double threat to make{' or to prevent' if other else ''}"
    return f"{text}: {'it was the last cell' if cells == 1 else f'it chose one of {cells} cells at random'}"


def left_no_fork(side: Side, cells: int) -> str:
    """Return that a move of `side` leaves the opponent no double threat, as so many cells do and others do not."""
    which = "the only cell" if cells == 1 else f"one of {cells} cells"
    return f"{which} after which {other_side(side).upper()} cannot win by a double threat"


def searched_ahead(depth: int) -> str:
    """Return how far a player has looked so far, as a sentence with a full stop."""
    return f"The computer looks {moves_in_words(depth)} ahead."


def reason_in_game(game: Game, ply: int) -> str:
    """Return the reason of the move that led to a ply; empty if none is known."""
    note = game.notes.get(ply)
    text = note.reasons.get("sentence") if note is not None and note.reasons else None
    return text if isinstance(text, str) else ""


# ---- Hints and threats, as sentences with a full stop ----


def hint_in_words(position: Position, cell: int, value: Value, chance: int | None, *, forced: bool, kept: bool) -> str:
    """Return why a cell is suggested to the side to move.

    Args:
        position: the position.
        cell: the cell.
        value: the value of the move.
        chance: if that is unknown, a guess at it.
        forced: whether it wins by an unbroken run of threats.
        kept: whether the position is proved to be a draw.
    """
    board, side, name = position.board, position.to_move, position.board.name(cell)
    known, other = value_in_words(value, side), other_side(side)
    lines, against = lines_about(position, cell)
    if value.outcome is Outcome.WIN and value.plies == 1:
        return f"{name} wins: {completed(board, lines)}."
    if against:
        if value.outcome is not Outcome.WIN and len({at for at, _ in position.threats(other)}) > 1:
            return f"{threatens_twice(other)}: {name} stops one."
        then = {Outcome.WIN: f"; then {known}", Outcome.LOSS: f"; {known} all the same"}.get(value.outcome, "")
        return f"{held(board, other, lines)}: block at {name}{then}."
    said = {
        Outcome.WIN: f"{name}: {wins_by_threats(side, value) if forced else wins_quietly(side, value)}",
        Outcome.LOSS: f"every cell loses: {known}; {name} holds out longest, as far as is known",
        Outcome.DRAW: f"{name} {'keeps the draw' if kept else 'draws, and no cell is known to be better'}",
        Outcome.UNKNOWN: f"{name} looks best: {guess_in_words(side, chance)}",
    }
    return f"{said[value.outcome]}."


def threat_sentences(position: Position) -> list[str]:
    """Return a sentence for each cell at which a side completes lines, those of the side to move first."""
    board, sentences = position.board, []
    for side in (position.to_move, other_side(position.to_move)):
        cells = in_groups((cell, board.lines[line]) for cell, line in sorted(position.threats(side)))
        does = "complete it" if side == position.to_move else "block"
        sentences += [f"{held(board, side, lines)}: {does} at {board.name(cell)}." for cell, lines in cells.items()]
    return sentences


def overlooked(position: Position, cell: int) -> str:
    """Return the win that a move overlooks, its own or one that it leaves to the opponent: `O wins at 434: …`.

    It is empty if the move overlooks none; a move that blocks one of several lines does not.
    """
    board = position.board
    for side in (position.to_move, other_side(position.to_move)):
        cells = in_groups((at, board.lines[line]) for at, line in sorted(position.threats(side)))
        for at, lines in cells.items():
            if cell in cells:
                return ""
            words = completed(board, lines)
            return _WARNINGS["overlooked"].format(side=side.upper(), cell=board.name(at), lines=words)
    return ""


def forced_win_threatened(
    board: Board, side: Side, line: Sequence[int], saving: Iterable[int] | None = None, *, shortest: bool
) -> str:
    """Return that a side would win by threats if its opponent passed, and the few cells that may prevent it.

    Unless the line is proved to be the shortest, it is said to win within its moves.
    """
    when = f"{'in' if shortest else 'within'} {moves_in_words(len(line))}"
    text = f"{side.upper()} threatens to win {when}, beginning at {board.name(line[0])}"
    cells = [] if saving is None else list(saving)
    if not cells:
        return f"{text}."
    few = board.names(cells) if len(cells) <= MAX_LISTED_LINES else f"{number_in_words(len(cells))}"
    return f"{text}; all cells lose except {few}."


# ---- The end of a game ----


def result_in_words(game: Game) -> str:
    """Return how a game has ended by its last move: `X wins in 4 moves`, `X wins (resigned)`; else whose turn it is."""
    position, result = game.position, game.result
    if result is None:
        return f"not finished, {position.to_move.upper()} to move"
    if (winner := position.winner) is None:
        return str(result)
    stones = len(position.x if winner == "x" else position.o)
    return f"{winner.upper()} wins in {moves_in_words(2 * stones - 1)}"


def end_in_words(game: Game) -> str:
    """Return how a game has ended, with the full lines: `X wins in 4 moves: four in a row, in row 2 of tier 1`."""
    lines = [game.board.lines[line] for line in game.position.completed_lines()]
    return f"{result_in_words(game)}{f': {completed(game.board, lines)}' if lines else ''}"
