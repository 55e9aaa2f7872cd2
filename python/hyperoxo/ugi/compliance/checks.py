"""Checks an engine against the whole protocol, from `ugi` to `quit`, and reports a finding for each rule."""

from __future__ import annotations

import math
import time
from contextlib import closing
from typing import TYPE_CHECKING

from hyperoxo.errors import CellError
from hyperoxo.game import Game
from hyperoxo.players import play_game, player
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance.examination import Examination
from hyperoxo.ugi.compliance.findings import ComplianceFinding, ComplianceReport, Severity
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
    ComplianceRule,
)
from hyperoxo.ugi.compliance.transcript import Received, RecordingClient
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    NO_ANSWER,
    NOT_MOVES,
    SEED_OPTION,
    BestMove,
    Go,
    Info,
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
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, Timeouts

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
    with closing(_Checks(command, board, timeouts, on_rule)) as checks:
        findings = checks.findings()
    return ComplianceReport(typed, str(checks.board), checks.name, tuple(findings))


class _Checks(Examination):
    def __init__(
        self, command: EngineCommand, board: Board | None, timeouts: Timeouts, on_rule: Callable[[ComplianceRule], None]
    ) -> None:
        super().__init__(command, board, timeouts, on_rule)
        self._has_moved = False
        self._lateness = -math.inf

    def findings(self) -> list[ComplianceFinding]:
        """Make all checks that the engine's answers allow."""
        self._run(INTRODUCTION, self._introduction)
        if self._is_wrong(INTRODUCTION) and self._open_client is None:
            return self._findings
        checks: list[tuple[ComplianceRule, Callable[[], object]]] = [
            (READINESS, self._readiness),
            (UNKNOWN, self._unknown),
            (OPTIONS, self._options),
            (BOARDS, self._boards),
            (QUERIES, self._queries),
            (MOVES, self._moves),
            (LIMITS, self._limits),
            (STOPPING, self._stopping),
            (LEAVING, self._leaving),
        ]
        for rule, run in checks:
            self._run(rule, run)
            if rule in {READINESS, BOARDS} and self._is_wrong(rule):
                return self._findings
        if not self._is_wrong(INFORMATION):
            self._note(INFORMATION, Severity.RIGHT)
        if self._lateness > self._timeouts.lateness:
            late = f"a bestmove came {self._lateness:.2f} s after its time was over; not every client waits so long"
            self._note(LIMITS, Severity.ADVICE, late)
        return self._findings

    def _readiness(self) -> None:
        self._make_ready(READINESS)

    def _unknown(self) -> None:
        for line in ("abracadabra 1 2 3", "setoption name No such option value 1"):
            self._client().send(line)
            ready, _ = self._probe(self._timeouts.ready)
            if not ready:
                raise self._aborted(UNKNOWN, f"it did not answer isready after {line}")

    def _options(self) -> None:
        for offer in self._offers.values():
            self._check_offer(offer)
            if offer.type is UgiOptionType.BUTTON or offer.default is None:
                continue
            self._client().send(SetOption(offer.name, offer.default))
            if errors := self._errors(self._make_ready(OPTIONS)):
                self._note_wrong(OPTIONS, f"it refuses the default of its option {offer.name}: {errors[0]}")
        for name, value in self._command.settings:
            if name.casefold() not in self._offers:
                self._note_wrong(OPTIONS, f"it has no option {name}; the command sets it to {shortened(value)}")
        if SEED_OPTION.casefold() not in self._offers:
            self._note(OPTIONS, Severity.ADVICE, "it has no option Seed: games with random moves cannot be repeated")

    def _check_offer(self, offer: OptionOffer) -> None:
        if offer.type is UgiOptionType.SPIN:
            least, most, default = offer.minimum, offer.maximum, offer.default
            if default is None or least is None or most is None:
                self._note_wrong(OPTIONS, f"the number {offer.name} needs default, min and max")
            elif not least <= int(default) <= most:
                self._note_wrong(OPTIONS, f"the default of {offer.name} is not within its bounds")
        if offer.type is UgiOptionType.COMBO and offer.default not in offer.choices:
            self._note_wrong(OPTIONS, f"the default of {offer.name} is none of its choices")
        if offer.type is UgiOptionType.CHECK and offer.default is None:
            self._note_wrong(OPTIONS, f"the check {offer.name} needs a default")

    def _boards(self) -> None:
        offer = self._offers.get(BOARD_OPTION.casefold())
        if offer is None and str(self.board) != DEFAULT_BOARD:
            raise self._aborted(BOARDS, f"it has no option Board, and cannot be asked to play {self.board}")
        if offer is not None and offer.type not in {UgiOptionType.STRING, UgiOptionType.COMBO}:
            self._note_wrong(BOARDS, "its option Board is neither a string nor a combo")
        if offer is not None and offer.choices and str(self.board) not in offer.choices:
            raise self._aborted(BOARDS, f"{self.board} is not among its boards, {', '.join(offer.choices)}")
        self._new_game()
        if errors := self._errors(self._make_ready(BOARDS)):
            raise self._aborted(BOARDS, f"it refuses the board {self.board}: {errors[0]}")

    def _queries(self) -> None:
        whole = self._random_game()
        for ply in dict.fromkeys((0, 1, len(whole.moves))):
            self._query_all(whole.branch(ply))
        middle = whole.position_at(len(whole.moves) // 2)
        self._query_all(Game(middle))

    def _query_all(self, game: Game) -> None:
        self._set_position(game, QUERIES)
        for question in Question:
            if question is Question.FIRST_TO_MOVE and game.is_over:
                continue
            wanted = answer_to(question, game)
            self._client().send(Query(question))
            response, received = self._client().receive(Response, self._timeouts.ready)
            self._note_unreadable(received)
            where = f"after {shortened(game.board.names(game.moves))}" if game.moves else f"at {game.start.text}"
            if response is None:
                raise self._aborted(QUERIES, f"it gave no response {where}; {wanted} is right")
            if response.answer != wanted:
                self._note_wrong(QUERIES, f"its response is {response.answer} {where}; {wanted} is right")

    def _moves(self) -> None:
        whole = self._random_game()
        last = len(whole.moves) - 1
        games = [whole.branch(ply) for ply in dict.fromkeys((0, min(1, last), last // 2, last))]
        for game in (*games, Game(whole.position_at(last // 2))):
            cell = self._search(game, Go(movetime=MOVETIME), MOVES)
            # An engine that does not follow the position answers with the same cell again.
            if cell is not None and not (occupied := Game(game.start, [*game.moves, cell])).is_over:
                self._search(occupied, Go(movetime=MOVETIME), MOVES)
        self._client().send(UgiNewGame())
        self._search(games[0], Go(movetime=MOVETIME), MOVES)
        if not self._has_moved and not self._is_wrong(MOVES):
            self._note_wrong(MOVES, "it has not moved in any position")

    def _limits(self) -> None:
        game = Game(self.board)
        for go in (
            Go(movetime=1),
            Go(nodes=100),
            Go(depth=1),
            Go(p1time=CLOCK, p2time=CLOCK),
            Go(p1time=CLOCK, p2time=CLOCK, p1inc=1, p2inc=1),
        ):
            self._search(game, go, LIMITS)

    def _search(self, game: Game, go: Go, rule: ComplianceRule) -> int | None:
        """Send a `go`, check the answers against the position, and return the chosen cell."""
        self._set_position(game, rule)
        bound = max(filter(None, (go.movetime, go.p1time)), default=None)
        seconds = self._timeouts.ready if bound is None else bound / 1000 + self._timeouts.margin
        self._client().send(go)
        taken, cell = self._await_move(game, seconds, rule, f"within {seconds:g} s")
        if bound is not None:
            self._lateness = max(self._lateness, taken - bound / 1000)
        return cell

    def _await_move(self, game: Game, seconds: float, rule: ComplianceRule, when: str) -> tuple[float, int | None]:
        """Wait for the move that must come; return the seconds that it took, and its cell if it can be played."""
        began = time.monotonic()
        best, received = self._client().receive(BestMove, seconds)
        taken = time.monotonic() - began
        self._check_search(received, game, rule)
        if best is None:
            raise self._aborted(rule, f"it gave no bestmove {when}")
        cell = self._check_move(best.move, game, received)
        self._make_ready(rule)
        return taken, cell

    def _check_search(self, received: Received, game: Game, rule: ComplianceRule) -> None:
        for info in received.of(Info):
            self._check_info(info, game)
        for answer in received.answers:
            if not isinstance(answer, Info):
                self._note_wrong(rule, f"it said {answer.text} in the midst of a search")
        for line, reason in received.malformed:
            if line in received.moves:
                raise self._aborted(MOVES, f"{shortened(line)} cannot be read: {reason}")
        self._note_unreadable(received)

    def _check_move(self, move: str, game: Game, received: Received) -> int | None:
        """Check a move, and return its cell if it can be played."""
        if move in NOT_MOVES:
            self._has_moved = True
            return None
        if move == NO_ANSWER:
            if errors := self._errors(received):
                self._note(MOVES, Severity.ADVICE, f"it did not search: {errors[0]}")
            else:
                self._note_wrong(
                    MOVES, f"it said bestmove {NO_ANSWER} and not why: an info string with an error is missing"
                )
            return None
        self._has_moved = True
        try:
            cell = game.board.cell(move)
        except CellError as error:
            self._note_wrong(MOVES, f"its move is no cell of the board: {error}")
            return None
        if (stone := game.position.stone(cell)) is not None:
            self._note_wrong(MOVES, f"its move is {move}, which {stone.upper()} has taken")
            return None
        return cell

    def _stopping(self) -> None:
        game = Game(self.board)
        self._client().send(StopSearch())
        self._make_ready(STOPPING)
        self._set_position(game, STOPPING)
        self._client().send(Go(infinite=True))
        seconds = self._timeouts.stop
        ready, received = self._probe(seconds)
        if any(isinstance(answer, BestMove) for answer in received.answers):
            if not self._errors(received):
                self._note_wrong(STOPPING, "it sent bestmove before stop in a search with go infinite")
            return
        if not ready:
            raise self._aborted(STOPPING, f"it did not answer isready within {seconds:g} s during a search")
        self._check_search(received, game, STOPPING)
        self._client().send(StopSearch())
        self._await_move(game, seconds, STOPPING, f"within {seconds:g} s after stop")

    def _leaving(self) -> None:
        for leave in (_quit, RecordingClient.close_input):
            client = self._client()
            self._make_ready(LEAVING)
            leave(client)
            if not client.has_ended(self._timeouts.quit):
                self._note_wrong(LEAVING, f"it has not ended within {self._timeouts.quit:g} s")
            elif client.left_behind:
                self._note_wrong(LEAVING, f"it has left {client.left_behind} of its processes behind")
            self.close()

    def _random_game(self) -> Game:
        """Return a whole game, the same each time."""
        random = player("random")
        return play_game(random, random, self.board, _SEED)


def _quit(client: RecordingClient) -> None:
    client.send(Quit())
