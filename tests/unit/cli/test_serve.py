"""`oxo serve` before it serves: its address, and its refusals."""

from __future__ import annotations

import os
import re
import socket
import sys
from typing import TYPE_CHECKING

import pytest

from hyperoxo.extras import installation
from hyperoxo.store import lock_for_server
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.oxo_command import Oxo

    from hyperoxo.server.settings import Settings


def test_a_port_in_use_is_reported(oxo: Oxo) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = oxo.refused("serve", "--port", str(port))
    assert line == f"127.0.0.1 port {port}: Address already in use; choose with --host and --port"


@pytest.mark.parametrize("host", ["256.0.0.1", "nowhere.invalid", "a..b", "x" * 300])
def test_a_host_that_there_is_not_is_refused(oxo: Oxo, host: str) -> None:
    assert oxo.refused("serve", "--port", "0", "--host", host).startswith(f"{shortened(host)} port 0: ")


def test_of_two_files_of_one_name_none_is_offered_in_place_of_the_other(oxo: Oxo, tmp_path: Path) -> None:
    typed = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / f"offered{os.getpid()}.py"
        path.write_text(f"def move(position):\n    return {folder!r}\n")
        typed += ["--player", str(path)]
    assert oxo.refused("serve", "--port", "0", *typed) == (
        f"{typed[-1]}: another file of this name is offered, too; rename one of them"
    )


def test_a_missing_extra_is_named(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hyperoxo.server.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    line = oxo.refused("serve", "--port", "0")
    assert line == f"uvicorn: not installed, and the server needs it; {installation('web')}"


def test_a_file_that_another_server_has_is_refused_in_one_line(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("hyperoxo.server.page.check_page", lambda _: None)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with lock_for_server(url):
        line = oxo.refused("serve", "--port", "0", "--database", url)
    assert line.startswith(f"{url}: another oxo serve uses it, process {os.getpid()} on ")


@pytest.mark.parametrize(
    ("typed", "url", "host"),
    [
        ("HTTP://Play.Example.Org:8080/", "http://play.example.org:8080", "play.example.org"),
        ("http://[::1]:8642", "http://[::1]:8642", "[::1]"),
        ("https://Play.example.org:8443/Games/oxo/", "https://play.example.org:8443/Games/oxo", "play.example.org"),
    ],
)
def test_a_public_address_names_a_host_of_the_server(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, typed: str, url: str, host: str
) -> None:
    served: list[Settings] = []
    monkeypatch.setattr("hyperoxo.server.page.check_page", lambda _: None)
    monkeypatch.setattr("hyperoxo.server.serve.serve", lambda _, settings, *__: served.append(settings))
    oxo("serve", "--port", "0", "--public-url", typed)
    oxo("serve", "--port", "0")
    assert [settings.reachable for settings in served] == [True, False]
    assert served[0].public_url == url
    assert served[0].hosts == {"localhost", "127.0.0.1", "[::1]", host}


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ([], "only this computer can open it; .*: oxo serve --host 0.0.0.0"),
        (["--host", "127.0.0.2", "--allow-host", "play.example.org"], ""),
        (["--public-url", "https://play.example.org"], "other computers open https://play.example.org"),
        (["--host", "0.0.0.0"], r"other computers .* open http://(?!0\.|127\.)[\w.-]+:[1-9]\d*/"),  # noqa: S104
    ],
)
def test_the_first_lines_say_how_other_computers_reach_the_server(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, options: list[str], line: str
) -> None:
    monkeypatch.setattr("hyperoxo.server.page.check_page", lambda _: None)
    served: list[Settings] = []

    def serve(
        _: object, settings: Settings, on_ready: Callable[[], None], on_upgrade: Callable[[int, int], None]
    ) -> None:
        on_upgrade(1, 2)
        served.append(settings)
        on_ready()

    monkeypatch.setattr("hyperoxo.server.serve.serve", serve)
    first, _, second = oxo("serve", "--port", "0", *options).partition("\n")
    assert re.fullmatch(r"hyperoxo is at http://127\.0\.0\.[12]:\d+/ until you press Ctrl-C", first)
    assert re.fullmatch(line, second.strip())
    # The page invites others to the same address.
    address = re.search(r"https?://(?!ADDRESS-)\S+", second)  # which a machine without a network does not know
    assert served[0].for_others == (address and address[0])


def test_what_previews_need_is_missed_before_anything_is_served(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.page.check_page", lambda _: None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    line = oxo.refused("serve", "--port", "0", "--public-url", "https://play.example.org")
    assert line == f"PIL: not installed, and PNG, PDF and GIF files need it; {installation('pictures')}"


def test_a_missing_page_is_reported_before_anything_is_served(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "lib" / "site-packages" / "hyperoxo" / "server" / "page"
    monkeypatch.setattr("hyperoxo.server.settings.PAGE", page)
    line = oxo.refused("serve", "--port", "0")
    assert line == "the page: not in this package; install a package that make wheel has built in a clone"
