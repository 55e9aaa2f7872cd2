"""`oxo` as a program of its own."""

from __future__ import annotations

import sys

OXO = [sys.executable, "-c", "import sys; from hyperoxo.cli import main; sys.exit(main())"]
PATIENCE = 120
"""Seconds after which a process is taken to hang; nothing is measured."""
