"""A test that hangs fails, with the stacks of all threads, and the run goes on; a pause of everything fails nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from support.patience import PATIENCE

TESTS = Path(__file__).parents[1]

HANGING = """
import threading

def wait_in_a_thread(forever):
    forever.wait()

def test_that_hangs():
    forever = threading.Event()
    threading.Thread(target=wait_in_a_thread, args=[forever], daemon=True).start()
    forever.wait()

def test_that_computes_without_a_look_at_signals():
    sum(range(10**15))

def test_that_follows():
    pass
"""
STOPPED = """
import os, signal

def test_that_is_stopped():
    os.kill(os.getpid(), signal.SIGSTOP)
"""


def started(file: Path, tests: str, *arguments: str) -> subprocess.Popen[str]:
    """Start pytest on a file, with this project's settings, few plugins, and half a second after which a test hangs."""
    file.write_text(tests)
    project = (
        f"--config-file={TESTS.parent / 'pyproject.toml'}",
        f"--rootdir={file.parent}",
        "-p",
        "support.hanging",
        "-p",
        "xdist.plugin",
        "-p",
        "anyio.pytest_plugin",
    )
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *project, *arguments, file],
        cwd=file.parent,
        env=os.environ | {"PYTHONPATH": str(TESTS), "HYPEROXO_PATIENCE": "0.4", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_test_that_hangs_fails_and_the_run_goes_on(tmp_path: Path) -> None:
    run = started(tmp_path / "test_hanging.py", HANGING, "-vv", "-n", "1")
    said, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert "2 failed, 1 passed" in said
    assert "it hangs: 0.5 s have passed" in said
    assert "in test_that_hangs" in said
    assert "in wait_in_a_thread" in said
    assert "crashed while running 'test_hanging.py::test_that_computes_without_a_look_at_signals'" in said


def test_a_pause_of_the_whole_process_fails_nothing(tmp_path: Path) -> None:
    with started(tmp_path / "test_stopped.py", STOPPED) as run:
        os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WNOWAIT)
        time.sleep(1)  # longer than the limit
        run.send_signal(signal.SIGCONT)
        assert run.wait(PATIENCE) == 0
