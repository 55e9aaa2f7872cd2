"""3-D Tic-Tac-Toe for the Atari ST (David Bohlke, COMPUTE! 76, September 1986): a value for every empty square.

The program does not look ahead. Four squares in a row are a combination; one that holds pieces of one side only is
worth points, by the table of the article, and an empty square is worth the sum over the combinations through it. The
square of the highest value is played. Because values are sums and not priorities, a square can outbid a win.

The words (square, piece, combination, value, points, H for the human, C for the computer) are the article's.
Its errata are `ERRATA`; what it leaves open is in docs/historic/atari-st.md.
"""

from __future__ import annotations

import random
import typing
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo._core import Board, Position
from hyperoxo.game import JSON, Ending, Game
from hyperoxo.players.decision import Decision, FinalRemark, Intent, Play, Reasons, Stop
from hyperoxo.players.errata import CORRECTED, PRINTED, Effect, Erratum, Replay, listing_option
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Session
from hyperoxo.players.stream import Stream
from hyperoxo.seeds import derived_seed

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side

BOARD = Board("4x4x4")

LINES = BOARD.lines
"""The 76 combinations, each as its squares."""

HUMAN_PIECE = 1
COMPUTER_PIECE = 5
"""The value that a piece adds to a combination. No mixture of both sides has the sum of one side only, so the sum over
four squares determines the number of each."""

COMBINATIONS: Mapping[str, int] = MappingProxyType(
    {
        "hhh": 3 * HUMAN_PIECE,
        "hh": 2 * HUMAN_PIECE,
        "h": HUMAN_PIECE,
        "ccc": 3 * COMPUTER_PIECE,
        "cc": 2 * COMPUTER_PIECE,
        "c": COMPUTER_PIECE,
    }
)
"""The combinations that are worth points, by option name; mixed ones and empty ones never are."""

_BALANCED = {"hhh": 33, "hh": 5, "h": 2, "ccc": 77, "cc": 6, "c": 1}

PRESETS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "balanced": _BALANCED,
        "aggressive": _BALANCED | {"cc": 8, "c": 3},
        "cautious": _BALANCED | {"hh": 7, "h": 4},
    }
)
"""Points by combination. Balanced are the article's; the others raise the lines that it names by two points each, the
larger of the changes ("one or two points") that it says make a difference."""

REPLACEMENT_CHANCE = 0.3
"""The probability that a square replaces one of equal value that was found before it."""


def pattern(combination: str) -> str:
    """Return a combination as the article's table draws it, blanks last: `cc` is `CC__`."""
    return combination.upper().ljust(BOARD.line_length, "_")


def combination_values(position: Position, computer: Side) -> list[int]:
    """Return the value of every combination (in the order of `Board.lines`): the sum of the pieces on its squares."""
    pieces = [0] * len(position.board)
    for squares, piece in (
        (position.x, COMPUTER_PIECE if computer == "x" else HUMAN_PIECE),
        (position.o, COMPUTER_PIECE if computer == "o" else HUMAN_PIECE),
    ):
        for square in squares:
            pieces[square] = piece
    return [pieces[a] + pieces[b] + pieces[c] + pieces[d] for a, b, c, d in LINES]


def place_on_screen(square: int) -> tuple[int, int]:
    """Return the column and the line at which the listing prints the letter of a square, which is numbered from 0.

    A tier is four lines high; each lower one stands four columns further left, and each row one further right.
    """
    tier, rest = divmod(square, 16)
    row, column = divmod(rest, 4)
    return (4 - tier) * 4 + row + 3 * column + 2, 4 * tier + row + 1


@dataclass(frozen=True, slots=True)
class Term:
    """What one combination adds to the value of a square: `CC__`, 6 points."""

    pattern: str
    points: int


