"""The program as a player: the formula that it follows, its reasons, its declaration, and the errata of the article.

Each erratum was found by checking a formula against the square.
"""

from __future__ import annotations

import random
import typing
from dataclasses import dataclass

from hyperoxo.game import JSON, Ending, Game
from hyperoxo.players.decision import Decision, Forfeit, Play, Reasons
from hyperoxo.players.errata import CORRECTED, PRINTED, Effect, Erratum, Replay, ReplayStep, listing_option
from hyperoxo.players.historic.magic_square.book import OPENINGS, follows_book, opening_formulas
from hyperoxo.players.historic.magic_square.numbers import NUMBERS, Formula, PairSum, by_sums, completing, sums_made
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Session
from hyperoxo.seeds import derived_seed

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hyperoxo._core import Board
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side

ERRATA = (
    Erratum(
        "third-move",
        "corner first, the formula of X3",
        "After a reply in a neighbouring corner X3 is across(X2). X2 is across(X1), so this is X1 itself.",
        "X3 = across(O1), which makes the fork. The condition before it, O2 = across(X1), cannot hold, since X2 stands "
        "there; it means X2 = across(X1).",
        "The program puts its stone on its own first one, and the game ends as an illegal move. Each time with "
        "variety=no; otherwise it may draw the table's third move instead, which is right.",
        Effect.ILLEGAL_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "13", "33", "22"),
            erratum_ply=4,
            steps=(ReplayStep("x", "11", "X2 is 8, and across(8) is 2: the stone lands on X1."),),
            corrected="31",
            options="opening=corner,variety=no",
        ),
    ),
    Erratum(
        "fifth-move",
        "corner first, the formula of X5 after a reply in the centre",
        "X5 = across(O3), where X4 stands.",
        "X5 = across(O4), the last free square.",
        "The program puts its stone on its own fourth one, and a drawn game ends as an illegal move.",
        Effect.ILLEGAL_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "22", "33", "12", "32", "31", "13", "23"),
            erratum_ply=8,
            steps=(ReplayStep("x", "13", "O3 is 6, and across(6) is 4: the stone lands on X4."),),
            corrected="21",
            options="opening=corner,variety=no",
        ),
    ),
    Erratum(
        "table-row-3",
        "corner first, the table, reply 3",
        "The third moves after 4, 5 and 6 are 8, 6 and 4.",
        "They are 6, 4 and 5, the mirror image of the row for reply 1. The printed ones make no fork that lasts: after "
        "8 there is one threat, and 6 and 4 leave a line of the opponent's open.",
        "After the corner 2 and the reply 3, or the same pair turned, the program may draw one of these moves. The "
        "opponent can then win, after 6 or 4 at once. With variety=no it plays the formula, which is right.",
        Effect.OTHER_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "23", "22", "33", "31", "13"),
            erratum_ply=4,
            corrected="13",
            options="opening=corner",
        ),
    ),
    Erratum(
        "knights",
        "the relatives of a number, the two knight formulas",
        "They are half printed under each other's names: the corner branch of the previous knight is called next, the "
        "edge branch of the next one previous.",
        "Each branch belongs to the name above it; the examples next to them say so.",
        "None: the article's openings use no knight. The edge opening, which is worked out here, uses the right ones.",
    ),
    Erratum(
        "opponents-third-move",
        "corner first, the formula of O3",
        "It has the condition O2 = across(X1), too; and after the opposite corner one of the two blocks, 15 - X2 - X1, "
        "is where O2 stands.",
        "The condition means X2 = across(X1), and the block is 15 - X2 - X3.",
        "None: it is the opponent's move.",
    ),
    Erratum(
        "need-to-block",
        "corner first, the formula of X3 after a reply on an edge",
        "The branch Cp is said to be the one that blocks; the second of its conditions has two equal signs.",
        "After 2 the reply 1 must be blocked by Cp, and 3 by Cn; 7 and 9 threaten nothing. The condition means that "
        "2 O1 modulo 10 is X1 or 10 - X1.",
        "None: the moves of both branches are right.",
    ),
    Erratum(
        "near-corner",
        "centre first, the note on the formula abs(10 - 2 X)",
        "It is said to give the next corner in half of the cases, and the previous one in the others.",
        "After an edge it does so for 1 and 3. For 7 and 9 it gives a corner that does not touch the edge.",
        "None: both settings play the formula, and lose no game by it.",
    ),
    Erratum(
        "four-places",
        "corner first, the note on O2 after a reply in the centre",
        "O2 is said to have four places.",
        "It has six: four edges, which draw, and two corners, which lose.",
        "None: it is the opponent's move.",
    ),
    Erratum(
        "names",
        "centre first, the formula of X3; corner first, the formula of X2",
        "The formula for the next corner, Cn, is called Nc once, and a stray > stands behind it once.",
        "Cn in both places.",
        "None: both settings read it so, since no other formula can be meant.",
    ),
)


