"""The texts in sources of the page and of the package: what people read, without code, comments and docstrings."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VALUE = "\N{HORIZONTAL ELLIPSIS}"
"""Stands in the text of an f-string or a template for what the program puts in."""
SILENT = re.compile(r'<!--.*?-->|<style.*?</style>|/\*.*?\*/|(?<![:"])//[^\n]*|\bclass="[^"]*"', re.DOTALL)
"""Comments, styles and names of styles."""
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`')
BETWEEN_TAGS = re.compile(r"(?<=[>}])[^<>{}]*[^<>{}=](?=[<{])")


def texts(path: Path) -> set[str]:
    """Return the texts of Python, TypeScript or a Svelte component, each with single spaces."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = [*python_texts(source)]
    else:
        source = SILENT.sub(" ", source)
        found = [quoted or template for quoted, template in STRING.findall(source)]
        if path.suffix == ".svelte":
            found += BETWEEN_TAGS.findall(SCRIPT.sub("", source))
    return {" ".join(re.sub(r"\$?\{[^}]*\}", VALUE, text).split()) for text in found} - {"", VALUE}


def docstrings(path: Path) -> list[str]:
    """Return the docstrings of a module and of what it has, and those below attributes."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    values = [node.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    return [value.value for value in values if isinstance(value.value, str)]


def python_texts(source: str) -> Iterator[str]:
    """Yield the strings of a module except docstrings; an f-string is one."""
    tree = ast.parse(source)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent.update(id(part) for part in node.values)
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value
