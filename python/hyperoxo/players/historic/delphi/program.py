"""The program as a player: the field that it chooses, its reasons, its declaration, and the errata of its article."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo.players.control import Control, Limits, Progress
from hyperoxo.players.decision import Decision, Play, Reasons
from hyperoxo.players.errata import Effect, Erratum
from hyperoxo.players.historic.delphi.trial_search import (
    NEUTRAL,
    TRIAL_MOVES,
    UNKNOWN_LABEL,
    FieldRatings,
    RateFields,
    rate_fields,
    rating_label,
)
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Session, ignores_every_seed

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board, Position
    from hyperoxo.game import JSON, Game
    from hyperoxo.sides import Side

ERRATA = (
    Erratum(
        "first-move",
        "FirstMove",
        "The board is set at the free field that was found, to no value that is named, and the node's pos is set to "
        "the player, 1 or 2.",
        "The board gets the player at that field, and pos gets the field.",
        "It cannot run, since a value is missing. Even with the player as the value, each node would take its "
        "first trial move back from field 1 or 2 and not from the field of the move, which spoils the board or the "
        "ratings.",
        Effect.CANNOT_RUN,
    ),
    Erratum(
        "threshold",
        "NextNode",
        "The threshold is 50 from node 26 on; the next line sets it to the usual value unless the node is 25.",
        "The second line is the else of the first: as printed, it undoes the 50, and leaves 25 without a threshold.",
        "It belongs to a search that cannot run as printed.",
        Effect.CANNOT_RUN,
    ),
    Erratum(
        "last-node",
        "the rating and the nodes 26 and 27",
        "A rating that nothing improved at node 27 is said to be 50, but it starts from the threshold of node 26: 98 "
        "if 26 is the base node, which would report a win. With 27 as the base node nothing is reported.",
        "The last node without a win is 50.",
        "It belongs to a search that cannot run as printed. On 3x3x3 it would not show, since no full board is without "
        "a line.",
        Effect.CANNOT_RUN,
    ),
    Erratum(
        "counts",
        "introduction and table of ratings",
        "Labels count the move itself: W5, L6. The table of ratings counts the moves after it: 96 is winning in 4 "
        "moves, 1 losing in 1. The introduction mixes both: its win in 5 moves counts like a label, its loss in 7 "
        "like a rating.",
        "Both counts are right, and differ by one: a win in 5 moves by the label is rating 96, a loss in 7 moves by "
        "the rating is rating 7, label L8.",
        "None: it is a matter of words.",
    ),
    Erratum(
        "states",
        "game control",
        "Events are said to count only in the state gsMoving; the code has the buttons for undo and a new game in "
        "gsEnd, too.",
        "Both states have their events.",
        "None: it is a matter of words.",
    ),
    Erratum(
        "first-rating",
        "the rating and NextNode",
        "The text has a node whose rating was 0; NextNode begins no node below 1.",
        "Ratings are from 1 to 100.",
        "None: it is a matter of words.",
    ),
    Erratum(
        "occupied-field",
        "xy2field",
        "The text says that it returns 0 for an occupied field; the function only asks which field the mouse is in.",
        "A field that is taken cannot be played.",
        "None. The document does not print the procedure that makes the move, which may refuse the field.",
    ),
    Erratum(
        "line-list",
        "makewinlist",
        "Ends of a line are at least two fields apart, which is said to keep lines from being found twice; the list "
        "has 50 places for 49 lines.",
        "The order of the ends keeps lines from being found twice; the distance leaves room for the middle field.",
        "None: the 49 lines are found.",
    ),
    Erratum(
        "node-array",
        "the two declarations of node",
        "The array of nodes has maxmove places, and maxNode, which nothing declares, where it is shown again.",
        "It has 27 places, one for each move.",
        "None.",
    ),
)


def open_lines(position: Position, cell: int) -> int:
    """Return how many lines through a cell hold no mark of the opponent of the side to move."""
    board = position.board
    taken = set(position.o if position.to_move == "x" else position.x)
    return sum(taken.isdisjoint(board.lines[line]) for line in board.lines_through(cell))


@dataclass(frozen=True, slots=True)
class DelphiReasons(Reasons):
    """The rating by which a move was chosen, among those of all fields.

    Attributes:
        cell: the field chosen.
        ratings: the ratings when it was chosen.
        open_lines: the number of lines through the field without an opponent's mark, if it was chosen for that; else
            None.
    """

    cell: int
    ratings: FieldRatings
    open_lines: int | None = None

    @property
    def rating(self) -> int | None:
        """The rating of the field chosen, None if it is not known."""
        return self.ratings.fields.get(self.cell)

    @property
    def label(self) -> str:
        """The label of the field chosen."""
        return UNKNOWN_LABEL if self.rating is None else rating_label(self.rating)

    @property
    def progress(self) -> Progress:
        """The decision as progress."""
        return Progress(nodes=self.ratings.trial_moves or None, label=self.label, line=(self.cell,))

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - ratings are the same on every board
        """Return label and rating, the trial moves, and the rule that decided if ratings did not."""
        if self.ratings.rated_by == TRIAL_MOVES:
            searched = f"after {self.ratings.trial_moves:,} trial moves"
            beyond = f"its search for now {searched}"
        else:
            searched = f"by {self.ratings.rated_by}"
            beyond = f"{self.ratings.rated_by} for now"
        known = "not rated" if self.rating is None else f"{self.label}, rating {self.rating}"
        if self.open_lines is None:
            return f"{known}: the best of {len(self.ratings.fields)} rated fields {searched}"
        reason = f"stands on most open lines ({self.open_lines}) of the fields not known to lose"
        return f"{known}: beyond {beyond}; {reason}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `label`, `rating`, `trial_moves`, `rated_by`, whether all are rated, `rule`, and `fields` by name."""
        fields: dict[str, JSON] = {
            board.name(cell): {"label": rating_label(rating), "rating": rating}
            for cell, rating in self.ratings.fields.items()
        }
        return {
            "label": self.label,
            "rating": self.rating,
            "trial_moves": self.ratings.trial_moves,
            "rated_by": self.ratings.rated_by,
            "complete": self.ratings.complete,
            "rule": "best rating" if self.open_lines is None else "most open lines",
            "fields": fields,
        }

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - ratings are the same on every board
        """Return label and rating of every field that has them."""
        return {cell: f"{rating_label(rating)} {rating}" for cell, rating in self.ratings.fields.items()}


