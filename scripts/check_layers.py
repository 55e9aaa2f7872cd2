#!/usr/bin/env python3
"""Checks that the modules of a Rust crate import only modules of lower layers, without a circle.

    scripts/check_layers.py [CRATE...]

CRATE is a folder with `layers.txt` and `src/lib.rs`; without one, every crate is checked. Each line of that file is a
layer, the top one first; ` | ` separates the modules of one layer. The name of a folder stands for all of its modules,
unless some of them are listed by themselves, as `folder::module`; then it stands for `mod.rs`.
A module may import modules of lower layers, and its fellows in a folder that is one entry.

An import counts as one of the module that defines the name, also if it goes through a `pub use`. Modules for tests are
left out, and `lib.rs`, with the modules written in it, is above all layers. Calls of methods do not count.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]

COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | b?r(?P<hashes>\#*)".*?"(?P=hashes) | b?"(?:\\.|[^"\\])*" | b?'(?:\\[^\n]+?|[^\\'\n])'""",
    re.DOTALL | re.VERBOSE,
)
TEST_ATTRIBUTE = re.compile(r"#\[cfg\((?:all\()?test\b[^\]]*\]")
MODULE = re.compile(r"\bmod\s+(\w+)\s*([;{])")
USE = re.compile(r"\buse\s+([^;]+);")
MACRO = re.compile(r"#\[macro_export\]\s*(?:#\[[^\]]*\]\s*)*macro_rules!\s*(\w+)")
PATH = re.compile(r"(?<![\w:])(\w+(?:\s*::\s*\w+)+)")

Segments: TypeAlias = tuple[str, ...]


@dataclass
class Module:
    """One file of a crate."""

    file: Path
    children: set[str] = field(default_factory=set)
    names: dict[str, Segments] = field(default_factory=dict)
    """What each name that a `use` brings in stands for."""
    paths: list[tuple[int, Segments]] = field(default_factory=list)
    """Every path in the file, with its line."""


