"""Patterns for the `match` of `pytest.raises`, from texts whose characters all stand for themselves."""

from __future__ import annotations

import re


def exactly(text: str) -> str:
    return rf"\A{re.escape(text)}\Z"


def beginning(text: str) -> str:
    return rf"\A{re.escape(text)}"


def short_line(part: str = "") -> str:
    """Return the pattern of one line with this part, of fewer than 400 characters."""
    return rf"\A(?=.*{re.escape(part)}).{{0,399}}\Z"
