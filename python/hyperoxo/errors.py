"""The one exception hierarchy of the package.

Every error that a caller can cause carries what was given (`subject`), why it is refused (`reason`)
and, where there is one, what to do instead (`remedy`); its message is those three in one line.
The Rust core raises these same classes, so this module imports nothing else of the package that needs the core.
"""

from __future__ import annotations

import copyreg
import operator
import typing
from contextlib import contextmanager

from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "BoardError",
    "Cancelled",
    "CellError",
    "CheckpointError",
    "ExecutorError",
    "HyperoxoError",
    "InputError",
    "MissingExtraError",
    "MoveError",
    "PlayerError",
    "PositionError",
    "ProofError",
    "ProtocolError",
    "RecordError",
    "SymmetryLimitError",
    "TruncatedRecordError",
    "UnknownMessageError",
]
__dir__ = __all__.copy

_EMPTY = "''"
"""What an error shows for an empty subject."""


class HyperoxoError(Exception):
    """Root of everything that hyperoxo raises on purpose.

    >>> from hyperoxo import Board
    >>> try:
    ...     Board("3x3").cell("41")
    ... except HyperoxoError as error:
    ...     error.subject, error.reason, error.remedy
    ('41', 'coordinate 1 is above 3', 'the cells of 3x3 are 11 to 33')
    """


class InputError(HyperoxoError, ValueError):
    """Something given from outside is refused.

    Attributes:
        subject: what was given, as it was given.
        reason: why it is refused, without a full stop at its end.
        remedy: what would be accepted instead; empty where there is nothing to say.
    """

    def __init__(self, subject: str | InputError, reason: str = "", remedy: str = "") -> None:
        if isinstance(subject, InputError):  # made again of itself, as Gymnasium does to an error of a worker
            subject, reason, remedy = subject.args
        self.subject = str(subject)
        self.reason = reason
        self.remedy = remedy
        super().__init__(subject, reason, remedy)

    def __str__(self) -> str:
        """Return the whole error in one line: subject, reason and remedy."""
        line = f"{shortened(self.subject) or _EMPTY}: {self.reason}"
        return f"{line}; {self.remedy}" if self.remedy else line


class BoardError(InputError):
    """A board's description is malformed or describes a board that is not supported."""


class CellError(InputError):
    """A cell's name or index is not on the board."""


class MoveError(InputError):
    """A move cannot be played: the cell is taken, or the game is over."""


class PositionError(InputError):
    """A position's text is malformed, or no game can reach the position."""


class RecordError(InputError):
    """A game record is malformed; `line` and `column` (both from 1) say where, and are 0 if it is not a text."""

    def __init__(self, subject: str, reason: str, remedy: str = "", *, line: int = 0, column: int = 0) -> None:
        super().__init__(subject, reason, remedy)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        """Return the error in one line that starts with where it is."""
        return f"line {self.line}, column {self.column}: {super().__str__()}" if self.line else super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without calling the constructor, which wants the place by name."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class TruncatedRecordError(RecordError):
    """The text ends inside a game, as when its writer was killed; everything before that game is sound.

    Attributes:
        game_line: the line in which the unfinished game begins, from 1.
        game_column: the column in which it begins, from 1.
    """

    def __init__(
        self, subject: str, reason: str, remedy: str = "", *, line: int, column: int, game_line: int, game_column: int
    ) -> None:
        super().__init__(subject, reason, remedy, line=line, column=column)
        self.game_line = game_line
        self.game_column = game_column


class PlayerError(InputError):
    """A player is unknown, an option of it is wrong, or it cannot take a board or a seat."""


class ProofError(InputError):
    """A proof is not verified, so nothing in it is used.

    Attributes:
        finding: the kind of verdict: `rejected`, `malformed` or `out of resources`.
    """

    def __init__(self, subject: str, reason: str, remedy: str = "", finding: str = "rejected") -> None:
        super().__init__(subject, reason, remedy)
        self.finding = finding


class CheckpointError(InputError):
    """Bytes are not an unfinished search of the same board, or are incomplete."""


class ExecutorError(InputError):
    """Workers cannot do the work: they do not answer, do not fit, or are lost repeatedly."""


class ProtocolError(InputError):
    """A line of the engine protocol is malformed."""


class UnknownMessageError(ProtocolError):
    """A line of the engine protocol is of a kind that the protocol does not have."""


class MissingExtraError(InputError, ImportError):
    """A package of an extra is not installed: `subject` names it, and `remedy` says how to install the extra."""


class SymmetryLimitError(HyperoxoError):
    """The board has more automorphisms than are listed one by one (`hyperoxo.MAX_SYMMETRIES`)."""


class Cancelled(HyperoxoError):  # noqa: N818 - a request of the user, not an error
    """Work was asked to stop before it had an answer."""


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Name a file in errors of the system as the user has named it.

    The system's own errors name no file while writing, or else the target of a link or a draft.

    Raises:
        OSError: what was raised within, with the name.
    """
    try:
        yield
    except OSError as error:
        error.filename = path
        raise


def wrong_type(argument: str, given: object, reason: str) -> TypeError:
    """Return the error for an argument of a wrong type: `seed='x': not a whole number`."""
    return TypeError(f"{argument}={shortened(repr(given), 60)}: {reason}")


def whole_number(argument: str, given: typing.SupportsIndex) -> int:
    """Return a whole number of any type that a caller gives.

    Raises:
        TypeError: it is something else.
    """
    try:
        return operator.index(given)
    except TypeError:
        raise wrong_type(argument, given, "not a whole number") from None