@dataclass(frozen=True, slots=True)
class AtariStReasons(Reasons):
    """The value of every empty square, and how one of them was chosen.

    Attributes:
        rule: what decided: `highest value`, `first move at random`, `no square has points` or `the draw was refused`.
        values: points by empty square.
        terms: what the value of the chosen square is the sum of, most points first.
        highest: the squares that share the highest value, ascending; empty where no square has points.
    """

    rule: str
    values: Mapping[int, int]
    terms: tuple[Term, ...] = ()
    highest: tuple[int, ...] = ()

    def sentence(self, board: Board) -> str:
        """Return the rule, the sum, and the squares that share the value."""
        if not self.terms:
            return self.rule
        total = sum(term.points for term in self.terms)
        parts = " + ".join(f"{term.points} {term.pattern}" for term in self.terms)
        shared = f"; {len(self.highest)} squares share it: {board.names(self.highest)}" if len(self.highest) > 1 else ""
        return f"{self.rule}, {total} points = {parts}{shared}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `rule`, `values` (points by cell), `highest` (cells), and `terms` (pattern and points of each)."""
        return {
            "rule": self.rule,
            "values": {board.name(square): points for square, points in self.values.items()},
            "highest": [board.name(square) for square in self.highest],
            "terms": [{"pattern": term.pattern, "points": term.points} for term in self.terms],
        }

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - cells are known by index
        """Return the value of every empty square."""
        return {square: str(points) for square, points in self.values.items()}


class AtariStSession(Session):
    """One game against the Atari ST.

    Args:
        board: 4x4x4.
        seat: the side that the computer holds.
        seed: the source of the first move and of the choices among equal squares.
        preset: a name in `PRESETS`.
        listing: `corrected`, or `printed` to end the game where a draw would be offered.
        points: points by combination (a name in `COMBINATIONS`), each instead of the preset's unless None.
    """

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        preset: str = "balanced",
        listing: str = CORRECTED,
        **points: int | None,
    ) -> None:
        super().__init__(board, seat, seed)
        given = {name: number for name, number in points.items() if number is not None}
        chosen = {**PRESETS[preset], **given}
        self._terms = {COMBINATIONS[name]: Term(pattern(name), number) for name, number in chosen.items()}
        self._as_printed = listing == PRINTED
        self._random = Stream(seed)

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it answers at once
        """Play the empty square of the highest value, the first move of a game at random.

        When no empty square has points, a draw is offered (or declared, as printed), whatever squares are still open.
        """
        position = game.position
        combinations = combination_values(position, self.seat)
        values = self.values(position, combinations)
        if position.stones == 0:
            return Play(self._random.choice(list(values)), AtariStReasons("first move at random", values))
        chosen = self._choice(values)
        if chosen is None:
            reasons = AtariStReasons("no square has points", values)
            if self._as_printed:
                return Stop(Intent.OWN_RULES, reasons, "DRAW game")
            return Stop(Intent.OFFER_DRAW, reasons, "Nothing left is worth a point. A draw?")
        return Play(
            chosen,
            AtariStReasons(
                "highest value",
                values,
                self._terms_of(chosen, combinations),
                tuple(square for square, points in values.items() if points == values[chosen]),
            ),
        )

    def values(self, position: Position, combinations: Iterable[int]) -> dict[int, int]:
        """Return points by empty square, ascending: the sum over the combinations through it."""
        values = dict.fromkeys(position.empty_cells(), 0)
        for squares, combination in zip(LINES, combinations, strict=True):
            term = self._terms.get(combination)
            if term is not None:
                for square in squares:
                    if square in values:
                        values[square] += term.points
        return values

    def final_remark(self, game: Game) -> FinalRemark | None:
        """Return the winner, from the computer's seat."""
        result = game.result
        if result is None or result.ending is Ending.ABANDONED:
            return None
        if result.winner is None:
            return FinalRemark(remark="DRAW game")
        return FinalRemark(remark="Computer WINS" if result.winner == self.seat else "You WIN")

    def _choice(self, values: Mapping[int, int]) -> int | None:
        """Scan upward for the highest value above 0; an equal square sometimes replaces the one found before."""
        chosen, highest = None, 0
        for square, points in values.items():
            if points > highest:
                chosen, highest = square, points
            elif points == highest > 0 and self._random.random() < REPLACEMENT_CHANCE:
                chosen = square
        return chosen

    def _terms_of(self, square: int, combinations: list[int]) -> tuple[Term, ...]:
        through = (combinations[line] for line in self.board.lines_through(square))
        terms = (self._terms[combination] for combination in through if combination in self._terms)
        return tuple(sorted(terms, key=lambda term: -term.points))


