"""Runs of a listing beside our player: a text, its repairs, its screen, and who moved where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from hyperoxo._core import Board, Position
from hyperoxo.errors import InputError, PlayerError, PositionError
from hyperoxo.game import Game
from hyperoxo.players import Control, Intent, Limits, Play, Stop, kind
from hyperoxo.players.historic import atari_st, fignition
from hyperoxo.sides import Side, other_side
from hyperoxo.text import read_integer
from listings.basic import Basic
from listings.forth import Forth
from listings.repairs import Dialect, Repair, chosen_repairs, repaired

if TYPE_CHECKING:
    from collections.abc import Iterable

    from listings.screen import Screen

_ENTER = "\r"


@dataclass(frozen=True, slots=True)
class ListingTurn:
    """A move of the listing, and what our player does there."""

    position: str
    """Before the move, with X to the player who began."""
    cell: str | None
    """The cell that the listing took; none if it took none."""
    player_cell: str | None
    """Our player's; none if it does not move."""
    agrees: bool
    """Whether the cell is our player's, or as good as that by its reasons."""


class ListingRun(ABC):
    """A run of a listing.

    Args:
        text: the listing.
        repair: names of repairs, or `all`.
        seed: of the random numbers.

    Attributes:
        waiting: whether it waits for an input; otherwise it has ended.
        turns: the moves since the last `give`.

    Raises:
        ListingError: the text is refused, or stops.
        InputError: a repair is unknown, or does not find its words.
    """

    name: ClassVar[str]
    """The exhibit."""
    board: ClassVar[Board]
    repairs: ClassVar[tuple[Repair, ...]]
    dialect: ClassVar[Dialect]
    corrects_play: ClassVar[str]
    """The repair with which the listing plays as our player does with `listing=corrected`."""
    machine: Forth | Basic

    def __init__(self, text: str, repair: Iterable[str] = (), *, seed: int = 0) -> None:
        chosen = chosen_repairs(self.repairs, repair)
        self.text = repaired(text, chosen, self.dialect)
        self.listing = "corrected" if self.corrects_play in {one.key for one in chosen} else "printed"
        self.turns: list[ListingTurn] = []
        self.waiting = False
        self.machine = self._machine(seed)
        self._stones: dict[int, str] = {}

    def begin(self) -> None:
        """Carry the listing on to its first input.

        Raises:
            ListingError: it stops.
        """
        self.waiting = self.machine.run()
        self._take_turn()

    def give(self, typed: str) -> None:
        """Give what a person types, and carry the listing on to the next input that is not given.

        Raises:
            ListingError: it stops.
            InputError: the run does not take this input.
        """
        self.turns = []
        for given in self.inputs(typed):
            if not self.waiting:
                break
            self._run(given)
            self._take_turn()

    @property
    def screen(self) -> Screen:
        """The screen."""
        return self.machine.screen

    @abstractmethod
    def stones(self) -> dict[int, str]:
        """Return whose stones are on the board, by cell: `program` or `person`."""

    @abstractmethod
    def inputs(self, typed: str) -> list[object]:
        """Return the inputs that a person typed."""

    @abstractmethod
    def _machine(self, seed: int) -> Forth | Basic: ...

    @abstractmethod
    def _run(self, given: object) -> None: ...

    def _take_turn(self) -> None:
        """Add the move that the listing has made, if there is one that our player can be asked for."""
        before, after = self._stones, self.stones()
        self._stones = after
        if not before.items() <= after.items():
            before = {}
        new = {
            who: [cell for cell in after.keys() - before.keys() if after[cell] == who] for who in ("program", "person")
        }
        if len(new["program"]) > 1 or len(new["person"]) > 1 or not (new["program"] or new["person"]):
            return
        held = {who: [cell for cell in after if after[cell] == who] for who in ("program", "person")}
        program = [cell for cell in held["program"] if cell not in new["program"]]
        seat: Side = "x" if len(program) == len(held["person"]) else "o"
        cells = {seat: program, other_side(seat): held["person"]}
        # A listing may break the rules, or begin where our player does not.
        with suppress(PositionError, PlayerError):
            position = Position(self.board, cells["x"], cells["o"], seat)
            if not position.is_over:
                self._compare(position, new["program"][0] if new["program"] else None)

    def _compare(self, position: Position, cell: int | None) -> None:
        player = kind(self.name).player(listing=self.listing)
        decision = player.start(self.board, position.to_move, 0).decide(Game(position), Limits(), Control())
        theirs = decision.cell if isinstance(decision, Play) else None
        alike = getattr(decision.reasons, "highest", ())
        # Any square begins a game, and any open one follows a draw that is refused.
        is_any = position.stones == 0 or (isinstance(decision, Stop) and decision.intent is Intent.OFFER_DRAW)
        name = self.board.name
        self.turns.append(
            ListingTurn(
                position.text,
                None if cell is None else name(cell),
                None if theirs is None else name(theirs),
                cell == theirs or cell in alike or (is_any and cell is not None),
            )
        )


