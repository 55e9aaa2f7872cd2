"""Checks an engine against the whole protocol, from `ugi` to `quit`: a dialogue for each rule.

Each dialogue says what it sends and what it expects. The engine can fail in any of them: it ends, hangs or floods. A
finding says so, and the next dialogue starts the engine again, so that one run reports all faults.
"""

from __future__ import annotations

import math
import re
import time
import typing
from collections import deque
from contextlib import closing, suppress

from hyperoxo._core import Board
from hyperoxo.errors import BoardError, CellError, MoveError, ProtocolError, UnknownMessageError
from hyperoxo.game import Game
from hyperoxo.players import play_game, player
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance.rules import RULES, ComplianceFinding, ComplianceReport, ComplianceRule, Severity
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    ERROR,
    NO_ANSWER,
    NOT_MOVES,
    SEED_OPTION,
    BestMove,
    Go,
    Identity,
    Info,
    IsReady,
    OptionOffer,
    Query,
    Question,
    Quit,
    ReadyOk,
    Response,
    SetOption,
    StopSearch,
    Ugi,
    UgiAnswer,
    UgiNewGame,
    UgiOk,
    UgiOptionType,
    answer_to,
    position_of,
)
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure, EngineProcess, Timeouts

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hyperoxo.ugi.messages import UgiCommand
    from hyperoxo.ugi.process import EngineCommand

A = typing.TypeVar("A", bound=UgiAnswer)

MOVETIME = 100
"""Milliseconds for a move of the engine."""
CLOCK = 1000
"""Milliseconds on each side's clock in the check of clocks."""
MAX_FINDINGS = 5
"""The most findings about one rule."""
MAX_SHOWN_CASES = 5
"""The number of the engine's last lines that are kept as evidence."""
_SEED = 1
_VALUE = re.compile(r"[WL](<=)?[0-9]+|D|~-?[0-9]+(\.[0-9]+)?|\?")
_ANYTHING = (UnknownMessageError, *typing.get_args(UgiAnswer))


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
    with closing(_Examination(command, board, timeouts)) as examination:
        examination.run(on_rule)
    return ComplianceReport(typed, str(examination.board), examination.name, tuple(examination.findings))


class _Aborted(Exception):  # noqa: N818 - the check is at fault, not the program
    """A check cannot go on; its finding is recorded."""


