"""The sample game of an exhibit, with the program's decision at each of its moves.

The decisions are not stored: the program plays its seat again, with the seed and the options of the record, and must
play the moves that the record has.
"""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from hyperoxo.errors import InputError
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.exhibit import Exhibit, Moment
from hyperoxo.museum.figures import NO_FIGURE, FigureStep, figure_step
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import Side


class MuseumFileError(InputError):
    """A file of the museum is broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleMove(JsonShape):
    """A move of a sample game."""

    ply: int
    side: Side
    cell: str
    by_program: bool = False
    """Whether the exhibited program made it; the fields up to `figure` are empty if not."""
    sentence: str = ""
    """Why, in one line for people."""
    reasons: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    """Short texts to write on cells of the board before the move."""
    remark: str = ""
    """The program's remark to its opponent."""
    figure: FigureStep = NO_FIGURE
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A sample game, move by move.

    Attributes:
        moves: its moves.
        last_remark: the program's remark on the finished game; empty if it makes none.
        last_reasons: its reasons, likewise.
    """

    moves: tuple[SampleMove, ...] = field(repr=False)
    last_remark: str
    last_reasons: str


def replayed_sample(exhibit: Exhibit) -> SampleGame:
    """Return the sample game of an exhibit with the program's decisions.

    Raises:
        MuseumFileError: the program plays another move than the record has.
    """
    sample, seat, board = exhibit.sample, exhibit.sample_seat, exhibit.sample.board
    typed = sample.tags["First" if seat == "x" else "Second"]
    game = sample.branch(0)
    moves: list[SampleMove] = []
    seed = derived_seed(int(sample.tags["Seed"]), seat)
    with closing(player(typed).start(board, seat, seed)) as session:
        for ply, cell in enumerate(sample.all_moves, 1):
            move = SampleMove(ply=ply, side=game.to_move, cell=board.name(cell), moment=exhibit.moments.get(ply))
            if move.side == seat:
                decision = session.decide(game, Limits(), Control())
                if not isinstance(decision, Play) or decision.cell != cell:
                    raise MuseumFileError(f"{exhibit.name}/sample.oxo", f"the program does not play move {ply}")
                move = replace(
                    move,
                    by_program=True,
                    sentence=decision.reasons.sentence(board),
                    reasons=decision.reasons.as_json(board),
                    marks={board.name(marked): text for marked, text in decision.reasons.marks(board).items()},
                    remark=decision.remark,
                    figure=figure_step(game, decision),
                )
            game.play(cell)
            moves.append(move)
        word = session.final_remark(game)
    return SampleGame(tuple(moves), word.remark if word else "", word.reasons.sentence(board) if word else "")
