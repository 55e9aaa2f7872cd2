"""The manual pages: everything that the parsers declare, in pages that man(1) reads without a warning."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hyperoxo import __version__
from hyperoxo.cli import command_parser
from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.cli.pages import main, man_pages

if TYPE_CHECKING:
    from pathlib import Path


def rendered(page: Path) -> str:
    """Return what man(1) shows, without its line breaks; a warning fails."""
    man = shutil.which("man")
    if man is None or shutil.which("groff") is None:
        pytest.skip("man is not installed")
    done = subprocess.run(
        [man, "--warnings", "-l", str(page)],
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "MANWIDTH": "500", "MAN_KEEP_FORMATTING": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return " ".join(re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout).split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_shows_everything_that_is_declared(command: str, tmp_path: Path) -> None:
    path = tmp_path / f"oxo-{command}.1"
    path.write_text(man_pages()[path.name], encoding="utf-8")
    shown = rendered(path)
    assert f"oxo-{command} - {COMMANDS[command].summary}" in shown
    parser = command_parser(command)
    for action in parser.arguments:
        text = (action.help or "").replace("%%", "%")
        assert f"{text[:1].upper()}{text[1:]}" in shown
        assert all(name in shown for name in action.option_strings)
    assert " ".join(parser.format_usage().split()).removeprefix("usage: ") in shown
    assert f"EXAMPLE oxo {COMMANDS[command].example} EXIT STATUS 0 Done " in shown
    assert all(
        f" {code:d} {meaning[:1].upper()}{meaning[1:]}" in shown for code, meaning in COMMANDS[command].codes.items()
    )


def test_the_overview_lists_the_commands(tmp_path: Path) -> None:
    (tmp_path / "oxo.1").write_text(man_pages()["oxo.1"], encoding="utf-8")
    shown = rendered(tmp_path / "oxo.1")
    for command, (summary, *_) in COMMANDS.items():
        assert f"oxo-{command}(1) {summary[0].upper()}{summary[1:]}." in shown


def test_pages_are_written_in_place_of_old_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "man").mkdir()
    (tmp_path / "man" / "oxo-gone.1").touch()
    monkeypatch.setattr(sys, "argv", ["pages", str(tmp_path / "man")])
    main()
    pages = sorted((tmp_path / "man").iterdir())
    assert [page.name for page in pages] == sorted(["oxo.1", *(f"oxo-{command}.1" for command in COMMANDS)])
    assert all(__version__ in page.read_text(encoding="utf-8") for page in pages)
