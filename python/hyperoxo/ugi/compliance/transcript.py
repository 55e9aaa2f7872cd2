"""A client that writes the conversation down, to show what an engine does wrong.

It keeps all that an engine says, also lines that cannot be read and answers without a question.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.errors import ProtocolError, UnknownMessageError
from hyperoxo.ugi.messages import BestMove, UgiAnswer, parse_answer
from hyperoxo.ugi.process import EngineFailure, EngineProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.ugi.messages import UgiCommand
    from hyperoxo.ugi.process import Timeouts

A = TypeVar("A", bound=UgiAnswer)

_MOVE = "bestmove"
_MAX_SHOWN = 5
"""How many lines of what has come are kept to be shown."""


@dataclass(slots=True)
class Received:
    """What came in answer to one command.

    Attributes:
        answers: what could be read, without what was waited for.
        unknown: lines of which the protocol knows nothing.
        malformed: lines that the protocol knows and that are wrong, each with the reason.
    """

    answers: list[UgiAnswer] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    malformed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The malformed lines that begin as a move does."""
        return [line for line, _ in self.malformed if line.split(maxsplit=1)[0] == _MOVE]

    def of(self, wanted: type[A]) -> list[A]:
        """Return the answers of one type."""
        return [answer for answer in self.answers if isinstance(answer, wanted)]


class RecordingClient:
    """Starts a program and keeps what is said: the last line sent, and what came after it.

    Args:
        words: the program and its arguments.
        timeouts: how long it is waited for.

    Attributes:
        sent: the line that was sent last.
        came: the last lines that came after it.

    Raises:
        PlayerError: there is no such program.
    """

    def __init__(self, words: Sequence[str], timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._process = EngineProcess(words, timeouts.draining)
        self.sent = ""
        self.came: deque[str] = deque(maxlen=_MAX_SHOWN)

    def send(self, line: UgiCommand | str) -> None:
        """Send a line.

        Raises:
            EngineFailure: the program does not take it.
        """
        self.sent = line if isinstance(line, str) else line.text
        self.came.clear()
        self._process.send(self.sent, self._timeouts.ready)

    def receive(self, wanted: type[A], seconds: float) -> tuple[A | None, Received]:
        """Return the next answer of a type, None if it does not come in time, and all that came before it.

        A move that cannot be read is an answer too: it ends the wait, and none is returned.

        Raises:
            EngineFailure: the program has ended, or says what is no line.
        """
        received = Received()
        deadline = time.monotonic() + seconds
        while (line := self._process.receive(deadline - time.monotonic())) is not None:
            if line.strip():
                self.came.append(line)
                answer = self._read(line, received)
                if isinstance(answer, wanted):
                    return answer, received
                if answer is not None:
                    received.answers.append(answer)
                elif wanted is BestMove and line in received.moves:
                    break
        return None, received

    def _read(self, line: str, received: Received) -> UgiAnswer | None:
        try:
            return parse_answer(line)
        except UnknownMessageError:
            received.unknown.append(line)
        except ProtocolError as error:
            received.malformed.append((line, error.reason))
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
