"""`oxo move`: asks a player for one move with its reasons, for people or for programs; or for many (`--batch`)."""

from __future__ import annotations

import typing
from functools import partial

from hyperoxo.cli.arguments import (
    ENGINES,
    JSON_ONLY,
    LOG,
    PLAYER_HELP,
    add_plain,
    add_seed,
    add_start,
    read_board,
    read_program,
)
from hyperoxo.cli.batch import add_batch, read_batch, run_batch
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import JOURNAL_SUFFIXES, RECORD_SUFFIXES, add_source, read_source
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.output import print_json, print_text
from hyperoxo.cli.terminal.views import LONGEST_FAILURE
from hyperoxo.coach import reason_in_game
from hyperoxo.players import FinalRemark, Forfeit, Limits, Play, Stop, take_turn
from hyperoxo.players.decision import answer_as_json
from hyperoxo.position_json import start_as_json
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import argparse

    from hyperoxo import Game
    from hyperoxo.game import JSON
    from hyperoxo.players import Decision, Player


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_plain(parser, ("player", "PLAYER", PLAYER_HELP), ENGINES, LOG)
    add_source(parser)
    add_start(parser)
    add_seed(parser, default=0)
    add_plain(parser, JSON_ONLY)
    add_batch(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the decision; the exit code is 1 if the player failed, and 2 if a line of a batch was refused."""
    if arguments.board is not None and arguments.player.endswith((*RECORD_SUFFIXES, *JOURNAL_SUFFIXES)):
        arguments.player, arguments.board = arguments.board, arguments.player
    chosen = read_program(arguments.player)
    wanted = read_batch(arguments)
    if arguments.batch:
        return run_batch(
            read_board(arguments), wanted, partial(_decide_as_json, chosen.pinned(), arguments.seed), _failed
        )
    game = read_source(arguments)
    if arguments.json:
        entry = _decide_as_json(chosen, arguments.seed, game)
        print_json(entry)
        return ExitCode.NO if _failed(entry) else ExitCode.DONE
    decision = _decide(chosen, game, arguments.seed)
    _print(game, decision)
    return ExitCode.NO if isinstance(decision, Forfeit) else ExitCode.DONE


def _failed(entry: dict[str, JSON]) -> bool:
    """Return whether an answer in JSON is a failure of the player."""
    result = entry.get("result")
    return isinstance(result, dict) and "failure" in result


def _decide(chosen: Player, game: Game, seed: int) -> Decision | FinalRemark:
    """Play the player's decision for the side to move, and return it; or its final remark on a game that is over.

    In a game that is over no side moves: a player that cannot take the side to move takes the other.
    """
    side = game.to_move
    if game.is_over and chosen.refusal(game.board, side) and not chosen.refusal(game.board, other_side(side)):
        side = other_side(side)
    with chosen.start(game.board, side, derived_seed(seed, side)) as session:
        if game.is_over:
            return session.final_remark(game) or FinalRemark()
        return run_interruptibly(lambda control: take_turn(game, session, Limits(), control))


def _decide_as_json(chosen: Player, seed: int, game: Game) -> dict[str, JSON]:
    """Return the decision of a player, in this or another process."""
    entry, position = {"player": chosen.name, **start_as_json(game)}, game.position
    decision = _decide(chosen, game, seed)
    entry |= answer_as_json(position, decision) | position.as_json()
    if game.result is not None and not isinstance(decision, Play):
        entry["result"] = result = game.result.as_json()
        if isinstance(decision, Stop):
            result["intent"] = decision.intent.value
        if isinstance(decision, Forfeit):
            result["failure"] = decision.text
    return entry


def _print(game: Game, decision: Decision | FinalRemark) -> None:
    if isinstance(decision, Play):
        print(game.board.name(decision.cell))
    else:
        print(f"no move: {decision.intent if isinstance(decision, Stop) else game.result}")
    failure = shortened(decision.text, LONGEST_FAILURE) if isinstance(decision, Forfeit) else ""
    why = reason_in_game(game, game.ply) if isinstance(decision, Play) else decision.reasons.sentence(game.board)
    for text in (failure, why, decision.remark and f'"{decision.remark}"'):
        if text:
            print_text(text)
