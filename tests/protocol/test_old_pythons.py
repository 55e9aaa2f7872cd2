"""Every older Python that is installed: one line names the version that hyperoxo needs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = [
    *map(str, Path.home().glob(".pyenv/versions/3.*/bin")),
    *(folder for folder in os.environ["PATH"].split(os.pathsep) if not folder.endswith("shims")),
]
OLD = {
    version: found[0]
    for version in ("3.6", "3.7", "3.8", "3.9", "3.10")
    if (found := [path for folder in FOLDERS if (path := Path(folder, f"python{version}")).is_file()])
}


@pytest.mark.parametrize("version", OLD or [pytest.param("", marks=pytest.mark.skip("no older Python is installed"))])
def test_an_old_python_is_refused_in_one_line(version: str) -> None:
    ran = subprocess.run(
        [OLD[version], "-m", "hyperoxo", "info", "3x3"],
        env={"PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert f"hyperoxo needs Python 3.11 or newer; this is Python {version}" in ran.stderr