class _Examination:
    """The engine under test, the dialogues with it, and the findings about the rule under test and others."""

    def __init__(self, command: EngineCommand, board: Board | None, timeouts: Timeouts) -> None:
        self.board = board or Board(DEFAULT_BOARD)
        self.name = ""
        self.findings: list[ComplianceFinding] = []
        self._command = command
        self._takes_its_board = board is None
        self._timeouts = timeouts
        self._is_running = False
        self._talk: list[str] = []
        """The last line that was sent, and what came after it."""
        self._rule = RULES["introduction"]
        self._offers: dict[str, OptionOffer] = {}
        self._has_moved = False
        self._lateness = -math.inf

    def run(self, on_rule: Callable[[ComplianceRule], None]) -> None:
        """Make all checks that the engine's answers allow."""
        for name, check in _CHECKS.items():
            self._rule = RULES[name]
            on_rule(self._rule)
            try:
                check(self)
                self._note_right(self._rule)
            except (_Aborted, EngineFailure) as failure:
                self._expect(isinstance(failure, _Aborted), str(failure))
                self.close()
            is_vital = name in {"readiness", "board"} or (name == "introduction" and not self._is_running)
            if is_vital and self._is_wrong(self._rule):
                return
        self._note_right(RULES["info"])
        late = f"a bestmove came {self._lateness:.2f} s after its time was over; not every client waits so long"
        self._expect(self._lateness <= self._timeouts.lateness, late, "limits", Severity.ADVICE)

    def close(self) -> None:
        """End the engine."""
        if self._is_running:
            self._is_running = False
            self._process.close()

    # ---- Findings ----

    def _is_wrong(self, rule: ComplianceRule) -> bool:
        return any(finding.rule == rule and finding.level is Severity.WRONG for finding in self.findings)

    def _note_right(self, rule: ComplianceRule) -> None:
        if not self._is_wrong(rule):
            self.findings.append(ComplianceFinding(rule, Severity.RIGHT))

    def _expect(
        self, holds: object, text: str, rule: str = "", level: Severity = Severity.WRONG, *, aborts: bool = False
    ) -> None:
        """Note a finding about a rule, by default the one under test, unless something holds; perhaps end the check."""
        about = RULES[rule] if rule else self._rule
        same = [finding.text for finding in self.findings if (finding.rule, finding.level) == (about, level)]
        if not holds and text not in same and len(same) < MAX_FINDINGS:
            sent, *came = map(shortened, self._talk if self._is_running else [""])
            self.findings.append(ComplianceFinding(about, level, text, sent, tuple(came[-MAX_SHOWN_CASES:])))
        if aborts and not holds:
            raise _Aborted

    # ---- Lines ----

    def _send(self, line: UgiCommand | str) -> None:
        """Send a line; start the engine again if it failed before."""
        if not self._is_running:
            self.introduce()
            for each in self._new_game():
                self._send(each)
        self._talk = [line if isinstance(line, str) else line.text]
        self._process.send(self._talk[0], self._timeouts.ready)

    def _ask(
        self,
        lines: Iterable[UgiCommand | str],
        wanted: type[A],
        seconds: float,
        missing: str,
        *,
        game: Game | None = None,
        allowed: tuple[type, ...] = (),
    ) -> tuple[A, list[UgiAnswer]]:
        """Send lines, wait for an answer, check what came before it, and return it and all that came.

        Args:
            lines: what to send.
            wanted: the type of the answer that must come. A malformed move is an answer to `go`, too.
            seconds: how long to wait for it.
            missing: the finding if it does not come; it ends the check.
            game: the game of which the engine then searches a move.
            allowed: types of other answers that may come, besides information.
        """
        for line in lines:
            self._send(line)
        said: list[tuple[str, UgiAnswer | ProtocolError]] = []
        for line, answer in self._process.answers(seconds):
            if line.strip():
                self._talk.append(line)
                said.append((line, answer))
            if isinstance(answer, wanted) or (wanted is BestMove and _is_move(line)):
                break
        self._arrived = time.monotonic()
        found = [answer for _, answer in said if isinstance(answer, wanted)]
        if found or game is not None or wanted is not ReadyOk:  # what comes instead of readyok is evidence enough
            self._judge([each for each in said if not isinstance(each[1], (wanted, *allowed))], wanted, game)
        self._expect(found, missing, "introduction" if wanted is UgiOk else "", aborts=True)
        return found[0], [answer for _, answer in said if not isinstance(answer, ProtocolError)]

    def _judge(self, said: list[tuple[str, UgiAnswer | ProtocolError]], wanted: type[A], game: Game | None) -> None:
        """Check what came before an answer."""
        for line, answer in said:
            match answer:
                case UnknownMessageError():
                    pass
                case ProtocolError(reason=reason):
                    is_move = game is not None and _is_move(line)
                    rule = "bestmove" if is_move else "introduction" if wanted is UgiOk else "info"
                    self._expect(None, f"{shortened(line)} cannot be read: {reason}", rule, aborts=is_move)
                case Info():
                    self._check_info(answer, game)
                case BestMove() if game is not None:
                    early = "it sent bestmove before stop in a search with go infinite"
                    self._expect(_error_in(answer for _, answer in said), early)
                case _:
                    when = "without being asked" if game is None else "in the midst of a search"
                    self._expect(None, f"it said {answer.text} {when}", "introduction" if wanted is UgiOk else "")
        strange = next((line for line, answer in said if isinstance(answer, UnknownMessageError)), "")
        self._expect(not strange, f"{shortened(strange)} is not in the protocol", "lines", Severity.ADVICE)

    def _check_info(self, info: Info, game: Game | None) -> None:
        value = f"value {shortened(info.value)} is not one: W3, L2, W<=7, D or ~62, for instance"
        self._expect(not info.value or _VALUE.fullmatch(info.value), value, "info")
        if game is not None:
            line = game.branch()
            try:
                for name in info.pv:
                    line.play(name)
            except (CellError, MoveError) as error:
                self._expect(None, f"its line {shortened(' '.join(info.pv))} cannot be played: {error}", "info")

    def ready(self, *lines: UgiCommand | str) -> str:
        """Send lines, wait until the engine has executed them, and return the first error that it reports."""
        seconds = self._timeouts.ready
        missing = f"it did not answer isready with readyok within {seconds:g} s"
        _, said = self._ask([*lines, IsReady()], ReadyOk, seconds, missing)
        return _error_in(said)

    def _set_position(self, game: Game) -> None:
        error = self.ready(position_of(game))
        self._expect(not error, f"it refuses a legal position: {error}", aborts=True)

    def _new_game(self) -> list[UgiCommand]:
        """Return what starts a game, on the board and with the options that were typed."""
        settings = (*self._command.settings, (BOARD_OPTION, str(self.board)))
        options = [SetOption(name, value) for name, value in settings if name.casefold() in self._offers]
        return [*options, UgiNewGame()]

    def _games(self, left: int) -> list[Game]:
        """Return starts of a game, the last with this number of moves to come, and a game that starts in its middle."""
        whole = play_game(player("random"), player("random"), self.board, _SEED)
        last = len(whole.moves) - left
        plies = (0, min(1, last), last // 2, last) if left else (0, 1, last)
        return [*(whole.branch(ply) for ply in dict.fromkeys(plies)), Game(whole.position_at(last // 2))]

    def _search(self, game: Game, go: Go) -> Game:
        """Send a position and a `go`, and return the game after the move; the same one without a legal move."""
        self._set_position(game)
        bound = max(filter(None, (go.movetime, go.p1time)), default=math.inf) / 1000
        seconds = self._timeouts.ready if bound == math.inf else bound + self._timeouts.margin
        return self._move(game, go, seconds, f"within {seconds:g} s", bound)

    def _move(self, game: Game, line: Go | StopSearch, seconds: float, when: str, bound: float = math.inf) -> Game:
        """Send what a move must answer, in some seconds and better in less, and return the game after it."""
        began = time.monotonic()
        best, said = self._ask([line], BestMove, seconds, f"it gave no bestmove {when}", game=game)
        self._lateness = max(self._lateness, self._arrived - began - bound)
        error = _error_in(said)
        if best.move == NO_ANSWER:
            missing = f"it said bestmove {NO_ANSWER} and not why: an info string with an error is missing"
            self._expect(error, missing, "bestmove")
            self._expect(not error, f"it did not search: {error}", "bestmove", Severity.ADVICE)
        self._has_moved |= best.move != NO_ANSWER
        after = game.branch()
        try:
            if best.move not in {NO_ANSWER, *NOT_MOVES}:
                after.play(best.move)
        except CellError as no_cell:
            self._expect(None, f"its move is no cell of the board: {no_cell}", "bestmove")
        except MoveError:
            stone = game.position.stone(best.move) or ""
            self._expect(None, f"its move is {best.move}, which {stone.upper()} has taken", "bestmove")
        self.ready()
        return after

    # ---- Dialogues ----

    def introduce(self) -> None:
        self._process = EngineProcess(self._command.words, self._timeouts.draining, self._command.name)
        self._is_running = True
        seconds = self._timeouts.start
        missing = f"it did not say ugiok within {seconds:g} s"
        _, said = self._ask([Ugi()], UgiOk, seconds, missing, allowed=(Identity, OptionOffer))
        names = {answer.what: answer.value for answer in said if isinstance(answer, Identity)}
        self.name = names.get("name", "")
        self._expect(self.name, "it did not say what it is called: id name NAME is missing", "introduction")
        author = "it did not say who wrote it: id author AUTHOR is missing"
        self._expect(names.get("author"), author, "introduction", Severity.ADVICE)
        offers = [answer for answer in said if isinstance(answer, OptionOffer)]
        self._offers = {offer.name.casefold(): offer for offer in offers}
        self._expect(len(self._offers) == len(offers), "it offers an option twice", "introduction")
        offer = self._offers.get(BOARD_OPTION.casefold())
        try:
            if self._takes_its_board and offer is not None and offer.default:
                self.board = Board.parse(offer.default)
        except BoardError as error:
            self._expect(None, f"the default of its option Board is no board: {error}", "introduction")

    def give_unknown(self) -> None:
        for line in ("abracadabra 1 2 3", "setoption name No such option value 1"):
            missing = f"it did not answer isready after {line}"
            self._ask([line, IsReady()], ReadyOk, self._timeouts.ready, missing, allowed=_ANYTHING)

    def set_options(self) -> None:
        for offer in self._offers.values():
            fault = _fault_of(offer)
            self._expect(not fault, fault)
            if offer.type is not UgiOptionType.BUTTON and offer.default is not None:
                error = self.ready(SetOption(offer.name, offer.default))
                self._expect(not error, f"it refuses the default of its option {offer.name}: {error}")
        self._talk = [""]  # no line of this dialogue shows what the engine lacks
        for name, value in self._command.settings:
            unknown = f"it has no option {name}; the command sets it to {shortened(value)}"
            self._expect(name.casefold() in self._offers, unknown)
        seed = "it has no option Seed: games with random moves cannot be repeated"
        self._expect(SEED_OPTION.casefold() in self._offers, seed, level=Severity.ADVICE)

    def set_board(self) -> None:
        offer = self._offers.get(BOARD_OPTION.casefold())
        if offer is None:
            other = f"it has no option Board, and cannot be asked to play {self.board}"
            self._expect(str(self.board) == DEFAULT_BOARD, other, aborts=True)
        elif offer.choices:
            other = f"{self.board} is not among its boards, {', '.join(offer.choices)}"
            self._expect(str(self.board) in offer.choices, other, aborts=True)
        is_text = offer is None or offer.type in {UgiOptionType.STRING, UgiOptionType.COMBO}
        self._expect(is_text, "its option Board is neither a string nor a combo")
        error = self.ready(*self._new_game())
        self._expect(not error, f"it refuses the board {self.board}: {error}")

    def query(self) -> None:
        for game in self._games(0):
            self._set_position(game)
            where = f"after {shortened(game.board.names(game.moves))}" if game.moves else f"at {game.start.text}"
            for question in Question:
                if question is Question.FIRST_TO_MOVE and game.is_over:
                    continue
                right = answer_to(question, game)
                missing = f"it gave no response {where}; {right} is right"
                response, _ = self._ask([Query(question)], Response, self._timeouts.ready, missing)
                self._expect(response.answer == right, f"its response is {response.answer} {where}; {right} is right")

    def let_move(self) -> None:
        games = self._games(1)
        for game in games:
            after = self._search(game, Go(movetime=MOVETIME))
            # An engine that does not follow the position answers with the same cell again.
            if after != game and not after.is_over:
                self._search(after, Go(movetime=MOVETIME))
        self._send(UgiNewGame())
        self._search(games[0], Go(movetime=MOVETIME))
        self._expect(self._has_moved or self._is_wrong(self._rule), "it has not moved in any position")

    def limit(self) -> None:
        for go in (
            Go(movetime=1),
            Go(nodes=100),
            Go(depth=1),
            Go(p1time=CLOCK, p2time=CLOCK),
            Go(p1time=CLOCK, p2time=CLOCK, p1inc=1, p2inc=1),
        ):
            self._search(Game(self.board), go)

    def stop(self) -> None:
        game = Game(self.board)
        self.ready(StopSearch())
        self._set_position(game)
        seconds = self._timeouts.stop
        missing = f"it did not answer isready within {seconds:g} s during a search"
        _, said = self._ask([Go(infinite=True), IsReady()], ReadyOk, seconds, missing, game=game)
        if not any(isinstance(answer, BestMove) for answer in said):
            self._move(game, StopSearch(), seconds, f"within {seconds:g} s after stop")

    def end(self) -> None:
        for quits in (True, False):
            self.ready()
            if quits:
                self._send(Quit())
            else:
                self._talk = ["(end of input)"]
                self._process.close_input()
            with suppress(EngineFailure):  # it has ended
                deque(self._process.answers(self._timeouts.quit), maxlen=0)
            left = self._process.left_behind
            self._expect(left is not None, f"it has not ended within {self._timeouts.quit:g} s")
            self._expect(not left, f"it has left {left} of its processes behind")
            self.close()


_CHECKS: dict[str, Callable[[_Examination], object]] = {
    "introduction": _Examination.introduce,
    "readiness": _Examination.ready,
    "unknown": _Examination.give_unknown,
    "options": _Examination.set_options,
    "board": _Examination.set_board,
    "query": _Examination.query,
    "bestmove": _Examination.let_move,
    "limits": _Examination.limit,
    "stop": _Examination.stop,
    "end": _Examination.end,
}
"""The dialogue for each rule that has one, in their order; the other rules are checked in all of them."""


def _error_in(said: Iterable[object]) -> str:
    strings = [answer.string for answer in said if isinstance(answer, Info)]
    return next((string.removeprefix(ERROR) for string in strings if string.startswith(ERROR)), "")


def _is_move(line: str) -> bool:
    return line.split(maxsplit=1)[:1] == ["bestmove"]


def _fault_of(offer: OptionOffer) -> str:
    match offer:
        case OptionOffer(type=UgiOptionType.SPIN, default=str(default), minimum=int(least), maximum=int(most)):
            return "" if least <= int(default) <= most else f"the default of {offer.name} is not within its bounds"
        case OptionOffer(type=UgiOptionType.SPIN):
            return f"the number {offer.name} needs default, min and max"
        case OptionOffer(type=UgiOptionType.COMBO) if offer.default not in offer.choices:
            return f"the default of {offer.name} is not one of its choices"
        case OptionOffer(type=UgiOptionType.CHECK, default=None):
            return f"the check {offer.name} needs a default"
    return ""
