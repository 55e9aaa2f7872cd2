"""The pictures of docs/pictures.md: drawn by the commands that stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hyperoxo.cli import main

DOCS = Path(__file__).parents[2] / "docs"
IMAGES = DOCS / "images" / "pictures"
PAGE = (DOCS / "pictures.md").read_text(encoding="utf-8")
COMMANDS = {
    words[-1]: words[1:] for line in re.findall(r"^\$ (oxo .*)$", PAGE, re.MULTILINE) for words in [shlex.split(line)]
}


def test_the_page_shows_every_picture_that_a_command_draws() -> None:
    assert len(COMMANDS) == 6
    assert sorted(COMMANDS) == sorted(path.name for path in IMAGES.iterdir())
    assert sorted(re.findall(r"\]\(images/pictures/([^)]*)\)", PAGE)) == sorted(COMMANDS)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name.endswith(".svg")])
def test_a_picture_is_what_its_command_draws(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(COMMANDS[name]) == 0
    assert (tmp_path / name).read_text(encoding="utf-8") == (IMAGES / name).read_text(encoding="utf-8")
