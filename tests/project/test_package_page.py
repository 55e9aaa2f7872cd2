"""What an index and a reader who cites hyperoxo find: the package's own page, its metadata, and `CITATION.cff`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]

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


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"title", "message", "authors"} <= set(citation)  # what the format requires
    assert citation["version"] == VERSION
    assert citation["license"] == PROJECT["license"]
    assert citation["title"] == PROJECT["name"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in PROJECT["authors"]]
