"""`oxo match`, `oxo tournament` and `oxo sprt`: their output, exit codes and files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.outside_engines import command

from hyperoxo import Board, Ending, Result, record
from hyperoxo.arena.match import Match
from hyperoxo.arena.openings import Openings
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore
from hyperoxo.cli import main
from hyperoxo.cli.commands import match as match_module
from hyperoxo.cli.commands.match import ladder_players, score_so_far
from hyperoxo.players import PlayerKind, Session
from hyperoxo.text import shortened
from hyperoxo.ugi.engine import POOL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = ("--board", "3x3", "--games", "10", "--seed", "1", "--jobs", "1")
MATCH = ("match", "random", "oxo:level=1", *SMALL)


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Return what a command prints."""
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def json_output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """Return the one line of JSON that a command prints."""
    [line] = output_of(capsys, *arguments, "--json", code=code).splitlines()
    answer: dict[str, Any] = json.loads(line)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 2) -> str:
    """Return the one line with which a command is refused, and nothing else printed."""
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    return line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file of games, which does not exist yet."""
    return tmp_path / "games"


# ---- Results ----


def test_text_names_the_match_and_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, *MATCH).splitlines()
    assert lines[0] == "match on 3x3: 10 games, openings none; seed 1"
    assert any(line.startswith("1  random") for line in lines)
    assert any(line.startswith("Elo of random above oxo:level=1: ") for line in lines)


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_output(capsys, *MATCH, "--openings", "random:1", "--nodes", "100")
    assert {"by_player", "elo", "seconds"} <= answer.keys()
    assert sum(answer["by_seat"].values()) == 10
    assert answer == answer | {
        "event": "match",
        "board": "3x3",
        "games": 10,
        "players": ["random", "oxo:level=1"],
        "seed": 1,
        "openings": "random:1",
        "limits": "nodes=100",
    }


def test_a_tournament_gives_every_pairing_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["random", "oxo:level=1", "magic-square", "random"]
    answer = json_output(capsys, "tournament", *players, *SMALL)
    assert answer == answer | {"games": 60, "players": players, "elo": None}
    rows = output_of(capsys, "tournament", *players[:3], *SMALL, "--csv").splitlines()
    assert [row.split(",")[:2] for row in rows[1:]] == [players[:2], [players[0], players[2]], players[1:3]]


def test_a_seed_that_is_not_given_is_drawn_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("match", "random", "random", "--board", "3x3", "--games", "4", "--jobs", "1")
    first = json_output(capsys, *arguments)
    again = json_output(capsys, *arguments, "--seed", str(first["seed"]))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


def test_markdown_is_a_table_of_the_entrants_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    headings, rule, *rows = output_of(capsys, *MATCH, "--markdown").splitlines()
    assert headings.startswith("|  | player | Elo difference (95%) | score | games | as X: won, drawn, lost |")
    assert set(rule) <= set("|-: ")
    assert [row.split(" | ")[1] for row in rows] == ["`random`", "`oxo:level=1`"]


@pytest.mark.parametrize(
    ("entrants", "before", "after"),
    [(("ann", "bob"), "0.0% for ann", "25.0% for ann"), (("ann", "bob", "cal"), "0.0% for ann", "75.0% for bob")],
)
def test_progress_shows_the_first_of_two_or_the_best_of_more(
    entrants: tuple[str, ...], before: str, after: str
) -> None:
    match = Match(Schedule(Competition.TOURNAMENT, "3x3", entrants, games=2, seed=1), (), Openings("none"))
    assert score_so_far(match) == before
    match.scoring.add(
        [
            GameScore(1, 1, 0, 1, Result(Ending.LINE, "o"), 6),
            GameScore(2, 1, 1, 0, Result(Ending.FULL_BOARD), 9),
        ]
    )
    assert (score_so_far(match), match.scoring.games, match.scoring.is_decided) == (after, 2, False)


# ---- Engines ----


@pytest.fixture
def engines() -> Iterator[tuple[str, str]]:
    """Return two engines that use the same name, and end them."""
    yield f"ugi:{command('good')}", f"ugi:{command('greets')}"
    POOL.close()


def test_engines_appear_by_their_names_and_files_name_their_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, engines: tuple[str, str]
) -> None:
    path = tmp_path / "games.jsonl"
    named = f"ugi:name=Mine {engines[0].removeprefix('ugi:')}"
    arguments = ("tournament", *engines, named, *SMALL[:2], "--games", "2", "--seed", "1", "--jobs", "1")
    lines = output_of(capsys, *arguments, "--out", str(path)).splitlines()
    assert {line.split("  ")[1] for line in lines[3:6]} == {"Mock (1)", "Mock (2)", "Mine"}
    # The match goes on after the engine has changed its name, and with the games of a version that kept no names.
    games = record.load(path)
    assert games[0].tags["First"] == engines[0]
    games[0].tags["FirstEngine"] = "Older Mock"
    del games[0].tags["SecondEngine"]
    path.write_text("".join(record.dumps(game, "json") for game in games[:3]))
    answer = json_output(capsys, *arguments, "--resume", str(path))
    assert answer["players"] == [*engines, named]
    assert answer["names"] == ["Older Mock", "Mock", "Mine"]
    assert main(("report", str(path))) == 0
    assert "Older Mock against Mock" in path.with_suffix(".html").read_text()


def test_the_score_so_far_names_the_engine() -> None:
    match = Match(Schedule(Competition.MATCH, "3x3", ("ugi:./a", "random"), games=2, seed=1), (), Openings("none"))
    match.scoring.add([GameScore(1, 1, 0, 1, Result(Ending.LINE, "o"), 6, display_names=("Ann", ""))])
    assert score_so_far(match) == "0.0% for Ann"


# ---- Repetitions ----

ALIKE = ("match", "delphi", "delphi", "--board", "3x3", "--games", "4", "--jobs", "1", "--openings", "random:2")
CERTAIN = "delphi draws no random numbers: against itself it plays both games of a pair alike and scores 50%, "
REPEATED = "Games that repeat another one move by move: 2 of 4 between delphi (1) and delphi (2). "


def test_a_match_of_two_players_that_are_the_same_and_draw_nothing_warns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, *ALIKE, "--seed", "1").splitlines()
    assert lines[1].startswith(CERTAIN)
    assert REPEATED in f"{' '.join(lines[2:])} "
    said = json_output(capsys, *ALIKE, "--seed", "1")["warnings"]
    assert [said[0].startswith(CERTAIN), said[1].startswith(REPEATED), len(said)] == [True, True, 2]
    for form in ("--csv", "--markdown"):
        assert main((*ALIKE, "--seed", "1", form)) == 0
        printed = capsys.readouterr()
        assert "repeat" not in printed.out
        first, second = printed.err.splitlines()
        assert first.startswith(f"oxo: warning: {CERTAIN}")
        assert second.startswith(f"oxo: warning: {REPEATED}")


def test_a_report_warns_of_repeated_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    output_of(capsys, *ALIKE, "--out", str(path))
    assert main(("report", str(path))) == 0
    assert REPEATED in f"{path.with_suffix('.html').read_text()} "


def test_players_with_a_time_limit_cause_no_warning_before_a_repetition(capsys: pytest.CaptureFixture[str]) -> None:
    said = json_output(capsys, *ALIKE, "--seed", "1", "--time", "9")["warnings"]
    assert [sentence.startswith(REPEATED) for sentence in said] == [True]


# ---- The ladder ----


def test_the_ladder_of_a_board_has_all_that_fit_it_in_a_known_order() -> None:
    levels = [f"oxo:level={level}" for level in range(1, 10)]
    for board, others in (
        ("3x3", ["delphi", "magic-square", "random"]),
        ("4x4x4", ["atari-st", "delphi", "ibm1620", "random"]),
    ):
        assert [entrant.name for entrant in ladder_players(Board(board))] == [*others, *levels]


def test_outside_programs_are_not_on_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {
        "mine": PlayerKind("mine", "a player of mine", Session),
        "outside": PlayerKind("outside", "a program of mine", Session, is_outside=True),
    }
    monkeypatch.setattr(match_module, "names", lambda: list(kinds))
    monkeypatch.setattr(match_module, "kind", kinds.__getitem__)
    assert [entrant.name for entrant in ladder_players(Board("3x3"))][:2] == ["mine", "oxo:level=1"]


def test_a_ladder_rates_every_player(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_output(
        capsys, "ladder", "3x3", "--games", "2", "--seed", "1", "--openings", "random:1", "--jobs", "2"
    )
    assert answer["event"] == "ladder"
    assert answer["players"] == [entrant.name for entrant in ladder_players(Board("3x3"))]
    assert answer["games"] == 12 * 11
    assert all("rating" in entrant for entrant in answer["by_player"])


def test_a_ladder_of_some_players_is_resumed(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    arguments = ("ladder", "3x3", "--players", "random", "oxo:level=1", "oxo:level=2", "--games", "4", "--jobs", "1")
    whole = json_output(capsys, *arguments, "--seed", "1", "--out", str(path))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert {**json_output(capsys, *arguments, "--resume", str(path)), "seconds": 0} == {**whole, "seconds": 0}
    assert path.read_bytes() == data


# ---- SPRT ----


@pytest.mark.parametrize(
    ("players", "code", "verdict", "sentence"),
    [
        (("oxo:level=9", "random"), 0, "accepted", "SPRT: Elo 100 or more is accepted, -100 rejected after "),
        (("random", "oxo:level=9"), 1, "rejected", "SPRT: Elo -100 or less is accepted, 100 rejected after "),
        (("random", "random"), 3, "open", "SPRT: nothing is decided between Elo -100 and 100 after 6 games; "),
    ],
)
def test_the_exit_code_is_the_verdict(
    capsys: pytest.CaptureFixture[str], players: tuple[str, str], code: int, verdict: str, sentence: str
) -> None:
    games = "6" if verdict == "open" else "1000000000"  # more than the test plays
    arguments = ("sprt", *players, "--elo0", "-100", "--elo1", "100", *SMALL, "--games", games)
    answer = json_output(capsys, *arguments, code=code)
    assert answer["sprt"]["verdict"] == verdict
    assert list(answer["sprt"]) == ["elo0", "elo1", "alpha", "beta", "llr", "bounds", "verdict"]
    assert output_of(capsys, *arguments, code=code).splitlines()[-1].startswith(sentence)


def test_games_after_the_verdict_are_dropped_however_many_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    test = ("--elo0", "0", "--elo1", "20", "--alpha", "0.2", "--beta", "0.2")
    arguments = ("sprt", "oxo:level=9", "random", *test, "--board", "3x3", "--games", "400", "--seed", "1")
    files = [tmp_path / jobs for jobs in ("1", "3")]
    answers = [json_output(capsys, *arguments, "--jobs", path.name, "--out", str(path)) for path in files]
    assert answers[0]["games"] == answers[1]["games"] < 400
    assert len(record.load(files[0])) == answers[0]["games"]
    assert files[0].read_bytes() == files[1].read_bytes()
    resumed = json_output(capsys, *arguments, "--jobs", "1", "--resume", str(files[0]))
    assert {**resumed, "seconds": 0} == {**answers[0], "seconds": 0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--elo0 is missing; a test needs two Elo differences, such as --elo0 0 --elo1 20"),
        (("--elo0", "0"), "--elo1 is missing"),
        (("--elo0", "0", "--elo1", "0"), "--elo0 0 and --elo1 0: two numbers are needed, the second larger"),
        (("--elo0", "a", "--elo1", "5"), "--elo0 a: not a number; such as 20, -5 or 0.05"),
        (("--elo0=-5", "--elo1", "nan"), "--elo1 nan: not a number"),
        (("--elo0", "0", "--elo1", "5", "--alpha", "0.5"), "--alpha 0.5: must be between 0 and 0.5"),
        (("--elo0", "0", "--elo1", "999999999"), "--elo0 0 and --elo1 1e+09: no score can distinguish them"),
    ],
)
def test_a_test_needs_two_differences_and_small_errors(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert refused(capsys, "sprt", "random", "random", *SMALL, *arguments).startswith(f"oxo: {message}")


# ---- Files ----


def test_a_match_goes_on_without_its_seed_being_typed_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    output_of(capsys, *MATCH, "--resume", str(whole))
    part.write_bytes(whole.read_bytes()[:2500])
    arguments = ("match", "random", "oxo:level=1", "--board", "3x3", "--games", "10", "--resume", str(part))
    assert output_of(capsys, *arguments).startswith("match on 3x3: 10 games, openings none; seed 1\n")
    assert part.read_bytes() == whole.read_bytes()


def test_an_existing_file_is_refused_with_the_remedy(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text("mine", encoding="utf-8")
    message = f"oxo: {shortened(str(path))}: the file exists already; "
    message += f"continue it with --resume {path}, add --force to replace it, or choose another name"
    assert refused(capsys, *MATCH, "--out", str(path)) == message
    assert refused(capsys, *MATCH, "--resume", str(path)).startswith(
        f"oxo: {shortened(str(path))}: does not begin with a game"
    )
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_malformed_file_is_named_with_the_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path
) -> None:
    path.write_text('{"record": 1, "board": "3x3", "nonsense": 1}\n', encoding="utf-8")
    assert refused(capsys, *MATCH, "--resume", str(path), code=4).startswith(
        f"oxo: {shortened(str(path))}: line 1, column "
    )
    openings = tmp_path / "openings"
    openings.write_text('[Record "3"]\n', encoding="utf-8")
    assert refused(capsys, *MATCH, "--openings", str(openings), code=4).startswith(
        f"oxo: {shortened(str(openings))}: line 1, "
    )


# ---- Bad input ----


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("match", "random"), "the following arguments are required: PLAYER"),
        (("match", "random", "unknown"), "unknown: there is no such player; players are "),
        (("match", "random", "magic-square", "--board", "4x4"), "magic-square: its formulas are those of 3x3"),
        (("match", "random", "human"), "human: a person can only play in oxo play, or on the page"),
        (
            ("match", "fignition", "magic-square", "--board", "3x3", "--games", "2"),
            (
                "fignition: it can only move first, and every player of a match moves first and second; "
                "oxo museum --meet fignition magic-square plays one game"
            ),
        ),
        (
            ("sprt", "random", "fignition", "--board", "3x3", "--elo0", "0", "--elo1", "20"),
            (
                "fignition: it can only move first, and every player of a test moves first and second; "
                "oxo play 3x3 --first fignition --second random plays one game"
            ),
        ),
        (
            ("tournament", "random", "oxo", "fignition", "--board", "3x3"),
            "fignition: it can only move first, and every player of a tournament moves first and second; leave it out",
        ),
        (("match", "random", "ugi:no-such-program"), "no-such-program: there is no such program"),
        (("match", "random", "ugi:false"), "ugi:false: it does not play: "),
        (("tournament", "random"), "1 player: name 2 to 100"),
        (("tournament", *["random"] * 101), "101 players: name 2 to 100"),
        (("match", "random", "random", "--games", "0"), "--games 0: not a whole number from 1 to 1000000000"),
        (("match", "random", "random", "--games", "many"), "--games many: not a whole number"),
        (("match", "random", "random", "--time", "soon"), "--time soon: not a number of seconds"),
        (("match", "random", "random", "--nodes", "0"), "--nodes 0: not a whole number from 1"),
        (("match", "random", "random", "--depth", "257"), "--depth 257: not a whole number from 1 to 256"),
        (("match", "random", "random", "--board", "0x3"), "0x3: "),
        (("match", "random", "random", "--jobs", "0"), "--jobs 0: not a whole number from 1 to 1000"),
        (("match", "random", "random", "--openings", "random"), "random: not openings on 4x4x4; random:PLIES, with 1"),
        (("match", "random", "random", "--openings", "nowhere", "--out", "a"), "nowhere: No such file or directory"),
        (("match", "random", "random", "--executor", "here"), "here: not the address of an executor; such as dask://"),
        (("match", "random", "random", "--json", "--csv"), "--json and --csv: only one form can be printed"),
        (("match", "random", "random", "--markdown", "--csv"), "--csv and --markdown: only one form can be printed"),
        (
            ("ladder", "3x3", "--players", "random"),
            "1 player: name 2 to 100",
        ),
        (("ladder", "3x3", "--players", "random", "unknown"), "unknown: there is no such player"),
        (
            ("ladder", "3x3", "--players", "random", "magic-square", "--board", "4x4"),
            "3x3 and --board 4x4: two different boards",
        ),
        (("match", "random", "random", "--out", "a", "--resume", "a"), "--out and --resume: games go to one file"),
        (
            ("match", "random", "random", "--force", "--resume", "a"),
            "--force and --resume: --resume continues the file",
        ),
        (("match", "random", "random", "--out", "nowhere/games"), "nowhere/games: there is no folder nowhere"),
        (("match", "random", "random", "--out", "/dev/null"), "/dev/null: not a file; choose another name"),
        (
            ("match", "random", "random", "--jobs", "2", "--executor", "dask://127.0.0.1:1"),
            "--jobs and --executor: a cluster has its own number of workers; leave one of them out",
        ),
    ],
)
def test_bad_input_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, *arguments).startswith(f"oxo: {message}")
    assert list(tmp_path.iterdir()) == []
