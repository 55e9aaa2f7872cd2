"""`oxo match`, `tournament`, `sprt`, `ladder` and `compare`: matches with progress, Ctrl-C, and files to continue."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import time
import typing
from collections import Counter
from contextlib import ExitStack, closing

from hyperoxo.arena.compare import compared
from hyperoxo.arena.figures import format_games, format_share
from hyperoxo.arena.ratings import ratings
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.schedule import Competition
from hyperoxo.arena.sprt import Sprt, SprtVerdict
from hyperoxo.arena.tables import format_ratio, scores_text, standings_text
from hyperoxo.cli import command_parser
from hyperoxo.cli.arguments import (
    PLAYER_HELP,
    UsageError,
    add_board,
    add_board_option,
    add_count,
    add_plain,
    add_start,
    read_board,
    read_program,
    read_start,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import malformed_file, read_game_file, review_command
from hyperoxo.cli.match_options import ANCHOR, add_match_options, read_match_options
from hyperoxo.cli.output import WIDTH, ProgressLine, drawn_game, print_json, print_text, style_of, wrapped
from hyperoxo.errors import InputError
from hyperoxo.explorer.proved import known_values
from hyperoxo.game import Ending
from hyperoxo.outcomes import Outcome, plies_in_words
from hyperoxo.players import Forfeit, Play, kind, names
from hyperoxo.players.decision import answer_as_json
from hyperoxo.players.oxo import KIND as OXO
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.position_json import start_as_json
from hyperoxo.seeds import draw_seed
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Collection

    from hyperoxo._core import Board
    from hyperoxo.arena.compare import Compared
    from hyperoxo.arena.match import Match
    from hyperoxo.arena.openings import OpeningBook
    from hyperoxo.arena.result import MatchResult
    from hyperoxo.cli.match_options import MatchOptions
    from hyperoxo.executor import Workers
    from hyperoxo.explorer.node import SourcedValue
    from hyperoxo.game import JSON
    from hyperoxo.players import Decision, Player

ERROR = 0.05
"""The probability of either error of a sequential test, unless another is typed."""
MAX_GAMES = 10_000
"""A sequential test ends without a verdict after this many games, unless another number is typed."""
REFRESHING, TABLE_REFRESHING = 0.2, 1.0
"""Seconds between two updates of the progress line, and of the standings of more than two players."""
POSITIONS = 1_000
"""Positions in which a comparison asks both players, unless another number is typed."""
SHOWN = 3
"""Positions that a comparison draws."""
_OF_A_POSITION = {"players", "board", "board_option", "moves", "position", "engines", "log", "json"}
"""The arguments of a comparison in one position; all others are for a match."""
_RANKS = {Outcome.LOSS: 0, Outcome.DRAW: 1, Outcome.WIN: 2}
_Values: typing.TypeAlias = "tuple[SourcedValue | None, SourcedValue | None]"
_CODES = {SprtVerdict.ACCEPTED: ExitCode.DONE, SprtVerdict.REJECTED: ExitCode.NO, SprtVerdict.OPEN: ExitCode.UNKNOWN}


def _add_two_players(parser: argparse.ArgumentParser) -> None:
    for metavar, about in (("FIRST_PLAYER", PLAYER_HELP), ("SECOND_PLAYER", "the other one, in the same form")):
        parser.add_argument("players", action="append", metavar=metavar, help=about)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_two_players(parser)
    add_board_option(parser)
    add_match_options(parser, "number of games, half of them with each player moving first")


def run(arguments: argparse.Namespace) -> None:
    run_match(arguments, read_match_options(arguments, Competition.MATCH, arguments.players))


def add_tournament_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=f"two or more; {PLAYER_HELP}")
    add_board_option(parser)
    add_match_options(parser, "games of each pair of players, half of them with each moving first")
    add_plain(
        parser,
        ANCHOR,
        (
            "--gauntlet",
            "PLAYER",
            "only games of this player, by its name or number, against each other one (default: all meet all)",
        ),
    )


def run_tournament(arguments: argparse.Namespace) -> None:
    run_match(arguments, read_match_options(arguments, Competition.TOURNAMENT, arguments.players))


def add_sprt_arguments(parser: argparse.ArgumentParser) -> None:
    _add_two_players(parser)
    for option, about in (
        ("--elo0", "Elo difference to reject, such as 0: the first player's above the second's"),
        ("--elo1", "larger Elo difference, to accept, such as 50"),
    ):
        parser.add_argument(option, required=True, metavar="E", help=about)
    add_plain(
        parser,
        ("--alpha", "P", f"probability of accepting --elo1 wrongly (default: {ERROR})"),
        ("--beta", "P", f"probability of accepting --elo0 wrongly (default: {ERROR})"),
    )
    add_board_option(parser)
    add_match_options(parser, "most games to play", MAX_GAMES)


def run_sprt(arguments: argparse.Namespace) -> ExitCode:
    """Play the test and print the verdict; the exit code is 0 for --elo1, 1 for --elo0, 3 for no verdict."""
    test = _read_test(arguments)
    options = read_match_options(arguments, Competition.SPRT, arguments.players, test)
    return _CODES[run_match(arguments, options).verdict or SprtVerdict.OPEN]


def _read_test(arguments: argparse.Namespace) -> Sprt:
    """Return the test that was typed.

    Raises:
        UsageError: the numbers make no test.
        InputError: an argument is not a number.
    """
    typed = {name: getattr(arguments, name) for name in ("elo0", "elo1", "alpha", "beta")}
    numbers = {name: ERROR if text is None else _read_number(text, name) for name, text in typed.items()}
    try:
        return Sprt(**numbers)
    except ValueError as error:
        raise UsageError(re.sub(r"\b(elo0|elo1|alpha|beta)\b", r"--\1", str(error))) from None


def _read_number(typed: str, name: str) -> float:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?", typed):
        raise InputError(f"--{name} {typed}", "not a number", "such as 20, -5 or 0.05")
    return float(typed)


def add_ladder_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="who plays (default: all that can play both sides of the board, the house player at each level)",
    )
    add_match_options(parser, "games of each pair of players, half of them with each moving first")
    add_plain(parser, ANCHOR)


def run_ladder(arguments: argparse.Namespace) -> None:
    entrants = arguments.players or [entrant.name for entrant in ladder_players(read_board(arguments))]
    run_match(arguments, read_match_options(arguments, Competition.LADDER, entrants))


def add_compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=f"two; in one position any number; {PLAYER_HELP}")
    add_board_option(parser)
    add_start(parser)
    add_count(
        parser, "--positions", f"positions in which both are asked (default: {POSITIONS})", least=1, default=POSITIONS
    )
    add_match_options(parser, "games after that, half of them with each player moving first", openings="random:2")


def run_compare(arguments: argparse.Namespace) -> None:
    """Print what the museum's programs and other players play in a position; or compare two players, with a match."""
    position = None if arguments.moves is arguments.position is None else arguments.moves or arguments.position
    if position is not None or len(arguments.players) < len(SIDES):
        _print_answers(arguments)
        return
    if len(arguments.players) > len(SIDES):
        raise UsageError(f"{arguments.players[2]}: a match has two players; add --moves to ask all in one position")
    _compare_two(arguments)


