#!/usr/bin/env python3
"""Runs the notebooks of the docs, each in a fresh kernel, and stores their outputs in them; `make notebooks` calls it.

With `--check` it compares the outputs with the stored ones instead. A picture counts as the same if its title is, since
it may be drawn differently by another version of what draws it; everything else must be equal.

Nothing in a stored notebook depends on the machine or the time: no paths, no durations, no version of Python.
"""

from __future__ import annotations

import argparse
import copy
import difflib
import logging
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
MAX_TEXT_CHARACTERS = 300
"""The most characters of a text that stands for a picture or a table."""
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SVG = "image/svg+xml"
HOUR = 3600
"""Seconds, where a limit is required; tests have one for the whole."""
# While a kernel ends, a last event can reach a connection that is closed already; the outputs are complete by then.
logging.getLogger("tornado.general").setLevel(logging.CRITICAL)


def executed(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return a notebook with the outputs of a fresh kernel.

    Raises:
        CellExecutionError: a cell raises an error.
    """
    fresh = copy.deepcopy(notebook)
    fresh["metadata"] = METADATA
    with tempfile.TemporaryDirectory() as folder:
        # Neither settings nor history of the user.
        os.environ.update(IPYTHONDIR=folder, JUPYTER_CONFIG_DIR=folder)
        NotebookClient(
            fresh,
            # A slow machine makes any limit too short: outputs that come 4 s after a cell has ended would be left out.
            timeout=None,
            startup_timeout=HOUR,
            iopub_timeout=HOUR,
            record_timing=False,
            coalesce_streams=True,  # how a text is cut into messages depends on the time
            config=Config(KernelManager={"transport": "ipc", "ip": f"{folder}/kernel"}),
            resources={"metadata": {"path": folder}},
            extra_arguments=["--HistoryManager.enabled=False"],
        ).execute()
    for cell in fresh["cells"]:
        cell["metadata"] = {}
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if len(data) > 1 and len(data.get("text/plain", "")) > MAX_TEXT_CHARACTERS:
                del data["text/plain"]  # no reader shows the text that stands for a picture or a table
    # The client adds the version of Python.
    fresh["metadata"] = METADATA
    return fresh


def outputs(notebook: Mapping[str, Any]) -> list[str]:
    """Return what a notebook shows, as lines to compare: for a picture its title up to the first full stop.

    Args:
        notebook: as nbformat has it, or as JSON.
    """
    lines = []
    for number, cell in enumerate(notebook["cells"], 1):
        for output in cell.get("outputs", ()):
            lines.append(f"cell {number}: {output['output_type']}")
            data = output.get("data", {})
            if SVG in data:
                title = re.search(r"<title>(.*?)</title>", "".join(data[SVG]), re.DOTALL)
                lines.append(f"picture: {title[1].partition('. ')[0] if title else 'without a title'}")
            else:
                texts = [output.get("text", ""), *(data[kind] for kind in sorted(data))]
                lines += [line for text in texts for line in "".join(text).splitlines()]
    return lines


def run(path: Path, *, check: bool) -> list[str]:
    """Execute a notebook, and store its outputs, or return the lines in which they differ from the stored ones.

    Args:
        path: the notebook.
        check: whether to compare instead of storing.
    """
    stored = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    fresh = executed(stored)
    if check:
        return list(difflib.unified_diff(outputs(stored), outputs(fresh), "stored", "now", lineterm="", n=1))
    path.write_text(f"{nbformat.writes(fresh)}\n", encoding="utf-8")  # type: ignore[no-untyped-call]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the outputs with the stored ones")
    parser.add_argument("notebooks", nargs="*", type=Path, help="notebooks (default: all of docs/notebooks)")
    arguments = parser.parse_args()
    failed = False
    for path in arguments.notebooks or sorted(NOTEBOOKS.glob("*.ipynb")):
        try:
            differences = run(path, check=arguments.check)
        except CellExecutionError as error:
            differences = [re.sub(r"\x1b\[[0-9;]*m", "", str(error))]  # without the colours of a terminal
        if differences:
            failed = True
            print("\n".join([f"{path.name}: not as it is stored; make notebooks stores it anew", *differences]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
