"""`oxo play FILE`: a recorded game goes on with its own players and seed, unless others are typed."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo import Game, record
from hyperoxo.cli.commands import play

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.cli.terminal.local_game import LocalGame


def loaded(path: Path, tags: dict[str, str], options: str, board: str = "4x4x4") -> LocalGame:
    path.write_text(record.dumps(Game(board, tags=tags)))
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    arguments = parser.parse_args([str(path), *shlex.split(options)])
    return play.open_dialogue(arguments, ScriptedLines(), None).local


BEGINNER = {"First": "human", "Second": "oxo:level=1", "Seed": "77"}


@pytest.mark.parametrize(
    ("tags", "options", "players"),
    [
        (BEGINNER, "", ("human", "oxo:level=1", 77)),
        (BEGINNER, "--second ibm1620", ("human", "ibm1620", 77)),
        (BEGINNER, "--first random", ("random", "oxo:level=1", 77)),
        (BEGINNER, "--starts computer --seed 3", ("oxo:level=1", "human", 3)),
        (BEGINNER, "--screen typewriter", ("human", "oxo:level=1", 77)),
        ({"First": "ibm1620", "Second": "human", "Seed": "77"}, "--screen period", ("ibm1620", "human", 77)),
        ({"First": "random", "Second": "random", "Seed": "77"}, "", ("random", "random", 77)),
        ({"First": "random", "Second": "random", "Seed": "77"}, "--first human", ("human", "random", 77)),
    ],
)
def test_a_loaded_game_goes_on_with_its_players_and_seed(
    tmp_path: Path, tags: dict[str, str], options: str, players: tuple[str, str, int]
) -> None:
    local = loaded(tmp_path / "game.oxo", tags, options)
    assert (local.participants["x"].name, local.participants["o"].name, local.seed) == players


def test_a_record_without_players_is_played_against_the_default_opponent(tmp_path: Path) -> None:
    local = loaded(tmp_path / "game.oxo", {"Seed": "no number"}, "")
    assert (local.participants["x"].name, local.participants["o"].name) == ("human", "oxo:level=4")
