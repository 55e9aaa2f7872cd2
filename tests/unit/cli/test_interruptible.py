"""Waiting for a player: its answer, its failure, and Ctrl-C. Nothing here depends on how fast anything is."""

from __future__ import annotations

import threading

import pytest

from hyperoxo import Cancelled
from hyperoxo.cli import interruptible
from hyperoxo.cli.interruptible import think
from hyperoxo.players import Control


def interrupt() -> None:
    """Do what Ctrl-C does to a thread that waits."""
    raise KeyboardInterrupt


def test_the_answer_comes_through_from_another_thread() -> None:
    assert think(threading.current_thread, Control()) is not threading.current_thread()


def test_a_failure_comes_through() -> None:
    def fail() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        think(fail, Control())


def test_whoever_waits_for_long_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    told = threading.Event()
    assert think(told.wait, Control(), told.set) is True


def test_ctrl_c_cancels_a_player_that_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    control = Control()
    ended = threading.Event()

    def listen() -> None:
        try:
            while True:
                control.check()
        except Cancelled:
            ended.set()
            raise

    with pytest.raises(KeyboardInterrupt):
        think(listen, control, interrupt)
    assert ended.wait(60)


def test_ctrl_c_leaves_a_player_behind_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    monkeypatch.setattr(interruptible, "GRACE", 0.0)
    control = Control()
    release = threading.Event()
    with pytest.raises(KeyboardInterrupt):
        think(release.wait, control, interrupt)
    assert control.cancelled
    release.set()
