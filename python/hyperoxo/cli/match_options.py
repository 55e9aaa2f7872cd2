"""The options of `oxo match`, `tournament`, `sprt` and `ladder`: players, board, games, limits and files."""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hyperoxo.arena.adjudication import MAX_NODES as MAX_ADJUDICATION
from hyperoxo.arena.adjudication import check_adjudication
from hyperoxo.arena.openings import read_openings
from hyperoxo.arena.repetition import certain_repetitions
from hyperoxo.arena.schedule import MOST_GAMES, Competition, Schedule
from hyperoxo.boards import is_board
from hyperoxo.cli.arguments import (
    UsageError,
    add_engines,
    add_json,
    add_seed,
    add_workers,
    read_board,
    read_count,
    read_program,
    read_seconds,
    read_workers,
)
from hyperoxo.cli.entrants import find_entrant, read_anchor
from hyperoxo.cli.files import MATCH_SUFFIXES, add_force, check_output
from hyperoxo.errors import PlayerError
from hyperoxo.players import Limits
from hyperoxo.players.control import MAX_DEPTH, MAX_NODES, NO_LIMITS
from hyperoxo.sides import SIDES, other_side
from hyperoxo.text import shortened
from hyperoxo.ugi.command import read_command
from hyperoxo.ugi.engine import EngineSession

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hyperoxo import Board
    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.ratings import Anchor
    from hyperoxo.cli.arguments import WorkerOptions
    from hyperoxo.players import Player
    from hyperoxo.sides import Side

GAMES = 100
"""Games of each pairing, unless another number is typed."""
MOST_PLAYERS = 100
"""Rating time grows with the cube of the number of players, and their table with its square."""


