"""Pages of the documentation as text for a terminal.

The pages are Markdown in `docs` of a clone; the build backend copies those of `PAGES` into a package.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.command_list import PAGES
from hyperoxo.cli.output import WIDTH, is_terminal, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).parents[1]
_LINK = re.compile(r"\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"^```.*\n((?:.*\n)*?)```\n|^<!--.*-->\n|^!\[.*\)\n\n", re.MULTILINE)
"""A block of code between fences; or a comment for the tests, or a picture, neither of which is shown."""
_START = re.compile(r"#|\||    |(?: *(?:[-*]|\d+\.) )|$")
"""The start of a heading, of a row, of a line of code, of an item, or of an empty line."""
_HEADING, _ROW, _CODE_LINE, _EMPTY = "#", "|", "    ", ""
_WHOLE = (_HEADING, _CODE_LINE, _EMPTY)
"""What no line below continues."""


def show(text: str) -> None:
    """Print a text, on a terminal through the user's pager."""
    if not is_terminal(sys.stdout):
        print(text, end="")
        return
    from pydoc import pager  # noqa: PLC0415 - only a person at a terminal needs it

    pager(text)


def page_text(name: str) -> str:
    """Return one of `PAGES` as text, as wide as the terminal; links to others become the command that shows them.

    Raises:
        OSError: it cannot be read.
    """
    folder = next((path for path in (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs") if path.is_dir()), _PACKAGE)
    source = (folder / PAGES[name]).read_text(encoding="utf-8")
    width = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else WIDTH
    lines: list[str] = []
    end = 0
    for code in _CODE.finditer(source):
        lines += [
            *_prose(name, source[end : code.start()], width),
            *(f"    {line}" for line in (code[1] or "").splitlines()),
        ]
        end = code.end()
    return "\n".join([*lines, *_prose(name, source[end:], width), ""])


def _prose(page: str, text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text without blocks of code, with its paragraphs and items broken anew."""
    blocks: list[str] = []
    for line in text.splitlines():
        if blocks and _start(line) is None and _start(blocks[-1]) not in _WHOLE:
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line)
    for block in blocks:
        start = _start(block)
        if start in {_EMPTY, _CODE_LINE}:
            yield block
        elif not block.startswith("| ---"):
            linked = _LINK.sub(lambda link: _shown_link(page, link), block)
            yield from wrapped(linked, width, " " * len("    " if start == _ROW else start or ""))


def _start(line: str) -> str | None:
    """Return the sign at the start of a line that does not continue the one before; None if the line may do so."""
    found = _START.match(line)
    return None if found is None else found[0]


def _shown_link(page: str, link: re.Match[str]) -> str:
    """Return a link as text: the address of a page of the web, or the command that shows a page that is here."""
    text, target = link.groups()
    if target.startswith("https://"):
        return f"{text} ({target})"
    path = posixpath.normpath(posixpath.join(posixpath.dirname(PAGES[page]), target.partition("#")[0]))
    name = next((name for name, other in PAGES.items() if other == path), None)
    return text if name is None else f"{text} (oxo help {name})"
