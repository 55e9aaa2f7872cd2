"""The museum as JSON, for `oxo museum --json` and for the server, whose schema derives from these dataclasses.

The decisions of a sample game are not stored: the program plays its seat again, with the seed and the options of the
record, and must play the moves that the record has.
"""

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from hyperoxo import record, svg
from hyperoxo.errors import InputError
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.exhibit import Exhibit, ExhibitFacts, ExhibitSummary, Moment, exhibit_names, find_exhibit
from hyperoxo.museum.feats import FEATS, Feat
from hyperoxo.museum.figures import NO_FIGURE, FigureStep, figure_step
from hyperoxo.museum.level_pictures import flow_svg, routine_svg
from hyperoxo.museum.levels import NAME, LevelAnswer, LevelShown, level_numbers, level_that_answers, show_level
from hyperoxo.museum.opening_table import OpeningTable, opening_tables, relatives
from hyperoxo.museum.routines import ROUTINES
from hyperoxo.museum.trial_moves import TrialExample, trial_examples
from hyperoxo.players import Control, Limits, Play, kind, player
from hyperoxo.players.decision import Statement, statement
from hyperoxo.players.errata import Erratum
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import Side

S = typing.TypeVar("S", bound=ExhibitSummary)


class MuseumFileError(InputError):
    """A file of the museum is broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleMove(Statement):
    """A move of a sample game, with what the exhibited program says if it made it."""

    ply: int
    side: Side
    cell: str
    by_program: bool = False
    """Whether the exhibited program made it."""
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
    with player(typed).start(board, seat, derived_seed(int(sample.tags["Seed"]), seat)) as session:
        for ply, cell in enumerate(sample.all_moves, 1):
            move = SampleMove(ply=ply, side=game.to_move, cell=board.name(cell), moment=exhibit.moments.get(ply))
            if move.side == seat:
                decision = session.decide(game, Limits(), Control())
                if not isinstance(decision, Play) or decision.cell != cell:
                    raise MuseumFileError(f"{exhibit.name}/sample.oxo", f"the program does not play move {ply}")
                said = statement(game.position, decision).by_name()
                move = replace(move, by_program=True, figure=figure_step(game, decision), **said)
            game.play(cell)
            moves.append(move)
        word = session.final_remark(game)
    return SampleGame(tuple(moves), word.remark if word else "", word.reasons.sentence(board) if word else "")


@dataclass(frozen=True, slots=True)
class MuseumRoom(JsonShape):
    """The room as a whole."""

    exhibits: tuple[ExhibitSummary, ...]
    """In the order of their dates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleDescribed(JsonShape):
    """A game of the program, to step through."""

    record: str
    """The game as text."""
    board: str
    moves: tuple[str, ...]
    first: str
    """The player of X, as it is typed, or a visitor."""
    second: str
    seed: str
    seat: Side
    """The side that the exhibited program holds."""
    marks: tuple[str, str] | None
    """How the program marks the stones of X and of O; none for X and O."""
    result: str
    steps: tuple[SampleMove, ...]
    """One for each move."""
    last_remark: str
    """The program's remark at the end."""
    last_reasons: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhibitDescribed(ExhibitFacts):
    """An exhibit, whole."""

    picture: str
    """A position of the sample game, SVG."""
    sample: SampleDescribed
    errata: tuple[Erratum, ...]
    feats: tuple[Feat, ...]
    """Challenges for a visitor; may be empty."""
    trials: tuple[TrialExample, ...]
    """Delphi's trial moves, one by one; empty for other exhibits."""
    openings: tuple[OpeningTable, ...]
    """The magic square's second and third moves after each corner; empty for other exhibits."""
    relatives: Mapping[str, Mapping[str, int]]
    """By number of the magic square's rim, the number to which each of its formulas leads; empty for other exhibits."""


@dataclass(frozen=True, slots=True)
class RoutineShown(JsonShape):
    """A routine of the IBM 1620's program."""

    name: str
    levels: tuple[int, ...]
    """The levels that use it."""
    flow: str
    """Its flow chart for one row, SVG without a style sheet; its groups number the boxes (`data-level`)."""


@dataclass(frozen=True, slots=True)
class LevelsShown(JsonShape):
    """The levels of the IBM 1620's program."""

    flow: str
    """The flow of a decision, SVG without a style sheet; its groups name their level (`data-level`)."""
    routines: tuple[RoutineShown, ...]
    levels: tuple[LevelShown, ...]
    game: tuple[LevelAnswer, ...]
    """The machine's decisions in the exhibit's sample game, in order."""


def levels_shown() -> LevelsShown:
    """Return all levels with their positions, and the levels in a whole game."""
    sample = find_exhibit(NAME).sample
    game = tuple(level_that_answers(sample.position_at(ply)) for ply in range(0, sample.length, 2))
    routines = tuple(RoutineShown(name, levels, routine_svg(name, styled=False)) for name, levels in ROUTINES.items())
    return LevelsShown(flow_svg(styled=False), routines, tuple(map(show_level, level_numbers())), game)


def room_as_json() -> dict[str, typing.Any]:
    """Return the room: a summary of every exhibit, in the order of their dates."""
    return MuseumRoom(tuple(_part(ExhibitSummary, find_exhibit(name)) for name in exhibit_names())).as_json()


def exhibit_as_json(exhibit: Exhibit) -> dict[str, typing.Any]:
    """Return everything that an exhibit shows."""
    return _part(
        ExhibitDescribed,
        exhibit,
        picture=exhibit_svg(exhibit),
        sample=_sample(exhibit),
        errata=kind(exhibit.name).errata,
        feats=FEATS.get(exhibit.name, ()),
        trials=trial_examples() if exhibit.name == "delphi" else (),
        openings=opening_tables() if exhibit.name == "magic-square" else (),
        relatives=relatives() if exhibit.name == "magic-square" else {},
    ).as_json()


def exhibit_svg(exhibit: Exhibit) -> str:
    """Return the drawn position of an exhibit."""
    game = exhibit.sample.branch()
    game.go_to(exhibit.picture_ply)
    return svg.board(game, title=f"{exhibit.title}: {exhibit.picture_caption}", background=False)


def _part(shape: type[S], exhibit: Exhibit, **more: object) -> S:
    """Return a value whose fields are those of an exhibit, and some more."""
    names = {one.name for one in fields(shape)} - set(more)
    return shape(**{name: getattr(exhibit, name) for name in names}, **more)  # type: ignore[arg-type] # its own fields


def _sample(exhibit: Exhibit) -> SampleDescribed:
    sample, replayed, marks = exhibit.sample, replayed_sample(exhibit), kind(exhibit.name).marks
    return SampleDescribed(
        record=record.dumps(sample),
        board=str(sample.board),
        moves=tuple(move.cell for move in replayed.moves),
        first=sample.tags["First"],
        second=sample.tags["Second"],
        seed=sample.tags["Seed"],
        seat=exhibit.sample_seat,
        marks=marks if marks is None or exhibit.sample_seat == "x" else (marks[1], marks[0]),
        result=str(sample.result or ""),
        steps=replayed.moves,
        last_remark=replayed.last_remark,
        last_reasons=replayed.last_reasons,
    )
