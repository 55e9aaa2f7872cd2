"""Messages about what is computed for a question: analyses, proofs, reviews, and the laboratory's games."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from pydantic import Field, computed_field

from hyperoxo.arena.laboratory import MAX_GAMES_OF_RUN, MAX_POSITIONS_OF_RUN, LabTally
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.experiments import Experiment
from hyperoxo.outcomes import ValueDescribed
from hyperoxo.review.json_form import FinishedReview
from hyperoxo.server.messages.common import (
    BoardName,
    CellName,
    ErrorBody,
    GameSoFar,
    Message,
    Moves,
    PlayerName,
    PositionText,
    Seed,
    SideName,
    SparseMessage,
)
from hyperoxo.server.messages.games import GameId, Secret
from hyperoxo.solver.analysis.forms import CellDescribed
from hyperoxo.solver.explain import MoveKind
from hyperoxo.solver.strategies import ResponseKind

RequestNumber: typing.TypeAlias = typing.Annotated[int, Field(ge=0, lt=2**53)]
"""A number by which the page recognises its request."""
Seconds: typing.TypeAlias = typing.Annotated[float, Field(ge=0, le=3600)]
"""How long something may take; the server may allow less."""


class GameAsIs(GameSoFar):
    """A position with the game that led to it."""

    game: GameId | None = None
    """The live game that the question is about, which may not allow it; none if it is about no live game."""
    secrets: list[Secret] = Field(default_factory=list, max_length=4)
    """The secrets of the seats that the client holds in that game."""


# ---- The sockets of analyses and reviews ----


class RequestCancel(Message):
    """A request to end the analysis or the review."""

    type: typing.Literal["cancel"]


class RequestQueued(Message):
    """A notice that the request, or the rest of it, waits for its turn."""

    type: typing.Literal["queued"] = "queued"
    request: RequestNumber
    before: int
    """How many analyses and reviews come before."""


class RequestRefused(Message):
    """A refusal of an analysis or a review, or of the rest of it."""

    type: typing.Literal["refused"] = "refused"
    request: RequestNumber | None
    """None if the message could not be understood."""
    error: ErrorBody


# ---- The analysis socket ----


class AnalysisQuestion(GameAsIs):
    """A position to be analysed."""

    seconds: Seconds | None = None
    """Its time limit once its turn has come; none for the usual limit of the board."""


class AnalysisRequest(AnalysisQuestion):
    """A request to analyse a position; it ends the analysis that the socket asked for before."""

    type: typing.Literal["analyse"]
    request: RequestNumber


AnalysisFromPage: typing.TypeAlias = typing.Annotated[AnalysisRequest | RequestCancel, Field(discriminator="type")]


class HintMessage(Message):
    """The cell to suggest, by what is known so far."""

    cell: CellName
    text: str
    """The cell and the reason, to follow `Hint`: `13: three in a row, in row 1.`"""
    lines: list[list[CellName]]
    """The lines of the board that the text is about."""


class AnalysisCells(Message):
    """New or improved values of cells; each replaces the earlier value of its cell."""

    type: typing.Literal["cells"] = "cells"
    request: RequestNumber
    cells: dict[CellName, CellDescribed]
    hint: HintMessage | None
    """None if the game is over."""


class AnalysisDone(Message):
    """The end of an analysis, whose results have all been sent."""

    type: typing.Literal["done"] = "done"
    request: RequestNumber
    value: ValueDescribed
    """What the position is worth, counted from it."""
    hint: HintMessage | None
    """None if the game is over."""
    complete: bool
    """Whether every value is exact."""
    nodes: int
    """Positions searched."""
    seconds: float
    """How long that took."""


# ---- Proofs ----


class WhyQuestion(GameAsIs):
    """A request to explain the value of a cell, and where in the proof to look."""

    cell: CellName
    replies: Moves = Field(default_factory=list)
    """Replies of the strategist's opponent, one after the other; the strategist's answers follow from the proof."""
    strategist: SideName | None = None
    """The side whose proof is wanted; only a draw has one of each. Without it all are sent, after replies the first."""


class ProofMove(Message):
    """A move of the strategist."""

    cell: CellName
    kind: MoveKind
    """What it is for."""
    line: list[CellName]
    """The move; in a run all that is left of it, up to the completed line."""

    @computed_field  # type: ignore[prop-decorator] # as pydantic's documentation has it
    @property
    def purpose(self) -> str:
        """What it is for, in words to follow the move and a comma."""
        return self.kind.purpose


class ProofReplies(SparseMessage):
    """Replies of the other side that are met in the same way."""

    cells: list[CellName]
    met_by: ResponseKind
    line: list[CellName]
    """The moves that meet them, if they are the same for all."""
    plies: int | None
    """How long the game lasts after the reply at most; none if the answers only hold the game."""
    then: ProofNode | None = None
    """The proof after the first of the cells; only there if they have an answer of their own."""


class ProofThreat(Message):
    """How the strategist wins by threats if it moves next."""

    line: list[CellName]
    """Its moves and the forced blocks, up to the completed line; empty if it threatens nothing yet."""
    text: str
    """The same as a sentence."""


class ProofGroup(Message):
    """Replies that the same move refutes."""

    letter: str | None
    """From `a` to `e`; none for all others."""
    cells: list[CellName]
    answer: CellName | None
    """The move that refutes each; none for all others, for pairs, and where no answer is needed."""
    plies: int | None
    """How long the game lasts after the reply at most; none if the answers only hold the game."""
    text: str
    """How they are refuted, to follow the letter and a colon."""


class ProofNode(SparseMessage):
    """A position in a proof."""

    position: PositionText
    to_move: SideName
    strategist: SideName
    """The side that has an answer to everything."""
    wins: bool
    """Whether that side wins; if not, it only does not lose."""
    plies: int | None
    """How long the game lasts at most; none if no side wins."""
    over: bool
    move: ProofMove | None = None
    """The strategist's move; only there if it is to move."""
    then: ProofNode | None = None
    """The proof after that move; only there if the line of the move does not end the game."""
    replies: list[ProofReplies] | None = None
    """The responses to the replies of the other side; none where they lie deeper than was asked for."""
    groups: list[ProofGroup] | None = None
    """The same replies by what refutes them: at most five groups, and all others."""
    threat: ProofThreat | None = None
    """Only there if the strategist wins."""


