"""The IBM 1620's program as a player: options, session at one seat, final remark, and the errata of its page."""

from __future__ import annotations

import operator
import typing

from hyperoxo.game import Ending, Game
from hyperoxo.players.decision import Decision, FinalRemark, Intent, Play, Stop
from hyperoxo.players.errata import Erratum
from hyperoxo.players.historic.ibm1620.levels import calculated_move, reasons_for
from hyperoxo.players.historic.ibm1620.reasons import EndReasons, Remarks, Situation, Via
from hyperoxo.players.historic.ibm1620.tables import MACHINE, PERSON, Record, drawn_rows, fixed_rows, members
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Session
from hyperoxo.players.stream import Stream
from hyperoxo.seeds import derived_seed

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side

ERRATA = (
    Erratum(
        "marked-rows",
        "the paragraphs on levels 8 and 9",
        "The spots that level 7 has marked are said to be in rows with two machine moves.",
        "They are in rows with two of the person's moves: this is the row-sum of level 7, 02, and its paragraph says "
        "so.",
        "None: the strategy table is right.",
    ),
    Erratum(
        "level-9-purpose",
        "the paragraph on level 9",
        "The move is said to set up the situation of level 5.",
        "This is what level 6 does. The move at level 9 prevents it.",
        "None: the rule of level 9, the first intersection of the row, is not affected.",
    ),
    Erratum(
        "first-table",
        "the paragraph on level 4",
        "The Intersection Table is initialized before level 1; the definitions have it before the levels that use "
        "Routine One.",
        "It is the same, since levels 1 to 3 do not use the table.",
        "None.",
    ),
)


_LEFT_OUT = {"none": frozenset[int](), "6": frozenset({6}), "9": frozenset({9}), "both": frozenset({6, 9})}


class Ibm1620(Session):
    """The machine at one seat of one game.

    Args:
        board: 4x4x4, or 4x4x4x4 for the 4D version.
        seat: the side that the machine holds; the other is the person.
        seed: where the moves of levels 11 and 12, a random row order, random candidates and the remarks come from,
            each by a stream of its own.
        rules: `extended`, or `1620` to stop when level 11 finds no open spot.
        pairs: `inside-first` or `outside-first`, the processing order within a row.
        row_order: `fixed`, or `random` for an order drawn from the seed.
        row_shuffle: which fixed order; 0 is the documented one.
        candidates: `last`, or `any` to choose among all that level 6 or 9 found.
        leave_out: `none`, `6`, `9` or `both`: levels to skip.
    """

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        rules: str,
        pairs: str,
        row_order: str,
        row_shuffle: int,
        candidates: str,
        leave_out: str,
    ) -> None:
        super().__init__(board, seat, seed)
        self._extended = rules == "extended"
        self._left_out = _LEFT_OUT[leave_out]
        self._random = Stream(derived_seed(seed, "moves"))
        self._draws_candidates = candidates == "any"
        self._remarks = Remarks(derived_seed(seed, "remarks"))
        if row_order == "random":
            self._rows = drawn_rows(board, pairs, derived_seed(seed, "rows"))
        else:
            self._rows = fixed_rows(board, pairs, row_shuffle)
        self._record = Record(self._rows)
        self._start = board.empty()
        self._moves: tuple[int, ...] = ()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it is done at once
        """Go through the levels and move, or stop where the 1620's own rules end the game."""
        self._follow(game)
        record = self._record
        keep = self._random.choice if self._draws_candidates else operator.itemgetter(-1)
        reasons = calculated_move(record, leave_out=self._left_out, keep=keep)
        if reasons and reasons.find:
            return Play(reasons.find.spot, reasons, self._remarks.on(_SITUATIONS[reasons.via or reasons.level]))
        if diagonal := members(record.open & self._rows.diagonal):
            situation = Situation.WANDERING if any(record.with_sum[MACHINE:]) else Situation.OPENING
            return Play(self._random.choice(diagonal), reasons_for(record, 11), self._remarks.on(situation))
        if self._extended:
            spot = self._random.choice(members(record.open))
            return Play(spot, reasons_for(record, 12), self._remarks.on(Situation.FILLING))
        return Stop(Intent.OWN_RULES, _STOPPED, self._remarks.on(Situation.STUCK))

    def final_remark(self, game: Game) -> FinalRemark | None:
        """Return the winner (level 1 or 2) or a tie as a remark; none for an abandoned game."""
        result = game.result
        if result is None or result.ending is Ending.ABANDONED:
            return None
        if result.winner is None:
            return self._remark_on_draw(result.ending)
        won = result.winner == self.seat
        remark = self._remarks.on(Situation.WON if won else Situation.LOST)
        if result.ending is not Ending.LINE:
            return FinalRemark(remark=remark)
        lines = tuple(game.board.lines[line] for line in game.position.completed_lines())
        level, rule = (2, "the machine has completed a row and won") if won else (1, "the person has four in a row")
        return FinalRemark(EndReasons(level, rule, lines), remark)

    def _remark_on_draw(self, ending: Ending) -> FinalRemark:
        if ending is Ending.FULL_BOARD:
            return FinalRemark(_FULL if self._extended else _STOPPED, self._remarks.on(Situation.TIED))
        if ending is Ending.OWN_RULES and not self._extended:
            return FinalRemark(_STOPPED, self._remarks.on(Situation.STUCK))
        return FinalRemark(remark=self._remarks.on(Situation.TIED))

    def _follow(self, game: Game) -> None:
        """Bring the record up to the game as it is: enter the moves made since, or start again after an undo."""
        known, moves = len(self._moves), game.moves
        if game.start != self._start or moves[:known] != self._moves:
            known, self._start, self._record = 0, game.start, Record(self._rows)
            for side, spots in (("x", game.start.x), ("o", game.start.o)):
                for spot in spots:
                    self._record.enter(spot, MACHINE if side == self.seat else PERSON)
        machine_starts = self._start.to_move == self.seat
        for ply in range(known, len(moves)):
            self._record.enter(moves[ply], MACHINE if (ply % 2 == 0) == machine_starts else PERSON)
        self._moves = moves


