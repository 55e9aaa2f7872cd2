"""The dialogue with the engine under test: it collects findings, and starts the engine again after a failure.

The engine can fail in any check: it ends, hangs or floods. The finding says so, and the next check starts the engine
again, so that one run reports all faults.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperoxo._core import Board
from hyperoxo.errors import BoardError, CellError, MoveError
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance.findings import ComplianceFinding, Severity
from hyperoxo.ugi.compliance.rules import INFORMATION, INTRODUCTION, STRANGE
from hyperoxo.ugi.compliance.transcript import Received, RecordingClient
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    ERROR,
    Identity,
    Info,
    IsReady,
    OptionOffer,
    ReadyOk,
    SetOption,
    Ugi,
    UgiNewGame,
    UgiOk,
    position_of,
)
from hyperoxo.ugi.process import EngineFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.game import Game
    from hyperoxo.ugi.command import EngineCommand
    from hyperoxo.ugi.compliance.rules import ComplianceRule
    from hyperoxo.ugi.process import Timeouts

MAX_FINDINGS = 5
"""The most findings about one rule."""

_VALUE = re.compile(r"[WL](<=)?[0-9]+|D|~-?[0-9]+(\.[0-9]+)?|\?")


class CheckAborted(Exception):  # noqa: N818 - the check is at fault, not the program
    """A check cannot go on; its finding is recorded."""


class Examination:
    """The engine under test, its options, and the findings.

    Args:
        command: the engine.
        board: the board that it must play; None for its own.
        timeouts: how long to wait for each answer.
        on_rule: called with each rule before it is checked.

    Attributes:
        board: the board that it plays.
        name: its `id name`; empty without one.
    """

    def __init__(
        self, command: EngineCommand, board: Board | None, timeouts: Timeouts, on_rule: Callable[[ComplianceRule], None]
    ) -> None:
        self._command = command
        self._on_rule = on_rule
        self._wanted_board = board
        self._timeouts = timeouts
        self._findings: list[ComplianceFinding] = []
        self._open_client: RecordingClient | None = None
        self.board = board or Board(DEFAULT_BOARD)
        self.name = ""

    def close(self) -> None:
        """End the engine."""
        client, self._open_client = self._open_client, None
        if client is not None:
            client.close()

    def _run(self, rule: ComplianceRule, run: Callable[[], object]) -> None:
        self._on_rule(rule)
        try:
            run()
        except CheckAborted:
            self.close()
        except EngineFailure as failure:
            self._note(rule, Severity.WRONG, failure.text)
            self.close()
        else:
            if not self._is_wrong(rule):
                self._note(rule, Severity.RIGHT)

    def _is_wrong(self, rule: ComplianceRule) -> bool:
        return any(finding.rule == rule and finding.level is Severity.WRONG for finding in self._findings)

    def _note(self, rule: ComplianceRule, level: Severity, text: str = "") -> None:
        same = [finding.text for finding in self._findings if (finding.rule, finding.level) == (rule, level)]
        if text in same or len(same) >= MAX_FINDINGS:
            return
        finding = ComplianceFinding(rule, level, text)
        if text and self._open_client is not None:
            came = tuple(shortened(line) for line in self._open_client.came)
            finding = replace(finding, sent=shortened(self._open_client.sent), came=came)
        self._findings.append(finding)

    def _note_wrong(self, rule: ComplianceRule, text: str) -> None:
        self._note(rule, Severity.WRONG, text)

    def _aborted(self, rule: ComplianceRule, text: str) -> CheckAborted:
        self._note_wrong(rule, text)
        return CheckAborted()

    def _client(self) -> RecordingClient:
        """Return the dialogue; start the engine again if it failed before."""
        if self._open_client is not None:
            return self._open_client
        client = self._introduction()
        self._new_game()
        return client

    def _introduction(self) -> RecordingClient:
        client = self._open_client = RecordingClient(self._command.words, self._timeouts)
        client.send(Ugi())
        ended, received = client.receive(UgiOk, self._timeouts.start)
        for line, reason in received.malformed:
            self._note_wrong(INTRODUCTION, f"{shortened(line)} cannot be read: {reason}")
        if received.unknown:
            self._note(STRANGE, Severity.ADVICE, f"{shortened(received.unknown[0])} is not in the protocol")
        if ended is None:
            raise self._aborted(INTRODUCTION, f"it did not say ugiok within {self._timeouts.start:g} s")
        self._note_identity(received)
        return client

    def _note_identity(self, received: Received) -> None:
        names = {identity.what: identity.value for identity in received.of(Identity)}
        if not names.get("name"):
            self._note_wrong(INTRODUCTION, "it did not say what it is called: id name NAME is missing")
        if not names.get("author"):
            self._note(INTRODUCTION, Severity.ADVICE, "it did not say who wrote it: id author AUTHOR is missing")
        self.name = names.get("name", "")
        offers = received.of(OptionOffer)
        self._offers = {offer.name.casefold(): offer for offer in offers}
        if len(self._offers) < len(offers):
            self._note_wrong(INTRODUCTION, "it offers an option twice")
        others = [answer for answer in received.answers if not isinstance(answer, Identity | OptionOffer | Info)]
        if others:
            self._note_wrong(INTRODUCTION, f"it said {others[0].text} without being asked")
        if (
            self._wanted_board is None
            and (offer := self._offers.get(BOARD_OPTION.casefold())) is not None
            and offer.default
        ):
            try:
                self.board = Board.parse(offer.default)
            except BoardError as error:
                self._note_wrong(INTRODUCTION, f"the default of its option Board is no board: {error}")

    def _make_ready(self, rule: ComplianceRule) -> Received:
        """Wait until the engine has executed all commands, and return its answers before `readyok`."""
        client = self._client()
        client.send(IsReady())
        ready, received = client.receive(ReadyOk, self._timeouts.ready)
        if ready is None:
            raise self._aborted(rule, f"it did not answer isready with readyok within {self._timeouts.ready:g} s")
        for answer in received.answers:
            if isinstance(answer, Info):
                self._check_info(answer, None)
            else:
                self._note_wrong(rule, f"it said {answer.text} without being asked")
        self._note_unreadable(received)
        return received

    def _probe(self, seconds: float) -> tuple[bool, Received]:
        """Return whether the engine still answers isready, and its answers before that."""
        self._client().send(IsReady())
        ready, received = self._client().receive(ReadyOk, seconds)
        self._note_unreadable(replace(received, unknown=[]))  # an engine may report an unknown command in its own words
        return ready is not None, received

    def _note_unreadable(self, received: Received) -> None:
        for line, reason in received.malformed:
            self._note_wrong(INFORMATION, f"{shortened(line)} cannot be read: {reason}")
        if received.unknown:
            self._note(STRANGE, Severity.ADVICE, f"{shortened(received.unknown[0])} is not in the protocol")

    def _check_info(self, info: Info, game: Game | None) -> None:
        if info.value and not _VALUE.fullmatch(info.value):
            self._note_wrong(
                INFORMATION, f"value {shortened(info.value)} is not one: W3, L2, W<=7, D or ~62, for instance"
            )
        if game is None:
            return
        line = game.branch()
        for name in info.pv:
            try:
                line.play(name)
            except (CellError, MoveError) as error:
                self._note_wrong(INFORMATION, f"its line {shortened(' '.join(info.pv))} cannot be played: {error}")
                return

    def _errors(self, received: Received) -> list[str]:
        strings = [info.string for info in received.of(Info)]
        return [string.removeprefix(ERROR) for string in strings if string.startswith(ERROR)]

    def _new_game(self) -> None:
        """Start a game, on the board and with the options that were typed."""
        client = self._client()
        for name, value in self._command.settings:
            if name.casefold() in self._offers:
                client.send(SetOption(name, value))
        if BOARD_OPTION.casefold() in self._offers:
            client.send(SetOption(BOARD_OPTION, str(self.board)))
        client.send(UgiNewGame())

    def _set_position(self, game: Game, rule: ComplianceRule) -> None:
        """Send a position, which the engine must accept."""
        self._client().send(position_of(game))
        if errors := self._errors(self._make_ready(rule)):
            raise self._aborted(rule, f"it refuses a legal position: {errors[0]}")
