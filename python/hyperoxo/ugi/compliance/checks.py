"""Leads an engine through the whole protocol and tells its author, in plain words, what is right and what is wrong.

The checks go from the first word to the last. One that fails by a broken conversation - the engine has ended, hangs or
floods - is told as such, and the next one starts the engine anew, so that an author learns of everything at once.
"""

from __future__ import annotations

import math
import re
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperoxo._core import Board
from hyperoxo.errors import BoardError, CellError, MoveError, shortened
from hyperoxo.game import Game
from hyperoxo.players import play_game, player
from hyperoxo.ugi.client import BOARD, DEFAULT_BOARD, SEED
from hyperoxo.ugi.compliance.findings import Finding, Level, Report
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
    STRANGE,
    UNKNOWN,
    Rule,
)
from hyperoxo.ugi.compliance.transcript import Heard, Talk
from hyperoxo.ugi.messages import (
    ERROR,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Go,
    Identity,
    Info,
    IsReady,
    NewGame,
    OptionOffer,
    OptionType,
    Query,
    Question,
    Quit,
    ReadyOk,
    Response,
    SetOption,
    StopSearch,
    Ugi,
    UgiOk,
    answer_to,
    position_of,
)
from hyperoxo.ugi.process import EngineFailure
from hyperoxo.ugi.timeouts import PATIENCE, Patience

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.ugi.command import EngineCommand

MOVETIME = 100
"""Milliseconds that the engine gets for a move."""
CLOCK = 1000
"""Milliseconds on each side's clock, where there are clocks."""
MOST_FINDINGS = 5
"""So many findings are told about one rule."""

_SEED = 1

_VALUE = re.compile(r"[WL](<=)?[0-9]+|D|~-?[0-9]+(\.[0-9]+)?|\?")


def check(
    typed: str,
    command: EngineCommand,
    board: Board | None = None,
    patience: Patience = PATIENCE,
    on_rule: Callable[[Rule], None] = lambda _: None,
) -> Report:
    """Return what is right and what is wrong with an engine.

    Args:
        typed: the command as it was typed, for the report.
        command: the engine.
        board: the board that it is to play; None for the default of its option `Board`, or else 4x4x4.
        patience: how long it is waited for.
        on_rule: told which rule is tried now.

    Raises:
        PlayerError: there is no such program.
    """
    examiner = _Examiner(command, board, patience, on_rule)
    with closing(examiner):
        findings = examiner.findings()
    return Report(typed, str(examiner.board), examiner.name, tuple(findings))


class _Broken(Exception):  # noqa: N818 - the conversation is
    """A check cannot go on; what is wrong has been noted."""