_SITUATIONS: dict[int | Via, Situation] = {
    2: Situation.WINNING,
    3: Situation.BLOCKING,
    4: Situation.TRAP,
    5: Situation.FORCING,
    7: Situation.SPOILING,
    8: Situation.SPOILING,
    "6MOV": Situation.SCHEMING,
    "9MOV": Situation.GUARDING,
    "held": Situation.BUILDING,
}

_STOPPED = EndReasons(11, "nothing to build on, and the major diagonals are full: the 1620's rules end the game")
_FULL = EndReasons(12, "no open spot is left: a tie")


KIND = PlayerKind(
    name="ibm1620",
    summary="builds two-way traps, and stops yours, in levels (3D and 4D)",
    session=Ibm1620,
    options=(
        Option(
            "rules",
            "extended",
            "extended: play on until the board is full; 1620: stop when there is nothing to build on and the major "
            "diagonals are full",
            choices=("extended", "1620"),
        ),
        Option(
            "pairs",
            "inside-first",
            "which two spots of a row are processed first",
            choices=("inside-first", "outside-first"),
        ),
        Option(
            "row-order",
            "fixed",
            "fixed: the same order of rows in every game; random: drawn from the seed",
            choices=("fixed", "random"),
        ),
        Option(
            "row-shuffle",
            0,
            "which fixed order: 0 is direction by direction, other numbers shuffle it",
            minimum=0,
        ),
        Option(
            "candidates",
            "last",
            "which candidate of level 6 or 9 is played: the last found, as in the original, or any",
            choices=("last", "any"),
        ),
        Option(
            "leave-out",
            "none",
            "levels that this seat skips, to measure what they are worth",
            choices=("none", "6", "9", "both"),
        ),
    ),
    program="3D Tic Tac Toe, IBM 1620 (found about 1966-7), later ported to OTHER-1",
    marks=("M", "P"),
    errata=ERRATA,
    boards=("4x4x4", "4x4x4x4"),
)