def _print_answers(arguments: argparse.Namespace) -> None:
    """Print what all play in the position that was typed.

    Raises:
        UsageError: an option was typed that is for a match.
    """
    from hyperoxo.museum.answers import PROGRAMS, answered  # noqa: PLC0415 - it loads all historical programs

    parser = command_parser("compare")
    for name in vars(arguments).keys() - _OF_A_POSITION:
        if getattr(arguments, name) != parser.get_default(name):
            raise UsageError(f"--{name.replace('_', '-')}: this is for two players, and not for one position")
    game = read_start(read_board(arguments), arguments.moves, arguments.position)
    found = answered(game, (*PROGRAMS, *map(read_program, arguments.players)))
    if arguments.json:
        print_json(found.as_json())
        return
    print(f"{drawn_game(game, style_of(sys.stdout))}\n")
    for each in found.answers:
        varied = f" (or {', '.join(each.moves[1:])})" if each.moves[1:] else ""
        said = each.written == each.move or each.sentence.startswith(f"{each.written}:")
        written = "" if said else f", {each.written}"
        move = "no move" if each.move is None else f"{each.move}{written}{varied}"
        print_text(f"{each.player}: {move}: {each.sentence}" if each.sentence else f"{each.player}: {move}")


def _compare_two(arguments: argparse.Namespace) -> None:
    """Print in how many positions two players move differently, some of these, and the result of a match."""
    arguments.seed = draw_seed() if arguments.seed is None else arguments.seed
    options = read_match_options(arguments, Competition.MATCH, arguments.players)
    options.check_players()
    players = (options.entrants[0], options.entrants[1])
    board, names = options.schedule.board, options.schedule.entrants
    judged: list[tuple[Compared, _Values]] = []
    asked = 0
    with options.workers.open() as workers, ProgressLine() as status:
        limits, positions = options.schedule.limits, arguments.positions
        answered = compared(players, board, positions, seed=arguments.seed, limits=limits, workers=workers)
        for asked, found in enumerate(answered, 1):
            status.show(f"{asked:,} of {positions:,} positions")
            if found.differs:
                judged.append((found, _proved_values(found)))
    gains = Counter(_gain(values) for _, values in judged)
    shown = sorted(judged, key=lambda each: _gain(each[1]) == 0)[:SHOWN]
    if arguments.json:
        examples: list[JSON] = [_compared_as_json(*each) for each in shown]
        print_json(
            {"positions": asked, "differ": len(judged), "better": gains[1], "worse": gains[-1]}
            | {"seed": arguments.seed, "examples": examples}
        )
    elif not (arguments.csv or arguments.markdown):
        share, (first, second) = format_share(len(judged) / asked), names
        print_text(
            f"{first} and {second} move differently in {len(judged):,} of {asked:,} positions ({share}). "
            f"By proof, {first} does better in {gains[1]:,} of these and worse in {gains[-1]:,}."
        )
        for found, values in shown:
            print(f"\n{drawn_game(found.game, style_of(sys.stdout))}")
            for name, decision, value in zip(names, found.decisions, values, strict=True):
                proved = "" if value is None or value.source is None else f" (proved: {value.words})"
                print_text(f"{_decision_in_words(name, decision, board)}{proved}")
        print()
    run_match(arguments, options)


