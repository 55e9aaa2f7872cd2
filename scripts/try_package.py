#!/usr/bin/env python3
"""Tries an installed package: a game, a proof and its check, a match with two processes, the page.

    python scripts/try_package.py

uses the `hyperoxo` of this Python, with the extra `web`, from an empty folder. It needs the standard library alone, so
that it runs wherever the package does; the workflow calls it on every system that wheels are built for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from pathlib import Path

TIMEOUT = 600
"""Seconds after which a program is taken to hang; nothing is measured."""


class TrialError(Exception):
    """The package does not do what it should."""


def output(folder: str, *command: str, typed: str = "") -> str:
    """Return what an installed program prints.

    Raises:
        TrialError: it ends with another exit code than 0.
    """
    print("$", *command, flush=True)
    ran = subprocess.run(  # noqa: S603 - programs of the package
        [program(command[0]), *command[1:]],
        cwd=folder,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT,
    )
    if ran.returncode:
        raise TrialError(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def program(name: str) -> str:
    suffix = ".exe" if sys.platform == "win32" else ""
    return str(Path(sysconfig.get_path("scripts"), name + suffix))


def expect(text: str, pattern: str) -> str:
    """Return what a pattern finds in a text.

    Raises:
        TrialError: it finds nothing.
    """
    found = re.search(pattern, text)
    if found is None:
        raise TrialError(f"{pattern} is not in\n{text}")
    return found[found.re.groups]


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:  # noqa: S310 - our own server
        return str(answer.read().decode())


def try_page(folder: str) -> None:
    """Serve the page, and fetch it, its first script and an answer of the API."""
    command = [program("oxo"), "serve", "--port", "0", "--database", "sqlite:///games.db"]
    print("$", "oxo", *command[1:], flush=True)
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8") as server:  # noqa: S603 - ours
        try:
            address = expect(server.stdout.readline() if server.stdout else "", r"http://\S+/")
            page = fetch(address)
            fetch(address + expect(page, r'src="/?(assets/[^"]+\.js)"'))
            if "4x4x4" not in json.dumps(json.loads(fetch(f"{address}api/boards"))):
                raise TrialError("the server has no board 4x4x4")
        finally:
            server.kill()


def main() -> None:
    """Try everything; the first fault ends the program with exit code 1."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        expect(output(folder, "oxo", "info", "4x4x4"), "64 cells, 76 lines of 4, 192 symmetries")
        expect(output(folder, "oxo", "play", "3x3", "--second", "random", "--seed", "1", typed="22\nquit\n"), "1 X 22")
        solved = json.loads(output(folder, "oxo", "solve", "4x4x4", "--certificate", "qubic.oxc", "--json"))
        expect(solved["outcome"], "^win$")
        expect(output(folder, "oxo-check", "qubic.oxc"), "^VERIFIED: x wins 4x4x4 from the empty board")
        options = ["--board", "3x3", "--games", "20", "--seed", "1", "--jobs", "2", "--json"]
        match = json.loads(output(folder, "oxo", "match", "magic-square", "random", *options))
        expect(f"{match['games']} games, {match['abandoned']} abandoned", "^20 games, 0 abandoned$")
        try_page(folder)
    print("the package works")


if __name__ == "__main__":
    try:
        main()
    except TrialError as error:
        raise SystemExit(f"hyperoxo: {error}") from None
