"""The options of `oxo match`, `tournament`, `sprt` and `ladder`: players, board, games, limits and files."""

from __future__ import annotations

import re
import shlex
import typing
from dataclasses import dataclass, replace

from hyperoxo.arena.match import Match
from hyperoxo.arena.match_game import MAX_ADJUDICATION_NODES, check_adjudication
from hyperoxo.arena.openings import FORMS, read_openings
from hyperoxo.arena.ratings import Anchor
from hyperoxo.arena.schedule import MAX_GAMES, Competition, Schedule, beginner_of, named_entrants
from hyperoxo.cli.arguments import (
    ENGINES,
    JSON_ONLY,
    LOG,
    SEATS,
    UsageError,
    add_count,
    add_plain,
    add_seed,
    add_workers,
    read_board,
    read_program,
    read_seconds,
    read_workers,
)
from hyperoxo.cli.files import add_output, read_journal
from hyperoxo.errors import InputError, PlayerError
from hyperoxo.players import Limits
from hyperoxo.players.control import MAX_DEPTH, MAX_NODES, NO_LIMITS, read_clock
from hyperoxo.players.player import check_seat
from hyperoxo.sides import SIDES, other_side
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import read_integer, shortened
from hyperoxo.ugi.engine import EngineSession
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, read_command

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Sequence

    from hyperoxo.arena.openings import Openings
    from hyperoxo.arena.sprt import Sprt
    from hyperoxo.cli.arguments import WorkerOptions
    from hyperoxo.players import Player
    from hyperoxo.sides import Side

_RATING = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,3})?")
GAMES = 100
"""Games of each pairing, unless another number is typed."""
MAX_PLAYERS = 100
"""Rating time grows with the cube of the number of players, and their table with its square."""


