"""Protocols of services that take long: decisions for live games, and answers to questions about positions.

The rest of the server depends on these protocols only; `hyperoxo.server.workers` implements them with worker processes,
and tests with stand-ins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Position
    from hyperoxo.advice import Hint
    from hyperoxo.game import JSON, Ending, Game
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

OnProgress: TypeAlias = "Callable[[dict[str, JSON]], None]"
"""Called in the event loop with how far a decision is: `depth`, `nodes`, `label`, `line` (cells by name), `text`."""


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """What a player has decided, fit to be stored and sent.

    Attributes:
        cell: the name of the cell that it plays; None if it does not move.
        intent: what it wants instead of a move, as in `hyperoxo.players.Intent`; None if it moves.
        reasons: why, for programs.
        sentence: why, in one line for people, or what went wrong; empty for players that give no reasons.
        marks: short texts to write on cells, by the cells' names.
        remark: what the program says to its opponent; empty for most.
        forfeit: how the game is lost, if the player has failed; None otherwise.
    """

    cell: str | None
    intent: str | None = None
    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    forfeit: Ending | None = None


@dataclass(frozen=True, slots=True)
class RemarkMade:
    """The remark of a player on a finished game.

    Attributes:
        reasons: how it knows, for programs.
        sentence: the same in one line for people; empty for players that give no reasons.
        remark: what the program says to its opponent.
    """

    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """The answer to a request that a helper process has carried out, as HTTP sends it.

    Attributes:
        status: the status of the answer.
        media_type: the type of its body.
        body: its body.
    """

    status: int
    media_type: str
    body: bytes


class ConversionService(Protocol):
    """A service that carries out requests that take long to read or to answer, without blocking the event loop."""

    async def convert(self, client: str, kind: str, body: bytes) -> Converted:
        """Carry out a request; an error of the request is an answer, too.

        Args:
            client: on whose behalf; clients take turns.
            kind: a key of `hyperoxo.server.conversions.KINDS`.
            body: the body of the request, which nothing has read yet.

        Raises:
            Busy: too much is waiting.
            JobError: it took too much time or memory, or failed.
        """


class MoveService(Protocol):
    """A service that lets players decide, without blocking the event loop."""

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

        Cancelling the task that awaits this cancels the decision.

        Args:
            client: on whose behalf; clients take turns.
            game: the game as it is.
            player: as it is typed, such as `oxo:level=4`.
            side: the side to move.
            seed: the game's; every random choice comes from it.
            seconds: how long it may run once its turn has come; its result so far is then the answer.
            on_progress: called with how far it is.

        Raises:
            PlayerError: there is no such player, or it cannot take the board or the side.
            Busy: too much is waiting.
            JobError: the player gave no answer.
        """

    async def final_remark(self, client: str, game: Game, *, player: str, side: Side, seed: int) -> RemarkMade | None:
        """Return a player's remark on a finished game, None if it says nothing.

        Raises:
            PlayerError: there is no such player, or it cannot take the board or the side.
            Busy: too much is waiting.
            JobError: the player gave no answer.
        """


class AnalysisService(Protocol):
    """A service that answers questions about positions, without blocking the event loop.

    Cancelling the task that awaits an answer cancels the work. The client comes first, since clients take turns.
    """

    async def analyse(
        self,
        client: str,
        position: Position,
        *,
        seconds: float,
        on_cells: Callable[[list[CellAnalysis]], None] = lambda _: None,
        on_wait: Callable[[int], None] = lambda _: None,
    ) -> Analysis:
        """Find the value of every cell: first immediate results, which do not wait for a turn, then the rest.

        Args:
            client: on whose behalf.
            position: any position.
            seconds: how long it may take once its turn has come.
            on_cells: called with new and improved values of cells; none is taken back.
            on_wait: called with the number of analyses before this one, whenever it changes.

        Raises:
            Busy: too much is waiting.
            JobError: it took too much memory, or failed.
        """

    async def review(
        self,
        client: str,
        game: Game,
        *,
        seconds: float,
        on_found: Callable[[dict[str, JSON]], None] = lambda _: None,
        on_wait: Callable[[int], None] = lambda _: None,
    ) -> dict[str, JSON]:
        """Review a game, and return what is known in the end, as `hyperoxo.review.json_form.review_as_json` writes it.

        Args:
            client: on whose behalf.
            game: the game.
            seconds: how long it may take once its turn has come.
            on_found: called with what is known so far, now and then.
            on_wait: called with the number of reviews and analyses before this one, whenever it changes.

        Raises:
            Busy: too much is waiting.
            JobError: it took too much memory, or failed.
        """

    async def explain(
        self,
        client: str,
        position: Position,
        cell: int,
        replies: tuple[int, ...],
        *,
        strategist: Side | None = None,
        seconds: float,
    ) -> dict[str, JSON] | None:
        """Return what a cell is proved to be worth and the proof from there on, as JSON; None if no proof is found.

        Args:
            client: on whose behalf.
            position: the position before the cell is played.
            cell: a cell that can be played.
            replies: the replies after it to which the proof is followed.
            strategist: the side whose proof it is; None for the first, and without replies for all.
            seconds: how long the search for a proof may take.

        Raises:
            InputError: a cell or a reply cannot be played, or the side has no proof.
            Busy: too much is waiting.
            JobError: it took too much memory, or failed.
        """

    async def hint(self, client: str, game: Game) -> Hint:
        """Suggest a cell to the side to move.

        Args:
            client: on whose behalf.
            game: the game as it is.

        Raises:
            MoveError: the game is over.
            Busy: too much is waiting.
            JobError: it took too much memory, or failed.
        """
