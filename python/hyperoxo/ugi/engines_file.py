"""The engines file: names for programs, each with its command, options, limits, working folder and environment.

    ["Old engine"]
    command = "./engine-1.0 --fast"
    folder = "engines/old"
    options = { Level = 3, "Row order" = "random" }
    limits = { nodes = 5000 }
    environment = { THREADS = "1" }

A name stands for a full player's name, `ugi:name=… Level=3 … ./engine-1.0 --fast@nodes=5000`. Records and workers have
that one, so they do not depend on the file. The working folder and the environment become those of the program by
`env`, as in a shell.
"""

from __future__ import annotations

import json
import os
import shlex
import tomllib
import typing
from dataclasses import dataclass
from pathlib import Path

from hyperoxo import players
from hyperoxo.errors import InputError, PlayerError, naming
from hyperoxo.players.control import MEASURES, NO_LIMITS, read_limits
from hyperoxo.players.registry import add_aliases, player
from hyperoxo.spellings import has_board_form
from hyperoxo.text import did_you_mean, shortened
from hyperoxo.ugi.process import MAX_NAME_CHARACTERS, read_command
from hyperoxo.user_folders import user_folder

if typing.TYPE_CHECKING:
    from hyperoxo.players import Limits, Player

KEYS = ("command", "folder", "options", "limits", "environment")
"""What an engine of the file can have; the command is needed."""

MAX_BYTES = 1 << 20
"""How long an engines file may be: thousands of engines."""


def default_path() -> Path:
    """Return the engines file that is read if no other is named: `hyperoxo/engines.toml` in the user's configuration.

    That is the folder of `XDG_CONFIG_HOME`, or `~/.config`.
    """
    return user_folder("CONFIG") / "engines.toml"


@dataclass(frozen=True, slots=True)
class NamedEngine:
    """An engine of the file.

    Attributes:
        name: its name, which is typed and shown.
        command: the program and its arguments, behind its settings, as after `ugi:`.
        limits: bounds on each of its moves.
    """

    name: str
    command: str
    limits: Limits = NO_LIMITS

    @property
    def full_name(self) -> str:
        """The player's name that this one stands for."""
        return f"ugi:{self.command}@{self.limits}" if self.limits != NO_LIMITS else f"ugi:{self.command}"

    @property
    def player(self) -> Player:
        """The engine as a player."""
        return player(self.full_name)


