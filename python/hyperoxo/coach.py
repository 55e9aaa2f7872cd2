"""The coach: each sentence about a move, in one voice: what it does, threatens and overlooks, and what is better.

The page, the terminal, reviews, reports and proofs show these sentences. They name stones and lines in plain words,
call the sides X and O, and count the moves of the side that they name; labels, which count plies, and lists of cells
stand elsewhere. Those about a move begin with a small letter, to follow its name and a colon, and have no full stop.
"""

from __future__ import annotations

import json
import typing
from pathlib import Path

from hyperoxo.in_groups import in_groups
from hyperoxo.line_words import MAX_LISTED_LINES, completed, held, number_in_words, places
from hyperoxo.outcomes import Outcome, Value, moves_in_words, plies_in_words
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.game import Game
    from hyperoxo.sides import Side

__all__ = [
    "LEGEND",
    "Said",
    "deed",
    "end_in_words",
    "ignored_threat",
    "judged",
    "label_in_words",
    "looked_worse",
    "overlooked",
    "reason_in_game",
    "refuted",
    "result_in_words",
    "searched_ahead",
    "sound_moves",
    "step",
    "threat_sentences",
    "threatened",
    "threatens_twice",
    "told",
    "value_in_words",
]
__dir__ = __all__.copy

_SENTENCES: typing.Final[dict[str, str]] = json.loads(Path(__file__).with_name("coach.json").read_text("utf-8"))
"""The sentences that the page makes too, without a server: it reads the same file."""


class Said(typing.NamedTuple):
    """A sentence, and the lines of the board that it is about, each as its cells."""

    text: str
    lines: tuple[tuple[int, ...], ...] = ()


# ---- Values ----

LEGEND = "W3 wins in 2 moves (3 plies), W≤7 within 4. L loses, D draws, ~62 is a guess."
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


# ---- What a move does ----


def threatens_twice(side: Side) -> str:
    """Return that a side can complete lines at two cells: the other side stops one of them."""
    return f"{side.upper()} threatens twice; only one can be stopped"


def deed(position: Position, cell: int) -> Said:
    """Return which lines a move completes, or else blocks and then threatens to complete; empty if there are none.

    It names the place of one line: of several it says how many.
    """
    board, side, other = position.board, position.to_move, other_side(position.to_move)
    full, stopped = (
        tuple(board.lines[line] for at, line in position.threats(owner) if at == cell) for owner in (side, other)
    )
    if full:
        return Said(completed(board, full), full)
    after, number = position.play(cell), number_in_words(board.line_length - 1)
    threats = [(at, board.lines[line]) for at, line in after.threats(side)]
    made = tuple(line for _, line in threats if cell in line)
    is_double = bool(made) and len({at for at, _ in threats}) > 1 and not after.threats(other)
    text = f"{side.upper()} blocks {other.upper()}'s {number}" if stopped else ""
    if made and not is_double:
        text += f", making {number}" if stopped else f"{side.upper()} makes {number}"
    if text:
        text += f" {places(board, stopped if is_double else made or stopped, most=1)}"
    return Said("; ".join(filter(None, (text, threatens_twice(side) if is_double else ""))), (*stopped, *made))


def _placed(position: Position, cell: int) -> Said:
    """Return which lines a move that does none of this opens, continues and closes."""
    board, side, other = position.board, position.to_move, other_side(position.to_move)
    through = [board.lines[line] for line in board.lines_through(cell)]
    holders = [{position.stone(at) for at in line} - {None} for line in through]
    begun = [line for line, sides in zip(through, holders, strict=True) if sides == {side}]
    closed = [line for line, sides in zip(through, holders, strict=True) if sides == {other}]
    lines = len(begun) + holders.count(set())
    text = f"{side.upper()} has {number_in_words(lines)} open line{'' if lines == 1 else 's'} here"
    if begun:
        text += f", {number_in_words(len(begun))} begun before"
    if closed:
        text += f"; it closes {number_in_words(len(closed))} begun by {other.upper()}"
    return Said(text, (*begun, *closed))


