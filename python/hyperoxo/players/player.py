"""The player protocol: a kind of player, a player with its options set, and its session at one seat of one game.

A kind is declared once (`PlayerKind`) and registered under the entry-point group `hyperoxo.players`. With its options
set it is a `Player`, a value without state. `Player.start` returns a `Session`, which holds the whole state of one seat
of one game, its random stream included, so that games never influence one another.
"""

from __future__ import annotations

import functools
import typing
from abc import abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from hyperoxo._core import Board, Position
from hyperoxo.errors import CellError, MoveError, PlayerError
from hyperoxo.game import Game
from hyperoxo.pickles import CopiedWhole
from hyperoxo.players.control import NO_LIMITS, Control, Limits, check_limits
from hyperoxo.players.decision import Decision, FinalRemark, Play, Stop, checked_decision
from hyperoxo.players.options import listed_options
from hyperoxo.seeds import checked_seed, derived_seed

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo.players.errata import Erratum
    from hyperoxo.players.options import Option, OptionValue
    from hyperoxo.players.player_file import PlayerFile
    from hyperoxo.sides import Side


class Session(CopiedWhole, AbstractContextManager["Session", None]):
    """A player at one seat of one game; a context manager, which closes it.

    Subclasses take their options as keyword arguments after the three below, and pass those three on. A copy has
    copies of all attributes.

    Attributes:
        reads_clocks: whether it divides its clock itself, by `limits.clocks`. Others get a share of their clock as
            `limits.seconds`, and are cancelled when nothing is left on it.

    Args:
        board: the board of the game.
        seat: the side that the player holds.
        seed: the source of every random choice of this session.
    """

    reads_clocks = False

    def __init__(self, board: Board, seat: Side, seed: int) -> None:
        self.board = board
        self.seat = seat
        self.seed = seed

    @abstractmethod
    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Decide for the side to move, which is this session's, in a game that is not over.

        Since the last call the game may have advanced by any number of plies, or gone back (undo): decide from the game
        as it is. A slow player must keep to `limits` and check `control` often.

        Raises:
            Cancelled: `control` was cancelled before there was a move.
        """

    @property
    def display_name(self) -> str:
        """The name that tables show instead of the player's, which says how to ask for it; empty to show that one."""
        return ""

    @property
    def file_hash(self) -> str:
        """The hash of the user's file that plays; empty for other players."""
        return ""

    def final_remark(self, game: Game) -> FinalRemark | None:  # noqa: ARG002 - overridden by programs that comment the end
        """Return the program's remark on a game that is over, None without one."""
        return None

    def close(self) -> None:
        """Release what the session holds, such as another process."""

    def __exit__(self, *_: object) -> None:
        self.close()


