"""How long a test waits for what must come: nothing is measured, so only what hangs may take as long.

`HYPEROXO_PATIENCE=900` gives a very slow machine more.
"""

from __future__ import annotations

import os

PATIENCE = float(os.environ.get("HYPEROXO_PATIENCE", "240"))
"""Seconds."""