def add_match_options(
    parser: argparse.ArgumentParser, games: str, default: int = GAMES, openings: str = "none"
) -> None:
    """Add every option except the board and the players.

    Args:
        parser: the command's parser.
        games: what the number of games means, for the help.
        default: the number of games, unless another is typed.
        openings: the openings, likewise.
    """
    add_count(parser, "--games", f"{games} (default: {default})", least=1, most=MAX_GAMES, default=default)
    add_seed(parser)
    parser.add_argument(
        "--openings",
        default=openings,
        metavar="WHICH",
        help=f"{FORMS}; each is played twice, with sides swapped (default: {openings})",
    )
    parser.add_argument("--time", "--seconds", metavar="S", help="seconds for each move; a later move loses the game")
    about = (
        "seconds for each player of a game and for each of its moves, such as 60+0.6; one out of time loses the game"
    )
    add_plain(parser, ("--clock", "BASE+INC", about))
    add_count(parser, "--nodes", "most positions that a player may search for each move", least=1, most=MAX_NODES)
    add_count(parser, "--depth", "most plies that a player may look ahead", least=1, most=MAX_DEPTH)
    quiet = (
        "a program that writes no line for S seconds, where no time bounds its move, gets isready, and after S more "
        f"loses (default: {DEFAULT_TIMEOUTS.silence / SLOWNESS:g}; 0: never)"
    )
    add_plain(parser, ("--silence", "S", quiet))
    until = "end a game when a search of N positions, before each move, proves a win or a draw (such as 20000)"
    add_count(parser, "--adjudicate", until, least=1, most=MAX_ADJUDICATION_NODES)
    add_plain(parser, ENGINES, LOG)
    add_workers(parser)
    add_output(parser, "--out", "write each game to a new file as it ends (.jsonl)")
    add_plain(
        parser,
        ("--resume", "FILE", "continue the match in this file, or begin a new file"),
        JSON_ONLY,
        ("--csv", "", "print CSV and nothing else"),
        ("--markdown", "", "print a table for documents and nothing else"),
    )


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of a match, as they were read.

    Attributes:
        schedule: the games, without their seed.
        entrants: the players.
        openings: the positions from which games start.
        workers: the processes that play.
        test: the sequential test that may end the match early, or None.
        anchor: the entrant from which ratings are counted; None for a mean of 0.
    """

    schedule: Schedule
    entrants: tuple[Player, ...]
    openings: Openings
    workers: WorkerOptions
    test: Sprt | None
    anchor: Anchor | None

    def match(self, seed: int) -> Match:
        schedule = replace(self.schedule, seed=seed)
        return Match(schedule, self.entrants, self.openings, test=self.test, anchor=self.anchor)

    def check_players(self) -> dict[int, str]:
        """Start each player once in every seat that it will have, so that a wrong name is found before the first game.

        Returns:
            The display names of programs, by the index of the entrant.

        Raises:
            PlayerError: a player cannot play the board or the side, or its program cannot be started.
        """
        names = {entrant: self._check_player(self.entrants[entrant], side) for entrant, side in self.schedule.seats()}
        return {entrant: name for entrant, name in names.items() if name}

    def _check_player(self, entrant: Player, side: Side) -> str:
        """Start a player, and return its display name; empty for a player without one."""
        refused, takes_other = (entrant.refusal(self.schedule.board, seat) for seat in (side, other_side(side)))
        if refused is not None and takes_other is None:
            raise self._one_seat_refusal(entrant, other_side(side))
        check_seat(entrant, self.schedule.board, side)
        if entrant.kind.is_outside and self.workers.address is None:
            with replace(entrant, limits=NO_LIMITS).start(self.schedule.board, side, seed=0) as session:
                failure = session.failure if isinstance(session, EngineSession) else None
                name = session.display_name
            if failure is not None:
                raise PlayerError(entrant.name, f"it does not play: {failure}", "oxo ugi-check COMMAND shows why")
            return name
        return ""

    def _one_seat_refusal(self, entrant: Player, seat: Side) -> PlayerError:
        """Return the error for a player that can take one seat only, with the command for one game."""
        event = _EVENTS[self.schedule.event]
        reason = f"it can only move {SEATS[seat]}, and every player of {event} moves first and second"
        if len(self.entrants) != len(SIDES):
            return PlayerError(entrant.name, reason, "leave it out")
        [other] = [rival for rival in self.entrants if rival is not entrant] or [entrant]
        if beginner_of(self.schedule.board, self.entrants) is not None:
            words = ["match", entrant.typed, other.typed, f"--board={self.schedule.board}"]
            return PlayerError(
                entrant.name, reason, f"{shlex.join(['oxo', *words])} lets it move {SEATS[seat]} in every game"
            )
        first, second = (entrant, other) if seat == "x" else (other, entrant)
        words = ["play", str(self.schedule.board), "--first", first.typed, "--second", second.typed]
        return PlayerError(entrant.name, reason, f"{shlex.join(['oxo', *words])} plays one game")

    def resume_command(self, declared: Sequence[argparse.Action], arguments: argparse.Namespace, seed: int) -> str:
        """Return the shell command that continues the match.

        Args:
            declared: the arguments of the command.
            arguments: what was typed.
            seed: the seed that was typed, or drawn.
        """
        typed = vars(arguments) | {"seed": seed, "resume": arguments.resume or arguments.out}
        players = typed["players"] or ()
        if self.schedule.event is Competition.LADDER:
            who = [str(self.schedule.board), *(["--players", *players] if players else [])]
        else:
            who = [*players, f"--board={self.schedule.board}"]
        options = [
            f"{option.option_strings[0]}={typed[option.dest]}"
            for option in declared
            if option.option_strings and option.nargs != 0 and option.dest not in _NOT_REPEATED
            if typed[option.dest] is not None
        ]
        return shlex.join(["oxo", self.schedule.event.value, *who, *options])


_EVENTS = {
    Competition.MATCH: "a match",
    Competition.TOURNAMENT: "a tournament",
    Competition.SPRT: "a test",
    Competition.LADDER: "a ladder",
}
_NOT_REPEATED = {"board_option", "players", "out", "jobs", "executor"}
"""Options with a value that stand elsewhere in the command that continues a match, or do not change its games."""


def read_match_options(
    arguments: argparse.Namespace, event: Competition, names: Sequence[str], test: Sprt | None = None
) -> MatchOptions:
    """Return the options of a match between players as they were typed.

    Raises:
        UsageError: arguments contradict each other.
        InputError: one of them is refused.
    """
    if not 2 <= len(names) <= MAX_PLAYERS:
        raise UsageError(f"{len(names)} {'player' if len(names) == 1 else 'players'}: name 2 to {MAX_PLAYERS}")
    forms = [f"--{form}" for form in ("json", "csv", "markdown") if getattr(arguments, form)]
    if len(forms) > 1:
        raise UsageError(f"{' and '.join(forms)}: only one form can be printed; leave the others out")
    read_journal(arguments)
    if arguments.log is not None and arguments.executor is not None:
        raise UsageError("--log and --executor: programs run on the machines of its workers; leave one of them out")
    board = read_board(arguments)
    entrants = tuple(map(_read_entrant, names))
    known = [_names_of(entrant, name) for entrant, name in zip(entrants, names, strict=True)]
    anchor, gauntlet = getattr(arguments, "anchor", None), getattr(arguments, "gauntlet", None)
    seconds = None if arguments.time is None else read_seconds(arguments.time, "--time")
    silence = None if arguments.silence is None else read_seconds(arguments.silence, "--silence")
    limits = Limits(seconds=seconds, nodes=arguments.nodes, depth=arguments.depth, silence=silence)
    clock = read_clock(arguments.clock, f"--clock {arguments.clock}")
    if None not in {clock, seconds}:
        raise UsageError("--clock and --time: one bounds all moves of a game, one each move; leave one of them out")
    bounds = (limits, *(entrant.limits for entrant in entrants))
    uses_time = clock is not None or any(each.seconds is not None for each in bounds)
    openings = read_openings(arguments.openings, board)
    workers = read_workers(arguments, default_jobs=1 if uses_time else None)
    named_anchor = None if anchor is None else read_anchor(anchor, known)
    if arguments.adjudicate is not None:
        check_adjudication(board, arguments.adjudicate, f"--adjudicate {arguments.adjudicate}")
    meets_all = None if gauntlet is None else find_entrant(gauntlet, f"--gauntlet {shortened(gauntlet)}", known)
    entrant_names, files = named_entrants(entrants)
    return MatchOptions(
        schedule=Schedule(
            event,
            board,
            entrant_names,
            arguments.games,
            seed=0,
            limits=limits,
            test="" if test is None else str(test),
            gauntlet=meets_all,
            adjudication=arguments.adjudicate,
            clock=clock,
            beginner=beginner_of(board, entrants) if event is Competition.MATCH else None,
            files=files,
        ),
        entrants=entrants,
        openings=openings,
        workers=workers,
        test=test,
        anchor=named_anchor,
    )


def _read_entrant(name: str) -> Player:
    """Return the player of this name.

    Raises:
        PlayerError: there is no such player, or it is a person.
    """
    try:
        return read_program(name)
    except PlayerError as error:
        if not name.isdecimal():
            raise
        from hyperoxo.players.oxo.levels import LEVELS  # noqa: PLC0415 - it reads the books

        level = f", or oxo:level={name} for the player" if name in {str(level) for level in LEVELS} else ""
        raise PlayerError(error.subject, error.reason, f"type --games {name}{level}") from None


def _names_of(entrant: Player, typed: str) -> set[str]:
    """Return the names by which options may name an entrant: as typed, in full, and the user's name of a program."""
    chosen = read_command(str(entrant.options[entrant.kind.whole])).name if entrant.kind.is_outside else ""
    return {typed, entrant.name, *filter(None, [chosen])}


