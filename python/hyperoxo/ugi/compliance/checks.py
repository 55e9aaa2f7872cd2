"""Checks an engine against the whole protocol, from `ugi` to `quit`: a finding for each rule.

The engine can fail in any check: it ends, hangs or floods. The finding says so, and the next check starts the engine
again, so that one run reports all faults.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from hyperoxo.errors import CellError
from hyperoxo.game import Game
from hyperoxo.players import play_game, player
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance.examination import CheckAborted, Examination, Received, is_move
from hyperoxo.ugi.compliance.rules import (
    BOARDS,
    INFORMATION,
    INTRODUCTION,
    LEAVING,
    LIMITS,
    MOVES,
    OPTIONS,
    QUERIES,
    READINESS,
    STOPPING,
    UNKNOWN,
    ComplianceReport,
    ComplianceRule,
    Severity,
)
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    NO_ANSWER,
    NOT_MOVES,
    SEED_OPTION,
    BestMove,
    Go,
    OptionOffer,
    Query,
    Question,
    Quit,
    Response,
    SetOption,
    StopSearch,
    UgiNewGame,
    UgiOptionType,
    answer_to,
)
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure, Timeouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Board
    from hyperoxo.ugi.command import EngineCommand

MOVETIME = 100
"""Milliseconds for a move of the engine."""
CLOCK = 1000
"""Milliseconds on each side's clock in the check of clocks."""
_SEED = 1


def check_engine(
    typed: str,
    command: EngineCommand,
    board: Board | None = None,
    timeouts: Timeouts = DEFAULT_TIMEOUTS,
    on_rule: Callable[[ComplianceRule], None] = lambda _: None,
) -> ComplianceReport:
    """Check an engine and return the report.

    Args:
        typed: the command as it was typed, for the report.
        command: the engine.
        board: the board that it must play; None for the default of its option `Board`, otherwise 4x4x4.
        timeouts: how long to wait for each answer.
        on_rule: called with each rule before it is checked.

    Raises:
        PlayerError: there is no such program.
    """
    checks = _Checks(command, board, timeouts)
    try:
        checks.run(on_rule)
    finally:
        checks.close()
    return ComplianceReport(typed, str(checks.board), checks.name, tuple(checks.findings))


