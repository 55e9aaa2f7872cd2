"""`make check`: its table covers every file of the project, and what it chooses for a change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from support.patience import PATIENCE

from scripts.check import covering, git, steps, table

ROOT = Path(__file__).parents[2]
TESTS_OF_PYTHON = "tests of Python=test-python PYTEST=$(WITHOUT_BROWSER) ARGS=$(CHECKED_PYTHON)"
SET_UP = ["Python packages=a", "core, in Rust=b", "package=c", "tools of the page=d", "checker of proofs=e"]


def test_every_file_has_an_entry_and_the_tests_that_it_names_exist() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a clone, or git is missing")
    files = git("ls-files", "-z").split("\0")[:-1]
    assert len(files) > 1000
    assert [pattern for _, pattern, _ in table() if not any(fnmatchcase(file, pattern) for file in files)] == []
    named = {(file, test) for file in files if (ROOT / file).exists() for test in covering(file)[1]}
    assert {(file, test) for file, test in named if not exists(test)} == set()


def exists(test: str) -> bool:
    """Return whether there is a file with tests, and the function in it that `::` names."""
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("changed", "wanted", "variables"),
    [
        (
            "python/hyperoxo/arena/elo.py",
            [*SET_UP, "lint of Python=lint-python", TESTS_OF_PYTHON],
            {"PYTHON": "tests/unit/arena/test_elo.py"},
        ),
        (
            "crates/oxo-core/src/geometry.rs",
            ["lint of Rust=lint-rust", "tests of Rust=test-rust ARGS=$(CHECKED_RUST)"],
            {"RUST": "--profile edited --tests -p oxo-core --"},
        ),
        (
            "web/src/state/lines.ts",
            [
                *SET_UP[:4],
                "lint of the page=lint-web-quickly",
                "tests of the page=test-web ARGS=$(CHECKED_PAGE)",
            ],
            {"PAGE": "--changed 0123"},
        ),
        (
            "web/src/view/puzzles/PuzzlePage.svelte",
            [
                *SET_UP,
                "lint of the page=lint-web-quickly",
                "tests of the page=test-web ARGS=$(CHECKED_PAGE)",
                "roads of the page=test-python ARGS=$(CHECKED_ROADS)",
            ],
            {"PAGE": "--changed 0123", "ROADS": "tests/browser/test_puzzles.py"},
        ),
        ("LICENSE", [], {}),
    ],
)
def test_linters_and_tests_of_a_file_are_made(
    changed: str, wanted: list[str], variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHON", "RUST", "PAGE", "ROADS"):
        monkeypatch.setenv(f"CHECKED_{name}", "")
    assert [step for step in steps("0123", [changed], SET_UP) if step != "--"] == wanted
    for name in ("PYTHON", "RUST", "PAGE", "ROADS"):
        chosen = os.environ[f"CHECKED_{name}"]
        assert variables.get(name, "") in chosen
        assert bool(chosen) == (name in variables)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_it_finds_what_is_committed_changed_and_new_and_refuses_a_file_without_an_entry(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/check.py").write_bytes((ROOT / "scripts/check.py").read_bytes())
    (tmp_path / "tests/covers.toml").write_text('[text]\n"*.txt" = []\n"*.toml" = []\n"scripts/*" = []\n')
    (tmp_path / "scripts/steps").write_text('#!/bin/sh\nprintf "made %s\\n" "$*"\n')
    (tmp_path / "scripts/steps").chmod(0o755)

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)

    def commit() -> None:
        run("git", "add", ".")
        run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "a")

    run("git", "init", "--quiet")
    commit()
    check = (sys.executable, "scripts/check.py")
    assert run(*check).stdout.startswith("no file differs from")
    run("git", "update-ref", "refs/remotes/origin/main", "HEAD")
    (tmp_path / "committed.txt").touch()
    commit()
    (tmp_path / "new ü.txt").touch()
    (tmp_path / "committed.txt").write_text("changed")
    assert run(*check).stdout.splitlines() == ["changed: committed.txt new ü.txt", "tests: none", "made -- --"]
    (tmp_path / "odd").touch()
    refused = run(*check)
    assert refused.returncode == 2
    assert refused.stderr.startswith("odd: no pattern of tests/covers.toml matches it")


def test_versions_for_other_tools_are_those_that_the_project_asks_for() -> None:
    python = (ROOT / ".python-version").read_text(encoding="utf-8").strip()
    assert f'requires-python = ">={python}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    node = (ROOT / ".nvmrc").read_text(encoding="utf-8").strip()
    assert json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["engines"]["node"] == f">={node}"
