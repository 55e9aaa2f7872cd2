"""Locks of files, on this system and as Windows has them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support import other_system

from hyperoxo.draft import lock

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("system", [sys.platform, "win32"])
def test_a_locked_file_is_read_but_not_locked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr("hyperoxo.draft.msvcrt", other_system.msvcrt(), raising=False)
    monkeypatch.setattr(sys, "platform", system)
    path = tmp_path / "lock"
    with path.open("w+b", buffering=0) as one:
        assert lock(one)
        one.write(b"holder")
        with path.open("r+b", buffering=0) as other:
            assert not lock(other)
            assert other.read() == b"holder"
    with path.open("r+b", buffering=0) as other:
        assert lock(other)
