"""One way for a player to make a move, and whole games made of it.

The runner of a game - the terminal, the server, a match - asks a session through `take_turn`, which applies the
decision to the game and remembers the reasons beside the move.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperoxo.errors import CellError, MoveError
from hyperoxo.game import Ending, Game, Note, Result
from hyperoxo.players.control import Control, Limits
from hyperoxo.players.decision import Decision, Forfeit, Intent, Play
from hyperoxo.players.registry import as_player
from hyperoxo.seeds import derived_seed, draw_seed
from hyperoxo.sides import Side, other_side

if TYPE_CHECKING:
    from hyperoxo._core import Board, Position
    from hyperoxo.players.player import Player, Session

NO_LIMITS = Limits()


def take_turn(
    game: Game,
    session: Session,
    limits: Limits = NO_LIMITS,
    control: Control | None = None,
    *,
    accepts_draw: bool = True,
    with_reasons: bool = True,
) -> Decision:
    """Let the session whose turn it is decide, apply the decision to the game, and return it.

    A move that cannot be played is returned as a forfeit by `Ending.ILLEGAL_MOVE`. A forfeit ends the game as lost, and
    what went wrong is kept as a comment on the last move. A draw offer ends it by
    `Ending.DRAW_AGREED`, or leaves it open if the opponent does not accept; the runner of the game then decides what
    comes next, since a program that is asked again about the same position offers again. The reasons for a move are
    kept as the game's note beside it, unless `with_reasons` is false.

    Raises:
        Cancelled: `control` was cancelled before there was a decision; the game is as before.
    """
    decision = session.decide(game, limits, control or Control())
    side = game.to_move
    if isinstance(decision, Play):
        try:
            game.play(decision.cell)
        except (MoveError, CellError) as error:
            decision = Forfeit(Ending.ILLEGAL_MOVE, str(error), decision.reasons, decision.remark)
        else:
            if with_reasons and (reasons := decision.reasons.as_json(game.board)):
                game.notes[game.ply] = Note(reasons=reasons)
            return decision
    if isinstance(decision, Forfeit):
        game.end(Result(decision.ending, other_side(side)))
        before = game.notes.get(game.ply, Note())
        game.notes[game.ply] = replace(before, comment=f"{before.comment} {decision.text}".strip())
    elif decision.intent is Intent.RESIGN:
        game.end(Result(Ending.RESIGNED, other_side(side)))
    elif decision.intent is Intent.OWN_RULES:
        game.end(Result(Ending.OWN_RULES))
    elif accepts_draw:
        game.end(Result(Ending.DRAW_AGREED))
    return decision


def play_game(
    start: Board | Position | str,
    first: Player | str,
    second: Player | str,
    seed: int | None = None,
    limits: Limits = NO_LIMITS,
    *,
    with_reasons: bool = True,
) -> Game:
    """Play a whole game between two players and return it at its end; a draw that either offers is agreed.

    Args:
        start: the board or its description, or the position to start from.
        first: the player that holds X, or its name.
        second: the player that holds O, or its name.
        seed: every random choice of both players comes from it; None for a fresh one, which becomes the game's tag
            `Seed`.
        limits: bounds on each decision.
        with_reasons: whether the game keeps each move's reasons as notes; without, long runs are faster.

    Raises:
        PlayerError: a player cannot take the board or its seat.
    """
    game = Game(start)
    if seed is None:
        seed = draw_seed()
        game.tags["Seed"] = str(seed)
    with ExitStack() as stack:
        seats: tuple[tuple[Side, Player], ...] = (("x", as_player(first)), ("o", as_player(second)))
        sessions = {
            side: stack.enter_context(closing(player.start(game.board, side, derived_seed(seed, side))))
            for side, player in seats
        }
        control = Control()
        while not game.is_over:
            take_turn(game, sessions[game.to_move], limits, control, with_reasons=with_reasons)
    return game
