"""The lessons of the page, as its files declare them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LESSONS: dict[str, dict[str, Any]] = {
    board: json.loads((Path(__file__).parents[2] / f"web/src/state/lessons/{board}.json").read_text("utf-8"))
    for board in ("4x4x4", "4x4x4x4")
}
