"""A client that records its dialogue with an engine, as evidence for findings.

It keeps every line of the engine, malformed ones and unrequested answers included.
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
"""The number of last lines that are kept as evidence."""


@dataclass(slots=True)
class Received:
    """The answers to one command.

    Attributes:
        answers: the well-formed answers, without the awaited one.
        unknown: lines that the protocol does not define.
        malformed: malformed lines of the protocol, each with the reason.
    """

    answers: list[UgiAnswer] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    malformed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The malformed lines that begin with `bestmove`."""
        return [line for line, _ in self.malformed if line.split(maxsplit=1)[0] == _MOVE]

    def of(self, wanted: type[A]) -> list[A]:
        """Return the answers of one type."""
        return [answer for answer in self.answers if isinstance(answer, wanted)]


class RecordingClient:
    """A started program, the last line sent to it, and its lines since then.

    Args:
        words: the program and its arguments.
        timeouts: how long to wait for each answer.

    Attributes:
        sent: the last line that was sent.
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
        """Return the next answer of a type, None after the timeout, and all answers before it.

        A malformed move is an answer too: it ends the wait, and None is returned.

        Raises:
            EngineFailure: the program has ended, or its output is no line.
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
        """Wait until the program ends by itself, and return whether it did."""
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
        """The number of processes that the program left at its end."""
        return self._process.left_behind or 0

    def close(self) -> None:
        """End the program."""
        self._process.close()
