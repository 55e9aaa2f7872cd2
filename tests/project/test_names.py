"""One public name has one meaning: it is defined in one module of the package, of a crate, or of the page."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "main": "each program has one",
    "run": "each command of oxo has one",
    "add_arguments": "each command of oxo has one",
    "upgrade": "each migration of the store has one",
}
"""Names that several modules of the package define, each with the reason."""
PYTHON = r"^(?:class|(?:async )?def) ([^\W_]\w*)|^(\w+): TypeAlias"
RUST = r"^pub(?:\([a-z]+\))? (?:const |unsafe )*(?:struct|enum|union|trait|type|fn) (\w+)"
RUST_TESTS = r"(?ms)^#\[cfg\(test\)\]\s*(?:pub(?:\([a-z]+\))? )?mod \w+ \{.*"
PAGE = r"^export (?:default )?(?:async |abstract )*(?:class|interface|type|enum|function|const|let) (\w+)"
PARTS = [
    pytest.param("python/**/*.py", PYTHON, ALLOWED, id="package"),
    *(pytest.param(f"crates/{path.name}/src/**/*.rs", RUST, {}, id=path.name) for path in (ROOT / "crates").iterdir()),
    pytest.param("web/src/**/*.ts", PAGE, {}, id="page"),
]


@pytest.mark.parametrize(("files", "pattern", "allowed"), PARTS)
def test_a_public_name_has_one_meaning(files: str, pattern: str, allowed: dict[str, str]) -> None:
    defined: dict[str, set[str]] = defaultdict(set)
    for path in ROOT.glob(files):
        # The schema is generated from the server's messages, and api/types.ts names them again.
        # Steps are programs of their own, each whole.
        if path.name != "schema.ts" and not {"tests", "tests.rs", "steps"} & set(path.parts[len(ROOT.parts) :]):
            for found in re.finditer(pattern, re.sub(RUST_TESTS, "", path.read_text(encoding="utf-8")), re.MULTILINE):
                defined[found[1] or found[2]].add(str(path.relative_to(ROOT)))
    assert len(defined) > 10
    several = {name: sorted(paths) for name, paths in defined.items() if len(paths) > 1}
    assert several.keys() == allowed.keys(), several
