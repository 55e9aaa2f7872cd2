"""The engines file: names that stand for programs, and one line for each mistake in it."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING

import pytest
from support.outside_engines import SCRIPT, command

from hyperoxo import player, record
from hyperoxo.errors import InputError
from hyperoxo.players import Limits
from hyperoxo.players.registry import full_name, remove_aliases
from hyperoxo.text import shortened
from hyperoxo.ugi.engine import POOL
from hyperoxo.ugi.engines_file import MAX_BYTES, default_path, read_engines, use_engines
from hyperoxo.ugi.process import read_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.oxo_command import Oxo

MATCH = ("--board", "3x3", "--games", "4", "--seed", "1", "--jobs", "1")


@pytest.fixture(autouse=True)
def _no_file_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield
    POOL.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return an engines file with an engine that plays, `well`, and one that fails at the start, `lost`."""
    (tmp_path / "folder").mkdir()
    path = tmp_path / "engines.toml"
    path.write_text(
        f"""
[well]
command = {json.dumps(shlex.split(command("good")))}
limits = {{ nodes = 50 }}

["Two words"]
command = "{sys.executable} -I -S {SCRIPT} good"
folder = "folder"
options = {{ Speed = 3, "Own book" = false, Style = "risky, wild" }}
environment = {{ THREADS = 2 }}

[lost]
command = "./missing"
folder = "folder"
"""
    )
    return path


def test_a_name_stands_for_a_whole_command(file: Path) -> None:
    engines = read_engines(file)
    assert list(engines) == ["well", "Two words", "lost"]
    assert engines["well"].full_name == f"ugi:name=well {command('good')}@nodes=50"
    assert engines["well"].player.limits == Limits(nodes=50)
    two = read_command(engines["Two words"].command)
    assert two.name == "Two words"
    assert two.settings == (("Speed", "3"), ("Own book", "false"), ("Style", "risky, wild"))
    folder = file.parent / "folder"
    assert two.words[:3] == ("env", f"--chdir={folder}", "THREADS=2")
    assert two.words[3:] == (sys.executable, "-I", "-S", str(SCRIPT), "good")


def test_paths_count_from_the_folder_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text('[one]\ncommand = "bin/engine --fast"\n[two]\ncommand = "engine --fast"\n')
    one, two = read_engines(path).values()
    assert read_command(one.command).words == (str(tmp_path / "bin" / "engine"), "--fast")
    assert read_command(two.command).words == ("engine", "--fast")


def test_names_are_players_in_python_once_the_file_is_used(file: Path) -> None:
    engines = use_engines(file)
    try:
        assert player("well") == engines["well"].player
        assert player("well@nodes=9,depth=2").limits == Limits(nodes=9, depth=2)
        assert player("well@nodes=99").limits == Limits(nodes=50)
        assert full_name("oxo") == "oxo"
    finally:
        from hyperoxo.players.registry import _aliases  # noqa: PLC0415 - no other test may know these names

        remove_aliases(_aliases[0])
    with pytest.raises(InputError, match="well: there is no such player"):
        player("well")


