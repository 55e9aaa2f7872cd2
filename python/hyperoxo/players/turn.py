"""Turns: the one way in which a player moves, and whole games of turns.

The terminal, the server and matches all call `take_turn`, which gets the session's decision, applies it to the game and
stores the reasons with the move.
"""

from __future__ import annotations

import typing
from contextlib import ExitStack
from dataclasses import replace

from hyperoxo.errors import CellError, MoveError
from hyperoxo.game import Ending, Game, Note, Result
from hyperoxo.players.control import NO_LIMITS, Control, Limits, check_limits
from hyperoxo.players.decision import Decision, Forfeit, Intent, Play, checked_decision, recorded
from hyperoxo.players.registry import as_player
from hyperoxo.seeds import checked_seed, derived_seed
from hyperoxo.sides import Side, other_side

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board, Position
    from hyperoxo.players.player import Player, Session


def take_turn(
    game: Game,
    session: Session,
    limits: Limits = NO_LIMITS,
    control: Control | None = None,
    *,
    accepts_draw: bool = True,
    with_reasons: bool = True,
) -> Decision:
    """Get the decision of the session whose turn it is, apply it to the game, and return it.

    A move that cannot be played is returned as a forfeit by `Ending.ILLEGAL_MOVE`. A forfeit ends the game as lost,
    with its text as a comment on the last move. A draw offer ends the game by `Ending.DRAW_AGREED`, or leaves it open
    if the opponent does not accept; then the caller must decide how to continue, since a program offers again in the
    same position. The reasons for a move are stored as the game's note on it, unless `with_reasons` is false.

    Raises:
        Cancelled: `control` was cancelled before there was a decision; the game is unchanged.

    >>> from hyperoxo import player
    >>> game = Game("3x3", "11 22 12")
    >>> with player("oxo").start(game.board, "o", seed=1) as session:
    ...     decision = take_turn(game, session)
    >>> game.board.name(decision.cell), game.board.names(game.moves)
    ('13', '11 22 12 13')
    """
    decision = checked_decision(session.decide(game, limits, control or Control()))
    before, side = game.position, game.to_move
    if isinstance(decision, Play):
        try:
            game.play(decision.cell)
        except (MoveError, CellError) as error:
            decision = Forfeit(Ending.ILLEGAL_MOVE, str(error), decision.reasons, decision.remark)
        else:
            if with_reasons and (reasons := recorded(before, decision)):
                game.notes[game.ply] = Note(reasons=reasons)
            return decision
    if isinstance(decision, Forfeit):
        game.end(Result(decision.ending, other_side(side)))
        note = game.notes.get(game.ply, Note())
        game.notes[game.ply] = replace(note, comment=f"{note.comment} {decision.text}".strip())
    elif accepts_draw or decision.intent is not Intent.OFFER_DRAW:
        game.end(Result(decision.ending, other_side(side) if decision.ending.has_winner else None))
    return decision


def play_game(
    first: Player | str,
    second: Player | str,
    start: Board | Position | str = "4x4x4",
    seed: int | None = None,
    limits: Limits = NO_LIMITS,
    *,
    with_reasons: bool = True,
) -> Game:
    """Play a whole game between two players and return it at its end; a draw that either side offers is agreed.

    The game has the tags `First` and `Second`, the names of the players, and `Seed`.

    Args:
        first: the player that holds X, or its name.
        second: the player that holds O, or its name.
        start: the board or its description, or the position to start from.
        seed: the source of every random choice of both players; None for a new one.
        limits: bounds on each decision.
        with_reasons: whether to store each move's reasons as notes; long runs are faster without.

    Raises:
        PlayerError: a player cannot take the board or its seat.
        InputError: the seed is not from 0 to 2**63 - 1.
        TypeError: an argument has another type.

    >>> game = play_game("oxo:level=3", "random", "3x3", seed=1)
    >>> str(game.result), game.tags["First"]
    ('X wins (line)', 'oxo:level=3')
    """
    check_limits(limits)
    used_seed = checked_seed(seed)
    seats: tuple[tuple[Side, Player], ...] = (("x", as_player(first)), ("o", as_player(second)))
    tags = {"First": seats[0][1].name, "Second": seats[1][1].name, "Seed": str(used_seed)}
    game = Game(start, tags=tags)
    with ExitStack() as stack:
        sessions = {
            side: stack.enter_context(player.start(game.board, side, derived_seed(used_seed, side)))
            for side, player in seats
        }
        control = Control()
        while not game.is_over:
            take_turn(game, sessions[game.to_move], limits, control, with_reasons=with_reasons)
    return game
