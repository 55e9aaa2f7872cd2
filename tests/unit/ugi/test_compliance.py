"""`oxo ugi-check`: it finds the fault of each misbehaving engine, names its section, and finds nothing else.

Timeouts are long except the one of the mode, so that a slow machine finds the same.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.misbehaving_engine import CORRECT, WRONG
from support.outside_engines import PATIENT, SHORT, command, is_running, processes
from support.patience import PATIENCE

from hyperoxo import Board
from hyperoxo.ugi.compliance import RULES, ComplianceReport, ComplianceRule, Severity, check_engine
from hyperoxo.ugi.process import read_command

if TYPE_CHECKING:
    from support.oxo_command import Oxo

    from hyperoxo.ugi.process import Timeouts


def sed(script: str) -> dict[str, str]:
    """Rewrite the engine's output, as the command of this name does."""
    return {"sed": script}


def short(**timeouts: float) -> dict[str, Timeouts]:
    """Shorten timeouts, for output that never comes."""
    return {"timeouts": replace(PATIENT, **timeouts)}


NO_MOVE = short(margin=SHORT, stop=SHORT)
OFFER = "s/^option name Board type string default 4x4x4/option name Board type"

# mode, the rule that it breaks first, the text of the finding (... for any), and what else is special
FAULTS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("crash-at-start", "introduction", "it ended with exit code 3; last line of stderr: out of luck", {}),
    ("hang-at-start", "introduction", "it did not say ugiok within 0.05 s", short(start=SHORT)),
    ("no-ugiok", "introduction", "it did not say ugiok within 0.05 s", short(start=SHORT)),
    ("bad-option", "introduction", "option name Level type number default 3 cannot be read: an option...", {}),
    ("good", "introduction", "it did not say what it is called: id name NAME is missing", sed("/^id name/d")),
    ("good", "introduction", "it offers an option twice", sed("s/^option name Clear.*/&\\n&/")),
    ("good", "introduction", "it said bestmove 111 without being asked", sed("s/^ugiok/bestmove 111\\n&/")),
    ("good", "introduction", "the default of its option Board is no board: ...", sed(f"{OFFER} string default 4y4/")),
    ("hang-at-isready", "readiness", "it did not answer isready with readyok within 0.05 s", short(ready=SHORT)),
    ("never-reads", "readiness", "it did not answer isready with readyok within 0.05 s", short(ready=SHORT)),
    ("wrong-readyok", "readiness", "it did not answer isready with readyok within 0.05 s", short(ready=SHORT)),
    ("closes-input", "readiness", "it closed its input", short(draining=SHORT)),
    ("good", "readiness", "it said response true without being asked", sed("s/^readyok/response true\\n&/")),
    ("good", "options", "it has no option Level; the command sets it to 3", {"settings": ("Loud=true", "Level=3")}),
    ("no-seed", "options", "the default of Seed is not within its bounds", {}),
    ("good", "options", "the number Seed needs default, min and max", sed("s/ max 1000//")),
    ("good", "options", "the default of Row order is not one of its choices", sed("s/default fixed/default odd/")),
    ("good", "options", "the check Loud needs a default", sed("s/ default false//")),
    ("good", "options", "it refuses the default of its option Board: no", sed("s/^readyok/info string error: no\\n&/")),
    ("no-board", "board", "it has no option Board, and cannot be asked to play 3x3", {"board": Board("3x3")}),
    ("one-board", "board", "4x4x4 is not among its boards, 3x3", {"board": Board("4x4x4")}),
    ("good", "board", "its option Board is neither a string nor a combo", sed(f"{OFFER} spin default 4 min 4 max 4/")),
    ("refuses-position", "query", "it refuses a legal position: I do not like this position", {}),
    ("wrong-query", "query", "its response is true at 64 x; false is right", {}),
    ("unasked", "query", "it said bestmove 111 without being asked", {}),
    ("two-moves", "bestmove", "it said bestmove 111 without being asked", {}),
    ("good", "bestmove", "it said readyok in the midst of a search", sed("s/^bestmove/readyok\\n&/")),
    ("crash-at-go", "bestmove", "it ended with exit code 3; last line of stderr: Segmentation fault, so to say", {}),
    ("crash-in-game", "bestmove", "it ended with exit code 4", {}),
    ("killed-at-go", "bestmove", "it was ended by SIGKILL", {}),
    ("hang-at-go", "bestmove", "it gave no bestmove within 0.15 s", NO_MOVE),
    ("ignores-stop", "bestmove", "it gave no bestmove within 0.15 s", NO_MOVE),
    ("half-line", "bestmove", "it gave no bestmove within 0.15 s", NO_MOVE),
    ("wrong-case", "bestmove", "it gave no bestmove within 0.15 s", NO_MOVE),
    ("illegal-cell", "bestmove", "its move is no cell of the board: 999: ...", {}),
    ("taken-cell", "bestmove", "its move is 111, which X has taken", {}),
    ("same-cell", "bestmove", "its move is 444, which X has taken", {}),
    ("nonsense", "bestmove", "its move is no cell of the board: e2e4: ...", {}),
    ("no-move", "bestmove", "bestmove cannot be read: a search ends with one move", {}),
    ("cannot-search", "bestmove", "it has not moved in any position", {}),
    ("good", "bestmove", "it said bestmove none and not why: ...", sed("s/^bestmove.*/bestmove none/")),
    ("flood", "bestmove", "it wrote more than 4,194,304 bytes in answer to one command", {}),
    ("endless-line", "bestmove", "it wrote a line of more than 65,536 bytes", {}),
    ("not-utf8", "bestmove", r"it wrote bestmove \xff\xfe: the line is not UTF-8 text", {}),
    ("unprintable", "bestmove", r"it wrote bestmove 1\x071\x07: the line holds characters that cannot be...", {}),
    ("closes-output", "bestmove", "it closed its output", short(draining=SHORT)),
    ("bad-info", "info", "info depth many cannot be read: depth must be a whole number...", {}),
    ("bad-line", "info", "its line 111 999 cannot be played: 999: ...", {}),
    ("good", "info", "value many is not one: W3, L2, ...", sed("s/^bestmove/info value many\\n&/")),
    ("impatient", "stop", "it sent bestmove before stop in a search with go infinite", {}),
    ("ignores-quit", "end", "it has not ended within 0.05 s", short(quit=SHORT)),
    ("leaves-child", "end", "it has left 1 of its processes behind", {}),
]
ADVICE: list[tuple[str, str, str, dict[str, Any]]] = [
    ("greets", "lines", "Mock engine, version 1 is not in the protocol", {}),
    ("good", "introduction", "it did not say who wrote it: id author AUTHOR is missing", sed("/^id author/d")),
    ("good", "options", "it has no option Seed: games with random moves cannot be repeated", sed("/name Seed/d")),
    ("cannot-search", "bestmove", "it did not search: I am tired", {}),
    ("good", "limits", "a bestmove came ... s after its time was over; not every...", short(lateness=-PATIENCE)),
]

