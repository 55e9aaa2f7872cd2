"""The notebooks of the docs: a fresh kernel shows what is stored, and nothing in them depends on the machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.patience import PATIENCE

from scripts.run_notebooks import MAX_TEXT_CHARACTERS, NOTEBOOKS, SVG, outputs

ROOT = Path(__file__).parents[2]
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
SCRIPT = ROOT / "scripts/run_notebooks.py"


def load(path: Path) -> dict[str, Any]:
    """Return a notebook as it is stored."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def check(path: Path) -> subprocess.CompletedProcess[str]:
    """Run the check of a notebook."""
    return subprocess.run(
        [sys.executable, SCRIPT, "--check", path], capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.mark.slow(reason="each notebook runs in a fresh kernel, 20 s of processor time in all")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path) -> None:
    ran = check(path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def small_notebook(*cells: tuple[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return a notebook of cells of code with their outputs."""
    return {
        "cells": [
            {
                "cell_type": "code",
                "execution_count": number,
                "id": f"cell-{number}",
                "metadata": {},
                "outputs": shown,
                "source": source,
            }
            for number, (source, shown) in enumerate(cells, 1)
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


@pytest.mark.slow(reason="two kernels start, for a check that only slow tests need")
def test_the_check_names_a_difference_and_an_error(tmp_path: Path) -> None:
    two, slow = ({"name": "stdout", "output_type": "stream", "text": text} for text in ("2\n", "1\n2\n"))
    slowly = "import time\nprint(1, flush=True)\ntime.sleep(1)\nprint(2)"  # one output all the same
    path = tmp_path / "wrong.ipynb"
    path.write_text(json.dumps(small_notebook((slowly, [slow]), ("print(1 + 1)", [two]), ("print(1 + 2)", [two]))))
    before = path.read_bytes()
    ran = check(path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "wrong.ipynb: not as it is stored; make notebooks stores it anew",
        "--- stored",
        "+++ now",
        "@@ -6,2 +6,2 @@",
        " cell 3: stream",
        "-2",
        "+3",
    ]
    assert path.read_bytes() == before
    path.write_text(json.dumps(small_notebook(("1 / 0", []))))
    ran = check(path)
    assert ran.returncode == 1
    assert "ZeroDivisionError" in ran.stdout


def picture(title: str) -> dict[str, Any]:
    """Return a picture as an output."""
    svg = f"<svg><title>{title}</title></svg>" if title else "<svg/>"
    return {"output_type": "display_data", "metadata": {}, "data": {SVG: svg, "text/plain": "any"}}


def test_pictures_are_compared_by_their_titles() -> None:
    one = outputs(small_notebook(("a", [picture("3x3: X has won. Labels: D D")])))
    assert one == ["cell 1: display_data", "picture: 3x3: X has won"]
    assert outputs(small_notebook(("a", [picture("3x3: X has won. Labels: D W3")]))) == one
    assert outputs(small_notebook(("a", [picture("3x3: O has won. Labels: D D")]))) != one
    assert outputs(small_notebook(("a", [picture("")]))) == ["cell 1: display_data", "picture: without a title"]


# ---- What is stored ----


def test_the_code_is_formatted_and_its_lines_are_short() -> None:
    ruff = [sys.executable, "-m", "ruff", "format", "--check", "--line-length=100", *map(str, PATHS)]
    ran = subprocess.run(ruff, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    code = [
        line for path in PATHS for cell in load(path)["cells"] for line in cell["source"] if cell["cell_type"] == "code"
    ]
    assert max(len(line.rstrip()) for line in code) <= 100


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_nothing_that_is_stored_depends_on_the_machine_or_the_time(path: Path) -> None:
    notebook = load(path)
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    assert [cell["id"] for cell in notebook["cells"]] == [f"cell-{at}" for at in range(1, len(notebook["cells"]) + 1)]
    streams = [[output for output in cell.get("outputs", ()) if "name" in output] for cell in notebook["cells"]]
    assert max(map(len, streams)) == 1, "a text in pieces, whose number depends on the time"
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(?:tmp|home|root)/|site-packages|ipykernel|Traceback|seconds=\d", text)
    assert "seconds" not in "\n".join(outputs(notebook))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_picture_has_a_title_and_no_long_text(path: Path) -> None:
    shown = [output["data"] for cell in load(path)["cells"] for output in cell.get("outputs", ()) if "data" in output]
    assert sum(SVG in data for data in shown) >= 2
    assert "picture: without a title" not in outputs(load(path))
    assert all(len("".join(data.get("text/plain", ""))) <= MAX_TEXT_CHARACTERS for data in shown)
    assert path.stat().st_size < 250_000