def told(
    position: Position,
    cell: int,
    value: Value | None = None,
    *,
    how: str = "",
    more: str = "",
) -> Said:
    """Return what a move does, and what is proved of it: the reason of a player, of a hint, and of a better move.

    Args:
        position: the position before it.
        cell: the cell.
        value: its proved value, with the move counted; None if it is not known.
        how: how it is proved to win: `by the book of proved wins`; by default, against every reply.
        more: what the player says of its choice if nothing is proved.
    """
    did = deed(position, cell)
    if value is not None:
        more = _proved(position.to_move, value, did.text, how)
    elif not did.text:
        did = _placed(position, cell)
    return Said("; ".join(filter(None, (did.text, more))), did.lines)


def _proved(side: Side, value: Value, did: str, how: str) -> str:
    """Return what is proved of a move, unless what it does says so."""
    known, other = value_in_words(value, side), other_side(side)
    match value.outcome, value.plies:
        case (Outcome.WIN, 1):
            return ""
        case (Outcome.WIN, _):
            # The same words stand before the move, in a hint, and after it.
            how = how or f"whatever {other.upper()} plays"
            return "" if did.endswith(threatens_twice(side)) else f"{known}, counting this one, {how}"
        case (Outcome.DRAW, _):
            return f"{known} with best play"
    if did:
        return f"{known} all the same"
    return f"{known}, whatever {side.upper()} plays; this holds out longest, as far as is known"


def step(position: Position, cell: int, purpose: str = "") -> str:
    """Return what a move of a line does: `O plays 211, threatening 221`, `X has to play 221`.

    A move has to be played if it blocks the only cell at which the other side wins, and its own side wins at none.

    Args:
        position: the position before it.
        cell: the cell.
        purpose: what a move of a proof is for, said where the move does nothing of this.
    """
    board, side, other = position.board, position.to_move, other_side(position.to_move)
    wins, urgent = (_completions(position, owner) for owner in (side, other))
    is_forced = not wins and [*urgent] == [cell]
    text = _SENTENCES["forced" if is_forced else "plays"].format(side=side.upper(), cell=board.name(cell))
    if cell in wins:
        return f"{text}: {completed(board, wins[cell])}"
    after = position.play(cell)
    made, left = (_cells(after, owner) for owner in (side, other))
    text += _SENTENCES["threatens"].format(cell=made) if made else ""
    text += _SENTENCES["but"].format(side=other.upper(), cell=left) if left else ""
    return f"{text}, {purpose}" if purpose and not (made or urgent) else text


def _cells(position: Position, side: Side) -> str:
    """Return the cells at which a side completes lines; many are only counted."""
    cells = [*_completions(position, side)]
    if len(cells) > MAX_LISTED_LINES:
        return f"{len(cells)} cells"
    return " and ".join(map(position.board.name, cells))


def reason_in_game(game: Game, ply: int) -> str:
    """Return why the move was played that led to a ply; of a program in its own terms, and then what the move does."""
    note = game.notes.get(ply)
    reasons = {} if note is None else note.reasons or {}
    return "; ".join(text for key in ("sentence", "does") if isinstance(text := reasons.get(key), str) and text)


def searched_ahead(depth: int) -> str:
    """Return how far a player has looked so far, as a sentence with a full stop."""
    return f"The computer looks {moves_in_words(depth)} ahead."


# ---- Threats, and what a move overlooks ----


def threat_sentences(position: Position) -> list[str]:
    """Return a sentence for each cell at which a side completes lines, those of the side to move first."""
    board, sentences, can_win = position.board, [], False
    for side in (position.to_move, other_side(position.to_move)):
        found = _completions(position, side)
        for cell, lines in found.items():
            name = board.name(cell)
            does = f"complete it at {name}"
            if side != position.to_move:
                does = f"{name} completes it" if can_win or len(found) > 1 else f"block at {name}"
            sentences.append(f"{held(board, side, lines)}: {does}.")
        can_win = bool(found)
    return sentences