KEPT = [rule for name, rule in RULES.items() if name not in {"info", "lines"}]
"""The rules that have a dialogue, in order; the others are checked in all of them."""


def checked(
    mode: str,
    file: Path,
    *,
    timeouts: Timeouts = PATIENT,
    board: Board | None = None,
    settings: tuple[str, ...] = (),
    sed: str = "",
) -> ComplianceReport:
    """Check the engine in a mode; no process may stay."""
    typed = command(mode, file, *settings)
    if sed:
        typed = shlex.join(["sh", "-c", f"{typed} | sed -u {shlex.quote(sed)}"])
    report = check_engine(typed, read_command(typed), board, timeouts)
    assert not any(map(is_running, processes(file)))
    return report


def first_finding(report: ComplianceReport, level: Severity) -> tuple[str, str]:
    return next((finding.rule.name, finding.text) for finding in report.findings if finding.level is level)


@pytest.mark.parametrize("mode", [*CORRECT, "no-board", "one-board"])
def test_an_engine_that_follows_the_protocol_has_no_faults(mode: str, tmp_path: Path) -> None:
    report = checked(mode, tmp_path / "engine")
    assert report.is_compliant
    assert report.name == "Mock"
    assert [finding.rule for finding in report.findings if finding.level is Severity.RIGHT] == [*KEPT, RULES["info"]]


