"""Console transcripts: sessions at a terminal with `oxo`, in this process, to be compared and to be made again.

A file of `tests/golden/console` holds commands after `$ ` and what each printed. `oxo` runs at a terminal of 80 by 24,
at which what stands behind each prompt is typed, `^D` and `^C` too; with `<<END` or `| cat` it runs through a pipe. Any
other command runs in a shell, in the same folder, which is empty at first. Lines on standard error begin with `2> `,
and an exit code that is not 0 follows in brackets. Seconds are `…`.

`PYTHONPATH=tests .venv/bin/python -m support.console` makes all of them again, or the files that are named.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from support.present import present

from hyperoxo.cli import main
from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.cli.exit_codes import COMMON_CODES

FOLDER = Path(__file__).parents[1] / "golden" / "console"
SCREEN = {"COLUMNS": "80", "LINES": "24", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
COMMAND = re.compile(r"(?P<command>.*?)(?P<piped> <<END| \| cat)?")
SECONDS = re.compile(r'(?<![\w.])[\d,]+\.\d+(?= s\b)|(?<="seconds": )[\d.e-]+')
"""What differs from run to run."""


class Screen(io.StringIO):
    """What a terminal shows, or a pipe carries; both streams of a program write to it."""

    encoding = "utf-8"

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._is_terminal

    @property
    def last_line(self) -> str:
        """The line in which the cursor is."""
        return self.getvalue().rpartition("\n")[2]


class ErrorStream(io.StringIO):
    """Standard error, each line of which is marked on the screen; no terminal, so that no progress is shown."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self._screen = screen

    def write(self, text: str) -> int:
        """Write a text that may have several lines."""
        mark = "" if self._screen.last_line else "2> "
        return self._screen.write(mark + re.sub(r"\n(?=.)", "\n2> ", text))


class Keyboard(io.StringIO):
    """What is typed at a terminal: behind each prompt, what a transcript has behind it from the last one on."""

    def __init__(self, screen: Screen, transcript: str) -> None:
        super().__init__()
        self._screen = screen
        self._rest = transcript

    def isatty(self) -> bool:
        """Return that it is a terminal."""
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # the base of all streams has bytes
        """Return the next line, which the screen shows; `^D` ends the input, and `^C` interrupts."""
        del size
        found = re.search(rf"^{re.escape(self._screen.last_line)}(.*)\n", self._rest, re.MULTILINE)
        typed = "^D" if found is None else found[1]
        self._rest = "" if found is None else self._rest[found.end() :]
        self._screen.write(typed)
        if typed == "^D":
            return ""
        self._screen.write("\n")
        if typed == "^C":
            raise KeyboardInterrupt
        return f"{typed}\n"


def oxo(words: list[str], screen: Screen, errors: io.StringIO, given: io.TextIOBase) -> int:
    """Run a command of `oxo`, and return its exit code, which its help must have."""
    # On a slow machine, nothing says that a player is thinking, and no review or hint ends early. Unless `--jobs` is
    # typed, matches are played in this process: workers take longer to start than to play the games.
    with (
        redirect_stdout(screen),
        redirect_stderr(errors),
        patch("sys.stdin", given),
        patch("hyperoxo.executor.cores", return_value=1),
        patch("hyperoxo.cli.interruptible.SLOW", 1e6),
        patch("hyperoxo.cli.analysis_limits.REVIEW_SECONDS", 1e6),
        patch("hyperoxo.cli.terminal.analysis.HINT_SECONDS", 1e6),
    ):
        code = main(words)
    command = next((word for word in words if not word.startswith("-")), "")
    assert code in COMMON_CODES or code in COMMANDS[command].codes
    return code


def made_again(transcript: str) -> str:
    """Return a transcript, each command of which has run again in a new folder."""
    head, *examples = re.split(r"^\$ ", transcript, flags=re.MULTILINE)
    made = [head]
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder, chdir(folder):
        of_user = {f"XDG_{kind}_HOME": home for kind in ("CONFIG", "DATA")}
        with patch.dict(os.environ, SCREEN | of_user):
            made += [f"$ {_example(example, folder)}" for example in examples]
    return "".join(made)


def _example(example: str, folder: str) -> str:
    line, _, printed = example.partition("\n")
    matched = present(COMMAND.fullmatch(line))
    given = ""
    if "<<END" in line:
        given, _, printed = printed.partition("END\n")
    screen = Screen(is_terminal=matched["piped"] is None)
    command = shlex.split(matched["command"]) if line.split()[0] == "oxo" else []
    if not command:
        arguments = ["/bin/sh", "-c", line.removesuffix(" <<END")]
        done = subprocess.run(arguments, input=given, stdout=-1, stderr=-2, text=True, check=False)
        screen.write(done.stdout)
        code = done.returncode
    else:
        piped = io.TextIOWrapper(io.BytesIO(given.encode()))
        code = oxo(command[1:], screen, ErrorStream(screen), piped if matched["piped"] else Keyboard(screen, printed))
    shown = SECONDS.sub("…", screen.getvalue().replace(folder, "FOLDER").replace(sys.executable, "python"))
    end = "" if not shown or shown.endswith("\n") else "\n"
    typed = f"{given}END\n" if "<<END" in line else ""
    return f"{line}\n{typed}{shown}{end}" + (f"[exit code {code:d}]\n" if code else "")


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(FOLDER.glob("*.txt")):
        path.write_text(made_again(path.read_text(encoding="utf-8")), encoding="utf-8")
