"""Every older Python that is installed: one line names the version that hyperoxo needs."""

from __future__ import annotations

import os
import subprocess
import tomllib
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


OTHERS = pytest.mark.slow(reason="other Pythons; the test below needs none")
NONE = [pytest.param("", marks=pytest.mark.skip("no older Python is installed"))]


@OTHERS
@pytest.mark.parametrize("version", OLD or NONE)
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


@OTHERS
@pytest.mark.parametrize("version", [version for version in OLD if version != "3.6"] or NONE)
def test_an_old_python_is_named_before_anything_that_the_build_needs(version: str, tmp_path: Path) -> None:
    """Neither maturin nor Rust is there, as in the environment that an installer makes for the build."""
    ran = subprocess.run(
        [OLD[version], "-S", str(ROOT / "scripts" / "build_backend.py"), str(tmp_path)],
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert (ran.stdout, ran.stderr) == ("", f"hyperoxo needs Python 3.11 or newer; this is Python {version}\n")


def test_an_old_python_needs_no_package_to_be_refused() -> None:
    """An installer that cannot find maturin for an old Python would name that instead."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert all(need.endswith("; python_version >= '3.11'") for need in build["requires"])