def read_engines(path: str | os.PathLike[str]) -> dict[str, NamedEngine]:
    """Return the engines of a file, by name.

    Raises:
        OSError: the file cannot be read.
        InputError: it is malformed; the error names the file and the key.
    """
    with naming(str(path)), Path(path).open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(str(path), f"the file has more than {MAX_BYTES:,} bytes; an engines file is shorter")
    try:
        tables = tomllib.loads(data.decode())
        str(tables)  # a number of thousands of digits in base 16, 8 or 2 can be read, and not written
    except UnicodeDecodeError:
        raise InputError(str(path), "the file is not UTF-8 text") from None
    except RecursionError:
        raise InputError(str(path), "lists or tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(str(path), f"not TOML: {error}") from None
    except ValueError:
        raise InputError(str(path), "a number has too many digits") from None
    return {name: _Reader(Path(path), name, table).engine() for name, table in tables.items()}


def use_engines(path: str | os.PathLike[str]) -> dict[str, NamedEngine]:
    """Read an engines file, make its names known to `player` in this process, and return its engines.

    Raises:
        OSError: the file cannot be read.
        InputError: it is malformed.
    """
    engines = read_engines(path)
    full_names = {name: engine.full_name for name, engine in engines.items()}
    add_aliases(lambda: full_names)
    return engines


class _Reader:
    """Reads one engine of a file, and names file and key in each error."""

    def __init__(self, path: Path, name: str, table: object) -> None:
        self._path = path
        self._name = name
        self._check_name()
        if not isinstance(table, dict):
            self._refuse("", "not an engine", f"an engine begins with a line such as [{_bare(name)}]")
        self._table: dict[str, typing.Any] = table

    def engine(self) -> NamedEngine:
        """Return the engine.

        Raises:
            InputError: something in it is malformed.
        """
        for key in self._table:
            if key not in KEYS:
                self._refuse(key, "there is no such key", did_you_mean(key, KEYS) or f"keys are {', '.join(KEYS)}")
        words = [f"name={self._name}", *self._options(), *self._surroundings(), *self._command()]
        command = shlex.join(words)
        try:
            read_command(command)
        except PlayerError as error:
            self._refuse("command", error.reason, error.remedy)
        return NamedEngine(self._name, command, self._limits())

    def _check_name(self) -> None:
        name = self._name
        if not name.strip() or len(name) > MAX_NAME_CHARACTERS or not name.isprintable() or name != name.strip():
            self._refuse(
                "", "not a name", f"use 1 to {MAX_NAME_CHARACTERS} printable characters, without spaces at the ends"
            )
        if set(name) & set(":@=,") or name.isdigit() or name.startswith("-"):
            self._refuse("", "not a name", "it has none of : @ = and commas, is not a number, and begins without a -")
        if has_board_form(name) or name.lower() in {*players.names(), "human"}:
            self._refuse("", "a player or a board has this name already", "choose another")

    def _command(self) -> list[str]:
        """Return the program and its arguments; a relative path is made absolute."""
        given = self._table.get("command")
        if given is None:
            self._refuse("command", "missing", 'such as command = "./engine --fast"')
        if isinstance(given, list) and all(isinstance(word, str) for word in given):
            words = list(given)
        elif isinstance(given, str):
            try:
                words = shlex.split(given)
            except ValueError as error:
                self._refuse("command", f"cannot be read ({error})", "quote as for a shell")
        else:
            self._refuse("command", "neither a text nor a list of texts")
        if not words or not words[0]:
            self._refuse("command", "there is no program in it")
        if "/" in words[0] and "folder" not in self._table:
            words[0] = str(self._absolute(words[0]))
        return words

    def _surroundings(self) -> list[str]:
        """Return the words before the program that set its working folder and environment."""
        words = []
        if "folder" in self._table:
            folder = self._table["folder"]
            if not isinstance(folder, str) or not folder:
                self._refuse("folder", "not the name of a folder")
            target = self._absolute(folder)
            try:
                is_folder = target.is_dir()
            except OSError as error:  # a name that is too long, or below a folder that only others may enter
                self._refuse("folder", f"cannot be read ({error.strerror})")
            if not is_folder:
                self._refuse("folder", f"there is no folder {shortened(str(target))}")
            words.append(f"--chdir={target}")
        for name, value in self._texts("environment").items():
            if not name or "=" in name or name.startswith("-"):
                self._refuse(f"environment.{name}", "not the name of a variable")
            words.append(f"{name}={value}")
        return ["env", *words] if words else []

    def _options(self) -> list[str]:
        words = []
        for name, value in self._texts("options").items():
            if not name[:1].isalpha() or not name.isascii() or set(name) & set("=/") or name.lower() == "name":
                self._refuse(f"options.{name}", "not the name of an option")
            words.append(f"{name}={value}")
        return words

    def _limits(self) -> Limits:
        limits = NO_LIMITS
        for name, bound in self._entries("limits", "{ nodes = 5000, time = 0.5 }").items():
            if name not in MEASURES:
                self._refuse(f"limits.{name}", "there is no such limit", f"limits are {', '.join(MEASURES)}")
            if type(bound) not in (int, float):
                self._refuse(f"limits.{name}", "not a number")
            try:
                limits = limits.within(read_limits(f"{name}={bound}"))
            except PlayerError as error:
                self._refuse(f"limits.{name}", error.reason, error.remedy)
        return limits

    def _texts(self, key: str) -> dict[str, str]:
        """Return the texts of a table; numbers and truth values are written as engines read them."""
        texts = {}
        for name, value in self._entries(key, "{ Level = 3 }").items():
            if not isinstance(value, str | int | float):
                self._refuse(f"{key}.{name}", "neither a text, a number nor true or false")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if not text.isprintable():
                self._refuse(f"{key}.{name}", "it holds characters that cannot be printed")
            texts[name] = text
        return texts

    def _entries(self, key: str, example: str) -> dict[str, typing.Any]:
        given = self._table.get(key, {})
        if not isinstance(given, dict):
            self._refuse(key, "not a table", f"such as {example}")
        return given

    def _absolute(self, typed: str) -> Path:
        """Return a path that counts from the folder of the file; `~` and an unknown user stay, as in a shell."""
        return Path(os.path.abspath(self._path.parent / os.path.expanduser(typed)))  # noqa: PTH100, PTH111 - links stay links

    def _refuse(self, key: str, reason: str, remedy: str = "") -> typing.NoReturn:
        """Refuse a key of the engine, or the engine.

        Raises:
            InputError: always.
        """
        place = f"{self._name}.{key}" if key else self._name
        raise InputError(str(self._path), f"{shortened(place)}: {reason}", remedy)


def _bare(name: str) -> str:
    """Return a name as a key of TOML."""
    is_bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if is_bare else json.dumps(name, ensure_ascii=False)
