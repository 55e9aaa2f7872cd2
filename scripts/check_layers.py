#!/usr/bin/env python3
"""Checks that the modules of a Rust crate import only modules of lower layers, without a circle.

    scripts/check_layers.py [CRATE...]

CRATE is a folder with `layers.txt` and `src/lib.rs`; without one, every crate is checked. Each line of that file is a
layer, the top one first; ` | ` separates the modules of one layer. The name of a folder stands for all of its modules,
unless some of them are listed by themselves, as `folder::module`; then it stands for `mod.rs`.
A module may import modules of lower layers, and its fellows in a folder that is one entry.

An import counts as one of the module that defines the name, also if it goes through a `pub use`. Items for tests, the
folder `tests` and programs are left out, and `lib.rs` is above all layers. Calls of methods do not count.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]

COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | b?r(?P<hashes>\#*)".*?"(?P=hashes) | b?"(?:\\.|[^"\\])*" | b?'(?:\\[^\n]+?|[^\\'\n])'""",
    re.DOTALL | re.VERBOSE,
)
TESTS = re.compile(
    r"^([ ]*)\#\[cfg\((?:all\()?test\b.*\]\n (?:\1\#.*\n)* (?: \1\S.*;$ | (?s:.*?) ^\1\}.*$ )",
    re.MULTILINE | re.VERBOSE,
)
"""An item for tests, to the line that ends it in formatted code: its own, or the next with a brace below its start."""
INLINE_MODULE = re.compile(r"\bmod\s+(\w+)\s*\{")
USE = re.compile(r"\buse\s+([^;]+);")
BRACES = re.compile(r"([\w:]*)\{([^{}]*)\}")
"""The innermost braces of a `use` without blanks, and the path before them."""
MACRO = re.compile(r"#\[macro_export\]\s*(?:#\[[^\]]*\]\s*)*macro_rules!\s*(\w+)")
PATH = re.compile(r"(?<![\w:])(\w+(?:\s*::\s*\w+)+)")

Segments: TypeAlias = tuple[str, ...]


@dataclass
class Module:
    """One file of a crate.

    Attributes:
        file: the file.
        code: its text without comments, literals and tests.
        names: what each name that a `use` brings in stands for.
        paths: every path in it, with its line.
    """

    file: Path
    code: str
    names: dict[str, Segments] = field(default_factory=dict)
    paths: list[tuple[int, Segments]] = field(default_factory=list)


