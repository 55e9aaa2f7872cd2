"""`oxo match`, `tournament`, `sprt` and `ladder`: JSON, options, files; `golden/console/match.txt` shows their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.outside_engines import command
from support.present import present

from hyperoxo import Board, Ending, Result, record
from hyperoxo.arena.match import Match
from hyperoxo.arena.openings import Openings
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import GameScore
from hyperoxo.cli import command_parser
from hyperoxo.cli.commands import match as match_module
from hyperoxo.cli.commands.match import ladder_players, score_so_far, standings_so_far
from hyperoxo.cli.match_options import add_match_options, read_match_options
from hyperoxo.players import PlayerKind, Session
from hyperoxo.ugi.engine import POOL

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from support.oxo_command import Oxo

SMALL = ("--board", "3x3", "--games", "10", "--seed", "1", "--jobs", "1")
MATCH = ("match", "random", "oxo:level=1", *SMALL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file of games, which does not exist yet."""
    return tmp_path / "games.jsonl"


# ---- Results ----


def test_json_has_the_promised_keys(oxo: Oxo) -> None:
    answer = oxo.json(*MATCH, "--openings", "random:1", "--nodes", "100")
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


def test_a_seed_that_is_not_given_is_drawn_and_shown(oxo: Oxo) -> None:
    arguments = ("match", "random", "random", "--board", "3x3", "--games", "4", "--jobs", "1")
    first = oxo.json(*arguments)
    again = oxo.json(*arguments, "--seed", str(first["seed"]))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


@pytest.mark.parametrize(
    ("entrants", "before", "after"),
    [(("ann", "bob"), "0.0% for ann", "25.0% for ann"), (("ann", "bob", "cal"), "0.0% for ann", "75.0% for bob")],
)
def test_progress_shows_the_first_of_two_or_the_best_of_more(
    entrants: tuple[str, ...], before: str, after: str
) -> None:
    match = Match(Schedule(Competition.TOURNAMENT, Board("3x3"), entrants, games=2, seed=1), (), Openings("none"))
    assert score_so_far(match) == before
    match.scoring.add(
        [
            GameScore(1, 1, 0, 1, Result(Ending.LINE, "o"), 6),
            GameScore(2, 1, 1, 0, Result(Ending.FULL_BOARD), 9),
        ]
    )
    assert (score_so_far(match), match.scoring.games, match.scoring.is_decided) == (after, 2, False)


@pytest.mark.parametrize(("lines", "players"), [("24", 4), ("6", 2), ("2", 1)])
def test_the_standings_so_far_fit_the_terminal(monkeypatch: pytest.MonkeyPatch, lines: str, players: int) -> None:
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setenv("COLUMNS", "80")
    entrants = ("ann", "bob", "cal", "an engine with a name that is longer than the column of names")
    match = Match(Schedule(Competition.TOURNAMENT, Board("3x3"), entrants, games=2, seed=1), (), Openings("none"))
    match.scoring.add([GameScore(1, 1, 0, 1, Result(Ending.TIME, "o"), 6)])
    table = standings_so_far(match)
    assert "  lost  late  " in table[0]
    assert table[1].startswith("1  bob ")
    assert len(table) == 1 + players + (players < 4)
    assert max(map(len, table)) < 80


# ---- Engines ----


@pytest.fixture
def engines() -> Iterator[tuple[str, str]]:
    """Return two engines that use the same name, and end them."""
    yield f"ugi:{command('good')}", f"ugi:{command('greets')}"
    POOL.close()


def test_engines_appear_by_their_names_and_files_name_their_commands(
    oxo: Oxo, tmp_path: Path, engines: tuple[str, str]
) -> None:
    path = tmp_path / "games.jsonl"
    named = f"ugi:name=Mine {engines[0].removeprefix('ugi:')}"
    arguments = ("tournament", *engines, named, *SMALL[:2], "--games", "2", "--seed", "1", "--jobs", "1")
    lines = oxo(*arguments, "--out", str(path)).splitlines()
    assert {line.split("  ")[1] for line in lines[3:6]} == {"Mock (1)", "Mock (2)", "Mine"}
    # The match goes on after the engine has changed its name, and with the games of a version that kept no names.
    games = record.load(path)
    assert games[0].tags["First"] == engines[0]
    games[0].tags["FirstEngine"] = "Older Mock"
    del games[0].tags["SecondEngine"]
    path.write_text("".join(record.dumps(game, "json") for game in games[:3]))
    answer = oxo.json(*arguments, "--resume", str(path))
    assert answer["players"] == [*engines, named]
    assert answer["names"] == ["Older Mock", "Mock", "Mine"]
    oxo("report", str(path))
    assert "Older Mock against Mock" in path.with_suffix(".html").read_text()


