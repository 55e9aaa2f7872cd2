"""`oxo serve` before it serves: its address, and its refusals."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line with which `oxo serve` refuses its arguments, by exit code 2."""
    assert main(["serve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("oxo: ").rstrip()


def test_a_port_in_use_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refusal(capsys, "--port", str(port))
    assert line == f"127.0.0.1 port {port}: Address already in use; choose with --host and --port"


@pytest.mark.parametrize("port", ["-1", "65536", "http", ""])
def test_an_invalid_port_is_reported(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert refusal(capsys, f"--port={port}") == f"--port {port}".strip() + ": not a whole number from 0 to 65535"


@pytest.mark.parametrize(
    ("option", "value", "allowed"), [("workers", "0", "1 to 1000"), ("memory", "511", "512 to 999999999")]
)
def test_resources_of_searches_are_bounded(
    capsys: pytest.CaptureFixture[str], option: str, value: str, allowed: str
) -> None:
    assert refusal(capsys, f"--{option}={value}") == f"--{option} {value}: not a whole number from {allowed}"


@pytest.mark.parametrize("name", ["", "play.example.org:8642", "http://play.example.org/", "::1", "a b"])
def test_an_invalid_name_is_reported(capsys: pytest.CaptureFixture[str], name: str) -> None:
    line = refusal(capsys, "--port", "0", f"--allow-host={name}")
    assert line == f"--allow-host {name}: not a host name; such as play.example.org, without a port"


@pytest.mark.parametrize("host", ["256.0.0.1", "nowhere.invalid", "a..b", "x" * 300])
def test_a_host_that_is_not_this_machine_is_reported(capsys: pytest.CaptureFixture[str], host: str) -> None:
    assert refusal(capsys, "--host", host, "--port", "0").endswith("choose with --host and --port")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("games.db", "database: not the URL of a database"),
        ("", "database: not the URL of a database"),
        ("what://host/name", "what://host/name: there is no database called what"),
        (
            "postgresql+asyncpg://me:hidden@host/name",
            "postgresql+asyncpg://me:***@host/name: its driver asyncpg is not installed",
        ),
        ("sqlite:////nowhere/games.db", "sqlite:////nowhere/games.db: there is no folder /nowhere; make it first"),
    ],
)
def test_an_unusable_database_is_reported(capsys: pytest.CaptureFixture[str], url: str, reason: str) -> None:
    assert refusal(capsys, "--port", "0", "--database", url).startswith(reason)


def test_a_file_that_is_no_database_is_left_unchanged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 100)
    assert refusal(capsys, "--port", "0", "--database", f"sqlite:///{file}").endswith("file is not a database")
    assert file.read_text() == "Dear Ada,\n" * 100


def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hyperoxo.server.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    line = refusal(capsys, "--port", "0")
    assert line == "uvicorn: not installed, and the server needs it; type make build in the clone"


def test_a_missing_page_is_reported_before_anything_is_served(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "lib" / "site-packages" / "hyperoxo" / "server" / "page"
    monkeypatch.setattr("hyperoxo.server.settings.PAGE", page)
    line = refusal(capsys, "--port", "0")
    assert line == "the page: not in this package; install a package that make wheel has built in a clone"
