"""Licences of what the package ships: of the crates in the core and in `oxo-check`, and of the page's libraries.

`deny.toml` lists those that are allowed. `make deny` checks with it what only tests use, too.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from scripts import build_backend

ROOT = Path(__file__).parents[2]
ALLOWED = set(tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))["licenses"]["allow"])
PAGE = ROOT / "python" / "hyperoxo" / "server" / "page"


def is_allowed(licence: str) -> bool:
    """Return whether each part of a licence, or an alternative to it, is allowed."""
    parts = [re.split(r" OR |/", part.strip("()")) for part in licence.split(" AND ")]
    return all(any(name in ALLOWED for name in names) for names in parts)


def test_a_licence_is_judged_by_all_its_parts_and_one_alternative_of_each() -> None:
    for licence in ("MIT", "Zlib OR MIT", "MIT/Apache-2.0", "(MIT OR Zlib) AND Unicode-3.0"):
        assert is_allowed(licence)
    for licence in ("", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR Zlib) AND CC0-1.0"):
        assert not is_allowed(licence)


def linked_crates() -> dict[str, str]:
    """Return the licences of the crates that are compiled into the core and into `oxo-check`, by name and version."""
    command = ["cargo", "tree", "--offline", "--locked", "--package", "oxo-py", "--package", "oxo-check"]
    form = ["--edges", "normal,no-proc-macro", "--no-dedupe", "--prefix", "none", "--format", "{p}\t{l}"]
    ran = subprocess.run([*command, *form], cwd=ROOT, capture_output=True, text=True, check=True)
    crates = dict(line.split("\t") for line in ran.stdout.splitlines() if line)
    return {name: licence for name, licence in crates.items() if str(ROOT) not in name}


def test_every_crate_of_a_wheel_has_an_allowed_licence_whose_text_the_wheel_has() -> None:
    crates = linked_crates()
    assert any(name.startswith("pyo3 ") for name in crates)
    assert {name: licence for name, licence in crates.items() if not is_allowed(licence)} == {}
    copied = build_backend.notices()[build_backend.CRATES]
    texts = defaultdict(str, dict.fromkeys(crates, ""))
    for names, text in re.findall(r"^(.* v\d.*):\n\n((?s:.*?))(?=\n\n\n.* v\d.*:\n\n|\Z)", copied, re.MULTILINE):
        for name in names.split(", "):
            texts[name] += text
    assert [name for name, text in texts.items() if "Copyright" not in text or "conditions" not in text] == []
    assert {name.split()[0] for name in texts} >= build_backend.TABLES


@pytest.mark.parametrize(
    ("file", "libraries"), [("licenses.md", {"svelte", "lean-qr"}), ("hyperoxo-board.licenses.md", {"svelte"})]
)
def test_every_library_of_the_page_has_an_allowed_licence_whose_text_is_served(file: str, libraries: set[str]) -> None:
    _, *sections = re.split(r"^## ", (PAGE / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    bundled = set()
    for section in sections:
        head, _, text = section.partition("\n")
        name, version = head.split(" (")[0].split(" - ")
        package = lock[f"node_modules/{name}"]
        assert package["version"] == version
        assert not package.get("dev"), f"{name}: a tool of the build, and part of the page"
        assert is_allowed(package["license"])
        assert re.search("copyright", text, re.IGNORECASE), name
        bundled.add(name)
    assert libraries <= bundled