@pytest.mark.parametrize(
    ("level", "mode", "rule", "text", "how"),
    [
        *(pytest.param(Severity.WRONG, *row, id=f"{row[0]}: {row[2]}") for row in FAULTS),
        *(pytest.param(Severity.ADVICE, *row, id=f"{row[0]}: {row[2]}") for row in ADVICE),
    ],
)
def test_each_fault_is_found(
    *, level: Severity, mode: str, rule: str, text: str, how: dict[str, Any], tmp_path: Path
) -> None:
    report = checked(mode, tmp_path / "engine", **how)
    first_rule, first_text = first_finding(report, level)
    assert first_rule == rule
    assert re.fullmatch(re.escape(text).replace(r"\.\.\.", ".*"), first_text)
    assert report.is_compliant == (level is Severity.ADVICE and mode in CORRECT)


def test_every_mode_is_tried() -> None:
    assert {fault[0] for fault in FAULTS} - set(CORRECT) == set(WRONG)


def test_progress_names_the_check_that_runs() -> None:
    tried: list[ComplianceRule] = []
    typed = command("good")
    check_engine(typed, read_command(typed), timeouts=PATIENT, on_rule=tried.append)
    assert tried == KEPT


def test_the_page_has_the_sections_that_are_named() -> None:
    page = Path(__file__).parents[3] / "docs/formats/ugi.md"
    headings = {line.removeprefix("## ") for line in page.read_text(encoding="utf-8").splitlines() if line[:3] == "## "}
    assert {rule.section for rule in RULES.values()} <= headings


# ---- The command ----


def test_the_command_shows_what_was_sent_and_received(oxo: Oxo) -> None:
    lines = oxo("ugi-check", command("illegal-cell"), "--board", "3x3", code=1).splitlines()
    at = lines.index("        sent:  go movetime 100")
    assert lines[at - 2 : at + 4] == [
        "WRONG   its move is no cell of the board: 99: coordinate 1 is above 3; the cells",
        "        of 3x3 are 11 to 33",
        "        sent:  go movetime 100",
        "        came:  bestmove 99",
        '        oxo help ugi, "bestmove": It answers each go with one bestmove: a free',
        "        cell, or a word that stands for none.",
    ]
    assert lines[-1] == "It does not follow the protocol: 1 thing is wrong."


def test_the_report_is_available_as_json(oxo: Oxo) -> None:
    typed = command("wrong-query")
    report = oxo.json("ugi-check", typed, code=1)
    assert list(report) == ["command", "board", "name", "compliant", "findings"]
    assert (report["command"], report["board"], report["name"], report["compliant"]) == (typed, "4x4x4", "Mock", False)
    first = next(finding for finding in report["findings"] if finding["level"] == "wrong")
    assert first == {
        "rule": "query",
        "section": "query",
        "asks": "It answers queries of the position: gameover, p1turn and result.",
        "level": "wrong",
        "text": "its response is true at 64 x; false is right",
        "sent": "query gameover",
        "came": ["response true"],
    }


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("/no/such/engine", "/no/such/engine: there is no such program; give a program as you would to a shell"),
        ("'", "': the command cannot be read (No closing quotation); quote as for a shell"),
        ("", "'': there is no program to start; type ugi:COMMAND, such as 'ugi:./engine --fast'"),
    ],
)
def test_an_engine_that_cannot_be_started_is_no_engine(oxo: Oxo, typed: str, error: str) -> None:
    assert oxo.refused("ugi-check", typed) == error


def test_an_engine_that_a_signal_without_a_name_ended_is_reported(oxo: Oxo) -> None:
    assert "it was ended by signal 40" in oxo("ugi-check", "sh -c 'kill -40 $$'", code=1)
