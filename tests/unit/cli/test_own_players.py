"""Files of users' programs where a player's name is typed: in every command, and nowhere else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.present import instance

from hyperoxo import Board, Game, player, record
from hyperoxo.cli.terminal.local_game import LocalGame
from hyperoxo.cli.terminal.views import resume_words
from hyperoxo.players import Control, Play, registry
from hyperoxo.players.own import kind_from_file

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

LOWEST = (
    '"""Takes the lowest cell."""\ndef move(position, at=0):\n    return position.legal_moves()[at], "the lowest"\n'
)
MARKING = f"open('mark', 'w')\n{LOWEST}"


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a program in the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(LOWEST)
    return tmp_path / "mine.py"


def test_each_command_takes_a_file_with_options_and_limits(oxo: Oxo) -> None:
    assert oxo("move", "./mine.py:at=2@time=9", "3x3") == "13\nthe lowest\n"
    assert oxo.json("move", "mine.py", "3x3")["player"] == "mine"
    code, answers, _ = oxo.batch(b"11\n22\n", "move", "./mine.py", "3x3")
    assert (code, [answer["move"] for answer in answers]) == (0, ["12", "11"])
    assert "Takes the lowest cell" in oxo("players", "./mine.py")
    assert "mine plays 11" in oxo("explore", "3x3", "--player", "./mine.py")
    for command in (
        "match ./mine.py random",
        "tournament ./mine.py random oxo:level=1",
        "ladder --players mine.py random",
    ):
        assert "mine " in oxo(*command.split(), "--board", "3x3", "--games", "2", "--seed", "1")
    sprt = oxo("sprt", "./mine.py", "random", "--board=3x3", "--elo0=0", "--elo1=90", "--games=2", "--seed=1", code=3)
    assert "mine " in sprt
    oxo.reads(b"22\nwhy\nquit\n")
    code, out, _ = oxo.run("play", "3x3", "--second", "./mine.py", "--reasons", "--save", "game.oxo")
    assert record.load("game.oxo")[0].tags["SecondHash"] == player_hash()
    assert (code, "2 O 11  the lowest" in out) == (0, True)


def test_a_new_game_reads_the_file_again(mine: Path) -> None:
    local = LocalGame(Game("3x3", "22"), None, kind_from_file(mine).player(), seed=1)
    mine.write_text(LOWEST.replace("at=0", "at=-1"))
    for cell in (0, 8):
        assert instance(local.take_turn(Control()), Play).cell == cell
        local.replace_game(Game("3x3", "22"))
    local.close()


def test_a_resumed_match_refuses_a_file_that_has_changed(oxo: Oxo, mine: Path) -> None:
    words = ("match", "./mine.py", "random", "--board=3x3", "--seed=1")
    oxo(*words, "--games=2", "--out=games.jsonl")
    assert oxo.json(*words, "--games=4", "--resume=games.jsonl")["files"] == {"mine": player_hash()}
    mine.write_text(LOWEST + "\n")
    refusal = oxo.refused(*words, "--games=4", "--resume=games.jsonl")
    assert "mine has changed since game 1: its file had the hash" in refusal


def player_hash() -> str:
    found = registry.kind("mine").file
    assert found is not None
    return found.hash


def test_a_match_with_a_file_ends_with_a_lost_game_and_its_review(oxo: Oxo) -> None:
    out = oxo("match", "./mine.py", "oxo:level=6", "--board=3x3", "--games=4", "--seed=1", "--out=games.jsonl")
    *_, said, command, _, again = out.splitlines()
    words = command.split()
    number = int(words[-1])
    lost = record.load("games.jsonl")[number - 1]
    assert said.startswith(f"mine lost game {number} in {lost.ply} plies.")
    assert lost.result is not None
    assert lost.tags["First" if lost.result.winner == "o" else "Second"] == "mine"
    assert oxo(*words[1:]) != ""
    name = Board("3x3").name(lost.all_moves[-2])
    assert again.split()[1:4] == ["move", "./mine.py", "games.jsonl"]
    assert oxo(*again.split()[1:]).startswith(f"{name}\n")
    unkept = oxo("match", "./mine.py", "random", "--board=3x3", "--games=2", "--seed=1")
    assert "With --out games.jsonl a match ends with a lost game" in unkept


def test_a_game_lost_by_an_error_is_no_game_without_a_mistake(oxo: Oxo, mine: Path) -> None:
    mine.write_text("def half(n):\n    return 1 / n\n\ndef move(position):\n    return half(0)\n")
    out = oxo("match", "./mine.py", "random", "--board=3x3", "--games=2", "--seed=1", "--out=games.jsonl")
    assert "mine.py, line 2, called from line 5: ZeroDivisionError" in " ".join(out.split())
    assert "To see where" not in out
    assert "✓ No mistake was found in the moves: O wins (crash)." in oxo("review", "games.jsonl", "--game", "1")


def test_a_game_that_is_left_is_continued_with_the_file(mine: Path) -> None:
    chosen = kind_from_file(mine).player(at=2)
    game = LocalGame(Game("3x3"), None, chosen, seed=1)
    assert resume_words(game)[3:7] == ["--first", "human", "--second", f"{mine}:at=2"]
    game.close()


def test_files_that_cannot_be_named_so_are_refused(oxo: Oxo, tmp_path: Path) -> None:
    for name, reason in (
        ("random", "an installed player has this name"),
        ("human", "a person has the name"),
        ("3x3", ""),
    ):
        (tmp_path / f"{name}.py").write_text(LOWEST)
        refusal = oxo.refused("move", f"./{name}.py", "3x3")
        assert reason in refusal
        assert refusal.endswith("rename the file")
    refusal = oxo.refused("move", "./none.py", "3x3")
    assert refusal == "./none.py: there is no such file; oxo new-player ./none.py writes a program that plays"
    assert "there is no such option" in oxo.refused("move", "./mine.py:depth=3", "3x3")


# ---- What runs no file ----


def test_a_record_runs_no_file(oxo: Oxo, mine: Path, tmp_path: Path) -> None:
    mine.write_text(MARKING)
    game = Game("3x3", "22", tags={"First": "./mine.py", "Second": "mine.py"})
    (tmp_path / "game.oxo").write_text(record.dumps(game))
    oxo.reads(b"quit\n")
    code, _, _ = oxo.run("play", "game.oxo")
    oxo.reads(b"load game.oxo\nquit\n")
    oxo.run("play", "3x3")
    assert (code, (tmp_path / "mark").exists()) == (0, False)


def test_an_engines_file_runs_no_file(oxo: Oxo, mine: Path, tmp_path: Path) -> None:
    mine.write_text(MARKING)
    (tmp_path / "engines.toml").write_text('["mine.py"]\ncommand = "./mine.py"\n')
    oxo.run("move", "mine.py", "3x3", "--engines", "engines.toml")
    oxo.run("players", "--engines", "engines.toml")
    assert not (tmp_path / "mark").exists()


# ---- A first program, and what a change does ----


def test_a_new_player_plays_and_its_commands_work(oxo: Oxo, tmp_path: Path) -> None:
    for step in (None, *range(1, 6)):
        out = oxo("new-player", "first.py", *([] if step is None else ["--step", str(step), "--force"]))
        said, play, serve, match = out.splitlines()
        assert said == "./first.py is a program that plays. To play it, here or on the page, and to measure it:"
        assert serve == "  oxo serve --player ./first.py"
        oxo.reads(b"quit\n")
        assert oxo.run(*play.split()[1:])[0] == 0
        assert "first" in oxo(*match.replace("1000", "2").split()[1:], "--seed=1")
    assert oxo.refused("new-player", "first.py") == (
        "first.py: the file exists already; add --force to replace it, or choose another name"
    )
    assert "choose a name that ends in .py" in oxo.refused("new-player", "first.txt")
    assert (tmp_path / "first.py").read_text().startswith('"""Step 5')