def _proved_values(found: Compared) -> _Values:
    """Return what is proved of each move; None where a player makes none."""
    _, cells = known_values(found.game.position, None)
    first, second = (
        cells[each.cell].described(found.game.to_move) if isinstance(each, Play) else None for each in found.decisions
    )
    return first, second


def _gain(values: _Values) -> int:
    """Return 1 if the first move is proved to be better than the second, -1 if it is worse, else 0."""
    first, second = (None if each is None else _RANKS.get(each.outcome) for each in values)
    return 0 if first is None or second is None else (first > second) - (first < second)


def _compared_as_json(found: Compared, values: _Values) -> dict[str, JSON]:
    decisions: list[JSON] = [
        {**answer_as_json(found.game.position, decision), "value": None if value is None else value.as_json()}
        for decision, value in zip(found.decisions, values, strict=True)
    ]
    return {**start_as_json(found.game), "answers": decisions}


def _decision_in_words(name: str, decision: Decision, board: Board) -> str:
    if isinstance(decision, Forfeit):
        return f"{name} fails: {decision.text}"
    move = f"plays {board.name(decision.cell)}" if isinstance(decision, Play) else decision.intent.value
    why = decision.reasons.sentence(board)
    return f"{name} {move}{f': {why}' if why else ''}"


def ladder_players(board: Board) -> list[Player]:
    """Return the players of a board's ladder: each kind with its default options, then the house player's levels.

    All of them can take both seats. Outside programs are left out, since each needs a command of the user's.
    """
    kinds = [kind(name) for name in names()]
    one_of_each = [found.player() for found in kinds if not found.is_outside and found.name != OXO.name]
    levels = [OXO.player(level=level) for level in sorted(LEVELS)]
    return [
        entrant for entrant in (*one_of_each, *levels) if all(entrant.refusal(board, seat) is None for seat in SIDES)
    ]


def run_match(arguments: argparse.Namespace, options: MatchOptions) -> MatchResult:
    """Play a match, print its result in the form that was typed, and return it.

    Raises:
        InputError: a player cannot play, the openings do not exist, or the file belongs to another match.
        MalformedFileError: a file is malformed.
        OSError: a file cannot be read or written.
    """
    called = options.check_players()
    path = arguments.resume if arguments.out is None else arguments.out
    began = time.monotonic()
    with ExitStack() as stack:
        record_file = None
        if path is not None:
            record_file = stack.enter_context(
                RecordFile(path, resume=arguments.resume is not None, replace=arguments.force)
            )
        seed = arguments.seed
        if seed is None and record_file is not None:
            with malformed_file(record_file.path):
                seed = record_file.seed
        match = options.match(draw_seed() if seed is None else seed)
        for entrant, name in called.items():
            match.scoring.standings.name(entrant, name)
        try:
            with options.workers.open() as workers, ExitStack() as books:
                with malformed_file(options.openings.path):
                    book = books.enter_context(closing(match.book(workers)))
                _restore(match, record_file, book)
                if not (arguments.json or arguments.csv or arguments.markdown):
                    for text in (_heading(match), *match.certain_repetitions):
                        print_text(text)
                    print(flush=True)
                _play(match, record_file, book, workers)
        except KeyboardInterrupt:
            kept = "" if record_file else "; games are saved only with --out"
            print(f"\nstopped after {match.done:,} of {match.schedule.total:,} games{kept}", file=sys.stderr)
            if record_file is not None:
                declared = command_parser(match.schedule.event.value).arguments
                command = options.resume_command(declared, arguments, match.schedule.seed)
                print(f"to continue: {command}", file=sys.stderr)
            raise
    result = match.result()
    _print(result, arguments, time.monotonic() - began)
    if not (arguments.json or arguments.csv or arguments.markdown):
        _print_lost_games(match.schedule.files.values(), path)
    return result


