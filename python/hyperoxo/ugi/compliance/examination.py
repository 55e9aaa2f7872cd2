"""The dialogue with the engine under test: it collects findings, and starts the engine again after a failure."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from hyperoxo._core import Board
from hyperoxo.errors import BoardError, CellError, MoveError, ProtocolError, UnknownMessageError
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance.rules import (
    INFORMATION,
    INTRODUCTION,
    STRANGE,
    ComplianceFinding,
    ComplianceRule,
    Severity,
)
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    ERROR,
    BestMove,
    Identity,
    Info,
    IsReady,
    OptionOffer,
    ReadyOk,
    SetOption,
    Ugi,
    UgiAnswer,
    UgiNewGame,
    UgiOk,
    position_of,
)
from hyperoxo.ugi.process import EngineProcess, Timeouts

if TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.ugi.command import EngineCommand
    from hyperoxo.ugi.messages import UgiCommand

A = TypeVar("A", bound=UgiAnswer)

MAX_FINDINGS = 5
"""The most findings about one rule."""
MAX_SHOWN = 5
"""The number of the engine's last lines that are kept as evidence."""

_VALUE = re.compile(r"[WL](<=)?[0-9]+|D|~-?[0-9]+(\.[0-9]+)?|\?")


class CheckAborted(Exception):  # noqa: N818 - the check is at fault, not the program
    """A check cannot go on; its finding is recorded."""


