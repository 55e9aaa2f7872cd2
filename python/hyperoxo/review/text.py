"""A review as text: a sentence for each marked move, and the lines that `oxo review` prints, with a small graph."""

from __future__ import annotations

import textwrap
import typing

from hyperoxo import coach
from hyperoxo.game import Ending
from hyperoxo.outcomes import Outcome
from hyperoxo.review.judgement import MarkKind, MoveMark, PositionValue
from hyperoxo.review.key_moves import KeyMove, KeyMoveKind
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.review.reviewer import Review

SCORES = {100: "X wins", 50: "even", 0: "O wins"}
"""The scores of X, in percent, that a graph names."""

_ROWS = (100, 75, 50, 25, 0)
"""The scores of X, in percent, that the rows of the graph stand for."""
_PROVED, _GUESSED, _UNKNOWN = "#", "~", "."
_MISTAKE, _GOOD, _MARKED = "?", "!", "^"
_MARGIN = 8
_WIDTH = 80
_INDENT = " " * 7
_PLIES_A_ROW = 70
"""Plies that the graph shows side by side; a longer game continues below."""


def sentence(board: Board, shown: MoveMark | KeyMove) -> str:
    """Return what a marked move or a key move is about, in one sentence without the move itself."""
    if isinstance(shown, KeyMove):
        return _key_move_sentence(board, shown) if shown.mark is None else sentence(board, shown.mark)
    did = "allowed a forced win" if shown.forced and shown.kind is MarkKind.ALLOWED_WIN else shown.kind.value
    moves, better = [(shown.cell, shown.value)], shown.better
    if better is not None and better.value.outcome is not shown.value.outcome:
        moves.insert(0, (better.cell, better.value))
    return coach.judged(board, shown.side, did, moves)


def better_in_words(game: Game, shown: MoveMark | KeyMove) -> str:
    """Return what the better move does, if there is one."""
    return "" if shown.better is None else coach.told(game.position_at(shown.ply - 1), shown.better.cell).text


def _key_move_sentence(board: Board, found: KeyMove) -> str:
    """Return what a move teaches that is not known by its mark."""
    side, better, (first, second) = found.side, found.better, found.figures or (0, 0)
    if better is None:
        whose, what, win = side, "moves", Outcome.WIN
        if found.kind is KeyMoveKind.LEFT_FEWEST:
            whose, what, win = other_side(side), "replies", Outcome.LOSS
        cost = "give the win away" if found.value.outcome is win else "lose"
        return coach.sound_moves(f"was {found.kind.value}", whose.upper(), what, (second, second - first), cost)
    if found.kind is KeyMoveKind.IGNORED_THREAT:
        return coach.ignored_threat(board, side, better.cell)
    if found.kind is KeyMoveKind.GUESS_FELL:
        return coach.looked_worse(side, board.name(better.cell), first, second)
    moves = ((better.cell, better.value), (found.cell, found.value))
    return coach.judged(board, side, "brought the loss closer", moves)


