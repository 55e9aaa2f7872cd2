"""Runs the linters and tests that `tests/covers.toml` names for the files which differ from `origin/main`.

Usage: MAKE='make VARIABLE=VALUE ...' scripts/check.py 'NAME=FILE [FILE ...]' ...

The arguments are the steps of the set-up, of which it takes those that the changed parts need.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections import defaultdict
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]

LINT = {
    "python": "lint of Python=lint-python",
    "page": "lint of the page=lint-web-quickly",
    "rust": "lint of Rust=lint-rust",
}
# Of the set-up, what linters and tests of the page stand on; tests by pytest may need all, those of Rust nothing.
PAGE_SET_UP = {"Python packages", "core, in Rust", "package", "tools of the page"}
# Rules that any file may break.
EVERY_TIME = {"tests/project/test_ground_rules.py", "tests/project/test_words.py"}


class UncoveredError(Exception):
    """A file has no entry in the table."""


def git(*arguments: str, check: bool = True) -> str:
    """Return what a command of git prints; nothing, unless it is checked, if the command fails."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=check).stdout  # noqa: S603  (as said)


@cache
def table() -> list[tuple[str, str, list[str]]]:
    """Return the entries of the table: part, pattern, and paths of tests."""
    parts = tomllib.loads((ROOT / "tests/covers.toml").read_text(encoding="utf-8"))
    return [(part, pattern, tests) for part, entries in parts.items() for pattern, tests in entries.items()]


def covering(file: str) -> tuple[str, list[str]]:
    """Return the part of a file, and the paths of the tests that cover it."""
    for part, pattern, tests in table():
        if fnmatchcase(file, pattern):
            return part, [test.format(path=file, name=PurePosixPath(file).stem) for test in tests]
    raise UncoveredError(f"{file}: no pattern of tests/covers.toml matches it; add one, with the tests that cover it")


def cargo(tests: set[str]) -> str:
    """Return the arguments of `cargo test` for crates, and for files of their tests."""
    crates = {path.split("/")[1] for path in tests}
    modules = {f"{PurePosixPath(path).stem}::" for path in tests if path.endswith(".rs")}
    if any(not path.endswith(".rs") for path in tests):
        modules = set()
    return " ".join(["--profile edited --tests", *(f"-p {crate}" for crate in sorted(crates)), "--", *sorted(modules)])


def steps(since: str, changed: list[str], set_up: list[str]) -> list[str]:
    """Return the arguments of `scripts/steps` for changed files, with what the tests are as variables of make."""
    parts = set()
    tests = defaultdict(set)
    for file in changed:
        part, paths = covering(file)
        parts.add(part)
        for path in paths:
            if (ROOT / path.partition("::")[0]).exists():  # a deleted test covered itself
                tests[path.partition("/")[0]].add(path)
    lane = []
    roads = {path for path in tests["tests"] if path.startswith("tests/browser/")}
    if modules := tests["tests"] - roads:
        parts.add("python")
        os.environ["CHECKED_PYTHON"] = " ".join(sorted(modules | EVERY_TIME))
        lane.append("tests of Python=test-python PYTEST=$(WITHOUT_BROWSER) ARGS=$(CHECKED_PYTHON)")
    if tests["web"]:
        os.environ["CHECKED_PAGE"] = f"--changed {since}"
        lane.append("tests of the page=test-web ARGS=$(CHECKED_PAGE)")
    if roads:
        os.environ["CHECKED_ROADS"] = " ".join(sorted(roads))
        lane.append("roads of the page=test-python ARGS=$(CHECKED_ROADS)")
    if tests["crates"]:
        os.environ["CHECKED_RUST"] = cargo(tests["crates"])
        lane.append("tests of Rust=test-rust ARGS=$(CHECKED_RUST)")
    if "python" not in parts and not roads:
        needed = PAGE_SET_UP if "page" in parts else set()
        set_up = [step for step in set_up if step.partition("=")[0] in needed]
    lint = [step for part, step in LINT.items() if part in parts]
    print(f"tests: {' '.join(sorted(set().union(*tests.values()))) or 'none'}")
    return [*set_up, "--", *lint, "--", *lane]


def main() -> None:
    """Print what is chosen, and make it."""
    # The commit in which the branch left `origin/main`.
    since = git("merge-base", "origin/main", "HEAD", check=False).strip() or "HEAD"
    differing = git("diff", "-z", "--name-only", since) + git("ls-files", "-z", "--others", "--exclude-standard")
    changed = sorted(set(differing.split("\0")) - {""})
    if not changed:
        print(f"no file differs from {since}")
        return
    print(f"changed: {' '.join(changed)}")
    try:
        wanted = steps(since, changed, sys.argv[1:])
    except UncoveredError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    sys.stdout.flush()
    os.execv(ROOT / "scripts/steps", ["steps", *wanted])  # noqa: S606  (ours)


if __name__ == "__main__":
    main()
