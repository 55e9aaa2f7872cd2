"""Long work: its result, its failure, and Ctrl-C. Nothing here depends on speed."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from support.patience import PATIENCE

from hyperoxo import Cancelled
from hyperoxo.cli import interruptible
from hyperoxo.cli.interruptible import cancelled_by_interrupt, run_interruptibly

if TYPE_CHECKING:
    from hyperoxo.players import Control


def interrupt() -> None:
    """Interrupt a waiting thread as Ctrl-C does."""
    raise KeyboardInterrupt


def test_the_answer_comes_through_from_another_thread() -> None:
    assert run_interruptibly(lambda _: threading.current_thread()) is not threading.current_thread()


def test_a_failure_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(Mock(side_effect=ZeroDivisionError))


def test_slow_work_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    announced = threading.Event()
    assert run_interruptibly(lambda _: announced.wait(), announced.set) is True


def test_ctrl_c_cancels_a_player_that_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    ended = threading.Event()

    def listen(control: Control) -> None:
        try:
            while True:
                control.check()
        except Cancelled:
            ended.set()
            raise

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(listen, interrupt)
    assert ended.wait(PATIENCE)


def test_ctrl_c_abandons_a_player_that_ignores_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruptible, "SLOW", 0.0)
    monkeypatch.setattr(interruptible, "GRACE", 0.0)
    controls: list[Control] = []
    release = threading.Event()

    def ignore(control: Control) -> None:
        controls.append(control)
        release.wait()

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(ignore, interrupt)
    assert [control.cancelled for control in controls] == [True]
    release.set()


def test_the_first_ctrl_c_cancels_and_the_second_is_raised_by_the_old_handler() -> None:
    before = signal.getsignal(signal.SIGINT)
    with cancelled_by_interrupt() as control:
        states = [control.cancelled]
        signal.raise_signal(signal.SIGINT)
        states.append(control.cancelled)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert states == [False, True]
    assert signal.getsignal(signal.SIGINT) is before
