"""`oxo report`: what cannot be read or rendered; `tests/golden/console/report.txt` shows the pages."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest
from support.recorded_games import X_WINS, game

from hyperoxo import record
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (record.dumps(game("11 22"), "json").encode(), 2, "no game in it has a score"),
        (b"\xff\xfe nonsense", 4, "line 1, column 1"),
        (b'{"record": 2}\n', 4, "line 1, column 1"),
        (b"{" * 5_000_000, 4, "line 1, column 1"),
    ],
)
def test_a_malformed_record_is_refused_in_one_line(
    oxo: Oxo, tmp_path: Path, content: bytes, code: int, message: str
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    assert oxo.refused("report", str(path), code=code).startswith(f"{shortened(str(path))}: {message}")
    assert list(tmp_path.iterdir()) == [path]


def test_games_from_a_pipe_need_a_place_for_their_page(oxo: Oxo, tmp_path: Path) -> None:
    pipe, page = tmp_path / "games", tmp_path / "page.html"
    os.mkfifo(pipe)
    refusal = oxo.refused("report", str(pipe))
    assert refusal == f"{pipe}: a page can only stand next to a file; name the page with --out"
    writer = threading.Thread(target=pipe.write_text, args=[record.dumps(game(X_WINS), "json")])
    writer.start()
    oxo("report", str(pipe), "--out", str(page))
    writer.join()
    assert "1 game from games" in page.read_text()
