"""`oxo` in the process of a test: what it prints, its JSON, and its refusals."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from hyperoxo.cli import main
from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.cli.exit_codes import COMMON_CODES

if TYPE_CHECKING:
    import pytest


class Oxo:
    """The command, with its output captured by pytest.

    Args:
        capsys: the captured output.
        monkeypatch: replaces standard input.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        # Unless `--jobs` is typed, games are played in this process: workers take longer to start than to play them.
        monkeypatch.setattr("hyperoxo.executor.cores", lambda: 1)

    def reads(self, text: bytes) -> None:
        """Put a text on standard input."""
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Return exit code, standard output and standard error of a command, whose help must have that code."""
        code = main(arguments)
        printed = self._capsys.readouterr()
        command = next((word for word in arguments if not word.startswith("-")), "")
        assert code in COMMON_CODES or code in COMMANDS[command].codes
        return code, printed.out, printed.err

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """Return what a command prints; nothing is on standard error."""
        found, out, err = self.run(*arguments)
        assert (found, err) == (code, "")
        return out

    def json(self, *arguments: str, code: int = 0) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Return the one line of JSON that a command prints."""
        [line] = self(*arguments, "--json", code=code).splitlines()
        return json.loads(line)

    def batch(self, text: bytes, *arguments: str) -> tuple[int, list[Any], list[str]]:
        """Return exit code, answers and errors for lines on standard input."""
        self.reads(text)
        code, out, err = self.run(*arguments, "--batch")
        return code, [json.loads(line) for line in out.splitlines()], err.splitlines()

    def refused(self, *arguments: str, code: int = 2) -> str:
        """Return the one line on standard error, without the name before it; nothing is printed."""
        found, out, err = self.run(*arguments)
        assert (found, out) == (code, "")
        [line] = err.splitlines()
        assert line.startswith("oxo: ")
        return line.removeprefix("oxo: ")
