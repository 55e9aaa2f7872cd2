"""What a change of a player does: the positions in which it moves otherwise than before.

>>> change = differences("oxo:level=1", "oxo:level=2", "3x3", positions=50, seed=1)
>>> len([each for each in change if each.differs]), len(change)
(11, 50)
"""

from __future__ import annotations

import functools
import random
import typing
from contextlib import closing
from dataclasses import dataclass

from hyperoxo._core import Board
from hyperoxo.executor import in_order, open_executor
from hyperoxo.game import Game
from hyperoxo.players import Control, Limits, Play
from hyperoxo.players.control import NO_LIMITS
from hyperoxo.players.registry import as_player
from hyperoxo.seeds import checked_seed, derived_seed

if typing.TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from hyperoxo.executor import Workers
    from hyperoxo.players import Decision, Player

__all__ = ["Compared", "compared", "differences"]
__dir__ = __all__.copy

_TRIES = 20
"""How many positions are drawn for each one wanted, at most: a small board has few different ones."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What two players decide in a position, with the same seed.

    Attributes:
        game: the game that leads to the position.
        decisions: their decisions.
    """

    game: Game
    decisions: tuple[Decision, Decision]

    @property
    def differs(self) -> bool:
        """Whether they play different cells, or only one of them plays."""
        first, second = (each.cell if isinstance(each, Play) else None for each in self.decisions)
        return first != second


def drawn_positions(board: Board, count: int, seed: int) -> Iterator[Game]:
    """Yield games of random moves that are not over, no two to the same position; fewer if the board has no more."""
    seen: set[str] = set()
    for number in range(count * _TRIES):
        draw = random.Random(derived_seed(seed, "position", number))
        game = Game(board)
        for _ in range(draw.randrange(len(board) * 3 // 4)):
            longer = game.branch()
            longer.play(draw.choice(game.position.legal_moves()))
            if longer.is_over:
                break
            game = longer
        if game.position.text not in seen:
            seen.add(game.position.text)
            yield game
        if len(seen) == count:
            return


def compared(
    players: tuple[Player, Player], board: Board, positions: int, *, seed: int, limits: Limits, workers: Workers
) -> Generator[Compared, None, None]:
    """Yield what two players decide in positions that are drawn, in order.

    Raises:
        PlayerError: a player cannot take the board or a side.
    """
    first, second = (each.pinned() for each in players)
    ask = functools.partial(asked, (first, second), seed, limits)
    with closing(in_order(workers, ask, drawn_positions(board, positions, seed))) as found:
        yield from found


def asked(
    players: tuple[Player, Player], seed: int, limits: Limits, game: Game, control: Control | None = None
) -> Compared:
    """Return what two players decide in the position of a game; `control` can cancel it."""
    first, second = (_decision(each, game, seed, limits, control or Control()) for each in players)
    return Compared(game, (first, second))


def _decision(player: Player, game: Game, seed: int, limits: Limits, control: Control) -> Decision:
    with player.start(game.board, game.to_move, derived_seed(seed, game.position.text)) as session:
        return session.decide(game, limits, control)


def differences(
    first: Player | str,
    second: Player | str,
    board: Board | str = "4x4x4",
    *,
    positions: int = 1000,
    seed: int | None = None,
    limits: Limits = NO_LIMITS,
) -> list[Compared]:
    """Return what two players decide in positions that are drawn from the seed.

    Args:
        first: a player, or its name.
        second: the other one, such as the first as it was before a change.
        board: the board, or its description.
        positions: how many positions; a small board may have fewer.
        seed: the source of positions and of all random choices; None to draw one.
        limits: bounds on each decision.

    Raises:
        BoardError: there is no such board.
        PlayerError: a player is not known, or cannot take the board or a side.
    """
    with open_executor() as workers:
        players = (as_player(first), as_player(second))
        return list(compared(players, Board(board), positions, seed=checked_seed(seed), limits=limits, workers=workers))
