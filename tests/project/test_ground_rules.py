"""The rules of CONTRIBUTING.md and docs/maintainers/dependencies.md that a program can check."""

from __future__ import annotations

import ast
import itertools
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
MANIFESTS = [ROOT / "Cargo.toml", *sorted(ROOT.glob("crates/*/Cargo.toml"))]
CODE = [
    path
    for folder, pattern in (
        ("python", "*.py"),
        ("tests", "*.py"),
        ("benchmarks", "*.py"),
        ("examples", "*.py"),
        ("scripts", "*.py"),
        ("crates", "*.rs"),
    )
    for path in sorted((ROOT / folder).rglob(pattern))
]

WAITS = re.compile(
    r"""timeout=[1-9][\d.]*[,)]  # a bound in digits, as a keyword
    | [.](?:wait|wait_for|timeout|fail_after|settimeout)\((?:.*,[ ])?[1-9][\d.]*\)  # or as the last argument
    | while[ ](?!True:).*:\n[ ]+(?:await[ ])?\w+[.]sleep\(.*""",
    re.VERBOSE,
)


def relative(path: Path) -> str:
    """Return a path as it is written in the project."""
    return str(path.relative_to(ROOT))


def test_importing_the_package_imports_nothing_of_a_third_party() -> None:
    """In a new interpreter, every module that the public names import is Python's own or part of the package."""
    program = "import sys; before = set(sys.modules); from hyperoxo import *; print(*sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    packages = {name.partition(".")[0] for name in ran.stdout.split()}
    assert {"hyperoxo.solver.solve", "hyperoxo.svg"} <= set(ran.stdout.split())
    assert packages - {"hyperoxo"} <= sys.stdlib_module_names


@pytest.mark.parametrize("lock", LOCKS, ids=relative)
def test_a_lock_fixes_versions_and_hashes_and_holds_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z])", text.replace("\\\n", ""))[1:]
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+ +--hash=sha256:[0-9a-f]{64}\b", entry), entry
    assert "://" not in text
    assert not re.search(r"^--?(i|f|index-url|extra-index-url|find-links|trusted-host)\b", text, re.MULTILINE)


def test_locks_agree() -> None:
    """No step of the installation replaces a package that another step installs."""
    locked = [dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text(), re.MULTILINE)) for lock in LOCKS]
    for one, other in itertools.combinations(locked, 2):
        assert all(one[name] == other[name] for name in one.keys() & other.keys())


def test_the_lock_of_an_extra_has_the_packages_that_it_names() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "web" in extras
    for name, wanted in extras.items():
        listed = (ROOT / f"requirements/{name}.in").read_text(encoding="utf-8").splitlines()
        assert {one.partition(">=")[0] for one in wanted} == {line for line in listed if line[:1] not in {"#", "-"}}


def test_every_dependency_has_its_reason_in_the_docs() -> None:
    page = (ROOT / "docs/maintainers/dependencies.md").read_text(encoding="utf-8")
    wanted = {
        line.strip().partition("[")[0]  # the extras of a package belong to it
        for path in (ROOT / "requirements").glob("*.in")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("#", "-"))
    }
    for manifest in MANIFESTS:
        table = tomllib.loads(manifest.read_text(encoding="utf-8"))
        wanted |= table.get("dependencies", {}).keys() | table.get("dev-dependencies", {}).keys()
    wanted = {name for name in wanted if not name.startswith("oxo-")}
    assert {"maturin", "pyo3"} <= wanted
    assert {name for name in wanted if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page)} == set()


def test_a_protocol_is_defined_in_one_place() -> None:
    """A protocol is defined once, so that two versions of it cannot drift apart."""
    classes = [
        node
        for path in sorted((ROOT / "python").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    protocols = Counter(one.name for one in classes if "typing.Protocol" in {ast.unparse(base) for base in one.bases})
    assert protocols["Cancellable"] == 1
    assert {name for name, times in protocols.items() if times > 1} == set()


def test_each_wait_of_a_test_ends_by_the_one_patience() -> None:
    """`support.patience` has what waits for a condition; a shorter bound than a second is a limit under test."""
    files = [path for path in CODE if path.is_relative_to(ROOT / "tests")]
    assert [f"{relative(path)}: {wait}" for path in files for wait in WAITS.findall(path.read_text("utf-8"))] == []


def test_no_file_has_more_than_500_lines() -> None:
    lengths = {relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert len(lengths) > 20
    assert {name: length for name, length in lengths.items() if length > 500} == {}