def test_compare_counts_draws_and_measures_a_change(oxo: Oxo, tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text(LOWEST.replace("at=0", "at=-1").replace("lowest", "highest"))
    words = ("compare", "./new.py", "./mine.py", "--board=3x3", "--positions=30", "--games=4", "--seed=1")
    out = oxo(*words)
    first, *_ = out.splitlines()
    assert first.startswith("new and mine move differently in ")
    assert out.count(" (proved: ") == 6
    assert out.count("new plays ") == out.count("mine plays ") == 3
    assert "match on 3x3: 4 games, openings random:2; seed 1" in out
    compared, match = map(json.loads, oxo(*words, "--json").splitlines())
    assert f"in {compared['differ']} of {compared['positions']} positions" in first
    ranks = {"loss": 0, "draw": 1, "win": 2}
    for example in compared["examples"]:
        values = [ranks[answer["value"]["outcome"]] for answer in example["answers"]]
        assert len(values) == 2
        assert values[0] != values[1]
    assert 0 < compared["better"] + compared["worse"] <= compared["differ"]
    assert match["players"] == ["new", "mine"]
    same = oxo("compare", "./mine.py", "mine.py", "--board=3x3", "--positions=5", "--games=2", "--seed=1")
    assert same.startswith("mine and mine move differently in 0 of 5 positions (0.0%).")


def test_compare_asks_all_programs_and_a_file_in_one_position(oxo: Oxo) -> None:
    words = ("compare", "3x3", "--moves", "22 12", "./mine.py")
    assert oxo(*words).endswith("\nmine: 11: the lowest\n")
    found = oxo.json(*words)
    assert (found["text"], found["moves"]) == ("1o2x4 x", "22 12")
    assert [each["written"] for each in found["answers"]][-3:] == ["square 3", "11", "11"]
    assert oxo.json("compare")["board"] == "4x4x4"


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        (["--moves", "22", "--games", "4"], "--games: this is for two players, and not for one position"),
        (["--moves", "22", "--adjudicate", "40"], "--adjudicate: this is for two players, and not for one position"),
        (["random", "random", "random"], "random: a match has two players; add --moves to ask all in one position"),
        (["--moves", "11 21 12 22 13"], "3x3: the game is over: X wins (line)"),
    ],
)
def test_what_compare_cannot_do_is_refused(oxo: Oxo, typed: list[str], refusal: str) -> None:
    assert oxo.refused("compare", "3x3", *typed) == refusal


def test_options_may_stand_between_players(oxo: Oxo) -> None:
    for command in ("tournament", "compare"):
        printed = oxo(command, "./mine.py", "--board=3x3", "random", "--games", "2", "--seed=1")
        assert "random" in printed


def test_a_match_lets_a_program_that_can_only_begin_begin_every_game(oxo: Oxo) -> None:
    for players in (("fignition", "random"), ("random", "fignition")):
        words = ("match", *players, "--board=3x3", "--games=5", "--seed=1")
        assert "5 games, openings none, fignition begins every game; seed 1" in oxo(*words).splitlines()[0]
        rows = {row["player"]: row for row in oxo.json(*words)["by_player"]}
        assert sum(rows["fignition"]["as_first"].values()) == 5
        assert sum(rows["random"]["as_first"].values()) == 0
    refusal = oxo.refused("sprt", "random", "fignition", "--board=3x3", "--elo0=0", "--elo1=5")
    assert refusal.endswith("oxo match fignition random --board=3x3 lets it move first in every game")
    assert player("fignition").refusal("3x3", "o") is not None
