"""Proofs of small boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.present import present

from hyperoxo import solve

if TYPE_CHECKING:
    from hyperoxo import Position


def certificate(position: str | Position = "3x3x3") -> bytes:
    """Return the proof of a position, or of a board from its empty position."""
    return present(solve(position).certificate)