class RefusedSession(Session):
    """The turn of the Atari ST after its draw was refused: any open square. This is ours: the listing has ended."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it answers at once
        """Play an open square, which depends on the seed and the ply alone."""
        squares = game.position.empty_cells()
        rule = "the draw was refused: any open square, which is an addition to the listing"
        chosen = random.Random(derived_seed(self.seed, str(game.ply))).choice(squares)
        return Play(chosen, AtariStReasons(rule, dict.fromkeys(squares, 0)))


def _points_option(combination: str) -> Option:
    balanced = PRESETS["balanced"][combination]
    others = [f", {name} {points[combination]}" for name, points in PRESETS.items() if points[combination] != balanced]
    return Option(
        combination,
        None,
        f"points for each line {pattern(combination)}, in any order; "
        f"unset, they are the preset's (balanced {balanced}{''.join(others)})",
        minimum=0,
        unset_type=int,
    )


OPTIONS = (
    Option(
        "preset",
        "balanced",
        "the article's points, or two more each for lines with only one or two pieces, "
        "the computer's (aggressive) or the human's (cautious)",
        choices=tuple(PRESETS),
    ),
    *map(_points_option, COMBINATIONS),
    listing_option("a draw is declared, not offered, when no square has points"),
)

_DRAWN_EARLY = BOARD.moves("212 242 343 313 342 341 311 243 241 211 213 312 314 214 244 344")
"""A game of the program against itself, with seed 1145, after which no square has points."""

_DRAWN_LATER = BOARD.moves(
    "122 422 442 112 111 133 433 443 113 121 424 444 343 313 312 "
    "342 144 411 421 124 141 143 413 414 114 441 132 123 423 432"
)
"""The same with seed 1444: pieces stand on squares 1 to 4."""

ERRATA = (
    Erratum(
        "declared-draw",
        "listing, line 360",
        "The game is over and drawn as soon as no empty square is worth a point to the computer.",
        "A line without pieces is worth nothing, so either side may still complete one: the computer offers a draw, "
        "and if the human plays on, it plays any open square, which is an addition to the listing.",
        "The game ends as a draw by the program's own rules, while squares are open.",
        Effect.ENDS_GAME,
        Replay(
            "4x4x4",
            "x",
            tuple(BOARD.names(_DRAWN_EARLY).split()),
            erratum_ply=16,
            says="draw",
        ),
    ),
    Erratum(
        "endless-wait",
        "listing, lines 190 to 250 and 410 to 420",
        "A draw is noticed only in the computer's turn. If the computer fills the last square without a line, the "
        "program waits for a click on an empty square, but no square is empty.",
        "A full board without a line is a draw.",
        "None: on a full board the game is over here before anyone is asked.",
    ),
    Erratum(
        "draw-squares",
        "listing, lines 360 and 470",
        "A drawn game flashes a D on squares 1 to 4, over the pieces that stand there.",
        "No line is marked, and the pieces stay.",
        "The same D, once the game has ended as a draw by the program's own rules.",
        Effect.SCREEN,
        Replay(
            "4x4x4",
            "x",
            tuple(BOARD.names(_DRAWN_LATER).split()),
            erratum_ply=30,
            says="draw",
        ),
    ),
    Erratum(
        "value-array",
        "article, the paragraph on values",
        "Pieces are said to be kept as 5 and 1 in the array V( ).",
        "They are in the array b; v has the values of the empty squares.",
        "None: the listing is right.",
    ),
    Erratum(
        "one-line",
        "listing, line 540",
        "A completed line is written over the one found before it, so of several only the last flashes.",
        "All completed lines are marked.",
        "None: it was only on the screen.",
    ),
)


KIND = PlayerKind(
    "atari-st",
    "gives every empty square points for the lines through it and plays the highest",
    AtariStSession,
    OPTIONS,
    program="3-D Tic-Tac-Toe, Atari ST, 1986",
    marks=("C", "H"),
    errata=ERRATA,
    boards=("4x4x4",),
    after_refusal=RefusedSession,
)
