"""The sample game of an exhibit, with the program's decision at each of its moves.

The decisions are not stored: the program plays its seat again, with the seed and the options of the record, and must
play the moves that the record has.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.museum.exhibit_files import SAMPLE, MuseumFileError
from hyperoxo.museum.figures import NO_FIGURE, FigureStep, figure_step
from hyperoxo.players import Control, FinalRemark, Limits, Play, player
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.museum.exhibit import Exhibit, Moment
    from hyperoxo.players import Session
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class SampleMove:
    """A move of a sample game.

    Attributes:
        ply: its number, from 1.
        side: the side that made it.
        cell: its cell.
        decision: the program's decision; None for the visitor's moves.
        figure: what of the exhibit's figure lights up.
        moment: why it is worth a remark, if it is.
    """

    ply: int
    side: Side
    cell: int
    decision: Play | None
    figure: FigureStep
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class SampleGame:
    """A sample game, move by move.

    Attributes:
        moves: its moves.
        last_word: what the program says of the finished game, if anything.
    """

    moves: tuple[SampleMove, ...]
    last_word: FinalRemark | None


def replayed_sample(exhibit: Exhibit) -> SampleGame:
    """Return the sample game of an exhibit with the program's decisions.

    Raises:
        MuseumFileError: the program plays another move than the record has.
    """
    sample, seat = exhibit.sample, exhibit.sample_seat
    typed = sample.tags["First" if seat == "x" else "Second"]
    game = sample.branch(0)
    moments = {moment.ply: moment for moment in exhibit.moments}
    moves: list[SampleMove] = []
    seed = derived_seed(int(sample.tags["Seed"]), seat)
    with closing(player(typed).start(game.board, seat, seed)) as session:
        for ply, cell in enumerate(sample.all_moves, 1):
            side = game.to_move
            decision, figure = None, NO_FIGURE
            if side == seat:
                decision = _decision(session, game)
                if decision is None or decision.cell != cell:
                    raise MuseumFileError(f"{exhibit.name}/{SAMPLE}", f"the program does not play move {ply}")
                figure = figure_step(exhibit.figure.kind, game, decision)
            game.play(cell)
            moves.append(SampleMove(ply, side, cell, decision, figure, moments.get(ply)))
        return SampleGame(tuple(moves), session.final_remark(game))


def _decision(session: Session, game: Game) -> Play | None:
    """Return the program's move, None if it does not move."""
    decision = session.decide(game, Limits(), Control())
    return decision if isinstance(decision, Play) else None