def _completions(position: Position, side: Side) -> dict[int, list[tuple[int, ...]]]:
    """Return the lines that a side completes, by the cell at which it does, ascending."""
    return in_groups((cell, position.board.lines[line]) for cell, line in sorted(position.threats(side)))


def overlooked(position: Position, cell: int) -> str:
    """Return the win that a move overlooks, its own or one that it leaves to the opponent: `O wins at 434: …`.

    It is empty if the move overlooks none; a move that blocks one of several lines does not.
    """
    board = position.board
    for side in (position.to_move, other_side(position.to_move)):
        cells = _completions(position, side)
        if cell in cells:
            return ""
        for at, lines in cells.items():
            return _overlooked(board, side, at, completed(board, lines))
    return ""


def _overlooked(board: Board, side: Side, cell: int, lines: str) -> str:
    return _SENTENCES["overlooked"].format(side=side.upper(), cell=board.name(cell), lines=lines)


def threatened(
    board: Board,
    side: Side,
    line: Sequence[int],
    saving: Sequence[int] = (),
    *,
    shortest: bool = True,
    moves: bool = False,
) -> str:
    """Return that a side would win by a line of threats if its opponent passed, or that it wins because it `moves`.

    Unless the line is proved to be the shortest, it is said to win within its moves. The cells, if any, are those that
    may save the opponent.
    """
    name = board.name(line[0])
    if len(line) == 1:
        does = "completes" if moves else "threatens to complete"
        return f"{side.upper()} {does} a line with {name}"
    when = f"{'in' if shortest else 'within'} {moves_in_words(len(line))}"
    text = f"{side.upper()} {'wins' if moves else 'threatens to win'} {when}, beginning at {name}"
    few = board.names(saving) if len(saving) <= MAX_LISTED_LINES else number_in_words(len(saving))
    return f"{text}; all cells lose except {few}" if saving else text


def refuted(side: Side, answer: str, plies: int | None) -> str:
    """Return how a proof answers replies.

    Args:
        side: the side whose proof it is.
        answer: the name of the cell that stops them all; empty if each has an answer of its own.
        plies: the most plies that the game can last after such a reply; None if the side holds and does not win.
    """
    if answer and plies == 1:
        return f"stopped by {answer}, which completes a line"
    wins = "" if plies is None else f"; {side.upper()} wins within {moves_in_words(plies)}"
    return f"stopped by {answer}{wins}" if answer else f"{side.upper()} has an answer to each{wins}"


# ---- What was better ----


def judged(board: Board, side: Side, did: str, moves: Iterable[tuple[int, Value]]) -> str:
    """Return what a move of `side` did, and what moves lead to: `gave away a win: with 22 X wins in …`."""
    known = [f"with {board.name(cell)} {value_in_words(value, side)}" for cell, value in moves if value.is_known]
    return ": ".join(filter(None, (did, "; ".join(known))))


def looked_worse(side: Side, better: str, before: int, after: int) -> str:
    """Return that another move had a better guess, in percent."""
    return f"looked worse than {better}: {side.upper()}'s expected score is {after} %, not {before} %, a guess"


def ignored_threat(board: Board, side: Side, cell: int) -> str:
    """Return that a move of `side` left its opponent the one cell that completes a line."""
    return f"ignored a threat: {_overlooked(board, other_side(side), cell, '').removesuffix(': ')}"


def sound_moves(did: str, whose: str, what: str, counts: tuple[int, int], cost: str) -> str:
    """Return how many moves are proved to cost something: `was a good move: of X's 9 moves, 8 are proved to lose`."""
    legal, unsound = counts
    if not unsound:
        return f"was sound, as all {whose}'s {what} here are"
    return f"{did}: of {whose}'s {legal} {what}, {unsound} {'is' if unsound == 1 else 'are'} proved to {cost}"


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