def test_commands_take_the_names(file: Path, oxo: Oxo, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    named = ("--engines", str(file))
    assert "\nwell@nodes=50,random," in oxo("match", "well", "random", *MATCH, *named, "--out", str(games), "--csv")
    [first, *_] = record.load(games)
    assert first.tags["First"] == read_engines(file)["well"].full_name
    whole = games.read_bytes()
    games.write_bytes(whole[: len(whole) // 2])
    oxo("match", "well", "random", *MATCH, *named, "--resume", str(games), "--csv")
    assert games.read_bytes() == whole
    assert oxo.json("move", "well", "3x3", *named)["player"] == first.tags["First"]
    assert "Two words" in oxo("players", *named)
    assert "They are set in the engines file, under options." in oxo("players", "well", *named)
    assert oxo.run("ugi-check", "well", "3x3", *named)[1].startswith(f"name=well {command('good')} (")


def test_a_game_in_the_terminal_takes_the_names(file: Path, oxo: Oxo) -> None:
    oxo.reads(b"22\nsecond well@nodes=9\n")
    printed = oxo("play", "3x3", "--second", "well", "--engines", str(file))
    assert "X you, O well@nodes=50" in printed
    assert "X is human, O is well@nodes=9." in printed


def test_the_file_at_the_default_place_needs_no_option(file: Path, oxo: Oxo) -> None:
    assert "well: there is no such player" in oxo.refused("move", "well", "3x3")
    default_path().parent.mkdir(parents=True)
    default_path().write_text(file.read_text().replace('folder = "folder"', f'folder = "{file.parent}"'))
    oxo("move", "well", "3x3")
    assert oxo.refused("match", "well", "wel", *MATCH) == "wel: there is no such player; did you mean well?"
    default_path().write_text("[well]\n")
    oxo("move", "random", "3x3")  # the file is read only when a name needs it
    missing = f"{shortened(str(default_path()))}: well.command: missing; such as command = "
    assert oxo.refused("move", "well", "3x3").startswith(missing)


def test_a_user_without_a_home_directory_has_no_names(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("os.getuid", lambda: 54321)  # in no list of users
    assert oxo.refused("move", "lost", "3x3").startswith("lost: there is no such player; ")


def test_a_program_that_is_missing_is_refused_before_the_game(file: Path, oxo: Oxo) -> None:
    refusal = oxo.refused("match", "lost", "random", *MATCH, "--engines", str(file))
    assert "./missing" in refusal
    assert "No such file or directory" in refusal


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[a]\ncommand = ", "not TOML: "),
        (b"\xff", "the file is not UTF-8 text"),
        ("a = " + "[" * 100_000, "lists or tables are nested too deeply"),
        (f"a = 1{'0' * 5000}", "a number has too many digits"),
        *((f"a.{key}.x = 0x{'f' * 5000}", "a number has too many") for key in ("options", "environment", "limits")),
        ("#" * (MAX_BYTES + 1), "the file has more than 1,048,576 bytes; an engines file is shorter"),
        ("a = 3\n", "a: not an engine; an engine begins with a line such as [a]"),
        ("[a]\n", 'a.command: missing; such as command = "./engine --fast"'),
        ("[a]\ncommand = 3\n", "a.command: neither a text nor a list of texts"),
        ('[a]\ncommand = ""\n', "a.command: there is no program in it"),
        ('[a]\ncommand = "\'open"\n', "a.command: cannot be read (No closing quotation); quote as for a shell"),
        ('[a]\ncomand = "x"\n', "a.comand: there is no such key; did you mean command?"),
        ('[a]\ncommand = "x"\nfolder = "nowhere"\n', "a.folder: there is no folder "),
        ('[a]\ncommand = "x"\noptions = 3\n', "a.options: not a table; such as { Level = 3 }"),
        ('[a]\ncommand = "x"\noptions = { Level = [3] }\n', "a.options.Level: neither a text, a number nor "),
        ('[a]\ncommand = "x"\noptions = { name = "b" }\n', "a.options.name: not the name of an option"),
        ('[a]\ncommand = "x"\nlimits = { node = 3 }\n', "a.limits.node: there is no such limit; limits are time, "),
        ('[a]\ncommand = "x"\nlimits = { nodes = -3 }\n', "a.limits.nodes: not a whole number from 1 to "),
        ('[a]\ncommand = "x"\nlimits = { nodes = "3" }\n', "a.limits.nodes: not a number"),
        ('[a]\ncommand = "x"\nenvironment = { "A=" = "b" }\n', "a.environment.A=: not the name of a variable"),
        ('[oxo]\ncommand = "x"\n', "oxo: a player or a board has this name already; choose another"),
        ('[3X4x5]\ncommand = "x"\n', "3X4x5: a player or a board has this name already; choose another"),
        ('[Human]\ncommand = "x"\n', "Human: a player or a board has this name already; choose another"),
        ('["a:b"]\ncommand = "x"\n', "a:b: not a name; it has none of : @ = and commas"),
        ('[3]\ncommand = "x"\n', "3: not a name; it has none of "),
        ('[""]\ncommand = "x"\n', ": not a name; use 1 to 60 printable characters"),
    ],
)
def test_a_mistake_names_file_and_key(tmp_path: Path, oxo: Oxo, text: bytes | str, error: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    refusal = oxo.refused("match", "a", "random", *MATCH, "--engines", str(path))
    assert refusal.startswith(f"{shortened(str(path))}: {error}")


def test_a_file_that_is_missing_is_refused(tmp_path: Path, oxo: Oxo) -> None:
    path = tmp_path / "bad.toml"
    refusal = oxo.refused("play", "--second", "a", "--engines", str(path))
    assert refusal == f"{shortened(str(path))}: No such file or directory"
