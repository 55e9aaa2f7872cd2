"""The client of an outside engine: it starts the engine, announces games, and asks for decisions and their reasons.

The engine must answer `isready` before every `go`. That costs a round trip through the pipe, some hundredths of a
millisecond, and shows an unrequested answer before it could be mistaken for the answer to the next question.

An engine's values are not proved, and are never shown like proved ones: they are written as claims. Its guesses are on
a scale of the engine, and are never shown like ours: they are written in its own words.
"""

from __future__ import annotations

import math
import re
import typing
from contextlib import suppress
from dataclasses import dataclass, replace

from hyperoxo.errors import CellError, InputError, PlayerError, ProtocolError
from hyperoxo.game import Ending
from hyperoxo.players.control import NO_LIMITS, Progress
from hyperoxo.players.decision import Decision, Forfeit, Play, Reasons, Stop
from hyperoxo.record.strict_json import MAX_NESTING, write_json
from hyperoxo.sides import SIDES
from hyperoxo.text import read_integer, shortened
from hyperoxo.ugi.messages import (
    BOARD_OPTION,
    DEFAULT_BOARD,
    EMPTY,
    ERROR,
    MAX_NUMBER,
    NO_ANSWER,
    NOT_MOVES,
    SEED_OPTION,
    BestMove,
    Bound,
    Go,
    Identity,
    Info,
    IsReady,
    OptionOffer,
    Quit,
    ReadyOk,
    SetOption,
    StopSearch,
    Ugi,
    UgiAnswer,
    UgiNewGame,
    UgiOk,
    UgiOptionType,
    Unit,
    position_of,
    printed_label,
)
from hyperoxo.ugi.process import EngineFailure, EngineProcess

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Board
    from hyperoxo.game import JSON, Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.ugi.messages import Score, UgiCommand
    from hyperoxo.ugi.process import EngineCommand, Timeouts

_NO_VALUE = ("", "?")
_POINTS = f"{Unit.POINTS.value} "
"""Before an estimate in points, as the engine wrote it."""
_REMARK = re.compile(r'says "(?P<remark>.*)"')
"""An `info string` with a remark to the opponent."""
_MAX_REASONS_CHARACTERS = 8_000
"""The most characters of JSON reasons that are kept for a move; a game has up to 256 moves, and a record 4 MiB."""
_MAX_TEXT_CHARACTERS = 1_000
"""The most characters of an `info string` that are kept."""


