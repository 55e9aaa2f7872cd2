"""What live games ask of whoever thinks for their computer players, and how it can fail.

Live games know this protocol alone; `hyperoxo.server.thinking` has the pool of processes that follows it, and tests put
a stand-in in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo.game import JSON, Game
    from hyperoxo.sides import Side

OnProgress: TypeAlias = "Callable[[dict[str, JSON]], None]"
"""Called in the event loop with how far a decision is: `depth`, `nodes`, `label`, `line` (cells by name), `text`."""


class Busy(InputError):  # noqa: N818 - nothing is wrong with what was asked
    """A client, or all of them together, have so much waiting that no more is taken; it may be asked again later."""


class ThinkingError(InputError):
    """A player gave no answer: it failed, or took more time or memory than it may."""


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """What a player has decided, fit to be stored and sent.

    Attributes:
        cell: the name of the cell that it plays; None if it does not move.
        intent: what it wants instead of a move, as in `hyperoxo.players.Intent`; None if it moves.
        reasons: why, for programs.
        sentence: why, in one line for people; empty for players that give no reasons.
        marks: short texts to write on cells, by the cells' names.
        remark: what the program says to its opponent; empty for most.
    """

    cell: str | None
    intent: str | None = None
    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """What a player says of a game that is over.

    Attributes:
        reasons: how it knows, for programs.
        sentence: the same in one line for people; empty for players that give no reasons.
        remark: what the program says to its opponent.
    """

    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    remark: str = ""


class Thinker(Protocol):
    """Whoever lets players decide, without holding up the event loop."""

    async def decide(
        self,
        client: str,
        game: Game,
        *,
        player: str,
        side: Side,
        seed: int,
        seconds: float,
        on_progress: OnProgress | None = None,
    ) -> DecisionMade:
        """Let a player decide in a game that is not over and in which it is to move.

        The answer depends on the game, the player and the seed alone, unless time runs out: it is what the player would
        do if it had sat at this side from the start, as in `hyperoxo.play_game` with this seed. So a game goes on
        after a restart as it would have without. The game is read before the first wait and not changed.

        Cancelling the task that awaits this ends the thinking.

        Args:
            client: on whose behalf; clients take turns.
            game: the game as it is.
            player: as it is typed, such as `oxo:level=4`.
            side: the side to move.
            seed: the game's; every random choice comes from it.
            seconds: how long it may think once its turn has come; what it has found until then is its answer.
            on_progress: told how far it is.

        Raises:
            PlayerError: there is no such player, or it cannot take the board or the side.
            Busy: too much is waiting.
            ThinkingError: the player gave no answer.
        """

    async def verdict(self, client: str, game: Game, *, player: str, side: Side, seed: int) -> VerdictGiven | None:
        """Return what a player says of a game that is over, None if it says nothing.

        Raises:
            PlayerError: there is no such player, or it cannot take the board or the side.
            Busy: too much is waiting.
            ThinkingError: the player gave no answer.
        """