class WhyAnswer(Message):
    """An explanation of the value of a cell."""

    cell: CellName
    replies: Moves
    value: CellDescribed | None
    """The proved value; none if no proof was found in time."""
    trees: list[ProofNode] | None
    """The proof from the cell and the replies on, one reply deep: two trees for a whole draw."""


# ---- Reviews ----


class ReviewRequest(GameAsIs):
    """A request to review a game; it ends the review that the socket asked for before."""

    type: typing.Literal["review"]
    request: RequestNumber
    winner: SideName | None = None
    """The side that won although no line says so, because the other resigned for instance."""


ReviewFromPage: typing.TypeAlias = typing.Annotated[ReviewRequest | RequestCancel, Field(discriminator="type")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewProgress(FinishedReview):
    """What is known so far; it replaces what was sent before."""

    type: typing.Literal["progress"] = "progress"
    request: RequestNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDone(FinishedReview):
    """The end of a review."""

    type: typing.Literal["done"] = "done"
    request: RequestNumber


# ---- The laboratory ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Laboratory(JsonShape):
    """What the laboratory has."""

    experiments: tuple[Experiment, ...]
    """Claims of the documents, with our answers."""
    seconds: float
    """How long the games of a run may take in all."""


class LabRequest(Message):
    """A request to let two players play; it ends the games that the socket asked for before."""

    type: typing.Literal["lab"]
    request: RequestNumber
    board: BoardName
    first: PlayerName
    """The player A, which begins the first game; they take turns, unless one can only begin."""
    second: PlayerName
    """The player B."""
    games: int = Field(default=MAX_GAMES_OF_RUN, ge=1, le=MAX_GAMES_OF_RUN)
    openings: typing.Literal["auto", "none", "random:2"] = "auto"
    """The first moves; `auto` draws two where the players would play one game again and again."""
    seed: Seed
    positions: int = Field(default=0, ge=0, le=MAX_POSITIONS_OF_RUN)
    """In how many positions both are asked before the games; in none if one of them must begin."""


LabFromPage: typing.TypeAlias = typing.Annotated[LabRequest | RequestCancel, Field(discriminator="type")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabProgress(LabTally):
    """Positions and games so far; it replaces what was sent before."""

    type: typing.Literal["progress"] = "progress"
    request: RequestNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDone(LabTally):
    """The end of the games; fewer than asked for if the time of the server has ended them."""

    type: typing.Literal["done"] = "done"
    request: RequestNumber