@dataclass(frozen=True, slots=True)
class EngineReasons(Reasons):
    """The info of an engine's last search.

    Attributes:
        value: the value that it gives the position: `W3` and the like are claims, `~12` and `cp 12` are estimates.
        points: the points of its last score, if that was an estimate.
        depth: plies looked ahead.
        nodes: positions searched.
        line: cells of its best line, up to the first word that is no cell.
        text: its last `info string`.
        reasons: its reasons as it sent them in JSON; None without any, or if they are too large for a record.
        remark: its remark to the opponent.
    """

    value: str = ""
    points: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[int, ...] = ()
    text: str = ""
    reasons: dict[str, JSON] | None = None
    remark: str = ""

    def updated(self, info: Info, board: Board) -> EngineReasons:
        """Return these reasons with the content of one more `info` line."""
        said = info.string[:_MAX_TEXT_CHARACTERS]
        remark = _REMARK.fullmatch(said)
        value = printed_label(info.value) if info.value else _label(info.score) if info.score else ""
        return EngineReasons(
            value=self.value if value in _NO_VALUE else value,
            points=self.points if info.score is None else info.score.number if info.score.unit is Unit.POINTS else None,
            depth=self.depth if info.depth is None else info.depth,
            nodes=self.nodes if info.nodes is None else info.nodes,
            line=_cells(info.pv[: len(board)], board) or self.line,
            text=self.text if remark or not said else said,
            reasons=self.reasons if info.reasons is None else _storable(info.reasons),
            remark=remark["remark"] if remark else self.remark,
        )

    @property
    def label(self) -> str | None:
        """The value as a user interface may print it: `claims W3`, `guesses ~12`, or `guesses cp 12`."""
        if not self.value:
            return None
        return f"{'guesses' if self._is_estimate else 'claims'} {shortened(self.value, 20)}"

    @property
    def _is_estimate(self) -> bool:
        return self.value.startswith(("~", _POINTS))

    @property
    def progress(self) -> Progress:
        """These reasons as progress of the search."""
        return Progress(self.depth, self.nodes, self.label, self.line, self.text, self.points)

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - the same on every board
        """Return the engine's own text, then its claim with depth and nodes."""
        facts = (
            self.label,
            None if self.depth is None else f"depth {self.depth}",
            None if self.nodes is None else f"{self.nodes:,} nodes",
        )
        text, known = shortened(self.text, _MAX_TEXT_CHARACTERS), ", ".join(filter(None, facts))
        return f"{text} ({known})" if text and known else text or known

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the reasons as JSON; a `claim` is a value that the engine calls certain, an `estimate` is a guess."""
        facts: dict[str, JSON] = {
            "estimate" if self._is_estimate else "claim": self.value or None,
            "depth": self.depth,
            "nodes": self.nodes,
            "line": [board.name(cell) for cell in self.line] or None,
            "text": self.text or None,
            "reasons": self.reasons,
        }
        return {key: fact for key, fact in facts.items() if fact is not None}


NO_REASONS = EngineReasons()


def _storable(reasons: dict[str, JSON]) -> dict[str, JSON] | None:
    """Return reasons that a record can hold beside every move, None for longer or deeper ones.

    There they stand inside our own reasons, one level deeper.
    """
    try:
        return reasons if len(write_json(reasons, nesting=MAX_NESTING - 1)) <= _MAX_REASONS_CHARACTERS else None
    except InputError:
        return None


def _label(score: Score) -> str:
    """Return a score as a label: `cp 12` for points, `W3` for a win with the second move of the winner."""
    if score.unit is Unit.POINTS:
        return f"{_POINTS}{score.number}"
    bound = "" if score.bound is None else "≤" if (score.bound is Bound.LOWER) == (score.number > 0) else "≥"
    return f"W{bound}{2 * score.number - 1}" if score.number > 0 else f"L{bound}{-2 * score.number}"


def _cells(names: tuple[str, ...], board: Board) -> tuple[int, ...]:
    """Return the cells of a line, up to the first word that is no cell."""
    cells = []
    for name in names:
        try:
            cells.append(board.cell(name))
        except CellError:
            break
    return tuple(cells)


A = typing.TypeVar("A", bound=UgiAnswer)

_MAX_ERROR_CHARACTERS = 300
_CELL = re.compile(r"[0-9]+(\.[0-9]+)*")


class EngineClient:
    """A started engine that has introduced itself.

    Attributes:
        name: its `id name`; empty without one.
        offers: its options by their names in lower case, in the order in which it sent them.
        is_idle: whether it has executed all commands, so that it can take others.
    """

    def __init__(self, command: EngineCommand, timeouts: Timeouts) -> None:
        self.command = command
        self.name = ""
        self.offers: dict[str, OptionOffer] = {}
        self.timeouts = timeouts
        self.is_idle = False
        self._last_unknown = ""
        self._error = ""
        self._process = EngineProcess(command.words, timeouts.draining, command.name)
        try:
            self._send(Ugi())
            self._wait_for(UgiOk, timeouts.start, self._note_identity)
            settings = [self._setting(name, value) for name, value in command.settings]
            for setting in settings:
                self._send(setting)
            self._make_ready()
            self._check_settings()
            self.is_idle = True
        except BaseException:
            self.close()
            raise

    def _check_settings(self) -> None:
        if self._error:
            raise PlayerError(" ".join(self.command.words), f"the engine refuses an option ({self._error})")

    def begin(self, board: Board, seed: int) -> None:
        """Announce a game to the engine."""
        self.is_idle = False
        offer = self.offers.get(BOARD_OPTION.casefold())
        if offer is not None and (not offer.choices or str(board) in offer.choices):
            self._send(SetOption(BOARD_OPTION, str(board)))
        elif offer is not None:
            raise self._refusal(board, f"its boards are {', '.join(offer.choices)}")
        elif str(board) != DEFAULT_BOARD:
            raise self._refusal(board, f"it has no option {BOARD_OPTION}, so it plays {DEFAULT_BOARD} only")
        seed_offer = self.offers.get(SEED_OPTION.casefold())
        if seed_offer is not None and seed_offer.type in {UgiOptionType.SPIN, UgiOptionType.STRING}:
            self._send(SetOption(SEED_OPTION, str(_within(seed, seed_offer))))
        self._send(UgiNewGame())
        self._make_ready()
        self.is_idle = True
        if self._error:
            raise self._refusal(board, self._error)

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision | None:
        """Return the engine's decision; None if `control` was cancelled and the engine gave no move after `stop`."""
        board = game.board
        self.is_idle = False
        self._send(position_of(game))
        if not self._make_ready(lambda: control.cancelled):
            return None
        if self._error:
            raise EngineFailure(Ending.CRASH, f"it refuses the position ({self._error})")
        reasons = NO_REASONS

        def on_answer(answer: UgiAnswer) -> None:
            nonlocal reasons
            if isinstance(answer, Info):
                self._note_error(answer)
                reasons = reasons.updated(answer, board)
                control.report(reasons.progress)

        go, seconds = self._go_command(limits, SIDES.index(game.to_move))
        self._send(go)
        silence = self.timeouts.silence if limits.silence is None else limits.silence or math.inf
        if seconds is None:
            best = self._receive(BestMove, silence, on_answer, lambda: control.cancelled, IsReady().text)
        else:
            best = self._receive(BestMove, seconds, on_answer, lambda: control.cancelled)
        if best is None and control.cancelled:
            self._send(StopSearch())
            best = self._receive(BestMove, self.timeouts.stop, on_answer)
            if best is None:
                return None
        if best is None and seconds is None:
            raise self._timed_out(f"it wrote no line for {silence:g} s, nor in {silence:g} s after isready")
        if best is None:
            raise self._timed_out(f"it gave no bestmove within {seconds:g} s")
        self.is_idle = True
        return self._decision(best.move, game, reasons)

    def _go_command(self, limits: Limits, mover: int) -> tuple[Go, float | None]:
        """Return the `go`, and the seconds to wait for its answer; None if no time bounds it.

        Args:
            limits: the bounds of the decision.
            mover: the side to move: 0 for the first player, 1 for the second.
        """
        timeouts = self.timeouts
        seconds = limits.seconds
        if replace(limits, silence=None) == NO_LIMITS:
            seconds = timeouts.thought
        movetime = None if seconds is None else max(1, round(min(seconds * 1000, MAX_NUMBER)))
        nodes, depth = (bound if bound is None else min(bound, MAX_NUMBER) for bound in (limits.nodes, limits.depth))
        go = Go(movetime=movetime, nodes=nodes, depth=depth)
        bounds = [] if seconds is None else [seconds]
        if limits.clocks is not None:
            first, second = limits.clocks
            go = replace(
                go,
                p1time=_milliseconds(first.left),
                p2time=_milliseconds(second.left),
                p1inc=_milliseconds(first.increment),
                p2inc=_milliseconds(second.increment),
            )
            bounds.append(max(limits.clocks[mover].left, 0))
        return go, min(bounds) + timeouts.margin if bounds else None

    def _decision(self, move: str, game: Game, reasons: EngineReasons) -> Decision:
        if move in NOT_MOVES:
            return Stop(NOT_MOVES[move], reasons, reasons.remark)
        if move == NO_ANSWER:
            why = f" ({self._error})" if self._error else ""
            return Forfeit(Ending.CRASH, f"it did not search{why}", reasons)
        try:
            cell = game.board.cell(move)
        except CellError as error:
            if _CELL.fullmatch(move):
                return Forfeit(Ending.ILLEGAL_MOVE, f"it chose a cell that is not on the board: {error}", reasons)
            return Forfeit(Ending.CRASH, f"it chose {shortened(move)}, which is no cell", reasons)
        if (stone := game.position.stone(cell)) is not None:
            return Forfeit(Ending.ILLEGAL_MOVE, f"it chose {move}, which {stone.upper()} has taken", reasons)
        return Play(cell, reasons, reasons.remark)

    # ---- Lines ----

    def _send(self, command: UgiCommand) -> None:
        self._process.send(command.text, self.timeouts.ready)

    def _make_ready(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Wait until the engine has executed all commands; return false if `is_stopped` ended the wait."""
        self._error = ""
        self._send(IsReady())
        return self._wait_for(ReadyOk, self.timeouts.ready, self._note_error, is_stopped)

    def _note_identity(self, answer: UgiAnswer) -> None:
        if isinstance(answer, Identity) and answer.what == "name":
            self.name = answer.value
        elif isinstance(answer, OptionOffer):
            self.offers[answer.name.casefold()] = answer

    def _note_error(self, answer: UgiAnswer) -> None:
        if isinstance(answer, Info) and answer.string.startswith(ERROR):
            self._error = shortened(answer.string.removeprefix(ERROR), _MAX_ERROR_CHARACTERS)

    def _wait_for(
        self,
        wanted: type[UgiAnswer],
        seconds: float,
        on_answer: Callable[[UgiAnswer], None],
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Wait for an answer that must come; return false if `is_stopped` ended the wait."""
        if self._receive(wanted, seconds, on_answer, is_stopped) is not None:
            return True
        if is_stopped():
            return False
        raise self._timed_out(f"it did not say {_NAMES[wanted]} within {seconds:g} s")

    def _receive(
        self,
        wanted: type[A],
        seconds: float,
        on_answer: Callable[[UgiAnswer], None],
        is_stopped: Callable[[], bool] = lambda: False,
        probe: str = "",
    ) -> A | None:
        """Return the next answer of a type, None after a timeout; pass earlier answers to `on_answer`."""
        self._last_unknown = ""
        for line, answer in self._process.answers(seconds, is_stopped, probe):
            if isinstance(answer, wanted):
                return answer
            if isinstance(answer, BestMove):
                raise EngineFailure(Ending.CRASH, f"it sent {shortened(line)} without a go")
            if not isinstance(answer, ProtocolError):
                on_answer(answer)
            elif line.split(maxsplit=1)[:1] == [_NAMES[BestMove]]:
                raise EngineFailure(Ending.CRASH, f"it answered {answer}")
            else:  # what the protocol does not define, such as a greeting
                self._last_unknown = line or self._last_unknown
        return None

    def _timed_out(self, text: str) -> EngineFailure:
        said = f"; it said {shortened(self._last_unknown)}" if self._last_unknown else ""
        return self._process.failure(Ending.TIME, f"{text}{said}")

    def _setting(self, name: str, value: str) -> SetOption:
        """Return the command that sets an option to the typed value."""
        offer = self.offers.get(name.casefold())
        if offer is None:
            names = ", ".join(offered.name for offered in self.offers.values())
            known = f"its options are {names}" if names else "it has no options"
            raise PlayerError(name, f"the engine {self._display_name} has no such option", known)
        try:
            return SetOption(offer.name, _checked(value, offer))
        except ValueError as error:
            raise PlayerError(
                f"{name}={value}", f"the engine {self._display_name} does not take this ({error})"
            ) from None

    @property
    def _display_name(self) -> str:
        return self.name or self.command.words[0]

    def _refusal(self, board: Board, why: str) -> PlayerError:
        return PlayerError(f"ugi:{' '.join(self.command.words)}", f"the engine does not play {board} ({why})")

    def close(self) -> None:
        """End the engine and all its processes, and wait for that."""
        if self.is_idle:
            self.is_idle = False
            with suppress(EngineFailure):
                self._send(Quit())
                self._process.close(self.timeouts.quit)
        self._process.close()


def _milliseconds(seconds: float) -> int:
    """Return seconds as the protocol writes them, none for a clock that has run out."""
    return max(0, round(seconds * 1000))


_NAMES: dict[type[UgiAnswer], str] = {UgiOk: UgiOk().text, ReadyOk: ReadyOk().text, BestMove: "bestmove"}


def _within(seed: int, offer: OptionOffer) -> int:
    """Map a seed to the range of the option."""
    least = 0 if offer.minimum is None else offer.minimum
    if offer.maximum is None or offer.maximum < least:
        return max(seed, least)
    return least + (seed - least) % (offer.maximum - least + 1)


def _checked(value: str, offer: OptionOffer) -> str | None:
    """Return a value that the option takes; None, for no value, if it is a button."""
    if offer.type is UgiOptionType.BUTTON and value:
        raise ValueError("a button takes no value")
    if offer.type is UgiOptionType.CHECK and value not in {"true", "false"}:
        raise ValueError("it takes true or false")
    if offer.type is UgiOptionType.COMBO and value not in offer.choices:
        raise ValueError(f"it takes {' or '.join(offer.choices)}")
    if offer.type is UgiOptionType.SPIN:
        least, most = offer.minimum, offer.maximum
        number = read_integer(value, -MAX_NUMBER, MAX_NUMBER)
        if number is None or (least is not None and number < least) or (most is not None and number > most):
            raise ValueError(f"it takes a whole number from {least} to {most}")
    if value == EMPTY or value != value.strip(" "):
        raise ValueError(f"it takes a text without spaces at its ends, and not {EMPTY}")
    return None if offer.type is UgiOptionType.BUTTON else value
