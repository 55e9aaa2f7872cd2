"""The package, installed without Rust and Node: the oldest Python is a smoke test, the others are slow."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from support.wheels import BASE_CORE, FASTER_CORE, INTEL, ROOT, Installation, installed_python

OTHERS = ("3.12", "3.13", "3.14")
POSITIONS = 11_802_283
"""The positions that the proof of 4x4x4 searches, as docs/maintainers/benchmarks.md publishes."""


@pytest.mark.parametrize(
    "version",
    [
        pytest.param("3.11", marks=pytest.mark.ci(reason="the package is compiled anew")),
        *(pytest.param(version, marks=pytest.mark.slow(reason="another Python")) for version in OTHERS),
    ],
)
def test_it_plays_serves_solves_checks_and_runs_a_match(version: str, wheel: Path, tmp_path: Path) -> None:
    python = installed_python(version)
    if python is None:
        pytest.skip(f"this machine has no CPython {version}")
    installed = Installation(python, wheel, tmp_path)

    assert (installed.bin / "oxo-check").read_bytes().startswith(b"\x7fELF")
    solved = json.loads(installed.output("oxo", "solve", "4x4x4", "--json"))
    assert (solved["outcome"], solved["nodes"]) == ("win", POSITIONS)

    assert installed.output("oxo", "help", "statistics").startswith("# Statistics")
    refused = installed.run("oxo", "serve", "--port", "0")
    assert refused.returncode == 2
    assert refused.stderr.endswith(
        ": not installed, and the server needs it; type pip install alembic fastapi "
        "mnemonic sqlalchemy uvicorn websockets\n"
    )
    if failure := installed.install_web():
        pytest.skip(f"the page is not served: its packages cannot be installed for {python}: {failure}")
    assert installed.output("python", str(ROOT / "scripts" / "try_package.py")).endswith("the package works\n")

    (installed.site / "hyperoxo/server/page/index.html").unlink()
    refused = installed.run("oxo", "serve", "--port", "0")
    assert refused.returncode == 2
    assert refused.stderr == (
        "oxo: the page: not in this package; install a package that make wheel has built in a clone\n"
    )


@pytest.mark.slow(reason="it proves 4x4x4 again")
@pytest.mark.skipif(not INTEL, reason="other machines have one core")
def test_the_core_for_every_processor_can_be_chosen_and_proves_the_same(wheel: Path, tmp_path: Path) -> None:
    installed = Installation(Path(sys.executable), wheel, tmp_path)
    where = "import hyperoxo._core; print(hyperoxo._core.__file__)"
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    newer = FASTER_CORE if re.search(r"\bavx2\b", flags) else BASE_CORE
    assert installed.output("python", "-c", where) == f"{installed.site / newer}\n"
    assert installed.output("python", "-c", where, core="base") == f"{installed.site / BASE_CORE}\n"
    solved = json.loads(installed.output("oxo", "solve", "4x4x4", "--json", core="base"))
    assert (solved["outcome"], solved["nodes"]) == ("win", POSITIONS)
