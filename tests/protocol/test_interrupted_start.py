"""Ctrl-C while a program starts: no traceback, and an exit status that shells report as 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.patience import PATIENCE

OXO = [sys.executable, "-c", "import sys; from hyperoxo.__main__ import main; sys.exit(main())"]
"""What the installed script `oxo` does."""

HOOK = """
import os, signal, sys

class Interrupting:
    '''Notes each module that is imported from the program's own on, and sends SIGINT before one of them.'''

    has_begun = False

    def find_spec(self, name, path=None, target=None):
        self.has_begun |= name == "hyperoxo.__main__"
        if self.has_begun:
            with open(os.environ["NOTES"], "a") as notes:
                notes.write(name + "\\n")
            if name == os.environ["INTERRUPTED_AT"]:
                os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
"""


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    return tmp_path


def run(hook: Path, at: str, *arguments: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run `oxo`; return the result, and the modules that its first line and all later ones began to import."""
    notes = hook / "notes"
    notes.write_text("")
    paths = os.pathsep.join([str(hook), *sys.path])
    done = subprocess.run(
        [*OXO, *arguments],
        env=os.environ | {"PYTHONPATH": paths, "NOTES": str(notes), "INTERRUPTED_AT": at},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    first, *later = notes.read_text().split()
    assert first == "hyperoxo.__main__"
    return done, later


def test_the_script_starts_where_these_tests_start() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"oxo": "hyperoxo.__main__:main"}


@pytest.mark.parametrize(
    ("command", "step"),
    [
        pytest.param(["boards"], 1, marks=pytest.mark.slow(reason="the program starts once for each of its imports")),
        (["boards"], 18),
        *((command, 36) for command in (["svg", "3x3"], ["nonsense"])),
    ],
)
def test_an_interrupt_before_an_import_ends_the_program_quietly(hook: Path, command: list[str], step: int) -> None:
    """Each command is interrupted before every `step`-th of its imports."""
    _, modules = run(hook, "", *command)
    assert {"hyperoxo.cli", "hyperoxo._core", "argparse"} <= set(modules)
    for module in list(dict.fromkeys(modules))[::step]:
        done, reached = run(hook, module, *command)
        assert module in reached
        assert (done.stderr, done.returncode in (-signal.SIGINT, 130)) == ("", True), module


def test_only_the_choice_of_the_core_is_imported_before_the_first_line_of_the_program() -> None:
    """Python imports its own modules before it, and which ones differs between versions; the choice needs no others."""
    program = "import sys; before = set(sys.modules); import hyperoxo.__main__; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert set(done.stdout.split()) == {"hyperoxo", "hyperoxo.processor", "hyperoxo.__main__"}


def test_the_library_leaves_signals_alone() -> None:
    program = """
import signal
before = [signal.getsignal(number) for number in signal.valid_signals()]
from hyperoxo import *
import hyperoxo.__main__, hyperoxo.cli
hyperoxo.cli.main(["boards"])
assert before == [signal.getsignal(number) for number in signal.valid_signals()]
"""
    subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE)


def test_an_ignored_interrupt_stays_ignored(hook: Path) -> None:
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done, reached = run(hook, "hyperoxo._core", "boards")
    finally:
        signal.signal(signal.SIGINT, ignored)
    assert "hyperoxo._core" in reached
    assert (done.returncode, done.stderr) == (0, "")