class _Checks(Examination):
    def __init__(self, command: EngineCommand, board: Board | None, timeouts: Timeouts) -> None:
        super().__init__(command, board, timeouts)
        self._has_moved = False
        self._lateness = -math.inf

    def run(self, on_rule: Callable[[ComplianceRule], None]) -> None:
        """Make all checks that the engine's answers allow."""
        checks = {
            INTRODUCTION: self._introduction,
            READINESS: self._make_ready,
            UNKNOWN: self._unknown,
            OPTIONS: self._options,
            BOARDS: self._boards,
            QUERIES: self._queries,
            MOVES: self._moves,
            LIMITS: self._limits,
            STOPPING: self._stopping,
            LEAVING: self._leaving,
        }
        for rule, check in checks.items():
            self._rule = rule
            on_rule(rule)
            try:
                check()
            except CheckAborted:
                self.close()
            except EngineFailure as failure:
                self._wrong(failure.text)
                self.close()
            else:
                if not self._is_wrong(rule):
                    self._note(rule, Severity.RIGHT)
            if self._is_wrong(rule) and (
                rule in {READINESS, BOARDS} or (rule == INTRODUCTION and not self._is_running)
            ):
                return
        if not self._is_wrong(INFORMATION):
            self._note(INFORMATION, Severity.RIGHT)
        if self._lateness > self._timeouts.lateness:
            late = f"a bestmove came {self._lateness:.2f} s after its time was over; not every client waits so long"
            self._note(LIMITS, Severity.ADVICE, late)

    # ---- Rules ----

    def _unknown(self) -> None:
        for line in ("abracadabra 1 2 3", "setoption name No such option value 1"):
            self._send(line)
            ready, _ = self._probe(self._timeouts.ready)
            if not ready:
                raise self._wrong(f"it did not answer isready after {line}")

    def _options(self) -> None:
        for offer in self._offers.values():
            self._check_offer(offer)
            if offer.type is UgiOptionType.BUTTON or offer.default is None:
                continue
            self._send(SetOption(offer.name, offer.default))
            if errors := self._make_ready():
                self._wrong(f"it refuses the default of its option {offer.name}: {errors[0]}")
        for name, value in self._command.settings:
            if name.casefold() not in self._offers:
                self._wrong(f"it has no option {name}; the command sets it to {shortened(value)}")
        if SEED_OPTION.casefold() not in self._offers:
            seed = "it has no option Seed: games with random moves cannot be repeated"
            self._note(OPTIONS, Severity.ADVICE, seed)

    def _check_offer(self, offer: OptionOffer) -> None:
        if offer.type is UgiOptionType.SPIN:
            least, most, default = offer.minimum, offer.maximum, offer.default
            if default is None or least is None or most is None:
                self._wrong(f"the number {offer.name} needs default, min and max")
            elif not least <= int(default) <= most:
                self._wrong(f"the default of {offer.name} is not within its bounds")
        if offer.type is UgiOptionType.COMBO and offer.default not in offer.choices:
            self._wrong(f"the default of {offer.name} is none of its choices")
        if offer.type is UgiOptionType.CHECK and offer.default is None:
            self._wrong(f"the check {offer.name} needs a default")

    def _boards(self) -> None:
        offer = self._offers.get(BOARD_OPTION.casefold())
        if offer is None and str(self.board) != DEFAULT_BOARD:
            raise self._wrong(f"it has no option Board, and cannot be asked to play {self.board}")
        if offer is not None and offer.type not in {UgiOptionType.STRING, UgiOptionType.COMBO}:
            self._wrong("its option Board is neither a string nor a combo")
        if offer is not None and offer.choices and str(self.board) not in offer.choices:
            raise self._wrong(f"{self.board} is not among its boards, {', '.join(offer.choices)}")
        self._new_game()
        if errors := self._make_ready():
            raise self._wrong(f"it refuses the board {self.board}: {errors[0]}")

    def _queries(self) -> None:
        whole = self._random_game()
        games = [whole.branch(ply) for ply in dict.fromkeys((0, 1, len(whole.moves)))]
        for game in (*games, Game(whole.position_at(len(whole.moves) // 2))):
            self._set_position(game)
            for question in Question:
                if question is Question.FIRST_TO_MOVE and game.is_over:
                    continue
                wanted = answer_to(question, game)
                self._send(Query(question))
                response, received = self._receive(Response, self._timeouts.ready)
                self._note_unreadable(received)
                where = f"after {shortened(game.board.names(game.moves))}" if game.moves else f"at {game.start.text}"
                if response is None:
                    raise self._wrong(f"it gave no response {where}; {wanted} is right")
                if response.answer != wanted:
                    self._wrong(f"its response is {response.answer} {where}; {wanted} is right")

    def _moves(self) -> None:
        whole = self._random_game()
        last = len(whole.moves) - 1
        games = [whole.branch(ply) for ply in dict.fromkeys((0, min(1, last), last // 2, last))]
        for game in (*games, Game(whole.position_at(last // 2))):
            cell = self._search(game, Go(movetime=MOVETIME))
            # An engine that does not follow the position answers with the same cell again.
            if cell is not None and not (occupied := Game(game.start, [*game.moves, cell])).is_over:
                self._search(occupied, Go(movetime=MOVETIME))
        self._send(UgiNewGame())
        self._search(games[0], Go(movetime=MOVETIME))
        if not self._has_moved and not self._is_wrong(MOVES):
            self._wrong("it has not moved in any position")

    def _limits(self) -> None:
        for go in (
            Go(movetime=1),
            Go(nodes=100),
            Go(depth=1),
            Go(p1time=CLOCK, p2time=CLOCK),
            Go(p1time=CLOCK, p2time=CLOCK, p1inc=1, p2inc=1),
        ):
            self._search(Game(self.board), go)

    def _stopping(self) -> None:
        game = Game(self.board)
        self._send(StopSearch())
        self._make_ready()
        self._set_position(game)
        self._send(Go(infinite=True))
        seconds = self._timeouts.stop
        ready, received = self._probe(seconds)
        if any(isinstance(answer, BestMove) for answer in received.answers):
            if not received.errors:
                self._wrong("it sent bestmove before stop in a search with go infinite")
            return
        if not ready:
            raise self._wrong(f"it did not answer isready within {seconds:g} s during a search")
        self._check_search(received, game)
        self._send(StopSearch())
        self._await_move(game, seconds, f"within {seconds:g} s after stop")

    def _leaving(self) -> None:
        for quits in (True, False):
            self._make_ready()
            if quits:
                self._send(Quit())
            else:
                self._sent = "(end of input)"
                self._came.clear()
                self._process.close_input()
            if not self._has_ended():
                self._wrong(f"it has not ended within {self._timeouts.quit:g} s")
            elif left := self._process.left_behind:
                self._wrong(f"it has left {left} of its processes behind")
            self.close()

    def _has_ended(self) -> bool:
        """Wait until the program ends by itself, and return whether it did."""
        deadline = time.monotonic() + self._timeouts.quit
        try:
            while self._process.receive(deadline - time.monotonic()) is not None:
                pass
        except EngineFailure:
            return self._process.left_behind is not None
        return False

    # ---- Searches ----

    def _search(self, game: Game, go: Go) -> int | None:
        """Send a `go`, check the answers against the position, and return the chosen cell if it can be played."""
        self._set_position(game)
        bound = max(filter(None, (go.movetime, go.p1time)), default=None)
        seconds = self._timeouts.ready if bound is None else bound / 1000 + self._timeouts.margin
        self._send(go)
        began = time.monotonic()
        cell, ended = self._await_move(game, seconds, f"within {seconds:g} s")
        if bound is not None:
            self._lateness = max(self._lateness, ended - began - bound / 1000)
        return cell

    def _await_move(self, game: Game, seconds: float, when: str) -> tuple[int | None, float]:
        """Wait for the move that must come; return its cell if it can be played, and the time of its arrival."""
        best, received = self._receive(BestMove, seconds)
        ended = time.monotonic()
        self._check_search(received, game)
        if best is None:
            raise self._wrong(f"it gave no bestmove {when}")
        cell = self._check_move(best.move, game, received)
        self._make_ready()
        return cell, ended

    def _check_search(self, received: Received, game: Game) -> None:
        self._check_answers(received, game, "in the midst of a search")
        for line, reason in received.malformed:
            if is_move(line):
                raise self._wrong(f"{shortened(line)} cannot be read: {reason}", MOVES)
        self._note_unreadable(received)

    def _check_move(self, move: str, game: Game, received: Received) -> int | None:
        """Check a move, and return its cell if it can be played."""
        if move == NO_ANSWER:
            if received.errors:
                self._note(MOVES, Severity.ADVICE, f"it did not search: {received.errors[0]}")
            else:
                why = "an info string with an error is missing"
                self._wrong(f"it said bestmove {NO_ANSWER} and not why: {why}", MOVES)
            return None
        self._has_moved = True
        if move in NOT_MOVES:
            return None
        try:
            cell = game.board.cell(move)
        except CellError as error:
            self._wrong(f"its move is no cell of the board: {error}", MOVES)
            return None
        if (stone := game.position.stone(cell)) is not None:
            self._wrong(f"its move is {move}, which {stone.upper()} has taken", MOVES)
            return None
        return cell

    def _random_game(self) -> Game:
        """Return a whole game, the same each time."""
        random = player("random")
        return play_game(random, random, self.board, _SEED)