class _Examiner:
    def __init__(
        self, command: EngineCommand, board: Board | None, patience: Patience, on_rule: Callable[[Rule], None]
    ) -> None:
        self._command = command
        self._on_rule = on_rule
        self._wanted_board = board
        self._patience = patience
        self._findings: list[Finding] = []
        self._open: Talk | None = None
        self._has_moved = False
        self._lateness = -math.inf
        self.board = board or Board(DEFAULT_BOARD)
        self.name = ""

    def findings(self) -> list[Finding]:
        """Make all checks, as far as the engine lets itself be spoken to."""
        self._make(INTRODUCTION, self._introduction)
        if self._is_wrong(INTRODUCTION) and self._open is None:
            return self._findings
        checks: list[tuple[Rule, Callable[[], object]]] = [
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
        for rule, make in checks:
            self._make(rule, make)
            if rule in {READINESS, BOARDS} and self._is_wrong(rule):
                return self._findings
        if not self._is_wrong(INFORMATION):
            self._note(INFORMATION, Level.RIGHT)
        if self._lateness > self._patience.lateness:
            late = f"a bestmove came {self._lateness:.2f} s after its time was over; not every client waits so long"
            self._note(LIMITS, Level.ADVICE, late)
        return self._findings

    def close(self) -> None:
        """End the engine."""
        talk, self._open = self._open, None
        if talk is not None:
            talk.close()

    # ---- How checks are made and noted ----

    def _make(self, rule: Rule, make: Callable[[], object]) -> None:
        self._on_rule(rule)
        try:
            make()
        except _Broken:
            self.close()
        except EngineFailure as failure:
            self._note(rule, Level.WRONG, failure.text)
            self.close()
        else:
            if not self._is_wrong(rule):
                self._note(rule, Level.RIGHT)

    def _is_wrong(self, rule: Rule) -> bool:
        return any(finding.rule == rule and finding.level is Level.WRONG for finding in self._findings)

    def _note(self, rule: Rule, level: Level, text: str = "") -> None:
        same = [finding.text for finding in self._findings if finding.rule == rule]
        if text in same or len(same) >= MOST_FINDINGS:
            return
        finding = Finding(rule, level, text)
        if text and self._open is not None:
            came = tuple(shortened(line) for line in self._open.came)
            finding = replace(finding, sent=shortened(self._open.sent), came=came)
        self._findings.append(finding)

    def _wrong(self, rule: Rule, text: str) -> None:
        self._note(rule, Level.WRONG, text)

    def _broken(self, rule: Rule, text: str) -> _Broken:
        self._wrong(rule, text)
        return _Broken()

    # ---- The conversation ----

    def _talk(self) -> Talk:
        """Return the conversation, which is begun anew if the last one has come to a bad end."""
        if self._open is not None:
            return self._open
        talk = self._introduction()
        self._begin()
        return talk

    def _introduction(self) -> Talk:
        talk = self._open = Talk(self._command.words, self._patience)
        talk.say(Ugi())
        ended, heard = talk.hear(UgiOk, self._patience.start)
        for line, reason in heard.malformed:
            self._wrong(INTRODUCTION, f"{shortened(line)} cannot be read: {reason}")
        if heard.unknown:
            self._note(STRANGE, Level.ADVICE, f"{shortened(heard.unknown[0])} is not in the protocol")
        if ended is None:
            raise self._broken(INTRODUCTION, f"it did not say ugiok within {self._patience.start:g} s")
        self._identify(heard)
        return talk

    def _identify(self, heard: Heard) -> None:
        names = {identity.what: identity.value for identity in heard.of(Identity)}
        if not names.get("name"):
            self._wrong(INTRODUCTION, "it did not say what it is called: id name NAME is missing")
        if not names.get("author"):
            self._note(INTRODUCTION, Level.ADVICE, "it did not say who wrote it: id author AUTHOR is missing")
        self.name = names.get("name", "")
        offers = heard.of(OptionOffer)
        self._offers = {offer.name.casefold(): offer for offer in offers}
        if len(self._offers) < len(offers):
            self._wrong(INTRODUCTION, "it offers an option twice")
        others = [answer for answer in heard.answers if not isinstance(answer, Identity | OptionOffer | Info)]
        if others:
            self._wrong(INTRODUCTION, f"it said {others[0].text} without being asked")
        if self._wanted_board is None and (offer := self._offers.get(BOARD.casefold())) is not None and offer.default:
            try:
                self.board = Board(offer.default)
            except BoardError as error:
                self._wrong(INTRODUCTION, f"the default of its option Board is no board: {error}")

    def _make_ready(self, rule: Rule) -> Heard:
        """Wait until the engine has done what it was told."""
        talk = self._talk()
        talk.say(IsReady())
        ready, heard = talk.hear(ReadyOk, self._patience.ready)
        if ready is None:
            raise self._broken(rule, f"it did not answer isready with readyok within {self._patience.ready:g} s")
        for answer in heard.answers:
            if isinstance(answer, Info):
                self._hold_information(answer, None)
            else:
                self._wrong(rule, f"it said {answer.text} without being asked")
        self._hold_lines(heard)
        return heard

    def _hold_lines(self, heard: Heard) -> None:
        for line, reason in heard.malformed:
            self._wrong(INFORMATION, f"{shortened(line)} cannot be read: {reason}")
        if heard.unknown:
            self._note(STRANGE, Level.ADVICE, f"{shortened(heard.unknown[0])} is not in the protocol")

    def _complaints(self, heard: Heard) -> list[str]:
        strings = [info.string for info in heard.of(Info)]
        return [string.removeprefix(ERROR) for string in strings if string.startswith(ERROR)]

    def _begin(self) -> None:
        """Let a game begin, on the board and with the options that were typed."""
        talk = self._talk()
        for name, value in self._command.settings:
            if name.casefold() in self._offers:
                talk.say(SetOption(name, value))
        if BOARD.casefold() in self._offers:
            talk.say(SetOption(BOARD, str(self.board)))
        talk.say(NewGame())

    def _place(self, game: Game, rule: Rule) -> None:
        """Tell the engine a position, to which it must agree."""
        self._talk().say(position_of(game))
        if complaints := self._complaints(self._make_ready(rule)):
            raise self._broken(rule, f"it refuses a position that can be: {complaints[0]}")

    # ---- The checks ----

    def _readiness(self) -> None:
        self._make_ready(READINESS)

    def _unknown(self) -> None:
        for line in ("abracadabra 1 2 3", "setoption name No such option value 1"):
            self._talk().say(line)
            ready, _ = self._answered(self._patience.ready)
            if not ready:
                raise self._broken(UNKNOWN, f"it did not answer isready after {line}")

    def _answered(self, seconds: float) -> tuple[bool, Heard]:
        """Return whether the engine still answers isready, and what it says before."""
        self._talk().say(IsReady())
        ready, heard = self._talk().hear(ReadyOk, seconds)
        self._hold_lines(replace(heard, unknown=[]))  # an engine may say in its own words that it understands nothing
        return ready is not None, heard

    def _options(self) -> None:
        for offer in self._offers.values():
            self._hold_offer(offer)
            if offer.type is OptionType.BUTTON or offer.default is None:
                continue
            self._talk().say(SetOption(offer.name, offer.default))
            if complaints := self._complaints(self._make_ready(OPTIONS)):
                self._wrong(OPTIONS, f"it refuses the default of its option {offer.name}: {complaints[0]}")
        for name, value in self._command.settings:
            if name.casefold() not in self._offers:
                self._wrong(OPTIONS, f"it has no option {name}, which was to be set to {shortened(value)}")
        if SEED.casefold() not in self._offers:
            self._note(OPTIONS, Level.ADVICE, "it has no option Seed: if it draws lots, its games cannot be repeated")

    def _hold_offer(self, offer: OptionOffer) -> None:
        if offer.type is OptionType.SPIN:
            least, most, default = offer.minimum, offer.maximum, offer.default
            if default is None or least is None or most is None:
                self._wrong(OPTIONS, f"the number {offer.name} needs default, min and max")
            elif not least <= int(default) <= most:
                self._wrong(OPTIONS, f"the default of {offer.name} is not within its bounds")
        if offer.type is OptionType.COMBO and offer.default not in offer.choices:
            self._wrong(OPTIONS, f"the default of {offer.name} is none of its choices")
        if offer.type is OptionType.CHECK and offer.default is None:
            self._wrong(OPTIONS, f"the check {offer.name} needs a default")

    def _boards(self) -> None:
        offer = self._offers.get(BOARD.casefold())
        if offer is None and str(self.board) != DEFAULT_BOARD:
            raise self._broken(BOARDS, f"it has no option Board, and cannot be asked to play {self.board}")
        if offer is not None and offer.type not in {OptionType.STRING, OptionType.COMBO}:
            self._wrong(BOARDS, "its option Board is neither a string nor a combo")
        if offer is not None and offer.choices and str(self.board) not in offer.choices:
            raise self._broken(BOARDS, f"{self.board} is not among its boards, {', '.join(offer.choices)}")
        self._begin()
        if complaints := self._complaints(self._make_ready(BOARDS)):
            raise self._broken(BOARDS, f"it refuses the board {self.board}: {complaints[0]}")

    def _queries(self) -> None:
        whole = self._random_game()
        for ply in dict.fromkeys((0, 1, len(whole.moves))):
            self._ask_all(whole.branch(ply))
        middle = whole.position_at(len(whole.moves) // 2)
        self._ask_all(Game(middle))

    def _ask_all(self, game: Game) -> None:
        self._place(game, QUERIES)
        for question in Question:
            if question is Question.FIRST_TO_MOVE and game.is_over:
                continue
            wanted = answer_to(question, game)
            self._talk().say(Query(question))
            response, heard = self._talk().hear(Response, self._patience.ready)
            self._hold_lines(heard)
            where = f"after {shortened(game.board.names(game.moves))}" if game.moves else f"at {game.start.text}"
            if response is None:
                raise self._broken(QUERIES, f"it gave no response {where}; {wanted} is right")
            if response.answer != wanted:
                self._wrong(QUERIES, f"its response is {response.answer} {where}; {wanted} is right")

    def _moves(self) -> None:
        whole = self._random_game()
        last = len(whole.moves) - 1
        games = [whole.branch(ply) for ply in dict.fromkeys((0, min(1, last), last // 2, last))]
        for game in (*games, Game(whole.position_at(last // 2))):
            self._search(game, Go(movetime=MOVETIME), MOVES)
        self._talk().say(NewGame())
        self._search(games[0], Go(movetime=MOVETIME), MOVES)
        if not self._has_moved and not self._is_wrong(MOVES):
            self._wrong(MOVES, "it has not moved in any position")

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

    def _search(self, game: Game, go: Go, rule: Rule) -> None:
        """Let the engine search, and hold what it tells and how it ends against the position."""
        self._place(game, rule)
        bound = max(filter(None, (go.movetime, go.p1time)), default=None)
        seconds = self._patience.ready if bound is None else bound / 1000 + self._patience.margin
        self._talk().say(go)
        taken = self._take_move(game, seconds, rule, f"within {seconds:g} s")
        if bound is not None:
            self._lateness = max(self._lateness, taken - bound / 1000)

    def _take_move(self, game: Game, seconds: float, rule: Rule, when: str) -> float:
        """Take the move that has to come, and return how many seconds it took."""
        began = time.monotonic()
        best, heard = self._talk().hear(BestMove, seconds)
        taken = time.monotonic() - began
        self._hold_search(heard, game, rule)
        if best is None:
            raise self._broken(rule, f"it gave no bestmove {when}")
        self._hold_move(best.move, game, heard)
        self._make_ready(rule)
        return taken

    def _hold_search(self, heard: Heard, game: Game, rule: Rule) -> None:
        for info in heard.of(Info):
            self._hold_information(info, game)
        for answer in heard.answers:
            if not isinstance(answer, Info):
                self._wrong(rule, f"it said {answer.text} in the midst of a search")
        for line, reason in heard.malformed:
            if line in heard.moves:
                raise self._broken(MOVES, f"{shortened(line)} cannot be read: {reason}")
        self._hold_lines(heard)

    def _hold_move(self, move: str, game: Game, heard: Heard) -> None:
        if move in NOT_MOVES:
            self._has_moved = True
            return
        if move == NO_ANSWER:
            if complaints := self._complaints(heard):
                self._note(MOVES, Level.ADVICE, f"it did not search: {complaints[0]}")
            else:
                self._wrong(MOVES, f"it said bestmove {NO_ANSWER} and not why: an info string with an error is missing")
            return
        self._has_moved = True
        try:
            cell = game.board.cell(move)
        except CellError as error:
            self._wrong(MOVES, f"its move is no cell of the board: {error}")
            return
        if (stone := game.position.stone(cell)) is not None:
            self._wrong(MOVES, f"its move is {move}, which {stone.upper()} has taken")

    def _hold_information(self, info: Info, game: Game | None) -> None:
        if info.value and not _VALUE.fullmatch(info.value):
            self._wrong(INFORMATION, f"value {shortened(info.value)} is not one: W3, L2, W<=7, D or ~12, for instance")
        if game is None:
            return
        line = game.branch()
        for name in info.pv:
            try:
                line.play(name)
            except (CellError, MoveError) as error:
                self._wrong(INFORMATION, f"its line {shortened(' '.join(info.pv))} cannot be played: {error}")
                return

    def _stopping(self) -> None:
        game = Game(self.board)
        self._talk().say(StopSearch())
        self._make_ready(STOPPING)
        self._place(game, STOPPING)
        self._talk().say(Go(infinite=True))
        seconds = self._patience.stop
        ready, heard = self._answered(seconds)
        if any(isinstance(answer, BestMove) for answer in heard.answers):
            if not self._complaints(heard):
                self._wrong(STOPPING, "it ended a search that was to go on until stop")
            return
        if not ready:
            raise self._broken(STOPPING, f"it did not answer isready within {seconds:g} s during a search")
        self._hold_search(heard, game, STOPPING)
        self._talk().say(StopSearch())
        self._take_move(game, seconds, STOPPING, f"within {seconds:g} s after stop")

    def _leaving(self) -> None:
        for leave in (_quit, Talk.close_input):
            talk = self._talk()
            self._make_ready(LEAVING)
            leave(talk)
            if not talk.has_ended(self._patience.quit):
                self._wrong(LEAVING, f"it has not ended within {self._patience.quit:g} s")
            elif talk.left_behind:
                self._wrong(LEAVING, f"it has left {talk.left_behind} of its processes behind")
            self.close()

    def _random_game(self) -> Game:
        """Return a whole game, the same each time."""
        random = player("random")
        return play_game(self.board, random, random, _SEED)


def _quit(talk: Talk) -> None:
    talk.say(Quit())
