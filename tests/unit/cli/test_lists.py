"""`oxo boards`, `oxo players`, `oxo info`, and lists in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.outside_engines import command

from hyperoxo import Board
from hyperoxo.cli.commands import players
from hyperoxo.errors import PlayerError
from hyperoxo.players import PlayerKind, kind, player

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.fixture(autouse=True)
def _no_file_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the developer's own engines file not be listed."""
    monkeypatch.setattr("hyperoxo.ugi.engines_file.default_path", lambda: tmp_path / "engines.toml")


def test_boards_are_listed_with_a_player_of_each(oxo: Oxo) -> None:
    for entry in oxo.json("boards")["boards"]:
        assert player(entry["home_player"]).refusal(Board(entry["board"]), "o") is None


def test_engines_asks_a_program_for_its_options(oxo: Oxo) -> None:
    typed = command("good")
    assert oxo("players", f"ugi:{typed}").splitlines() == [
        f"ugi:{typed} is Mock.",
        f'To call it NAME in tables, type "ugi:name=NAME {typed}".',
        "Board: any text (default: 4x4x4)",
        "Seed: 0 to 1000 (default: 0)",
        "Row order: fixed or random (default: fixed)",
        "Loud: true or false (default: false)",
        "Clear: a button, set to nothing",
        "",
        f"They are set before the program: \"ugi:'Row order=…' {typed}\"",
    ]
    assert oxo("players", f"ugi:name=Mine {typed}").splitlines()[:3] == [
        f"ugi:name=Mine {typed} is Mock.",
        "Tables call it Mine.",
        "Board: any text (default: 4x4x4)",
    ]
    entry = oxo.json("players", f"ugi:{typed}")
    assert list(entry) == list(oxo.json("players", "random"))
    assert (entry["name"], entry["summary"]) == (f"ugi:{typed}", "Mock")
    assert entry["options"][1] == {
        "name": "Seed",
        "type": "whole number",
        "default": "0",
        "range": "0 to 1000",
        "help": "",
    }


def test_a_player_that_cannot_be_loaded_does_not_hide_the_others(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(name: str) -> PlayerKind:
        if name == "broken":
            raise PlayerError(name, "its module is missing")
        return kind(name)

    monkeypatch.setattr(players, "names", lambda: ["broken", "random"])
    monkeypatch.setattr(players, "kind", loaded)
    assert "broken  cannot be used: its module is missing" in oxo("players")
    [broken, working] = oxo.json("players")["players"]
    assert broken == {"name": "broken", "error": "broken: its module is missing"}
    assert working["name"] == "random"


@pytest.mark.parametrize("typed", ["oxo:level=3", "oxo@nodes=5", "OXO"])
def test_a_player_is_described_by_its_kind(oxo: Oxo, typed: str) -> None:
    assert oxo("players", typed) == oxo("players", "oxo")
