"""Every example in the README and the docs, run as it is printed.

Three kinds of fenced block are examples: `python` blocks with prompts are run as doctests, one session a page;
`console` blocks are typed into a shell, and what each `$ command` prints is compared (`...` stands for anything);
blocks after `<!-- file: NAME -->` are files, which the commands below find in their folder. A command whose output has
prompts, such as `X (help, quit)> 222`, runs at a terminal, where what follows each prompt is typed.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

import pytest
from support.console import SCREEN, Keyboard, Screen, oxo
from support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "python" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^<!-- file: (?P<name>\S+) -->\n```\w+\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"^(?:[XO] )?\(help, quit\)> (.+)$", re.MULTILINE)
IN_A_SHELL = re.compile(r"[|<>;&$*]")
SLOW = {
    "docs/tutorials/engine-author.md": "it plays matches of programs that start as processes",
    "docs/tutorials/programmer.md": "it compares files as players; tests of the commands do so in short",
    "docs/arena.md": "it plays matches; transcripts of the console have short ones",
    "docs/report.md": "it draws every plot of a report; tests of the command draw them, too",
    "docs/solutions.md": "it counts symmetries by trying all; property tests do so, too",
}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, kind: str) -> list[str]:
    """Return the bodies of a page's fenced blocks of one kind."""
    return [match["body"] for match in BLOCK.finditer(page.read_text(encoding="utf-8")) if match["kind"] == kind]


def write_files(page: Path, folder: Path) -> None:
    """Write the files that a page shows into a folder."""
    for match in FILE.finditer(page.read_text(encoding="utf-8")):
        (folder / match["name"]).write_text(match["body"], encoding="utf-8")


def pages_with(kind: str, sign: str) -> list[object]:
    """Return the pages that hold an example of a kind, as test parameters."""
    names = {str(page.relative_to(ROOT)): page for page in PAGES if any(sign in body for body in blocks(page, kind))}
    return [
        pytest.param(page, id=name, marks=[pytest.mark.slow(reason=SLOW[name])] if name in SLOW else [])
        for name, page in names.items()
    ]


def bin_environment(**more: str) -> dict[str, str]:
    """Return the environment with this interpreter's commands first on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COLUMNS": "80", **more}


@pytest.mark.parametrize("page", pages_with("python", ">>>"))
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type a page's examples into one session, in a folder with the files of the page."""
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    text = "\n".join(body for body in blocks(page, "python") if ">>>" in body)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=report.append)
    assert result.failed == 0, "".join(report)
    assert result.attempted > 0


def printed(command: str, expected: str, folder: Path) -> str:
    """Run a command in a folder, and return what it prints; where prompts are expected, it runs at a terminal."""
    if not command.startswith("oxo ") or IN_A_SHELL.search(command):
        return subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=bin_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
            timeout=PATIENCE,
        ).stdout
    screen = Screen(is_terminal=TYPED.search(expected) is not None)
    given = Keyboard(screen, expected) if screen.isatty() else io.TextIOWrapper(io.BytesIO())
    with chdir(folder), patch.dict(os.environ, bin_environment() | SCREEN):
        oxo(shlex.split(command)[1:], screen, screen, given)
    return screen.getvalue()


@pytest.mark.parametrize("page", pages_with("console", "$ "))
def test_console_examples(page: Path, tmp_path: Path) -> None:
    """Type a page's commands into one shell after another, in a folder of their own with the files of the page."""
    checker = doctest.OutputChecker()
    write_files(page, tmp_path)
    for body in blocks(page, "console"):
        for example in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            lines = example.split("\n")
            extent = next(i for i, line in enumerate(lines) if not line.endswith("\\")) + 1
            command, expected = "\n".join(lines[:extent]), "\n".join(lines[extent:])
            shown = printed(command, expected, tmp_path)
            assert checker.check_output(expected, shown, FLAGS), f"$ {command}\n{shown}\n--- in {page}"


def test_the_player_of_the_docs_is_found_through_its_entry_point(tmp_path: Path) -> None:
    """Install the ten-line player as a package would be, and run the session that the page shows."""
    files = {match["name"]: match["body"] for match in FILE.finditer((ROOT / "docs/players.md").read_text())}
    (tmp_path / "most_lines.py").write_text(files["most_lines.py"])
    metadata = tmp_path / "most_lines-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: most_lines\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        files["entry_points"]
        .replace('[project.entry-points."hyperoxo.players"]', "[hyperoxo.players]")
        .replace('"', "")
    )
    ran = subprocess.run(
        [sys.executable, "-c", files["session.py"]],
        env=bin_environment(PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert ran.stdout.startswith("111 "), ran.stdout


def test_the_engine_of_the_docs_gives_the_answers_on_the_page(tmp_path: Path) -> None:
    files = {match["name"]: match["body"] for match in FILE.finditer((ROOT / "docs/formats/ugi.md").read_text())}
    (tmp_path / "most_lines_engine.py").write_text(files["most_lines_engine.py"])
    said = (
        "ugi",
        "isready",
        "setoption name Board value 3x3",
        "uginewgame",
        "position fen xx1oo4 x",
        "query p1turn",
        "go",
        "position startpos moves 22",
        "go movetime 1000",
        "go infinite",
        "isready",
        "stop",
        "stop",
        "position fen xx1oo4 x moves 13",
        "query result",
        "go",
        "position startpos moves 44",
        "dance",
        "query mood",
        "quit",
    )
    ran = subprocess.run(
        [sys.executable, "most_lines_engine.py"],
        cwd=tmp_path,
        input="\n".join(said),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    checked = subprocess.run(
        [Path(sys.executable).with_name("oxo"), "ugi-check", f"{sys.executable} most_lines_engine.py"],
        cwd=tmp_path,
        env=bin_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert checked.returncode == 0, checked.stdout
    introduction, answers = ran.stdout.split("ugiok\n")
    assert introduction.startswith("id name Most Lines\n")
    assert answers.splitlines() == [
        "readyok",
        "response true",
        "bestmove 13",
        "bestmove 11",
        "readyok",
        "bestmove 11",
        "response p1win",
        "info string error: the game is over",
        "bestmove none",
        "info string error: 44: coordinate 1 is above 3; the cells of 3x3 are 11 to 33",
        "info string error: not understood: dance",
        "info string error: 'mood'",
    ]
