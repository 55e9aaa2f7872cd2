"""A review as JSON, as `oxo review --json` and the server write it; docs/review.md describes the keys."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo.json_shape import JsonShape
from hyperoxo.outcomes import ValueDescribed
from hyperoxo.position_json import named, start_as_json
from hyperoxo.review.judgement import MarkName, MoveMark
from hyperoxo.review.key_moves import KeyMove, KeyMoveName
from hyperoxo.review.text import better_in_words, review_sections, sentence, summary
from hyperoxo.sides import Side

if typing.TYPE_CHECKING:
    from hyperoxo.game import JSON, Game
    from hyperoxo.review.reviewer import Review


@dataclass(frozen=True, slots=True)
class PositionReviewed(JsonShape):
    """The value of a position of the game."""

    ply: int
    to_move: Side
    value: ValueDescribed
    """The proved value for the side to move; a game that is over is lost or drawn in 0 plies."""
    chance: int | None
    """If the value is unknown, a guess at the expected score of the side to move, in percent."""
    legal: int
    """How many moves there are; 0 after the end."""
    sound: int | None
    """How many of them are sound, as far as is known; null if the position was not analysed."""


@dataclass(frozen=True, slots=True)
class BetterMoveDescribed(JsonShape):
    """A move that was better, or is at least not proved to lose."""

    cell: str
    value: ValueDescribed
    line: tuple[str, ...]
    """The move, and a game that shows its value as far as there is one."""
    text: str
    """What the move does, as a clause for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkDescribed(JsonShape):
    """A move after which less is proved for its side than before."""

    ply: int
    """The number of the move, from 1."""
    side: Side
    cell: str
    kind: MarkName
    text: str
    """What it did, in a sentence for people without its subject."""
    before: ValueDescribed
    """The proved value of the position before it, for the side that moved."""
    value: ValueDescribed
    """The proved value of the move."""
    line: tuple[str, ...]
    """The move, and a game that shows its value if there is one."""
    forced: bool
    """Whether that game is a forced win of the opponent."""
    better: BetterMoveDescribed | None
    """None if no other move is known to be better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyMoveDescribed(JsonShape):
    """A move that teaches something."""

    ply: int
    """The number of the move, from 1."""
    side: Side
    cell: str
    kind: KeyMoveName
    name: str
    """The kind, in words."""
    text: str
    """What it teaches, in a sentence for people without its subject."""
    proved: bool
    """Whether it is proved; otherwise it rests on guesses."""
    mistake: bool
    """Whether another move was better."""
    value: ValueDescribed
    """The proved value of the move."""
    line: tuple[str, ...]
    """The move, and a game that shows its value or the sound reply, if there is one."""
    better: BetterMoveDescribed | None
    """None if no other move is known to be better."""
    figures: tuple[int, ...]
    """The numbers that the kind measures; empty for none."""


@dataclass(frozen=True, slots=True)
class ReviewSection(JsonShape):
    """Key moves with their heading, such as `Why O lost`."""

    heading: str
    plies: tuple[int, ...]
    """The number of each move; there may be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDescribed(JsonShape):
    """The values and marks of a game."""

    values: tuple[PositionReviewed, ...]
    """A value for each position, from the start to the end."""
    marks: tuple[MarkDescribed, ...]
    """The marked moves, in the order of play."""
    moments: tuple[int, ...]
    """The marked moves that mattered most, three at most, in the order of play."""
    key_moves: tuple[KeyMoveDescribed, ...]
    """The moves that teach something, in the order of play; a long game has one at least at the end."""
    summary: str
    """What the review has found, as the heading of the key moves."""
    sections: tuple[ReviewSection, ...]
    """The key moves in the order in which people read them: the verdict, then why the game was lost."""
    clean: bool
    """Whether no mistake is found, neither a proved one nor one by a guess."""
    progress: float
    """How much of the work is done, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedReview(ReviewDescribed):
    """The values and marks of a game at the end of a review."""

    complete: bool
    """Whether it was not ended by the time limit of the server."""


def review_as_json(review: Review) -> dict[str, JSON]:
    """Return a review as `oxo review --json` writes it."""
    game = review.game
    return {
        **start_as_json(game),
        "result": None if game.result is None else str(game.result),
        "winner": game.winner,
        **described_review(review).as_json(),
        "nodes": review.nodes,
        "seconds": round(review.seconds, 6),
    }


def described_review(review: Review) -> FinishedReview:
    """Return what a review has found."""
    board = review.game.board
    return FinishedReview(
        values=tuple(
            PositionReviewed(known.ply, known.to_move, known.value.described(), known.chance, known.legal, known.sound)
            for known in review.values
        ),
        marks=tuple(
            MarkDescribed(
                ply=mark.ply,
                side=mark.side,
                cell=board.name(mark.cell),
                kind=mark.kind.key,
                text=sentence(board, mark),
                before=mark.before.described(),
                value=mark.value.described(),
                line=named(board, mark.line),
                forced=mark.forced,
                better=_better(review.game, mark),
            )
            for mark in review.marks
        ),
        moments=tuple(mark.ply for mark in review.moments),
        key_moves=tuple(
            KeyMoveDescribed(
                ply=found.ply,
                side=found.side,
                cell=board.name(found.cell),
                kind=found.kind.key,
                name=found.kind.value,
                text=sentence(board, found),
                proved=not found.is_guess,
                mistake=found.is_mistake,
                value=found.value.described(),
                line=named(board, found.line),
                better=_better(review.game, found),
                figures=found.figures or (),
            )
            for found in review.key_moves
        ),
        summary=summary(review),
        sections=tuple(
            ReviewSection(heading.removesuffix(":"), tuple(found.ply for found in key_moves))
            for heading, key_moves in review_sections(review)
        ),
        clean=review.is_clean,
        progress=round(review.progress, 3),
        complete=review.is_complete,
    )


def _better(game: Game, shown: MoveMark | KeyMove) -> BetterMoveDescribed | None:
    board, better = game.board, shown.better
    if better is None:
        return None
    text = better_in_words(game, shown)
    return BetterMoveDescribed(board.name(better.cell), better.value.described(), named(board, better.line), text)