def test_the_reason_for_each_kind_of_fault_outlives_processes_and_files(oxo: Oxo, path: Path) -> None:
    good, bad = f"ugi:{command('good')}", f"ugi:name=Bad {command('crash-in-game')}"
    arguments = ("match", good, bad, *SMALL[:2], "--games", "4", "--seed", "1", "--jobs", "2", "--out", str(path))
    fault = "Bad lost by crash 4, first in game 1: it ended with exit code 4"
    assert fault in " ".join(oxo(*arguments).splitlines())
    assert fault in oxo.json(*arguments[:-4], "--resume", str(path))["warnings"]
    code, _, err = oxo.run(*arguments[:-4], "--resume", str(path), "--csv")
    assert (code, err.splitlines()[0]) == (0, f"oxo: warning: {fault}")


def test_a_silent_program_loses_and_the_match_goes_on(oxo: Oxo, path: Path) -> None:
    arguments = ("match", f"ugi:{command('hang-at-go')}", "random", *SMALL[:2], "--games", "2", "--jobs", "1")
    bounds = ("--seed", "1", "--nodes", "5", "--silence", "0.05")
    oxo(*arguments, *bounds, "--out", str(path))
    for game in record.load(path):
        assert present(game.result).ending is Ending.TIME
        assert game.tags["Limits"] == "nodes=5 silence=0.05"
    assert "silence=0.05" in oxo.json(*arguments, *bounds, "--resume", str(path))["limits"]


@pytest.mark.parametrize(
    ("typed", "continued"),
    [
        ("match random delphi --board 3x3 --seconds 5", "match random delphi --board=3x3 --time=5"),
        ("tournament random delphi --gauntlet 1 --json", "tournament random delphi --board=4x4x4 --gauntlet=1"),
        (
            "sprt random delphi --elo0 0 --elo1 5 --games 100 --jobs 2",
            "sprt random delphi --board=4x4x4 --elo0=0 --elo1=5",
        ),
        ("ladder 3x3 --players random delphi --nodes 9", "ladder 3x3 --players random delphi --nodes=9"),
    ],
)
def test_a_match_is_continued_with_its_options_as_they_are_declared(
    monkeypatch: pytest.MonkeyPatch, typed: str, continued: str
) -> None:
    def declare(parser: argparse.ArgumentParser, games: str, default: int = 100) -> None:
        parser.add_argument("--two-words")
        add_match_options(parser, games, default)

    monkeypatch.setattr(match_module, "add_match_options", declare)
    event, *arguments = typed.split()
    parser = command_parser(event)
    parsed = parser.parse_args([*arguments, "--two-words", "x", "--out", "games.jsonl"])
    options = read_match_options(parsed, Competition(event), parsed.players)
    common = ["--two-words=x", "--games=100", "--seed=7", "--openings=none", "--resume=games.jsonl"]
    words = options.resume_command(parser.arguments, parsed, 7).split()
    assert [word for word in words if word not in common] == ["oxo", *continued.split()]
    assert [word for word in words if word in common] == common


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_log_has_each_line_of_the_dialogues_with_its_game(
    oxo: Oxo, tmp_path: Path, engines: tuple[str, str], jobs: str
) -> None:
    log = tmp_path / "dialogue.log"
    named = f"ugi:name=Mine {engines[0].removeprefix('ugi:')}"
    arguments = ("match", named, "random", *SMALL[:2], "--games", "6", "--seed", "1", "--jobs", jobs)
    games = tmp_path / "games.jsonl"
    oxo(*arguments, "--out", str(games), "--log", str(log))
    form = re.compile(r"[-0-9]{10} [:0-9]{8}\.[0-9]{6} (?:game ([1-6]) )?Mine \([0-9]+\) ([<>]) (.+)")
    lines = [present(form.fullmatch(line)).groups() for line in log.read_text().splitlines()]
    for game in record.load(games):
        said = [(sign, text) for number, sign, text in lines if number == game.tags["Game"]]
        first = 0 if game.tags["First"] == named else 1
        cells = [game.board.name(cell) for cell in game.moves[first::2]]
        assert [text for sign, text in said if sign == "<" and text.startswith("bestmove")] == [
            f"bestmove {cell}" for cell in cells
        ]
        assert [text for sign, text in said if sign == ">"].count("uginewgame") == 1


def test_the_heading_of_a_gauntlet_names_the_engine_as_its_table(oxo: Oxo, engines: tuple[str, str]) -> None:
    arguments = ("tournament", engines[0], "random", "oxo:level=1", *SMALL[:2], "--games", "2", "--seed", "1")
    first = oxo(*arguments, "--gauntlet", "1", "--jobs", "1").splitlines()[0]
    assert first == "tournament on 3x3: 4 games, gauntlet of Mock, openings none; seed 1"


def test_the_score_so_far_names_the_engine() -> None:
    match = Match(
        Schedule(Competition.MATCH, Board("3x3"), ("ugi:./a", "random"), games=2, seed=1), (), Openings("none")
    )
    match.scoring.add([GameScore(1, 1, 0, 1, Result(Ending.LINE, "o"), 6, display_names=("Ann", ""))])
    assert score_so_far(match) == "0.0% for Ann"


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


