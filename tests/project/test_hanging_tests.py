"""A test that hangs ends the run with a failure and the stacks of all threads, by the settings in `pyproject.toml`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.patience import PATIENCE

CONFIGURATION = Path(__file__).parents[2] / "pyproject.toml"

HANGING = """
import threading
from support.patience import PATIENCE

def wait_in_a_thread(forever):
    forever.wait()

def test_that_passes():
    pass

def test_that_hangs():
    forever = threading.Event()
    threading.Thread(target=wait_in_a_thread, args=[forever]).start()
    forever.wait()

def test_that_follows():
    pass
"""


def test_a_test_that_hangs_is_stopped_and_the_stack_of_every_thread_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "test_hanging.py"
    file.write_text(HANGING)
    done = run_pytest(file, "-vv", "--override-ini=faulthandler_timeout=0.5")
    assert done.returncode == 1
    assert "test_that_passes PASSED" in done.stdout
    assert "test_that_follows" not in done.stdout
    assert "Timeout (0:00:00.500000)!" in done.stderr
    assert "in test_that_hangs" in done.stderr
    assert "in wait_in_a_thread" in done.stderr


def run_pytest(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a file with this project's settings."""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            f"--config-file={CONFIGURATION}",
            f"--rootdir={file.parent}",
            *arguments,
            file,
        ],
        cwd=file.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