class Crate:
    """The modules of a crate, by their paths from its root, which is the empty path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[str] = []
        self.modules = {
            path: Module(file, TESTS.sub(blank, COMMENT_OR_LITERAL.sub(blank, file.read_text(encoding="utf-8"))))
            for path, file in modules_in(folder / "src").items()
        }
        for path, module in self.modules.items():
            self._read(path, module)

    def _read(self, path: Segments, module: Module) -> None:
        """Find the names and paths of a module."""
        if path and (inside := INLINE_MODULE.search(module.code)):
            self.problem(module.file, line_of(inside), f"the module {inside[1]} needs a separate file")
        for found in USE.finditer(module.code):
            for segments, name in used(found[1]):
                module.paths.append((line_of(found), segments))
                module.names.setdefault(name, segments)
        for found in PATH.finditer(USE.sub(blank, module.code)):
            module.paths.append((line_of(found), tuple(re.split(r"\s*::\s*", found[1]))))
        for name in MACRO.findall(module.code):
            self.modules[()].names[name] = ("crate", *path, name)

    def problem(self, file: Path, line: int, reason: str) -> None:
        shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
        self.problems.append(f"{shown}:{line}: {reason}")

    def defining(self, module: Segments, segments: Segments) -> Segments | None:
        """Return the module that defines what a path in a module leads to; None if another crate does."""
        first, *rest = segments
        starts = {"crate": (), "self": module, "super": module[:-1]}
        at = starts.get(first, (*module, first))
        if at not in self.modules:
            return None
        for name in rest:
            if name == "super":
                at = at[:-1]
            elif (*at, name) in self.modules:
                at = (*at, name)
            else:
                known = self.modules[at].names.get(name)
                return (known and known != segments and self.defining(at, known)) or at
        return at

    def imports_of(self, path: Segments) -> dict[Segments, int]:
        found: dict[Segments, int] = {}
        for line, segments in sorted(self.modules[path].paths):
            target = self.defining(path, segments)
            if target is not None and target != path:
                found.setdefault(target, line)
        return found

    def check(self) -> list[str]:
        layers = self._layers()
        entries = {path: entry for entry in layers for path in self._modules_of(entry, layers)}
        fellows: dict[Segments, list[Segments]] = {}
        for path, module in list(self.modules.items())[1:]:
            own = entries.get(path)
            if own is None:
                self.problem(module.file, 1, f"{name_of(path)} is in no layer of layers.txt")
                continue
            for target, line in self.imports_of(path).items():
                other = entries.get(target, own)
                if not target:
                    place = "above all layers"
                elif own == other:
                    fellows.setdefault(path, []).append(target)
                    continue
                elif layers[own] < layers[other]:
                    continue
                else:
                    place = "beside it" if layers[own] == layers[other] else "above it"
                self.problem(module.file, line, f"{name_of(path)} imports {name_of(target)}, which stands {place}")
        # Any other circle has an import upwards or sideways, which is refused above.
        try:
            TopologicalSorter(fellows).prepare()
        except CycleError as error:
            circle = error.args[1]
            way = " -> ".join(map(name_of, reversed(circle)))
            line = self.imports_of(circle[-1])[circle[-2]]
            self.problem(self.modules[circle[-1]].file, line, f"imports in a circle: {way}")
        return self.problems

    def _layers(self) -> dict[Segments, int]:
        """Return the number of each entry's layer, the top one's the lowest."""
        file = self.folder / "layers.txt"
        layers: dict[Segments, int] = {}
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            for name in line.split(" | "):
                entry = tuple(name.split("::"))
                if entry not in self.modules:
                    self.problem(file, number, f"there is no module {name}")
                elif entry in layers:
                    self.problem(file, number, f"{name} is named twice")
                layers.setdefault(entry, number)
        return layers

    def _modules_of(self, entry: Segments, entries: Iterable[Segments]) -> list[Segments]:
        """Return the modules for which an entry stands."""
        if any(other != entry and is_within(other, entry) for other in entries):
            return [entry]
        return [path for path in self.modules if is_within(path, entry)]


def is_within(path: Segments, folder: Segments) -> bool:
    """Return whether a module is a folder, or in it."""
    return path[: len(folder)] == folder


def modules_in(source: Path) -> dict[Segments, Path]:
    found: dict[Segments, Path] = {(): source / "lib.rs"}
    for file in sorted(source.rglob("*.rs")):
        parts = file.relative_to(source).with_suffix("").parts
        if parts not in {("lib",), ("main",)} and parts[0] != "tests":
            found[parts[:-1] if parts[-1] == "mod" else parts] = file
    return found


def name_of(path: Segments) -> str:
    return "::".join(path) or "the crate's root"


def line_of(found: re.Match[str]) -> int:
    """Return the number of the line in which a match begins."""
    return found.string.count("\n", 0, found.start()) + 1


def blank(found: re.Match[str]) -> str:
    """Return blanks with the length and lines of a match."""
    return re.sub(r"[^\n]", " ", found[0])


def used(tree: str) -> list[tuple[Segments, str]]:
    """Return the paths of a `use`, braces resolved, each with the name that it brings in."""
    tree = re.sub(r"\s*(::|[{},])\s*", r"\1", tree.strip())
    while braces := BRACES.search(tree):
        leaves = [f"{braces[1]}{leaf}" for leaf in braces[2].split(",") if leaf]
        tree = tree.replace(braces[0], ",".join(leaves))
    found = []
    for leaf in tree.split(","):
        path, _, alias = leaf.partition(" as ")
        segments = tuple(path.removeprefix("::").split("::"))
        if segments[-1] in {"self", "*"}:
            segments = segments[:-1] or segments
        found.append((segments, alias or segments[-1]))
    return found


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
