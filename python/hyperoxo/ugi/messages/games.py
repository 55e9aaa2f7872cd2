"""Games in the words of the protocol: how one is told to an engine, and the right answers to what is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.ugi.messages.commands import Question, SetPosition

if TYPE_CHECKING:
    from hyperoxo.game import Game

_RESULTS = {"x": "p1win", "o": "p2win", None: "draw"}


def position_of(game: Game) -> SetPosition:
    """Return the command that tells an engine where a game stands and how it came there."""
    board = game.board
    start = None if game.start == board.empty() else game.start.text
    return SetPosition(start, tuple(board.name(cell) for cell in game.moves))


def answer_to(question: Question, game: Game) -> str:
    """Return the word that answers a question about a game."""
    match question:
        case Question.GAME_OVER:
            return "true" if game.is_over else "false"
        case Question.FIRST_TO_MOVE:
            return "true" if game.to_move == "x" else "false"
        case Question.RESULT:
            return _RESULTS[game.position.winner] if game.is_over else "none"