def _print_lost_games(losers: Collection[Player], path: str | None) -> None:
    """Print a lost game of each player in a file of games, or how one gets it."""
    if losers and path is None:
        print_text("\nWith --out games.jsonl a match ends with a lost game, and how to see where it was lost.")
    elif path is not None:
        for loser in losers:
            _print_lost_game(path, loser)


def _print_lost_game(path: str, loser: Player) -> None:
    """Print the first game that a player has lost by a line, and the commands that show where."""
    tags = {"x": "Second", "o": "First"}
    for number, game in enumerate(read_game_file(path), 1):
        result = game.result
        if result is None or result.winner is None or result.ending is not Ending.LINE:
            continue
        if game.tags.get(tags[result.winner]) == loser.name:
            words = ("oxo", "move", loser.typed, path, "--game", str(number), "--ply", str(game.ply - 2))
            print_text(f"\n{loser.name} lost game {number} in {plies_in_words(game.ply)}. To see where:")
            print_text(f"  {review_command(path)} --game {number}")
            print_text(f"To ask it again, here before its last move:\n  {shlex.join(words)}")
            return


def _heading(match: Match) -> str:
    schedule = match.schedule
    called = match.scoring.standings.display_names
    gauntlet = "" if schedule.gauntlet is None else f", gauntlet of {shortened(called[schedule.gauntlet])}"
    games = f"{'at most ' if match.test else ''}{format_games(schedule.total)}{gauntlet}"
    return f"{schedule.event.value} on {schedule.board}: {games}, {schedule.conditions(str(match.openings))}"


def _restore(match: Match, record_file: RecordFile | None, book: OpeningBook) -> None:
    """Count the games that earlier runs have played."""
    if record_file is not None:
        with ProgressLine() as status, malformed_file(record_file.path):
            for done in match.restore(record_file, book):
                if done % 1_000 == 0:
                    status.show(f"{done:,} games read")


def _play(match: Match, record_file: RecordFile | None, book: OpeningBook, workers: Workers) -> None:
    """Play the missing games, and sort the file."""
    began = due = time.monotonic()
    with ProgressLine() as status, closing(match.play(book, workers, record_file)) as games:
        status.show(f"{match.done:,} of {match.schedule.total:,} games")
        for _ in games:
            now = time.monotonic()
            if status.is_shown and now >= due:
                table = standings_so_far(match) if len(match.schedule.entrants) > 2 else []
                status.show(*table, _status(match, now - began))
                # Ratings of many players take time.
                due = now + max(TABLE_REFRESHING if table else REFRESHING, 10 * (time.monotonic() - now))
    if record_file is not None:
        record_file.finish(match.scoring.games)


def _status(match: Match, seconds: float) -> str:
    rate = match.played / seconds
    minutes, left = divmod(round((match.schedule.total - match.done) / rate), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        f"{match.done:,} of {match.schedule.total:,} games",
        score_so_far(match),
        f"{rate:,.0f} a second" if rate >= 10 else f"{60 * rate:,.1f} a minute",
        f"{hours}:{minutes:02}:{left:02} left",
    ]
    return ", ".join(parts)


def standings_so_far(match: Match) -> list[str]:
    """Return the table of scores, in lines that fit the terminal with one more below them."""
    columns, lines = shutil.get_terminal_size()
    standings = match.scoring.standings
    rated = ratings(standings, match.anchor)
    table = scores_text(standings, rated, min(columns, WIDTH) - 1, match.anchor)
    room = max(lines - 2, 3)
    return table if len(table) <= room else [*table[: room - 1], f"… and {len(table) - room + 1} more players"]


def score_so_far(match: Match) -> str:
    """Return the ratio of a test, the score of the first of two entrants, or that of the best of more."""
    standings = match.scoring.standings
    if match.test is not None:
        return format_ratio(match.test, match.scoring.llr)
    scores = [tally.points / max(tally.games, 1) for tally in map(standings.tally, range(len(standings.entrants)))]
    shown = 0 if len(scores) == 2 else scores.index(max(scores))
    return f"{100 * scores[shown]:.1f}% for {standings.display_names[shown]}"


def _print(result: MatchResult, arguments: argparse.Namespace, seconds: float) -> None:
    if arguments.json:
        print_json(result.as_json(seconds=round(seconds, 3)))
    elif arguments.csv or arguments.markdown:
        print(result.csv() if arguments.csv else f"{result.markdown()}\n", end="")
        for warning in result.warnings:
            print(f"oxo: warning: {warning}", file=sys.stderr)
    else:
        print("\n".join(standings_text(result.standings, anchor=result.anchor)))
        if result.on_test:
            *cautions, verdict = result.on_test
            print("\n".join(["", *(line for text in cautions for line in wrapped(text))]))
            print_text(verdict)
