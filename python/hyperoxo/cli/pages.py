"""Pages of help: those of the documentation as text for a terminal, and manual pages made from the parsers.

Pages of the documentation are Markdown in `docs` of a clone; the build backend copies those of `PAGES` into a package.

    python -m hyperoxo.cli.pages FOLDER

writes the manual pages as `oxo.1`, `oxo-solve.1` and so on, in the macros of man(7). `make man` calls it, and a package
has them.
"""

from __future__ import annotations

import posixpath
import re
import sys
import typing
from pathlib import Path

from hyperoxo import __version__
from hyperoxo.cli import command_parser
from hyperoxo.cli.command_list import COMMANDS, GROUPS, PAGES
from hyperoxo.cli.exit_codes import COMMON_CODES, MEANINGS
from hyperoxo.cli.output import is_terminal, text_width, wrapped

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from hyperoxo.cli.arguments import Parser

_PACKAGE = Path(__file__).parents[1]
_LINK = re.compile(r"\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"^```.*\n((?:.*\n)*?)```\n|^<!--.*-->\n|^!\[.*\)\n\n", re.MULTILINE)
"""A block of code between fences; or a comment for the tests, or a picture, neither of which is shown."""
_START = re.compile(r"#|\||    |(?: *(?:[-*]|\d+\.) )|$")
"""The start of a heading, of a row, of a line of code, of an item, or of an empty line."""
_HEADING, _ROW, _CODE_LINE, _EMPTY = "#", "|", "    ", ""
_WHOLE = (_HEADING, _CODE_LINE, _EMPTY)
"""What no line below continues."""
_DESCRIPTION = (
    "Tic-tac-toe in any number of dimensions: play it, analyse it, solve it, and compare players. Boards are written "
    "3x3, 4x4x4 or 5x5:4; cells are named by their coordinates, such as 231 for tier 2, row 3, column 1."
)


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
    width = text_width()
    lines: list[str] = []
    end = 0
    for code in _CODE.finditer(source):
        lines += [
            *_prose(name, source[end : code.start()], width),
            *(f"    {line}" for line in (code[1] or "").splitlines()),
        ]
        end = code.end()
    return "\n".join([*lines, *_prose(name, source[end:], width), ""])


def glossary_text(term: str, *, only_headings: bool) -> str:
    """Return the entries of the glossary with a term in the heading, or unless `only_headings` those that use it."""
    entries = re.split("(?m)^(?=#)", page_text("glossary"))
    has_term = re.compile(r"\b" + r"\s+".join(map(re.escape, term.split())) + r"\b", re.IGNORECASE).search
    titled = [entry for entry in entries if has_term(entry.partition("\n")[0])]
    return "".join(titled or ([] if only_headings else filter(has_term, entries)))


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


# ---- Manual pages ----


def man_pages() -> dict[str, str]:
    return {"oxo.1": _overview()} | {f"oxo-{name}.1": _page(name, command_parser(name)) for name in COMMANDS}


def _overview() -> str:
    return _joined(
        *_head("oxo", "tic-tac-toe in any number of dimensions"),
        ".SH SYNOPSIS",
        rf"\fBoxo\fR \fICOMMAND\fR {_escaped('[arguments ...]')}",
        ".SH DESCRIPTION",
        _escaped(_DESCRIPTION),
        ".SH COMMANDS",
        *_commands(),
        ".SH EXIT STATUS",
        *_listed((str(int(code)), text) for code, text in MEANINGS.items()),
    )


def _commands() -> Iterator[str]:
    for title, group in GROUPS.items():
        yield f".SS {_escaped(f'{title[0].upper()}{title[1:]}')}"
        yield from _listed((rf"\fB{_escaped(f'oxo-{name}')}\fR(1)", f"{group[name].summary}.") for name in group)


def _page(name: str, parser: Parser) -> str:
    options = [action for action in parser.arguments if action.option_strings]
    places = [action for action in parser.arguments if not action.option_strings]
    usage = " ".join(parser.format_usage().split()).removeprefix("usage: ")
    # A break inside brackets would tear an option from its value.
    kept = re.sub(r"\[[^]]*]", lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), usage)
    return _joined(
        *_head(f"oxo-{name}", COMMANDS[name].summary),
        ".SH SYNOPSIS",
        _escaped(kept).replace("\N{NO-BREAK SPACE}", r"\ "),
        ".SH DESCRIPTION",
        _escaped(parser.description or ""),
        *([".SH ARGUMENTS", *_listed((_value(action), _help(action)) for action in places)] if places else []),
        ".SH OPTIONS",
        *_listed((_option(action), _help(action)) for action in options),
        *([".SH NOTES", _escaped(parser.notes)] if parser.notes else []),
        ".SH EXAMPLE",
        rf"\fB{_escaped(f'oxo {COMMANDS[name].example}')}\fR",
        ".SH EXIT STATUS",
        *_listed((str(int(code)), text) for code, text in sorted({**COMMON_CODES, **COMMANDS[name].codes}.items())),
        ".SH SEE ALSO",
        ".BR oxo (1)",
    )


def _head(name: str, summary: str) -> Iterator[str]:
    yield f'.TH {_escaped(name.upper())} 1 "" "hyperoxo {__version__}" "hyperoxo"'
    yield ".nh\n.ad l"  # words are not divided, lines not stretched
    yield ".SH NAME"
    yield rf"{_escaped(name)} \- {_escaped(summary)}"


def _listed(items: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Return a list of terms, which are escaped already, each with a text."""
    for term, text in items:
        yield f".TP\n{term}\n{_escaped(f'{text[:1].upper()}{text[1:]}')}"


def _option(action: argparse.Action) -> str:
    names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} {_value(action)}"


def _value(action: argparse.Action) -> str:
    """Return what stands for the value of an argument, as in the usage."""
    if action.metavar is None and action.choices is not None:
        return rf"\fR{{{','.join(_escaped(str(choice)) for choice in action.choices)}}}"
    words = action.metavar if isinstance(action.metavar, tuple) else (action.metavar or action.dest,)
    return " ".join(rf"\fI{_escaped(word)}\fR" for word in words)


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")


def _escaped(text: str) -> str:
    """Return text that man(7) takes for nothing but text."""
    escaped = (
        text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("^", r"\(ha").replace("~", r"\(ti")
    )
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def _joined(*parts: str) -> str:
    return "\n".join([*parts, ""])


def main() -> None:
    """Write the pages into the folder that the command line names, in place of others."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("oxo*.1"):
        old.unlink()
    for name, page in man_pages().items():
        (folder / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
