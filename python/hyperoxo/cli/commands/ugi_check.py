"""`oxo ugi-check`: tests an engine against the protocol, and reports what it does wrong."""

from __future__ import annotations

import typing

from hyperoxo.cli.arguments import ENGINES, JSON_ONLY, LOG, add_board, add_plain, read_optional_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.output import ProgressLine, print_json, wrapped
from hyperoxo.errors import BoardError
from hyperoxo.players import player
from hyperoxo.players.registry import full_name
from hyperoxo.text import shortened
from hyperoxo.ugi.compliance import ComplianceFinding, ComplianceReport, Severity, check_engine
from hyperoxo.ugi.process import read_command

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

_INDENT = " " * 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about_engine = "the engine's command, in quotes; as after ugi:, or its name in the engines file"
    add_plain(parser, ("engine", "COMMAND", about_engine), ENGINES, LOG)
    add_board(parser, "board to test it on (default: its own)")
    add_plain(parser, JSON_ONLY)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print what was found; the exit code is 1 if the engine breaks a rule."""
    try:
        board = read_optional_board(arguments)
    except BoardError as error:
        remedy = f"{error.remedy}; a command of several words needs quotes"
        raise BoardError(error.subject, error.reason, remedy) from None
    full = full_name(arguments.engine)
    typed = arguments.engine if full == arguments.engine else str(player(full).options["command"])
    command = read_command(typed)
    with ProgressLine() as status:
        report = run_interruptibly(
            lambda _: check_engine(typed, command, board, on_rule=lambda rule: status.show(f"trying: {rule.name}"))
        )
    if arguments.json:
        print_json(report.as_json())
    else:
        print("\n".join(_report_lines(report)))
    return ExitCode.DONE if report.is_compliant else ExitCode.NO


def _report_lines(report: ComplianceReport) -> Iterator[str]:
    name = f" ({shortened(report.name)})" if report.name else ""
    yield f"{report.command}{name} on {report.board}"
    for finding in report.findings:
        yield from _finding_lines(finding)
    wrong = sum(finding.level is Severity.WRONG for finding in report.findings)
    things = "thing is" if wrong == 1 else "things are"
    yield (
        "It follows the protocol."
        if report.is_compliant
        else f"It does not follow the protocol: {wrong} {things} wrong."
    )


def _finding_lines(finding: ComplianceFinding) -> Iterator[str]:
    text = finding.text or finding.rule.text
    sign = f"{'WRONG' if finding.level is Severity.WRONG else finding.level:<6}  "
    yield from wrapped(text, indent=_INDENT, first=sign)
    if finding.text:
        if finding.sent:
            yield f"{_INDENT}sent:  {finding.sent}"
        for line in finding.came or (("nothing",) if finding.sent else ()):
            yield f"{_INDENT}came:  {line}"
        asked = f'oxo help ugi, "{finding.rule.section}": {finding.rule.text}'
        yield from wrapped(asked, indent=_INDENT, first=_INDENT)
