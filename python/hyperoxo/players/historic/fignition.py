"""The noughts and crosses of the FIGnition, a home-made computer of 8 KiB that speaks Forth: a ring and a table.

The squares are numbered round the board, and the centre, where the computer starts, is 0:

    1 | 2 | 3
    --+---+--       Opposite squares differ by 4, corners are odd and edges even, and turning the
    8 | 0 | 4       board only adds to every number. So one table for a person who answers on an edge
    --+---+--       and one for a corner are the whole book.
    7 | 6 | 5

Every move of the computer threatens the square opposite its last one. Leave that open and it wins there; take it,
and the table says how far along the ring to step. It was written for a museum's visitors, who always move second.

A position that this program cannot have brought about (a set-up, or moves that another player made for it) is not in
its book: it stops by its own rules. Positions are recognised by their stones alone, so undo and joining in are no
trouble.

The document announces a second version, in which the person may start and the computer can lose, and gives no rule for
it. `version=2` is ours: it plays by `RULE`, from either seat and in every position.
The document's errata are `ERRATA`; docs/historic/fignition.md says what was chosen.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo._core import Board, Position
from hyperoxo.game import JSON, Ending, Game
from hyperoxo.players.decision import Decision, FinalRemark, Forfeit, Intent, Play, Reasons, Stop
from hyperoxo.players.errata import CORRECTED, PRINTED, Effect, Erratum, Replay, ReplayStep, listing_option
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Refusal, Session, ignores_every_seed
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side

BOARD = Board("3x3")

RING = tuple(BOARD.moves("22 11 12 13 23 33 32 31 21"))
"""The cell of each square, by ring number."""

CENTRE = 0
LAST_SQUARE = 8
SECOND = 2
"""The version that is ours."""

TABLES: Mapping[str, tuple[int, ...]] = MappingProxyType({"edge": (1, 2, 7, 0), "corner": (1, 2, 3, 6)})
"""How far along the ring the computer steps from its last square (the first time from the person's), by what the person
answered on first, move by move. A step of 7 wins and one of 6 draws; the 0 is never reached."""

RULE = (
    "complete a line of mine",
    "block a line of yours",
    "take the centre, 0",
    "step round the ring from your last square to the first free one",
)
"""The second version, which is ours: the first line that gives a square decides."""


def around(square: int) -> int:
    """Return the ring number of `square`, counted on from 8 to 1."""
    return (square - 1) % 8 + 1


def opposite(square: int) -> int:
    """Return the ring number of the square across the centre."""
    return around(square + 4)


@dataclass(frozen=True, slots=True)
class RingState:
    """The state of the program between moves, all in ring numbers.

    Attributes:
        table: which table it plays by: `edge` or `corner`.
        entry: index of the step that is next in it.
        computer: the computer's last square; before it has one, the person's.
        person: the person's last square.
    """

    table: str
    entry: int
    computer: int
    person: int

    @property
    def blocked(self) -> bool:
        """Whether there is no win across the centre: the person took that square, or the game has only begun."""
        return self.entry == 0 or self.person == opposite(self.computer)


def ring_state(position: Position) -> RingState | None:
    """Return the state in which this program reached a position after its start, None if it cannot have reached it.

    Any of the person's stones may have been the first. It was, if stepping on from it gives exactly the computer's
    stones, and all but the last of the person's other stones stand opposite them, where they had to.
    """
    if position.stone(RING[CENTRE]) != "x":
        return None
    computer = {square for square in range(1, 9) if position.stone(RING[square]) == "x"}
    person = {square for square in range(1, 9) if position.stone(RING[square]) == "o"}
    entry = len(person) - 1
    for first in person:
        table = "corner" if first % 2 else "edge"
        squares = [first]
        for step in TABLES[table][:entry]:
            squares.append(around(squares[-1] + step))
        last = person - {first} - {opposite(square) for square in squares[1:-1]}
        if set(squares[1:]) == computer and len(last) == min(entry, 1):
            return RingState(table, entry, squares[-1], last.pop() if last else first)
    return None


@dataclass(frozen=True, slots=True)
class FignitionReasons(Reasons):
    """The rule that gave the square, and the table entry if it came from a table.

    Attributes:
        rule: `centre first`, `opposite square`, `step by the table` or `not in the book`.
        square: the ring number played, None if there is none; above 8 it is the printed listing's, and no square.
        ring_state: the state that the rule used, None before the person's first move and outside the book.
    """

    rule: str
    square: int | None = None
    ring_state: RingState | None = None

    @property
    def step(self) -> int | None:
        """How far the table said to step, None if another rule decided."""
        if self.ring_state is None or not self.ring_state.blocked:
            return None
        return TABLES[self.ring_state.table][self.ring_state.entry]

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - everything is said in ring numbers
        """Return the rule with its ring numbers."""
        now = self.ring_state
        if now is None:
            return self.rule
        if self.step is None:
            if self.square is not None and self.square > LAST_SQUARE:
                return f"{self.rule}: 4 on from {now.computer} is {self.square}, which is no square of the ring"
            return f"{self.rule}: {self.square} across from {now.computer}, which was left open"
        before = "yours" if now.entry == 0 else "mine, its opposite taken"
        steps = " ".join(map(str, TABLES[now.table]))
        return (
            f"{self.rule}: {self.step} on from {now.computer} ({before}) is {self.square}"
            f" (entry {now.entry + 1} of {steps}, for a first reply on {_WITH_ARTICLE[now.table]})"
        )

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - everything is said in ring numbers
        """Return `rule`; `square`, `computer` and `person` in ring numbers; `table`, `entry` (from 1) and `step`."""
        facts: dict[str, JSON] = {"rule": self.rule}
        if self.square is not None:
            facts["square"] = self.square
        if self.ring_state is not None:
            facts |= {"computer": self.ring_state.computer, "person": self.ring_state.person}
            if self.step is not None:
                facts |= {"table": self.ring_state.table, "entry": self.ring_state.entry + 1, "step": self.step}
        return facts

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - there is only one board
        """Return the ring number of every cell."""
        return {cell: str(square) for square, cell in enumerate(RING)}


@dataclass(frozen=True, slots=True)
class SecondVersionReasons(FignitionReasons):
    """The line of `RULE` that gave the square.

    Attributes:
        line: its number, from 1.
    """

    line: int = 1

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - everything is said in ring numbers
        """Return the line with its number, and the square."""
        return f"second version (ours), line {self.line} of {len(RULE)}: {self.rule}: {self.square}"

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - everything is said in ring numbers
        """Return `version`, `rule`, the number of its `line`, and `square` in ring numbers."""
        return {"version": 2, "rule": self.rule, "line": self.line, "square": self.square}


_WITH_ARTICLE = {"edge": "an edge", "corner": "a corner"}


class FignitionSession(Session):
    """One game against the FIGnition, which moves first.

    Args:
        board: 3x3.
        seat: the first; with the second version either.
        seed: not used; the program draws no random numbers.
        listing: `corrected`, or `printed` to leave the winning square unwrapped.
        version: 1, the document's, or 2, which is ours.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, listing: str = CORRECTED, version: int = 1) -> None:
        super().__init__(board, seat, seed)
        self._as_printed = listing == PRINTED
        self._is_second = version == SECOND

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it answers at once
        """Start in the centre; then win across the centre if the person allows it, otherwise step by the table."""
        position = game.position
        if self._is_second:
            square, line = second_version(game)
            return Play(RING[square], SecondVersionReasons(RULE[line - 1], square, line=line))
        if position.stones == 0:
            return Play(RING[CENTRE], FignitionReasons("centre first", CENTRE))
        now = ring_state(position)
        if now is None:
            remark = "My book does not know this position: I only know games that I began in the centre."
            return Stop(Intent.OWN_RULES, FignitionReasons("not in the book"), remark)
        if now.blocked:
            square = around(now.computer + TABLES[now.table][now.entry])
            return Play(RING[square], FignitionReasons("step by the table", square, now))
        if self._as_printed and now.computer + 4 > LAST_SQUARE:
            # It claims the win with the winning move from square 5 to 8.
            square = now.computer + 4
            text = (
                f"its winning X goes to {square}, which is no square: "
                f"the printed listing adds 4 to {now.computer} unwrapped"
            )
            return Forfeit(Ending.ILLEGAL_MOVE, text, FignitionReasons("opposite square", square, now), "I WIN!")
        square = opposite(now.computer)
        return Play(RING[square], FignitionReasons("opposite square", square, now))

    def final_remark(self, game: Game) -> FinalRemark | None:
        """Return its remark on a line or a full board; the document's version has none on a line of the person."""
        if game.position.winner == self.seat:
            return FinalRemark(remark="I WIN!")
        if self._is_second and game.position.winner is not None:
            return FinalRemark(remark="YOU WIN!")
        return FinalRemark(remark="DRAW!") if game.position.is_full else None


def second_version(game: Game) -> tuple[int, int]:
    """Return the square that `RULE` gives to the side to move, and the number of the line that gives it.

    Of several squares that complete or block, the lowest is taken. The ring is entered at 1 if the person's last square
    is the centre, or is not known because the game begins at this position.
    """
    position = game.position
    for line, side in enumerate((position.to_move, other_side(position.to_move)), 1):
        if squares := [RING.index(cell) for cell, _ in position.threats(side)]:
            return min(squares), line
    if not position.stone(RING[CENTRE]):
        return CENTRE, 3
    last = CENTRE if game.last_move is None else RING.index(game.last_move)
    steps = (around(last + step) for step in range(1, LAST_SQUARE + 1))
    return next(square for square in steps if not position.stone(RING[square])), 4


ERRATA = (
    Erratum(
        "winning-square",
        "listing, the word compPlay",
        "The winning square is the computer's last one plus 4, which is 9 to 12 from the squares 5 to 8.",
        "It continues from 1 after 8, as the step by the table does in the same word.",
        "The X is put on no square of the board. The listing draws it at a screen place that it reads from the bytes "
        "after its table, which the document does not determine, and says that it has won. Here the game ends as "
        "an illegal move.",
        Effect.ILLEGAL_MOVE,
        Replay(
            "3x3",
            "x",
            ("22", "23", "33", "12"),
            erratum_ply=4,
            steps=(
                ReplayStep("x", None, "5 plus 4 is 9: the X is on no square, and the screen says I WIN!", beside=True),
            ),
            corrected="11",
            says="win",
        ),
    ),
    Erratum(
        "key-9",
        "listing, the word humPlay",
        "The keys 1 to 9 are accepted.",
        "The squares are 1 to 8; the centre, 0, is the computer's.",
        "Nothing on this board stands for the key 9, so it can only be shown. The listing draws the O at a screen "
        "place that the document does not determine. The program counts round the ring, so it answers as if the O "
        "stood on 1.",
        Effect.OUTSIDE_PLAY,
        Replay(
            "3x3",
            "x",
            ("22",),
            erratum_ply=1,
            steps=(
                ReplayStep("o", None, "The person presses 9: the O is on no square.", beside=True),
                ReplayStep("x", "12", "1 on from 9 is 10, which is 2 on the ring."),
            ),
        ),
    ),
    Erratum(
        "other-key",
        "listing, the word humPlay",
        "A key outside 1 to 9 is ignored, but its 0 stays on Forth's stack, under the square that is typed next.",
        "Such a key has no effect.",
        "A move is typed by its cell here, so this can only be shown. From its second move on, the program takes the 0 "
        "for its own last square: it goes 4 on from it, to 4, and says that it has won, even if a stone stands there.",
        Effect.OUTSIDE_PLAY,
        Replay(
            "3x3",
            "x",
            ("22", "33", "32"),
            erratum_ply=3,
            steps=(
                ReplayStep("o", None, "The person presses a letter: no O appears, and a 0 stays on the stack."),
                ReplayStep("o", "12", "The person presses 2, which blocks."),
                ReplayStep("x", "23", "4 on from 0 is 4: without a line, the program says that it has won."),
            ),
            corrected="21",
            says="win",
        ),
    ),
    Erratum(
        "bullets",
        "text, the two points before the first compPlay",
        "The table is used if the person did not block, and the opposite square otherwise.",
        "It is the reverse, as in the listing: the opposite square if the person did not block, otherwise the table.",
        "None: the listing is right, and both settings follow it.",
    ),
    Erratum(
        "first-compplay",
        "text, the first printing of compPlay",
        "It copies one number of the stack where it needs two, ends in the middle, and wraps no square.",
        "The complete listing has the whole word.",
        "None: both settings follow the complete listing.",
    ),
    Erratum(
        "names",
        "listing, the words that draw the board",
        "The word init calls .brd, which no line defines; the word that draws the board is printed as two, . and "
        "Board. A comment lacks the space that Forth requires after its bracket.",
        "The word that draws the board is .brd.",
        "Forth would refuse the listing at these places, which have nothing to do with the play. Both settings read "
        "them as they are meant.",
    ),
)


def _refusal(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001 - one board
    if options["version"] == SECOND:
        reason = "its second version is ours, so it has no printed listing"
        return Refusal(reason, "leave one of the two options out") if options["listing"] == PRINTED else None
    return None if seat == "x" else Refusal("it always starts", "give it the first seat")


KIND = PlayerKind(
    "fignition",
    "starts in the centre of 3x3 and steps round the ring by a table of eight numbers; never loses",
    FignitionSession,
    (
        listing_option("the winning square does not wrap round the ring, and is then an illegal move"),
        Option(
            "version",
            1,
            f"2 is ours, not the document's: it takes either side, plays by a rule of {len(RULE)} lines, and can lose",
            minimum=1,
            maximum=SECOND,
        ),
    ),
    _refusal,
    program="oxo, FIGnition (Forth), 2011 or later",
    errata=ERRATA,
    boards=("3x3",),
    ignores_seed=ignores_every_seed,
)
