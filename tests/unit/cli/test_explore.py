"""`oxo explore`: a node as text and as JSON, games that are broken, and steps through the tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Game, record

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.mark.parametrize(
    "text",
    [
        "SECRET of the server\n",
        "[SECRET]\nkey = SECRET\n",
        '[SECRET "SECRET"]\n',
        "<SECRET\n",
        '{"SECRET": "SECRET"}\n{"key": "SECRET"}\n',
        '{"record": "SECRET"}\n',
        "{SECRET}",
        '\ufeff\n SECRET\n[Record "1"]\n',
    ],
)
@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_text_of_a_file_in_which_no_record_begins_is_not_quoted(
    oxo: Oxo, tmp_path: Path, text: str, strict: tuple[str, ...]
) -> None:
    """A link in a folder may lead to a file that its readers must not see; a link to a record is read."""
    record.dump(Game("3x3", "11 21 12 22 13"), tmp_path / "won")
    (tmp_path / "secret").write_text(text)
    (folder := tmp_path / "games").mkdir()
    for name in ("secret", "won"):
        (folder / f"{name}.txt").symlink_to(tmp_path / name)
    _, out, err = oxo.run("explore", "3x3", "--games", str(folder), *strict)
    assert re.search(r"secret\.txt: line \d+, column \d+: text: no record begins here$", err, re.MULTILINE)
    assert "SECRET" not in out + err
    assert strict or "1 game: " in out