class DelphiSession(Session):
    """Plays the field of the best rating; if that is not known, one on the most open lines that is not known to lose.

    Among equals it takes the lowest field, the first that its scan finds.

    Args:
        board: any board.
        seat: the side that it holds.
        seed: not used; the program draws no random numbers.
        trial_moves: the most trial moves of one decision.
        open_fields: with more fields open than this it does not search.
        rate: rates the fields instead of the program's own search, such as by a solver; None for its own.
    """

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        trial_moves: int,
        open_fields: int,
        rate: RateFields | None = None,
    ) -> None:
        super().__init__(board, seat, seed)
        self._trial_moves = trial_moves
        self._open_fields = open_fields
        self._rate = rate

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Rate the fields and play the best; when cancelled, the best one so far.

        The last progress report is its decision.
        """
        ratings = (self._rate or self._search)(game.position, limits, control)
        reasons = self._choice(game.position, ratings)
        control.report(reasons.progress)
        return Play(reasons.cell, reasons)

    def _choice(self, position: Position, ratings: FieldRatings) -> DelphiReasons:
        """Return the field to play by the known ratings, with the reasons."""
        fields = ratings.fields
        best = max(fields, key=lambda cell: fields[cell], default=None)
        if best is not None and (ratings.complete or fields[best] > NEUTRAL):
            return DelphiReasons(best, ratings)
        not_lost = [c for c in position.legal_moves() if c not in fields or fields[c] >= NEUTRAL]
        cell = max(not_lost, key=lambda cell: open_lines(position, cell))
        return DelphiReasons(cell, ratings, open_lines(position, cell))

    def _search(self, position: Position, limits: Limits, control: Control) -> FieldRatings:
        within_reach = len(position.empty_cells()) <= self._open_fields
        return rate_fields(position, self._trial_moves if within_reach else 0, limits, control)


KIND = PlayerKind(
    name="delphi",
    summary="rates every field by trial moves to the end of the game, where it can, and plays the best",
    session=DelphiSession,
    options=(
        Option("trial-moves", 300_000, "how many trial moves one decision may take", minimum=0),
        Option("open-fields", 26, "with more fields open than this it does not search", minimum=0, maximum=256),
    ),
    program='"Programming a 3D Tic Tac Toe game", Delphi 7, davdata.nl',
    errata=ERRATA,
    ignores_seed=ignores_every_seed,
)