class FignitionRun(ListingRun):
    """A run of a Forth listing, with keys."""

    name: ClassVar[str] = "fignition"
    board: ClassVar[Board] = fignition.BOARD
    dialect: ClassVar[Dialect] = Dialect(r"(?<!\S):\s+{}(?!\S)", r"(?<!\S);(?!\S)", r"\S")
    corrects_play: ClassVar[str] = "winning-square"
    repairs: ClassVar[tuple[Repair, ...]] = (
        Repair(
            "board-word", ". Board", ".brd", "", "the word that draws the board gets the name by which it is called"
        ),
        Repair("comment", "(val", "( val", "", "a space behind its bracket makes the comment one"),
        Repair("winning-square", "(x)", "brdRange (x)", "compPlay", "the winning X continues from 1 after 8"),
        Repair("key-9", "57", "56", "humPlay", "the key 9, which has no square, is ignored"),
        Repair("other-key", "dup until", "?dup until", "humPlay", "an ignored key leaves nothing on the stack"),
    )
    machine: Forth

    def stones(self) -> dict[int, str]:
        """Return what stands on the screen."""
        letters = {cell: self.screen.at(*self.place_of(cell)) for cell in range(self.board.size)}
        return {cell: {"X": "program", "O": "person"}[letter] for cell, letter in letters.items() if letter in "XO"}

    def inputs(self, typed: str) -> list[object]:
        """Return the keys, one by one; Enter alone is a key too."""
        return [*(typed or _ENTER)]

    def place_of(self, cell: int) -> tuple[int, int]:
        """Return the place of a square: every second column and row."""
        row, column = divmod(cell, 3)
        return 2 * column, 2 * row

    def _machine(self, seed: int) -> Forth:  # noqa: ARG002 - it draws no random numbers
        return Forth(self.text)

    def _run(self, given: object) -> None:
        self.waiting = self.machine.run(str(given))


class AtariStRun(ListingRun):
    """A run of a BASIC listing, with clicks."""

    name: ClassVar[str] = "atari-st"
    board: ClassVar[Board] = atari_st.BOARD
    dialect: ClassVar[Dialect] = Dialect(r"^[ \t]*{}(?!\d)", r"^[ \t]*\d", r"[\w$]")
    corrects_play: ClassVar[str] = "declared-draw"
    repairs: ClassVar[tuple[Repair, ...]] = (
        Repair(
            "declared-draw",
            "v(i)>h",
            "v(i)-9*b(i)>h+(s=0)",
            "340",
            "a game is drawn only on a full board: without points, the first open square is played",
        ),
        Repair("draw-squares", "goto 460", "goto 500", "360", "a drawn game leaves the pieces on squares 1 to 4"),
    )
    machine: Basic

    def stones(self) -> dict[int, str]:
        """Return what stands in the listing's array b."""
        array = self.machine.store.arrays.get("b")
        pieces = array.elements[1:] if array is not None and len(array.elements) == self.board.size + 1 else []
        names = {atari_st.COMPUTER_PIECE: "program", atari_st.HUMAN_PIECE: "person"}
        return {cell: names[int(piece)] for cell, piece in enumerate(pieces) if piece in names}

    def inputs(self, typed: str) -> list[object]:
        """Return the click on a cell, a square from 1 to 64, or a column and a row; nothing typed is the corner."""
        words = typed.split() or ["0", "0"]
        if len(words) == 2 and all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
            return [(int(words[0]), int(words[1]))]
        if len(words) == 1:
            square = read_integer(words[0], 1, self.board.size)
            return [self.place_of(self.board.cell(words[0]) if square is None else square - 1)]
        raise InputError(typed, "not a click", "type a cell such as 231, a square from 1 to 64, or a column and a row")

    def place_of(self, cell: int) -> tuple[int, int]:
        """Return the place of a square's letter."""
        return atari_st.place_on_screen(cell)

    def _machine(self, seed: int) -> Basic:
        return Basic(self.text, seed)

    def _run(self, given: object) -> None:
        self.waiting = self.machine.run(cast("tuple[int, int]", given))


RUNS: dict[str, type[ListingRun]] = {run.name: run for run in (AtariStRun, FignitionRun)}
"""What runs a listing, by exhibit."""