def add_match_options(parser: argparse.ArgumentParser, games: str, default: int = GAMES) -> None:
    """Add every option except the board and the players.

    Args:
        parser: the command's parser.
        games: what the number of games means, for the help.
        default: the number of games, unless another is typed.
    """
    parser.add_argument("--games", default=str(default), metavar="N", help=f"{games} (default: {default})")
    add_seed(parser)
    parser.add_argument(
        "--openings",
        default="none",
        metavar="WHICH",
        help="random:PLIES, balanced:PLIES, or a file; each is played twice, with sides swapped (default: none)",
    )
    parser.add_argument("--time", "--seconds", metavar="S", help="seconds for each move; a later move loses the game")
    parser.add_argument("--nodes", metavar="N", help="most positions that a player may search for each move")
    parser.add_argument("--depth", metavar="N", help="most plies that a player may look ahead")
    parser.add_argument(
        "--adjudicate",
        metavar="N",
        help="end a game when a search of N positions, before each move, proves a win or a draw (such as 20000)",
    )
    add_engines(parser)
    add_workers(parser)
    parser.add_argument("--out", metavar="FILE", help="write each game to a new file as it ends (.jsonl)")
    add_force(parser)
    parser.add_argument("--resume", metavar="FILE", help="continue the match in this file, or begin a new file")
    add_json(parser)
    parser.add_argument("--csv", action="store_true", help="print CSV and nothing else")
    parser.add_argument("--markdown", action="store_true", help="print a table for documents and nothing else")


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of a match, as they were read.

    Attributes:
        event: the kind of match.
        board: the board.
        entrants: the players.
        games: how many games each pairing plays.
        limits: limits of each decision.
        seed: the seed of every random choice; None to draw one.
        openings: the positions from which games start.
        workers: the processes that play.
        path: the file to which games are written; None for none.
        resumes: whether to continue a match in that file.
        replaces: whether to replace that file if it exists.
        is_for_people: whether the results are printed as text.
        test: the sequential test that may end the match early, in words; empty if there is none.
        anchor: the entrant from which ratings are counted; None for a mean of 0.
        gauntlet: the entrant that meets all others; None if each two meet.
        adjudication: how many positions are searched before each move for a proof that ends the game; None for none.
    """

    event: Competition
    board: Board
    entrants: tuple[Player, ...]
    games: int
    limits: Limits
    seed: int | None
    openings: Openings
    workers: WorkerOptions
    path: str | None
    resumes: bool
    replaces: bool
    is_for_people: bool
    test: str = ""
    anchor: Anchor | None = None
    gauntlet: int | None = None
    adjudication: int | None = None

    @property
    def uses_clock(self) -> bool:
        """Whether any player has a limit of time."""
        return _uses_clock(self.limits, self.entrants)

    def schedule(self, seed: int) -> Schedule:
        """Return the schedule of the match with this seed."""
        names = tuple(entrant.name for entrant in self.entrants)
        return Schedule(
            self.event,
            self.board,
            names,
            self.games,
            seed,
            self.limits,
            self.test,
            self.gauntlet,
            self.adjudication,
        )

    def check_players(self) -> None:
        """Start each player once in every seat that it will have, so that a wrong name is found before the first game.

        Raises:
            PlayerError: a player cannot play the board or the side, or its program cannot be started.
        """
        schedule = self.schedule(seed=0)
        first_round = [
            schedule.fixture(number + 1) for number in range(min(schedule.total, 2 * len(schedule.pairings)))
        ]
        seats: set[tuple[int, Side]] = {(fixture.first, "x") for fixture in first_round}
        seats |= {(fixture.second, "o") for fixture in first_round}
        for entrant, side in sorted(seats):
            self._check_player(self.entrants[entrant], side)

    def _check_player(self, entrant: Player, side: Side) -> None:
        refusal = entrant.refusal(self.board, side)
        if refusal is not None and entrant.refusal(self.board, other_side(side)) is None:
            raise self._one_seat_refusal(entrant, other_side(side))
        if refusal is not None:
            raise PlayerError(entrant.name, refusal.reason, refusal.remedy)
        if entrant.kind.is_outside and self.workers.address is None:
            with closing(replace(entrant, limits=NO_LIMITS).start(self.board, side, seed=0)) as session:
                failure = session.failure if isinstance(session, EngineSession) else None
            if failure is not None:
                raise PlayerError(entrant.name, f"it does not play: {failure}", "oxo ugi-check COMMAND shows why")

    def _one_seat_refusal(self, entrant: Player, seat: Side) -> PlayerError:
        """Return the error for a player that can take one seat only, with the command for one game."""
        reason = f"it can only move {_ORDER[seat]}, and every player of {_EVENTS[self.event]} moves first and second"
        if len(self.entrants) != len(SIDES):
            return PlayerError(entrant.name, reason, "leave it out")
        from hyperoxo.museum import pairings  # noqa: PLC0415 - only mistakes need it

        [other] = [rival for rival in self.entrants if rival is not entrant] or [entrant]
        first, second = (entrant, other) if seat == "x" else (other, entrant)
        if any((each.first, each.second) == (first.name, second.name) for each in pairings()):
            words = ["museum", "--meet", first.name, second.name]
        else:
            words = ["play", str(self.board), "--first", first.name, "--second", second.name]
        return PlayerError(entrant.name, reason, f"{shlex.join(['oxo', *words])} plays one game")

    @property
    def certain_repetitions(self) -> list[str]:
        """Warnings of repeated games that follow from the players."""
        if self.uses_clock:
            return []
        return certain_repetitions(
            self.entrants, self.games, one_start=self.openings.kind == "none", gauntlet=self.gauntlet
        )

    def resume_command(self, arguments: argparse.Namespace, seed: int) -> str:
        """Return the shell command that continues the match.

        Args:
            arguments: what was typed.
            seed: the seed that was typed, or drawn.
        """
        typed = vars(arguments) | {"seed": str(seed), "resume": self.path}
        players = typed["players"] or ()
        if self.event is Competition.LADDER:
            who = [str(self.board), *(["--players", *players] if players else [])]
        else:
            who = [*players, f"--board={self.board}"]
        options = [f"--{name}={typed[name]}" for name in _RESUME_OPTIONS if typed.get(name) is not None]
        return shlex.join(["oxo", self.event.value, *who, *options])


_ORDER: dict[Side, str] = {"x": "first", "o": "second"}
_EVENTS = {
    Competition.MATCH: "a match",
    Competition.TOURNAMENT: "a tournament",
    Competition.SPRT: "a test",
    Competition.LADDER: "a ladder",
}
_RESUME_OPTIONS = (
    "engines",
    "games",
    "seed",
    "openings",
    "time",
    "nodes",
    "depth",
    "elo0",
    "elo1",
    "alpha",
    "beta",
    "anchor",
    "gauntlet",
    "adjudicate",
    "resume",
)
"""Options that are repeated when a match is continued, besides the board."""


def read_match_options(
    arguments: argparse.Namespace, event: Competition, names: Sequence[str], test: str = ""
) -> MatchOptions:
    """Return the options of a match.

    Args:
        arguments: what was typed.
        event: the kind of match.
        names: the players, as they were typed.
        test: the sequential test that may end the match early, in words.

    Raises:
        UsageError: arguments contradict each other.
        InputError: one of them is refused.
    """
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise UsageError(f"{len(names)} {'player' if len(names) == 1 else 'players'}: name 2 to {MOST_PLAYERS}")
    forms = [f"--{form}" for form in ("json", "csv", "markdown") if getattr(arguments, form)]
    if len(forms) > 1:
        raise UsageError(f"{' and '.join(forms)}: only one form can be printed; leave the others out")
    if arguments.out is not None and arguments.resume is not None:
        raise UsageError("--out and --resume: games go to one file; leave --out out, --resume creates a file too")
    if arguments.force and arguments.resume is not None:
        raise UsageError(
            "--force and --resume: --resume continues the file and replaces nothing; leave one of them out"
        )
    if arguments.out is not None:
        check_output(
            arguments.out,
            MATCH_SUFFIXES,
            replace=arguments.force,
            remedy=f"continue it with --resume {arguments.out}, add --force to replace it, or choose another name",
        )
    board = read_board(arguments)
    entrants = tuple(map(_read_entrant, names))
    known = [_names_of(entrant, name) for entrant, name in zip(entrants, names, strict=True)]
    anchor, gauntlet = getattr(arguments, "anchor", None), getattr(arguments, "gauntlet", None)
    limits = Limits(
        seconds=None if arguments.time is None else read_seconds(arguments.time, "--time"),
        nodes=None if arguments.nodes is None else read_count(arguments.nodes, "--nodes", least=1, most=MAX_NODES),
        depth=None if arguments.depth is None else read_count(arguments.depth, "--depth", least=1, most=MAX_DEPTH),
    )
    return MatchOptions(
        event=event,
        board=board,
        entrants=entrants,
        games=read_count(arguments.games, "--games", least=1, most=MOST_GAMES),
        limits=limits,
        seed=arguments.seed,
        openings=read_openings(arguments.openings, board),
        workers=read_workers(arguments, default_jobs=1 if _uses_clock(limits, entrants) else None),
        path=arguments.resume if arguments.out is None else arguments.out,
        resumes=arguments.resume is not None,
        replaces=arguments.force,
        is_for_people=not forms,
        test=test,
        anchor=None if anchor is None else read_anchor(anchor, known),
        adjudication=None if arguments.adjudicate is None else _read_adjudication(arguments.adjudicate, board),
        gauntlet=None if gauntlet is None else find_entrant(gauntlet, f"--gauntlet {shortened(gauntlet)}", known),
    )


def _read_entrant(name: str) -> Player:
    """Return the player of this name.

    Raises:
        PlayerError: there is no such player, or it is a person.
    """
    try:
        return read_program(name)
    except PlayerError as error:
        if not is_board(name):
            raise
        raise PlayerError(error.subject, error.reason, f"type --board {name}") from None


def _read_adjudication(typed: str, board: Board) -> int:
    """Return the number of positions that are searched for a proof.

    Raises:
        InputError: it is no such number, or one that decides the empty board.
    """
    nodes = read_count(typed, "--adjudicate", least=1, most=MAX_ADJUDICATION)
    check_adjudication(board, nodes, f"--adjudicate {typed}")
    return nodes


def _uses_clock(limits: Limits, entrants: Sequence[Player]) -> bool:
    return limits.seconds is not None or any(entrant.limits.seconds is not None for entrant in entrants)


def _names_of(entrant: Player, typed: str) -> set[str]:
    """Return the names by which options may name an entrant: as typed, in full, and the user's name of a program."""
    chosen = read_command(str(entrant.options[entrant.kind.whole])).name if entrant.kind.is_outside else ""
    return {typed, entrant.name, *filter(None, [chosen])}