class BoundedSession(Session):
    """A session of a player that has limits of its own: each decision keeps to them and to those of the game.

    Args:
        session: the session without these limits.
        limits: the player's limits.
    """

    def __init__(self, session: Session, limits: Limits) -> None:
        super().__init__(session.board, session.seat, session.seed)
        self.limits = limits
        self.reads_clocks = session.reads_clocks
        self._session = session

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Decide within both limits.

        Raises:
            Cancelled: `control` was cancelled before there was a move.
        """
        return self._session.decide(game, self.limits.within(limits), control)

    @property
    def display_name(self) -> str:
        """The name that tables show, with the limits; empty to show the player's."""
        name = self._session.display_name
        return f"{name}@{self.limits}" if name else ""

    @property
    def file_hash(self) -> str:
        """The hash of the user's file that plays; empty for other players."""
        return self._session.file_hash

    def final_remark(self, game: Game) -> FinalRemark | None:
        """Return the program's remark on a game that is over, None without one."""
        return self._session.final_remark(game)

    def close(self) -> None:
        """Release what the session holds."""
        self._session.close()


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a player cannot take a board or a seat, and the remedy."""

    reason: str
    remedy: str


def ignores_every_seed(options: Mapping[str, OptionValue]) -> bool:  # noqa: ARG001
    """Return that no decision depends on the seed, as `PlayerKind.ignores_seed`."""
    return True


def may_use_seed(options: Mapping[str, OptionValue]) -> bool:  # noqa: ARG001
    """Return that a decision may depend on the seed, as `PlayerKind.ignores_seed`."""
    return False


def _takes_everything(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """The declaration of a player for the registry.

    Attributes:
        name: its name on the command line and in records.
        summary: one line for lists.
        session: called as `session(board, seat, seed, **options)`; usually the `Session` subclass itself.
        options: the table of its options.
        refusal: returns why it cannot take a board or a seat with these options (by option name), None if it can.
            It is not asked about boards that are not among `boards`.
        program: the historical program that it is, with its machine and year; empty for others.
        marks: the program's marks for its own stones and its opponent's; None for X and O.
        whole: the name of the one option that takes the whole text after the colon, commas included; empty for kinds
            whose options are typed as `name=value`.
        is_outside: whether it starts a program that is named in the player's name. Interfaces for strangers must
            neither list such kinds nor take their names.
        errata: where the document of a historical program is wrong.
        boards: the boards on which it plays; empty for every board.
        after_refusal: the class of the session that decides in its place when the opponent has refused a draw that it
            offered in this position; None for players that have no other move.
        ignores_seed: returns whether, with these options (by option name) and no limit of time, every decision depends
            on the game only and not on the seed. A match of such players warns of repeated games.
        file: the user's program that it is, as it was read; None for others.

    >>> from hyperoxo.players import Play, Session
    >>> class First(Session):
    ...     def decide(self, game, limits, control):
    ...         return Play(game.legal_moves()[0])
    >>> first = PlayerKind("first", "takes the first free cell", First).player()
    >>> first.move("3x3")
    0
    """

    name: str
    summary: str
    session: Callable[..., Session]
    options: tuple[Option, ...] = ()
    refusal: Callable[[Board, Side, Mapping[str, OptionValue]], Refusal | None] = _takes_everything
    program: str = ""
    marks: tuple[str, str] | None = None
    whole: str = ""
    is_outside: bool = False
    errata: tuple[Erratum, ...] = ()
    boards: tuple[str, ...] = ()
    after_refusal: Callable[[Board, Side, int], Session] | None = None
    ignores_seed: Callable[[Mapping[str, OptionValue]], bool] = may_use_seed
    file: PlayerFile | None = None

    def __repr__(self) -> str:
        return f"<PlayerKind {self.name}>"

    def player(self, **values: OptionValue) -> Player:
        """Return this player with some options set, by keyword.

        Raises:
            PlayerError: an option is unknown or its value is not allowed.
        """
        by_keyword = {option.keyword: option for option in self.options}
        chosen: dict[str, OptionValue] = {option.name: option.default for option in self.options}
        for keyword, value in values.items():
            if keyword not in by_keyword:
                raise PlayerError(f"{self.name}: {keyword}", "there is no such option", listed_options(by_keyword))
            option = by_keyword[keyword]
            try:
                chosen[option.name] = option.validated(value)
            except ValueError as error:
                raise PlayerError(f"{self.name}: {keyword}", str(error)) from None
            if option.name != self.whole and not option.can_be_typed(value):
                reason = "a player's name cannot contain this text"
                remedy = "leave out commas, @, and blanks at the ends"
                raise PlayerError(f"{self.name}: {keyword}", reason, remedy)
        return Player(self, chosen)


@dataclass(frozen=True)
class Player:
    """A kind of player with every option set: a value that can start any number of games.

    Attributes:
        kind: the kind.
        options: the value of each option, by its name.
        limits: bounds on each decision of this player, in addition to those of a game or match.
    """

    kind: PlayerKind
    options: Mapping[str, OptionValue] = field(hash=False)
    limits: Limits = NO_LIMITS

    @property
    def name(self) -> str:
        """The name that gives exactly this player: its kind, options that differ from their defaults, and limits.

        Limits that cannot be typed, such as `nodes=0`, make a name that `player` refuses.
        """
        return f"{self._unbounded_name}@{self.limits}" if self.limits != NO_LIMITS else self._unbounded_name

    @property
    def typed(self) -> str:
        """The name as it is typed in a command: a user's program is its file."""
        return self.name if self.kind.file is None else f"{self.kind.file.path}{self.name[len(self.kind.name) :]}"

    @property
    def _unbounded_name(self) -> str:
        if self.kind.whole:
            typed = self.options[self.kind.whole]
            return self.kind.name if typed is None else f"{self.kind.name}:{typed}"
        changed = [
            f"{option.name}={option.shown(self.options[option.name])}"
            for option in self.kind.options
            if self.options[option.name] != option.default
        ]
        return f"{self.kind.name}:{','.join(changed)}" if changed else self.kind.name

    def pinned(self) -> Player:
        """Return this player; that of a file plays as the file is now, also if the file is changed.

        Raises:
            PlayerError: the file cannot be read.
        """
        if self.kind.file is None:
            return self
        file = self.kind.file.read_again()
        session = functools.partial(self.kind.session, file=file, reads_again=False)
        return replace(self, kind=replace(self.kind, session=session, file=file))

    def refusal(self, board: Board | str, seat: Side) -> Refusal | None:
        """Return why this player cannot take a seat on a board, None if it can."""
        board, boards = Board(board), self.kind.boards
        if boards and str(board) not in boards:
            return Refusal(f"it plays on {' and '.join(boards)} only", f"choose the board {' or '.join(boards)}")
        return self.kind.refusal(board, seat, self.options)

    def move(
        self, game: Game | Position | Board | str, *, seed: int | None = None, limits: Limits | None = None
    ) -> int:
        """Return the cell that this player plays next; the game is unchanged.

        It decides in a new session, which has not seen earlier turns of the game.

        Args:
            game: the game, or the position to move in.
            seed: the source of every random choice; None for a new one.
            limits: bounds on the decision; None for none.

        Raises:
            MoveError: the game is over.
            PlayerError: it cannot take the board or the seat, or it resigns, offers a draw, fails or makes an illegal
                move.
            InputError: the seed is not from 0 to 2**63 - 1.
            TypeError: an argument has another type.

        >>> from hyperoxo import player
        >>> game = Game("3x3", "11 22 12")
        >>> game.board.name(player("oxo", level=2).move(game, seed=1))
        '13'
        """
        return self.reasoned_move(game, seed=seed, limits=limits).cell

    def reasoned_move(
        self,
        game: Game | Position | Board | str,
        *,
        seed: int | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
    ) -> Play:
        """Return what `move` does, with the reasons; `control` can cancel it."""
        game = game if isinstance(game, Game) else Game(game)
        if game.is_over:
            raise MoveError(self.name, f"the game is over: {game.result}")
        limits = NO_LIMITS if limits is None else limits
        check_limits(limits)
        seed = checked_seed(seed)
        session = self.start(game.board, game.to_move, derived_seed(seed, game.to_move))
        with session:
            decision = checked_decision(session.decide(game, limits, control or Control()))
        if isinstance(decision, Play):
            try:
                game.position.play(decision.cell)
            except (CellError, MoveError) as error:
                raise PlayerError(self.name, f"makes no move: {error}") from error
            return replace(decision, cell=game.board.cell(decision.cell))
        reason = f"it {decision.intent.value}" if isinstance(decision, Stop) else decision.text
        raise PlayerError(self.name, f"makes no move: {reason}")

    def start(self, board: Board | str, seat: Side, seed: int) -> Session:
        """Return a session at one seat of one game.

        Raises:
            PlayerError: it cannot take this board or this seat; the error names a remedy.
        """
        board = Board(board)
        check_seat(self, board, seat)
        keywords = {option.keyword: self.options[option.name] for option in self.kind.options}
        session = self.kind.session(board, seat, seed, **keywords)
        return session if self.limits == NO_LIMITS else BoundedSession(session, self.limits)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        """Return the call that makes this player: `player('oxo:level=3')`."""
        return f"player({self.name!r})"


def check_seat(player: Player, board: Board, seat: Side) -> None:
    """Check that a player can take a seat of a board.

    Raises:
        PlayerError: it cannot; the error names a remedy.
    """
    refusal = player.refusal(board, seat)
    if refusal is not None:
        raise PlayerError(player.name, refusal.reason, refusal.remedy)
