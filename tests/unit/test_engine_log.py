"""The log of the dialogues with engines: its lines, and a log that cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.outside_engines import mock

from hyperoxo import Board
from hyperoxo.engine_log import VARIABLE, EngineLog

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_line_is_one_line_whatever_an_engine_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dialogue.log"
    path.write_text("before\n")
    monkeypatch.setenv(VARIABLE, str(path))
    EngineLog("my\nengine").add("<", b"id name \xff\x1b[2J\r\n")
    before, line = path.read_text().splitlines()
    assert before == "before"
    assert line.endswith(r" my\nengine < id name \xff\x1b[2J")


def test_standard_error_is_in_the_log_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dialogue.log"
    monkeypatch.setenv(VARIABLE, str(path))
    mock("crash-at-start").start(Board("3x3"), "x", 0).close()
    said = [line.rpartition(") ")[2] for line in path.read_text().splitlines()]
    assert said == ["> ugi", "! starting", "! out of luck"]


def test_a_log_that_cannot_be_written_costs_no_game_and_warns_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    log = EngineLog("engine")
    for line in ("ugi", "isready"):
        log.add(">", line)
    [message] = caplog.messages
    assert str(tmp_path) in message
