"""`oxo` in the process of a test: what it prints, its JSON, and its refusals."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hyperoxo.cli import main

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

    def reads(self, text: bytes) -> None:
        """Put a text on standard input."""
        self._monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """Return what a command prints; nothing is on standard error."""
        assert main(arguments) == code
        printed = self._capsys.readouterr()
        assert printed.err == ""
        return printed.out

    def json(self, *arguments: str, code: int = 0) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Return the one line of JSON that a command prints."""
        [line] = self(*arguments, "--json", code=code).splitlines()
        return json.loads(line)

    def batch(self, text: bytes, *arguments: str) -> tuple[int, list[Any], list[str]]:
        """Return exit code, answers and errors for lines on standard input."""
        self.reads(text)
        code = main([*arguments, "--batch"])
        printed = self._capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err.splitlines()

    def refused(self, *arguments: str, code: int = 2) -> str:
        """Return the one line on standard error, without the name before it; nothing is printed."""
        assert main(arguments) == code
        printed = self._capsys.readouterr()
        assert printed.out == ""
        [line] = printed.err.splitlines()
        assert line.startswith("oxo: ")
        return line.removeprefix("oxo: ")