def test_a_ladder_rates_every_player(oxo: Oxo) -> None:
    answer = oxo.json("ladder", "3x3", "--games", "2", "--seed", "1", "--openings", "random:1", "--jobs", "2")
    assert answer["event"] == "ladder"
    assert answer["players"] == [entrant.name for entrant in ladder_players(Board("3x3"))]
    assert answer["games"] == 12 * 11
    assert all("rating" in entrant for entrant in answer["by_player"])


def test_a_ladder_of_some_players_is_resumed(oxo: Oxo, path: Path) -> None:
    arguments = ("ladder", "3x3", "--players", "random", "oxo:level=1", "oxo:level=2", "--games", "4", "--jobs", "1")
    whole = oxo.json(*arguments, "--seed", "1", "--out", str(path))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert {**oxo.json(*arguments, "--resume", str(path)), "seconds": 0} == {**whole, "seconds": 0}
    assert path.read_bytes() == data


# ---- SPRT ----


def test_games_after_the_verdict_are_dropped_however_many_play(oxo: Oxo, tmp_path: Path) -> None:
    test = ("--elo0", "0", "--elo1", "20", "--alpha", "0.2", "--beta", "0.2")
    arguments = ("sprt", "oxo:level=9", "random", *test, "--board", "3x3", "--games", "400", "--seed", "1")
    files = [tmp_path / f"{jobs}.jsonl" for jobs in ("1", "3")]
    answers = [oxo.json(*arguments, "--jobs", path.stem, "--out", str(path)) for path in files]
    assert answers[0]["games"] == answers[1]["games"] < 400
    assert len(record.load(files[0])) == answers[0]["games"]
    assert files[0].read_bytes() == files[1].read_bytes()
    resumed = oxo.json(*arguments, "--jobs", "1", "--resume", str(files[0]))
    assert {**resumed, "seconds": 0} == {**answers[0], "seconds": 0}


# ---- Files ----


def test_a_match_goes_on_without_its_seed_being_typed_again(oxo: Oxo, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    oxo(*MATCH, "--resume", str(whole))
    part.write_bytes(whole.read_bytes()[:2500])
    arguments = ("match", "random", "oxo:level=1", "--board", "3x3", "--games", "10", "--resume", str(part))
    assert oxo(*arguments).startswith("match on 3x3: 10 games, openings none; seed 1\n")
    assert part.read_bytes() == whole.read_bytes()


# ---- One player: an anchor of ratings, a gauntlet, limits of its own ----


@pytest.mark.parametrize("anchor", ["oxo:level=1=1500", "2=1500", "2=+1500.0"])
def test_ratings_can_be_counted_from_a_player(oxo: Oxo, anchor: str) -> None:
    arguments = ("tournament", "random", "oxo:level=1", "magic-square", *SMALL)
    answer = oxo.json(*arguments, "--anchor", anchor)
    assert answer["anchor"] == {"entrant": 2, "rating": 1500}
    assert answer["by_player"][1]["rating"] == [1500, 1500, 1500]
    free = oxo.json(*arguments)
    found, plain = ([player["rating"][0] for player in of["by_player"]] for of in (answer, free))
    assert [rating - 1500 for rating in found] == pytest.approx([rating - plain[1] for rating in plain])


def test_in_a_gauntlet_one_player_meets_all_others(oxo: Oxo, tmp_path: Path) -> None:
    names = ("random", "oxo:level=1", "magic-square")
    games = str(tmp_path / "games.jsonl")
    arguments = ("tournament", *names, *SMALL, "--gauntlet", "oxo:level=1")
    answer = oxo.json(*arguments, "--out", games)
    assert (answer["games"], answer["gauntlet"], answer["elo"]) == (20, 2, None)
    assert [pairing["entrants"] for pairing in answer["pairings"]] == [[1, 2], [2, 3]]
    whole = (tmp_path / "games.jsonl").read_bytes()
    (tmp_path / "games.jsonl").write_bytes(whole[: len(whole) // 2])
    oxo.json(*arguments, "--resume", games)
    assert (tmp_path / "games.jsonl").read_bytes() == whole
    assert "has Entrants" in oxo.refused("tournament", *names, *SMALL, "--resume", games)
    assert (tmp_path / "games.jsonl").read_bytes() == whole
    by_number = oxo.json(*arguments[:-1], "2")
    assert {**by_number, "seconds": 0} == {**answer, "seconds": 0}


def test_limits_of_one_side_belong_to_its_name(oxo: Oxo, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    arguments = ("match", "oxo@nodes=10", "oxo@nodes=20", "--board", "5x5:4", "--games", "2", "--seed", "1")
    answer = oxo.json(*arguments, "--jobs", "2", "--resume", str(games))
    assert answer["players"] == ["oxo@nodes=10", "oxo@nodes=20"]
    whole = games.read_bytes()
    games.write_bytes(whole[:-10])
    oxo.json(*arguments, "--jobs", "1", "--resume", str(games))
    assert games.read_bytes() == whole
    other = ("match", "oxo@nodes=10", "oxo@nodes=30", *arguments[3:], "--resume", str(games))
    assert "has Second 'oxo@nodes=20' where this match has 'oxo@nodes=30'" in oxo.refused(*other)