class Crate:
    """The modules of a crate, by their paths from its root, which is the empty path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: dict[Segments, Module] = {}
        self.problems: list[str] = []
        self._read((), folder / "src" / "lib.rs")

    def _read(self, path: Segments, file: Path) -> None:
        code = without_tests(without_comments(file.read_text(encoding="utf-8")))
        module = self.modules[path] = Module(file)
        for found in MODULE.finditer(code):
            if found[2] == ";":
                module.children.add(found[1])
            elif path:
                self.problem(file, line_of(code, found.start()), f"the module {found[1]} needs a separate file")
        for found in USE.finditer(code):
            for segments, name in leaves(found[1]):
                module.paths.append((line_of(code, found.start()), segments))
                module.names.setdefault(name, segments)
        without_uses = USE.sub(lambda found: blank(found[0]), code)
        for found in PATH.finditer(without_uses):
            module.paths.append((line_of(code, found.start()), tuple(re.split(r"\s*::\s*", found[1]))))
        for name in MACRO.findall(code):
            self.modules[()].names[name] = ("crate", *path, name)
        inside = file.parent if file.name in {"lib.rs", "mod.rs"} else file.with_suffix("")
        for child in sorted(module.children):
            beside, below = inside / f"{child}.rs", inside / child / "mod.rs"
            self._read((*path, child), beside if beside.exists() else below)

    def problem(self, file: Path, line: int, reason: str) -> None:
        """Record a mistake in a line of a file."""
        shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
        self.problems.append(f"{shown}:{line}: {reason}")

    def defining(self, module: Segments, segments: Segments) -> Segments | None:
        """Return the module that defines what a path in a module leads to; None if another crate does."""
        first, rest = segments[0], segments[1:]
        if first == "crate":
            at: Segments = ()
        elif first == "self":
            at = module
        elif first == "super":
            at = module[:-1]
        elif first in self.modules[module].children:
            at = (*module, first)
        else:
            return None
        for name in rest:
            if name == "super":
                at = at[:-1]
            elif name in self.modules[at].children:
                at = (*at, name)
            else:
                known = self.modules[at].names.get(name)
                return (known and known != segments and self.defining(at, known)) or at
        return at

    def imports(self) -> dict[Segments, dict[Segments, int]]:
        """Return which modules each module imports, and in which line first."""
        found: dict[Segments, dict[Segments, int]] = {}
        for path, module in self.modules.items():
            imported = found.setdefault(path, {})
            for line, segments in module.paths:
                target = self.defining(path, segments)
                if target is not None and target != path:
                    imported[target] = min(line, imported.get(target, line))
        return found

    def check(self) -> list[str]:
        """Return the imports that break the layers, one line each."""
        entries = self._entries()
        imports = self.imports()
        del imports[()]
        place = {path: self._entry(path, entries) for path in imports}
        for path, entry in place.items():
            if entry is None:
                self.problem(self.modules[path].file, 1, f"{name_of(path)} is in no layer of layers.txt")
        for path, imported in imports.items():
            for target, line in imported.items():
                own, other = place[path], place.get(target)
                if not target:
                    reason = "which stands above all layers"
                elif own is None or other is None or own == other or entries[own] < entries[other]:
                    continue
                elif entries[own] == entries[other]:
                    reason = "which stands beside it"
                else:
                    reason = "which stands above it"
                self.problem(self.modules[path].file, line, f"{name_of(path)} imports {name_of(target)}, {reason}")
        # Any other circle has an import upwards or sideways, which is refused above.
        fellows = {
            path: {
                target: line for target, line in imported.items() if target in place and place[target] == place[path]
            }
            for path, imported in imports.items()
        }
        try:
            TopologicalSorter(fellows).prepare()
        except CycleError as error:
            circle = error.args[1][::-1]
            way = " -> ".join(name_of(path) for path in circle)
            line = fellows[circle[0]][circle[1]]
            self.problem(self.modules[circle[0]].file, line, f"imports in a circle: {way}")
        return self.problems

    def _entries(self) -> dict[Segments, int]:
        """Return the number of each entry's layer, the top one's the lowest."""
        file = self.folder / "layers.txt"
        entries: dict[Segments, int] = {}
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            for name in line.split(" | ") if line else []:
                entry = tuple(name.strip().split("::"))
                if entry not in self.modules:
                    self.problem(file, number, f"there is no module {name.strip()}")
                elif entry in entries:
                    self.problem(file, number, f"{name_of(entry)} is named twice")
                entries.setdefault(entry, number)
        return entries

    @staticmethod
    def _entry(path: Segments, entries: dict[Segments, int]) -> Segments | None:
        """Return the entry that a module belongs to."""
        if path in entries:
            return path
        for length in range(len(path) - 1, 0, -1):
            folder = path[:length]
            if any(len(entry) > length and entry[:length] == folder for entry in entries):
                return None
            if folder in entries:
                return folder
        return None


def name_of(path: Segments) -> str:
    """Return a module's path as it is written."""
    return "::".join(path) or "the crate's root"


def line_of(code: str, offset: int) -> int:
    """Return the number of the line that an offset is in."""
    return code.count("\n", 0, offset) + 1


def blank(text: str) -> str:
    """Return a text of blanks with the same length and lines."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(code: str) -> str:
    """Return code with its comments and literals blanked."""
    return COMMENT_OR_LITERAL.sub(lambda found: blank(found[0]), code)


def without_tests(code: str) -> str:
    """Return code with its items for tests blanked."""
    while attribute := TEST_ATTRIBUTE.search(code):
        depth, end = 0, attribute.end()
        for end in range(attribute.end(), len(code)):
            depth += (code[end] in "([{") - (code[end] in ")]}")
            if depth == 0 and code[end] in "};":
                break
        code = code[: attribute.start()] + blank(code[attribute.start() : end + 1]) + code[end + 1 :]
    return code


def leaves(tree: str) -> list[tuple[Segments, str]]:
    """Return the paths of a `use`, braces resolved, each with the name that it brings in."""
    tree = tree.strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        path, _, alias = re.sub(r"\s+", " ", tree).partition(" as ")
        segments = tuple(part.strip() for part in path.removeprefix("::").split("::"))
        if segments[-1] in {"self", "*"}:
            segments = segments[:-1] or segments
        return [(segments, alias or segments[-1])]
    parts, depth = [""], 0
    for character in rest[: rest.rindex("}")]:
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [leaf for part in parts if part.strip() for leaf in leaves(head + part.strip())]


def main(arguments: list[str]) -> int:
    """Check crates and print what is wrong with them; 1 if anything is."""
    folders = [Path(argument).resolve() for argument in arguments]
    folders = folders or [file.parent for file in sorted(ROOT.glob("crates/*/Cargo.toml"))]
    problems = [problem for folder in folders for problem in Crate(folder).check()]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
