"""A conversation that is written down, for whoever wants to know what an engine does wrong.

Nothing is passed over here that an engine says: what cannot be read, and what nobody has asked for, is kept.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.errors import ProtocolError, UnknownMessageError
from hyperoxo.ugi.messages import Answer, BestMove, parse_answer
from hyperoxo.ugi.process import EngineFailure, EngineProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.ugi.messages import Command
    from hyperoxo.ugi.timeouts import Patience

A = TypeVar("A", bound=Answer)

_MOVE = "bestmove"
_SHOWN = 5
"""How many lines of what has come are kept to be shown."""


@dataclass(slots=True)
class Heard:
    """What came in answer to one command.

    Attributes:
        answers: what could be read, without what was waited for.
        unknown: lines of which the protocol knows nothing.
        malformed: lines that the protocol knows and that are wrong, each with the reason.
    """

    answers: list[Answer] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    malformed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The malformed lines that were to tell a move."""
        return [line for line, _ in self.malformed if line.split(maxsplit=1)[0] == _MOVE]

    def of(self, wanted: type[A]) -> list[A]:
        """Return the answers of one type."""
        return [answer for answer in self.answers if isinstance(answer, wanted)]


class Talk:
    """A conversation with a program that has just been started.

    Args:
        words: the program and its arguments.
        patience: how long it is waited for.

    Attributes:
        sent: the line that was sent last.
        came: the last lines that came after it.

    Raises:
        PlayerError: there is no such program.
    """

    def __init__(self, words: Sequence[str], patience: Patience) -> None:
        self._patience = patience
        self._process = EngineProcess(words, patience.draining)
        self.sent = ""
        self.came: deque[str] = deque(maxlen=_SHOWN)

    def say(self, line: Command | str) -> None:
        """Send a line.

        Raises:
            EngineFailure: the program does not take it.
        """
        self.sent = line if isinstance(line, str) else line.text
        self.came.clear()
        self._process.send(self.sent, self._patience.ready)

    def hear(self, wanted: type[A], seconds: float) -> tuple[A | None, Heard]:
        """Return the next answer of a type, None if it does not come in time, and all that came before it.

        A move that cannot be read is an answer too, though none that could be returned; nobody waits for another.

        Raises:
            EngineFailure: the program has ended, or says what is no line.
        """
        heard = Heard()
        deadline = time.monotonic() + seconds
        while (line := self._process.receive(deadline - time.monotonic())) is not None:
            if line.strip():
                self.came.append(line)
                answer = self._read(line, heard)
                if isinstance(answer, wanted):
                    return answer, heard
                if answer is not None:
                    heard.answers.append(answer)
                elif wanted is BestMove and line in heard.moves:
                    break
        return None, heard

    def _read(self, line: str, heard: Heard) -> Answer | None:
        try:
            return parse_answer(line)
        except UnknownMessageError:
            heard.unknown.append(line)
        except ProtocolError as error:
            heard.malformed.append((line, error.reason))
        return None

    def has_ended(self, seconds: float) -> bool:
        """Wait for the program to end by itself, and return whether it has."""
        deadline = time.monotonic() + seconds
        try:
            while self._process.receive(deadline - time.monotonic()) is not None:
                pass
        except EngineFailure:
            return self._process.left_behind is not None
        return False

    def close_input(self) -> None:
        """Close the program's input."""
        self.sent = "(end of input)"
        self.came.clear()
        self._process.close_input()

    @property
    def left_behind(self) -> int:
        """How many processes the program has left behind at its end."""
        return self._process.left_behind or 0

    def close(self) -> None:
        """End the program."""
        self._process.close()
