"""What an index and a reader who cites hyperoxo find: the package's own page, its metadata, and `CITATION.cff`."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from hyperoxo.cli.command_list import COMMANDS, PAGES
from hyperoxo.extras import EXTRAS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
LINK = re.compile(r"\]\(([^)]*)\)|<img|^\[[^]]*\]:", re.MULTILINE)


def test_the_page_of_the_package_needs_no_file_beside_it() -> None:
    """An index shows it alone: a relative link would lead nowhere, and a picture would be missing."""
    page = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")
    assert not [link for link in LINK.finditer(page) if not (link[1] or "").startswith("https://")]
    assert LINK.search("see [the page](docs/page.md)")
    assert "make " not in page


def test_the_page_of_the_package_lists_the_extras() -> None:
    page = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `hyperoxo\[(\w+)\]`", page, re.MULTILINE)) == sorted(EXTRAS)


def test_the_page_on_installing_lists_the_packages_of_each_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE)
    declared = PROJECT["optional-dependencies"].items()
    assert dict(rows) == {extra: " ".join(need.partition(">=")[0] for need in needs) for extra, needs in declared}


def printed_texts() -> dict[str, str]:
    """Return the strings of each Python file of the package, without docstrings, and its other texts whole."""
    found = {}
    for path in (ROOT / "python" / "hyperoxo").rglob("*.*"):
        if path.suffix == ".py":
            nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            documentation = {node.value for node in nodes if isinstance(node, ast.Expr)}
            texts = [node for node in nodes if isinstance(node, ast.Constant) and node not in documentation]
            found[str(path)] = "\n".join(node.value for node in texts if isinstance(node.value, str))
        elif path.suffix in {".html", ".bash", ".zsh", ".fish"} and "page" not in path.parent.name:
            found[str(path)] = path.read_text(encoding="utf-8")
    return found


def test_the_package_has_every_page_that_it_names() -> None:
    """A package has no folder `docs` of a clone; `oxo help` shows the pages that the build backend puts into it."""
    for path, text in printed_texts().items():
        assert not re.search(r"\bdocs/\w", text), path
        assert set(re.findall(r"oxo help ([a-z0-9-]+)", text)) <= {*COMMANDS, *PAGES}, path


def test_the_pages_of_the_package_are_those_that_its_help_shows() -> None:
    maturin = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["maturin"]
    patterns = [entry["path"] for entry in maturin["include"] if entry["path"].startswith("docs/")]
    shipped = {path.relative_to(ROOT / "docs").as_posix() for pattern in patterns for path in ROOT.glob(pattern)}
    assert shipped == set(PAGES.values())


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"title", "message", "authors"} <= set(citation)  # what the format requires
    assert citation["version"] == VERSION
    assert citation["license"] == PROJECT["license"]
    assert citation["title"] == PROJECT["name"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in PROJECT["authors"]]
