"""`oxo serve` before it serves: its address, and its refusals."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

from hyperoxo.extras import installation

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from support.oxo_command import Oxo


def test_a_port_in_use_is_reported(oxo: Oxo) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = oxo.refused("serve", "--port", str(port))
    assert line == f"127.0.0.1 port {port}: Address already in use; choose with --host and --port"


def test_a_missing_extra_is_named(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hyperoxo.server.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    line = oxo.refused("serve", "--port", "0")
    assert line == f"uvicorn: not installed, and the server needs it; {installation('web')}"


def test_a_missing_page_is_reported_before_anything_is_served(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "lib" / "site-packages" / "hyperoxo" / "server" / "page"
    monkeypatch.setattr("hyperoxo.server.settings.PAGE", page)
    line = oxo.refused("serve", "--port", "0")
    assert line == "the page: not in this package; install a package that make wheel has built in a clone"
