r"""Manual pages, made from the parsers of the commands: `man oxo`, and `man oxo solve` for each command.

    python -m hyperoxo.cli.man_pages FOLDER

writes them as `oxo.1`, `oxo-solve.1` and so on, in the macros of man(7). `make man` calls it, and a package has them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import __version__
from hyperoxo.cli import command_parser
from hyperoxo.cli.command_list import COMMANDS, GROUPS
from hyperoxo.cli.exit_codes import COMMON_CODES, MEANINGS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from hyperoxo.cli.arguments import Parser

_DESCRIPTION = (
    "Tic-tac-toe in any number of dimensions: play it, analyse it, solve it, and compare players. Boards are written "
    "3x3, 4x4x4 or 5x5:4; cells are named by their coordinates, such as 231 for tier 2, row 3, column 1."
)


def man_pages() -> dict[str, str]:
    pages = {"oxo.1": _overview()}
    for name in COMMANDS:
        pages[f"oxo-{name}.1"] = _page(name, command_parser(name))
    return pages


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