ANCHOR = (
    "--anchor",
    "PLAYER=RATING",
    "count ratings from this player, such as random=0 (default: the mean of the ratings is 0)",
)


def find_entrant(typed: str, option: str, entrants: Sequence[Collection[str]]) -> int:
    """Return the index of an entrant that was typed as its number, from 1, or as one of its names.

    Raises:
        InputError: there is no such entrant, or several have this name.
    """
    number = read_integer(typed, 1, len(entrants))
    if number is not None:
        return number - 1
    found = [index for index, names in enumerate(entrants) if typed in names]
    if not found:
        known = ", ".join(shortened(min(names, key=len), 40) for names in entrants[:10])
        more = f" and {len(entrants) - 10} more" if len(entrants) > 10 else ""
        raise InputError(option, f"{shortened(typed) or 'nothing'} does not play", f"players are {known}{more}")
    if len(found) > 1:
        numbers = ", ".join(str(index + 1) for index in found)
        raise InputError(option, f"{len(found)} players have this name", f"use one of their numbers: {numbers}")
    return found[0]


def read_anchor(typed: str, entrants: Sequence[Collection[str]]) -> Anchor:
    """Return the anchor that was typed as `PLAYER=RATING`.

    Raises:
        InputError: it has another form, or there is no such player.
    """
    option = f"--anchor {shortened(typed)}"
    name, _, rating = typed.rpartition("=")
    if not name or not _RATING.fullmatch(rating):
        raise InputError(option, "not a player and its rating", "PLAYER=RATING, such as random=0 or 1=1500")
    return Anchor(find_entrant(name, option, entrants), float(rating))
