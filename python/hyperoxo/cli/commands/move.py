"""`oxo move`: asks a player for one move with its reasons, for people or for programs; or for many (`--batch`)."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import (
    PLAYER_HELP,
    add_board,
    add_engines,
    add_json,
    add_seed,
    add_start,
    read_board,
    read_program,
    read_start,
)
from hyperoxo.cli.batch import add_batch, read_batch, run_batch
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.output import print_json, print_text, start_as_json
from hyperoxo.cli.terminal.views import LONGEST_FAILURE
from hyperoxo.players import NO_REASONS, Forfeit, Limits, Play, Reasons, Stop, player, take_turn
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.text import shortened

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Game
    from hyperoxo.game import JSON
    from hyperoxo.players import Intent, Player


@dataclass(frozen=True, slots=True)
class _MoveResult:
    """A player's decision.

    Attributes:
        game: the game after the decision.
        cell: the cell that it played; None if the game was over, or the player ended it.
        reasons: its reasons.
        intent: what it chose instead of a move, such as to resign.
        remark: its comment.
        failure: the error for which the player forfeits the game; empty otherwise.
    """

    game: Game
    cell: int | None = None
    reasons: Reasons = NO_REASONS
    intent: Intent | None = None
    remark: str = ""
    failure: str = ""


@cache
def _player(name: str) -> Player:
    """Return the player of this name; each process looks it up once."""
    return player(name)


def _answer(name: str, seed: int, game: Game) -> dict[str, JSON]:
    """Return the decision of a player, given by its name, in this or another process."""
    return _decide_as_json(_player(name), game, seed)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo move`."""
    parser.add_argument("player", metavar="PLAYER", help=PLAYER_HELP)
    add_engines(parser)
    add_board(parser)
    add_start(parser)
    add_seed(parser, default=0)
    add_json(parser)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the decision; the exit code is 1 if the player failed, and 2 if a line of a batch was refused."""
    chosen, board = read_program(arguments.player), read_board(arguments)
    wanted = read_batch(arguments)
    if arguments.batch:
        return run_batch(board, wanted, partial(_answer, chosen.name, arguments.seed), _failed)
    game = read_start(board, arguments.moves, arguments.position)
    if arguments.json:
        entry = _decide_as_json(chosen, game, arguments.seed)
        print_json(entry)
        failed = _failed(entry)
    else:
        answer = _decide(chosen, game, arguments.seed)
        _print(answer)
        failed = bool(answer.failure)
    return ExitCode.NO if failed else ExitCode.DONE


def _failed(entry: dict[str, JSON]) -> bool:
    """Return whether an answer in JSON is a failure of the player."""
    result = entry.get("result")
    return isinstance(result, dict) and "failure" in result


def _decide(chosen: Player, game: Game, seed: int) -> _MoveResult:
    """Return the player's decision for the side to move, or its final remark on a game that is over.

    In a game that is over no side moves: a player that cannot take the side to move takes the other.
    """
    side = game.to_move
    if game.is_over and chosen.refusal(game.board, side) and not chosen.refusal(game.board, other_side(side)):
        side = other_side(side)
    with closing(chosen.start(game.board, side, derived_seed(seed, side))) as session:
        if game.is_over:
            final = session.final_remark(game)
            return _MoveResult(game, reasons=final.reasons, remark=final.remark) if final else _MoveResult(game)
        decision = run_interruptibly(lambda control: take_turn(game, session, Limits(), control))
    match decision:
        case Play(cell=cell):
            return _MoveResult(game, cell, decision.reasons, remark=decision.remark)
        case Stop(intent=intent):
            return _MoveResult(game, None, decision.reasons, intent, decision.remark)
        case Forfeit(text=text):
            return _MoveResult(game, None, decision.reasons, None, decision.remark, text)


def _decide_as_json(chosen: Player, game: Game, seed: int) -> dict[str, JSON]:
    board = game.board
    entry: dict[str, JSON] = {"player": chosen.name, **start_as_json(game)}
    answer = _decide(chosen, game, seed)
    entry["move"] = None if answer.cell is None else board.name(answer.cell)
    entry["reasons"] = answer.reasons.as_json(board)
    result = answer.game.result
    if answer.cell is None and result is not None:
        more: dict[str, JSON] = {} if answer.intent is None else {"intent": answer.intent.value}
        if answer.failure:
            more["failure"] = answer.failure
        entry["result"] = {"winner": result.winner, "ending": result.ending.value, **more}
    return entry


def _print(answer: _MoveResult) -> None:
    board = answer.game.board
    if answer.cell is not None:
        print(board.name(answer.cell))
    else:
        print(f"no move: {answer.intent or answer.game.result}")
    failure = shortened(answer.failure, LONGEST_FAILURE)
    for text in (failure, answer.reasons.sentence(board), answer.remark and f'"{answer.remark}"'):
        if text:
            print_text(text)