@dataclass(slots=True)
class Received:
    """The answers to one command, without the awaited one."""

    answers: list[UgiAnswer] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Lines that the protocol does not define."""
    malformed: list[tuple[str, str]] = field(default_factory=list)
    """Malformed lines of the protocol, each with the reason."""

    @property
    def errors(self) -> list[str]:
        """The errors that the engine reports."""
        strings = [answer.string for answer in self.answers if isinstance(answer, Info)]
        return [string.removeprefix(ERROR) for string in strings if string.startswith(ERROR)]


class Examination:
    """The engine under test, the dialogue with it, and the findings about the rule under test and others."""

    def __init__(self, command: EngineCommand, board: Board | None, timeouts: Timeouts) -> None:
        self.board = board or Board(DEFAULT_BOARD)
        self.name = ""
        self.findings: list[ComplianceFinding] = []
        self._command = command
        self._takes_its_board = board is None
        self._timeouts = timeouts
        self._process: EngineProcess
        self._is_running = False
        self._sent = ""
        self._came: deque[str] = deque(maxlen=MAX_SHOWN)
        self._rule = INTRODUCTION
        self._offers: dict[str, OptionOffer] = {}

    # ---- Findings ----

    def _is_wrong(self, rule: ComplianceRule) -> bool:
        return any(finding.rule == rule and finding.level is Severity.WRONG for finding in self.findings)

    def _note(self, rule: ComplianceRule, level: Severity, text: str = "") -> None:
        same = [finding.text for finding in self.findings if (finding.rule, finding.level) == (rule, level)]
        if text in same or len(same) >= MAX_FINDINGS:
            return
        finding = ComplianceFinding(rule, level, text)
        if text and self._is_running:
            came = tuple(shortened(line) for line in self._came)
            finding = replace(finding, sent=shortened(self._sent), came=came)
        self.findings.append(finding)

    def _wrong(self, text: str, rule: ComplianceRule | None = None) -> CheckAborted:
        """Note a fault, of the rule under test unless another is named; return what aborts the check."""
        self._note(rule or self._rule, Severity.WRONG, text)
        return CheckAborted()

    def _note_unreadable(self, received: Received, rule: ComplianceRule = INFORMATION) -> None:
        for line, reason in received.malformed:
            self._wrong(f"{shortened(line)} cannot be read: {reason}", rule)
        if received.unknown:
            self._note(STRANGE, Severity.ADVICE, f"{shortened(received.unknown[0])} is not in the protocol")

    # ---- Lines ----

    def _send(self, line: UgiCommand | str) -> None:
        """Send a line; start the engine again if it failed before."""
        if not self._is_running:
            self._introduction()
            self._new_game()
        self._say(line)

    def _say(self, line: UgiCommand | str) -> None:
        self._sent = line if isinstance(line, str) else line.text
        self._came.clear()
        self._process.send(self._sent, self._timeouts.ready)

    def _receive(self, wanted: type[A], seconds: float) -> tuple[A | None, Received]:
        """Return the next answer of a type, None after the timeout, and all answers before it.

        A malformed move is an answer too: it ends the wait, and None is returned.
        """
        received = Received()
        for line, answer in self._process.answers(seconds):
            if not line.strip():
                continue
            self._came.append(line)
            if isinstance(answer, wanted):
                return answer, received
            if isinstance(answer, UnknownMessageError):
                received.unknown.append(line)
            elif isinstance(answer, ProtocolError):
                received.malformed.append((line, answer.reason))
                if wanted is BestMove and is_move(line):
                    break
            else:
                received.answers.append(answer)
        return None, received

    def _make_ready(self) -> list[str]:
        """Wait until the engine has executed all commands, and return the errors that it reports before `readyok`."""
        self._send(IsReady())
        ready, received = self._receive(ReadyOk, self._timeouts.ready)
        if ready is None:
            raise self._wrong(f"it did not answer isready with readyok within {self._timeouts.ready:g} s")
        self._check_answers(received, None, "without being asked")
        self._note_unreadable(received)
        return received.errors

    def _probe(self, seconds: float) -> tuple[bool, Received]:
        """Return whether the engine still answers isready, and its answers before that."""
        self._send(IsReady())
        ready, received = self._receive(ReadyOk, seconds)
        self._note_unreadable(replace(received, unknown=[]))  # an engine may report an unknown command in its own words
        return ready is not None, received

    def _new_game(self) -> None:
        """Start a game, on the board and with the options that were typed."""
        for name, value in (*self._command.settings, (BOARD_OPTION, str(self.board))):
            if name.casefold() in self._offers:
                self._send(SetOption(name, value))
        self._send(UgiNewGame())

    def _set_position(self, game: Game) -> None:
        """Send a position, which the engine must accept."""
        self._send(position_of(game))
        if errors := self._make_ready():
            raise self._wrong(f"it refuses a legal position: {errors[0]}")

    def close(self) -> None:
        """End the engine."""
        if self._is_running:
            self._is_running = False
            self._process.close()

    def _introduction(self) -> None:
        self._process = EngineProcess(self._command.words, self._timeouts.draining, self._command.name)
        self._is_running = True
        self._say(Ugi())
        ended, received = self._receive(UgiOk, self._timeouts.start)
        self._note_unreadable(received, INTRODUCTION)
        if ended is None:
            raise self._wrong(f"it did not say ugiok within {self._timeouts.start:g} s", INTRODUCTION)
        names = {answer.what: answer.value for answer in received.answers if isinstance(answer, Identity)}
        self.name = names.get("name", "")
        if not self.name:
            self._wrong("it did not say what it is called: id name NAME is missing", INTRODUCTION)
        if not names.get("author"):
            author = "it did not say who wrote it: id author AUTHOR is missing"
            self._note(INTRODUCTION, Severity.ADVICE, author)
        offers = [answer for answer in received.answers if isinstance(answer, OptionOffer)]
        self._offers = {offer.name.casefold(): offer for offer in offers}
        if len(self._offers) < len(offers):
            self._wrong("it offers an option twice", INTRODUCTION)
        others = [answer for answer in received.answers if not isinstance(answer, Identity | OptionOffer | Info)]
        if others:
            self._wrong(f"it said {others[0].text} without being asked", INTRODUCTION)
        offer = self._offers.get(BOARD_OPTION.casefold())
        if self._takes_its_board and offer is not None and offer.default:
            try:
                self.board = Board.parse(offer.default)
            except BoardError as error:
                self._wrong(f"the default of its option Board is no board: {error}", INTRODUCTION)

    def _check_answers(self, received: Received, game: Game | None, when: str) -> None:
        """Check information, and note other answers, which are wrong then."""
        for answer in received.answers:
            if isinstance(answer, Info):
                self._check_info(answer, game)
            else:
                self._wrong(f"it said {answer.text} {when}")

    def _check_info(self, info: Info, game: Game | None) -> None:
        if info.value and not _VALUE.fullmatch(info.value):
            value = shortened(info.value)
            self._wrong(f"value {value} is not one: W3, L2, W<=7, D or ~62, for instance", INFORMATION)
        if game is None:
            return
        line = game.branch()
        for name in info.pv:
            try:
                line.play(name)
            except (CellError, MoveError) as error:
                self._wrong(f"its line {shortened(' '.join(info.pv))} cannot be played: {error}", INFORMATION)
                return


def is_move(line: str) -> bool:
    """Return whether a line that is not blank begins with `bestmove`."""
    return line.split(maxsplit=1)[0] == "bestmove"
