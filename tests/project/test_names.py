"""One public name has one meaning: it is defined in one module of the package, of a crate, or of the page."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).parents[2]

ALLOWED = {
    "package": {
        "main": "each program has one",
        "run": "each command of oxo has one",
        "add_arguments": "each command of oxo has one",
        "upgrade": "each migration of the store has one",
    },
}
"""Names that several modules define, each with the reason."""

RUST_ITEM = re.compile(
    r"^pub(?:\([a-z]+\))? (?:const |unsafe )*(?:struct|enum|union|trait|type|fn) (\w+)", re.MULTILINE
)
RUST_TESTS = re.compile(r"^#\[cfg\(test\)\]\s*(?:pub(?:\([a-z]+\))? )?mod \w+ \{", re.MULTILINE)
EXPORT = re.compile(
    r"^export (?:default )?(?:async |abstract )*(?:class|interface|type|enum|function|const|let) (\w+)", re.MULTILINE
)


def python_names(text: str) -> Iterator[str]:
    """Return the public classes, functions and aliases of types that a module defines."""
    for node in ast.parse(text).body:
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"))
            ) if not name.startswith("_"):
                yield name


def rust_names(text: str) -> Iterable[str]:
    """Return the public items of a module; its tests, at the end of the module, have none."""
    return RUST_ITEM.findall(RUST_TESTS.split(text)[0])


def page_names(text: str) -> Iterable[str]:
    """Return what a module of the page exports and defines itself."""
    return set(EXPORT.findall(text))


def crate_files(crate: str) -> list[Path]:
    """Return the modules of a crate, without those of its tests."""
    files = (ROOT / "crates" / crate / "src").rglob("*.rs")
    return [path for path in files if not {"tests", "tests.rs"} & set(path.parts)]


CASES: list[tuple[str, list[Path], Callable[[str], Iterable[str]]]] = [
    ("package", list((ROOT / "python").rglob("*.py")), python_names),
    *((crate.name, crate_files(crate.name), rust_names) for crate in sorted((ROOT / "crates").iterdir())),
    # The schema is generated from the server's messages, and api/types.ts names them again.
    ("page", [path for path in (ROOT / "web/src").rglob("*.ts") if path.name != "schema.ts"], page_names),
]


@pytest.mark.parametrize(("part", "files", "names"), CASES, ids=[part for part, _, _ in CASES])
def test_a_public_name_has_one_meaning(part: str, files: list[Path], names: Callable[[str], Iterable[str]]) -> None:
    defined: dict[str, set[str]] = defaultdict(set)
    for path in files:
        for name in names(path.read_text(encoding="utf-8")):
            defined[name].add(str(path.relative_to(ROOT)))
    assert len(defined) > 10
    several = {name: sorted(paths) for name, paths in defined.items() if len(paths) > 1}
    allowed = ALLOWED.get(part, {})
    assert {name: paths for name, paths in several.items() if name not in allowed} == {}
    assert allowed.keys() <= several.keys(), "an exception that is no longer needed"
