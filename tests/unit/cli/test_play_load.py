"""`oxo play --load`: a recorded game goes on with its own players and seed, unless others are typed."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

import pytest
from support.face_transcripts import EchoingKeyboard

from hyperoxo import Game, record
from hyperoxo.cli.commands import play

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.cli.terminal.local_game import LocalGame


def loaded(path: Path, tags: dict[str, str], options: str, board: str = "4x4x4") -> LocalGame:
    path.write_text(record.dumps(Game(board, tags=tags)))
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    arguments = parser.parse_args(["--load", str(path), *shlex.split(options)])
    return play.open_dialogue(arguments, EchoingKeyboard([]), None).local


BEGINNER = {"First": "human", "Second": "oxo:level=1", "Seed": "77"}


@pytest.mark.parametrize(
    ("tags", "options", "players"),
    [
        (BEGINNER, "", ("human", "oxo:level=1", 77)),
        (BEGINNER, "--second ibm1620", ("human", "ibm1620", 77)),
        (BEGINNER, "--first random", ("random", "oxo:level=1", 77)),
        (BEGINNER, "--starts computer --seed 3", ("oxo:level=1", "human", 3)),
        (BEGINNER, "--face teletype", ("human", "oxo:level=1", 77)),
        ({"First": "ibm1620", "Second": "human", "Seed": "77"}, "--face period", ("ibm1620", "human", 77)),
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


@pytest.mark.parametrize(
    ("recorded", "holders", "note"),
    [
        (("human", "Ada"), "human oxo:level=4", "O was Ada: there is no such player; O is oxo:level=4 instead."),
        (("Ada", "human"), "oxo:level=4 human", "X was Ada: there is no such player; X is oxo:level=4 instead."),
        (("Ada", "random"), "human random", "X was Ada: there is no such player; X is human instead."),
        (
            ("human", "fignition"),
            "human oxo:level=4",
            "O was fignition: it plays on 3x3 only; O is oxo:level=4 instead.",
        ),
        (
            ("human", "oxo:level=10"),
            "human oxo:level=4",
            "O was oxo:level=10: option level cannot be '10': it takes 1 to",
        ),
        (
            ("human", "ugi:touch made"),
            "human oxo:level=4",
            "O was ugi:touch made: a record does not start programs; O is oxo:level=4 instead.",
        ),
    ],
)
def test_a_player_that_cannot_be_had_is_named_and_replaced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, recorded: tuple[str, str], holders: str, note: str
) -> None:
    local = loaded(tmp_path / "game.oxo", dict(zip(("First", "Second"), recorded, strict=True)), "")
    assert f"{local.participants['x'].name} {local.participants['o'].name}" == holders
    assert " ".join(capsys.readouterr().out.split()).startswith(note)


def test_a_seat_that_is_typed_is_not_looked_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    loaded(tmp_path / "game.oxo", {"First": "human", "Second": "Ada"}, "--second random")
    assert capsys.readouterr().out == ""