def choices(
    plies: Sequence[int] | None, held: Collection[int], other: Collection[int], *, as_printed: bool = False
) -> list[Formula]:
    """Return the moves that the program chooses among, the preferred one first.

    It completes a line if possible. Otherwise the formulas decide, as long as the side to move has followed them and
    unless they leave a line open that must be blocked; otherwise it blocks such a line; otherwise sums alone decide.
    As printed, a formula decides even so, and even if its number is taken.

    Args:
        plies: the numbers played in order from the empty board, or None if that is not known.
        held: the numbers of the side to move.
        other: the numbers of its opponent.
        as_printed: whether the formulas are the printed ones.
    """
    wins, blocks = completing(held, other), completing(other, held)
    if wins:
        number, text = min(wins.items())
        return [Formula(number, f"completes the line: {text}")]
    if plies is not None and follows_book(plies, as_printed=as_printed):
        found = opening_formulas(plies, as_printed=as_printed)
        if not as_printed:
            taken = {*held, *other}
            found = [move for move in found if move.number not in taken and (not blocks or move.number in blocks)]
        if found:
            return found
    if blocks:
        number, text = min(blocks.items())
        return [Formula(number, f"blocks the line: {text}")]
    return [by_sums(held, other)]


@dataclass(frozen=True, slots=True)
class MagicSquareReasons(Reasons):
    """The formula that gave a move, and the sums that the move makes.

    Attributes:
        number: the number played.
        formula: the formula in the article's terms.
        sums: what the number adds up to with the mover's others.
    """

    number: int
    formula: str
    sums: tuple[PairSum, ...]

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - there is one board
        """Return the number, its formula and its sums in one line."""
        return "; ".join([f"number {self.number}: {self.formula}", *map(str, self.sums)])

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - there is one board
        """Return `formula`, `number`, and `sums` as lists of the numbers added, their sum and what it needs."""
        sums: list[JSON] = [
            {"numbers": list(made.numbers), "sum": sum(made.numbers), "needs": made.needs} for made in self.sums
        ]
        return {"formula": self.formula, "number": self.number, "sums": sums}

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - there is one board
        """Return the number of every cell."""
        return {cell: str(number) for cell, number in enumerate(NUMBERS)}


class MagicSquareSession(Session):
    """Plays the formulas from either seat.

    Args:
        board: 3x3.
        seat: the side that it holds.
        seed: the source of its choices.
        opening: `corner`, `centre`, `edge`, or `any` to draw one.
        variety: draw among the moves that the formulas give; without, play the first of them.
        listing: `corrected`, or `printed` for the formulas and the table with their misprints.
    """

    def __init__(
        self, board: Board, seat: Side, seed: int, *, opening: str, variety: bool, listing: str = CORRECTED
    ) -> None:
        super().__init__(board, seat, seed)
        self._as_printed = listing == PRINTED
        self._opening = opening
        self._variety = variety

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it does not search
        """Draw one of the program's choices; the same ply of the same game draws the same again."""
        position = game.position
        stones = [{NUMBERS[cell] for cell in cells} for cells in (position.x, position.o)]
        held, other = stones if position.to_move == "x" else reversed(stones)
        from_the_start = game.start == game.board.empty()
        plies = [NUMBERS[cell] for cell in game.moves] if from_the_start else None
        stream = random.Random(derived_seed(self.seed, game.ply))
        found = choices(plies, held, other, as_printed=self._as_printed)
        if plies == []:
            opening = self._opening
            if opening == "any":
                opening = stream.choice(list(OPENINGS)) if self._variety else next(iter(OPENINGS))
            found = [move for move in found if move.number in OPENINGS[opening]]
        move = stream.choice(found) if self._variety else found[0]
        if move.number in held or move.number in other:
            whose = "its own" if move.number in held else "its opponent's"
            text = f"the printed formula {move.text} gives {move.number}, where {whose} stone stands"
            return Forfeit(Ending.ILLEGAL_MOVE, text, MagicSquareReasons(move.number, move.text, ()))
        reasons = MagicSquareReasons(move.number, move.text, sums_made(move.number, held, other))
        return Play(NUMBERS.index(move.number), reasons)


def _ignores_seed(options: Mapping[str, OptionValue]) -> bool:
    return not options["variety"]


KIND = PlayerKind(
    name="magic-square",
    summary="plays 3x3 by formulas on a magic square; never loses",
    session=MagicSquareSession,
    options=(
        Option("opening", "any", "its first move when it starts", choices=(*OPENINGS, "any")),
        Option("variety", default=True, help="draw among moves that serve alike; no: the article's own each time"),
        listing_option("two of its formulas then put a stone on its own, and a row of its table loses"),
    ),
    program='"Programming Tic Tac Toe: Magic Square", blueprintds.com, 2008',
    errata=ERRATA,
    boards=("3x3",),
    ignores_seed=_ignores_seed,
)
