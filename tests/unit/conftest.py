"""What the tests of commands share."""

from __future__ import annotations

import pytest
from support.oxo_command import Oxo


@pytest.fixture
def oxo(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Oxo:
    """Return the command `oxo`."""
    return Oxo(capsys, monkeypatch)