def continuations(shown: MoveMark | KeyMove) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the lines of moves that a move is shown with: the better one, and what follows."""
    if shown.better is not None and len(shown.better.line) > 1:
        yield "proved" if shown.kind is MarkKind.WIN_TO_UNKNOWN else "better", shown.better.line
    if len(shown.line) > 1 and shown.kind is not KeyMoveKind.IGNORED_THREAT:
        yield "then, with best play", shown.line[1:]


def summary(review: Review) -> str:
    """Return what a review has found in one sentence, or as the heading of its key moves."""
    if not review.is_clean:
        return "What the game teaches:"
    if not review.is_complete:
        return "No mistake is found so far."
    result = review.game.result
    is_lost_so = result is not None and result.ending in {Ending.CRASH, Ending.ILLEGAL_MOVE, Ending.TIME}
    return f"✓ No mistake was found in the moves: {result}." if is_lost_so else "✓ No mistake was found."


def verdict(review: Review) -> str:
    """Return what was proved from the start of a game, and which moves changed that; empty if nothing was proved."""
    begin, *later = review.values
    first, turn, name = begin.winner, review.decisive, review.game.board.name
    if first is not None and not any(known.value.is_known and known.winner != first for known in later):
        is_kept = review.game.winner == first and all(known.winner == first for known in later)
        kept = ", and never gave that away" if is_kept else ""
        return f"From the start {other_side(first).upper()} was lost: {first.upper()} wins with best play{kept}."
    parts = []
    if first is not None:
        parts.append(f"from the start {first.upper()} was winning")
    elif begin.value.is_known:
        parts.append("the start was a draw with best play")
    given = _given_away(review)
    if given is not None and all(found.ply != given.ply for found in review.key_moves):
        parts.append("the lead went back and forth")
    elif given is not None:
        parts.append(f"{given.side.upper()} gave that away with {name(given.cell)}")
    elif first is not None and (turn is None or turn.side != first):
        parts.append(f"{first.upper()} gave that away{' for a while' if review.game.winner == first else ''}")
    if turn is not None and turn.value.is_known:
        for_good = " for good" if len(parts) > 1 else ""
        parts.append(f"after {name(turn.cell)} {other_side(turn.side).upper()} was winning{for_good}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _given_away(review: Review) -> MoveMark | None:
    """Return the move that is proved to give away what its side had from the start, unless it was the decisive one."""
    begin, turn = review.values[0], review.decisive
    loser = begin.winner if turn is None else turn.side
    if not begin.value.is_known or begin.winner not in {None, loser}:
        return None
    kinds = {MarkKind.GAVE_AWAY_WIN, MarkKind.GAVE_AWAY_DRAW}
    of_loser = [mark for mark in review.marks if mark.side == loser and mark.kind in kinds]
    return next((mark for mark in of_loser if turn is None or mark.ply < turn.ply), None)


def review_sections(review: Review) -> Iterator[tuple[str, list[KeyMove]]]:
    """Yield headings with the key moves below them: the verdict, why the game was lost, then what else it teaches.

    The move that decided the game, or gave away a win, is the first.
    """
    if review.game.is_over and (said := verdict(review)):
        yield said, []
    first, given = review.decisive, _given_away(review)
    turns = [found.ply for found in (first, given) if found is not None]
    rest = sorted(review.key_moves, key=lambda found: found.ply not in turns[:1])
    if first is not None:
        why = [found for found in rest if found.ply in turns or _ended(review.game, found)]
        rest = [found for found in rest if found not in why]
        yield f"Why {first.side.upper()} lost:", why
    if first is None or rest:
        yield summary(review) if first is None else "What else the game teaches:", rest


def _ended(game: Game, found: KeyMove) -> bool:
    """Whether a move ignored the threat by which the other side then won, at the end of the game."""
    if found.kind is not KeyMoveKind.IGNORED_THREAT or found.better is None:
        return False
    return game.position.winner is not None and [*game.all_moves[found.ply :]] == [found.better.cell]


def other_marks(review: Review) -> list[MoveMark]:
    """Return the marked moves that are not key moves."""
    found = {one.ply for one in review.key_moves}
    return [mark for mark in review.marks if mark.ply not in found]


def review_lines(review: Review) -> list[str]:
    """Return the review as lines of at most 80 columns."""
    return [*key_move_lines(review), "", *graph_lines(review)]


def key_move_lines(review: Review) -> list[str]:
    """Return the key moves with their lines of moves, and how many other marked moves there are."""
    rest, lines = len(other_marks(review)), []
    for heading, key_moves in review_sections(review):
        lines += [
            "",
            *textwrap.wrap(heading, _WIDTH),
            *(line for found in key_moves for line in _lines(review.game, found)),
        ]
    if rest:
        count = f"{rest} other marked move{'' if rest == 1 else 's'}"
        about = f"{count}: oxo review --html FILE writes a page about all of them, and --json lists them."
        lines += ["", *textwrap.wrap(about, _WIDTH, break_on_hyphens=False)]
    return lines[1:]


def _lines(game: Game, shown: MoveMark | KeyMove) -> list[str]:
    board = game.board
    texts = [f"{shown.ply:4} {shown.side.upper()} {board.name(shown.cell)} {sentence(board, shown)}."]
    if shown.better is not None:
        texts.append(f"{_INDENT}{board.name(shown.better.cell)}: {better_in_words(game, shown)}.")
    lines = [
        line
        for text in texts
        for line in textwrap.wrap(text, _WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False)
    ]
    return lines + [_cut_line(f"{_INDENT}{name + ':':7} ", board, line) for name, line in continuations(shown)]


def _cut_line(head: str, board: Board, cells: Sequence[int]) -> str:
    """Return the moves of a line behind their head, as many as fit, and how many plies it has if some are left out."""
    whole = f"{head}{board.names(cells)}"
    if len(whole) <= _WIDTH:
        return whole
    end = f" … ({len(cells)} plies)"
    return whole[: whole.rindex(" ", 0, _WIDTH - len(end) + 1)] + end


def graph_lines(review: Review) -> list[str]:
    """Return the value of every position as a graph, in parts of at most 80 columns, a legend, and the proved wins."""
    found = {one.ply: _MISTAKE if one.is_mistake else _GOOD for one in review.key_moves}
    signs = dict.fromkeys((mark.ply for mark in review.marks), _MARKED) | found
    lines = ["The game from left to right, a column for each ply (a move of either side):"]
    for first in range(0, len(review.values), _PLIES_A_ROW):
        part = review.values[first : first + _PLIES_A_ROW]
        for score in _ROWS:
            row = "".join(_sign(value) if _row(value) == score else " " for value in part)
            lines.append(f"{SCORES.get(score, ''):{_MARGIN}}{row}".rstrip())
        below = "".join(signs.get(one.ply, " ") for one in part)
        lines += [f"{'':{_MARGIN}}{below}".rstrip()] if below.strip() else []
        lines += [f"{'sound':{_MARGIN}}{''.join(map(_tenths, part))}".rstrip(), f"{'ply':{_MARGIN}}{_scale(part)}"]
    legend = [f"{_PROVED} proved, {_GUESSED} a guess, {_UNKNOWN} unknown"]
    legend += [f"{_MISTAKE} a mistake above, {_GOOD} a good move"] if found else []
    legend += [f"{_MARKED} another marked move"] if signs != found else []
    legend.append("sound: share of the moves that keep the result, in tenths, + for all, as far as is known")
    for text in (f"{'; '.join(legend)}.", proved_wins(review.values)):
        lines += textwrap.wrap(text, _WIDTH, break_on_hyphens=False)
    return lines


def proved_wins(values: Sequence[PositionValue]) -> str:
    """Return who wins in how many moves, from the ply on at which that is proved first; empty if nothing is."""
    left: list[str] = []
    last = None
    for known in values:
        if known.value.is_known and known.winner not in {None, last}:
            left.append(f"at ply {known.ply} {coach.value_in_words(known.value, known.to_move)}")
        last = known.winner if known.value.is_known else last
    return f"Proved: {', '.join(left)}." if left else ""


def _tenths(known: PositionValue) -> str:
    """Return a sign for the share of sound moves."""
    if known.sound is None or not known.legal:
        return " "
    return "+" if known.sound == known.legal else str(10 * known.sound // known.legal)


def _row(value: PositionValue) -> int:
    """Return the row of a position; unknown ones without a guess are in the middle."""
    score = value.x_score
    return 50 if score is None else min(_ROWS, key=lambda row: abs(row - score))


def _sign(value: PositionValue) -> str:
    if value.value.is_known:
        return _PROVED
    return _UNKNOWN if value.chance is None else _GUESSED


def _scale(part: Sequence[PositionValue]) -> str:
    """Return the numbers of every tenth ply."""
    return "".join(f"{one.ply:<10}" for one in part if one.ply % 10 == 0).rstrip()
