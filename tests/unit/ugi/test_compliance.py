"""`oxo ugi-check`: it finds the fault of each misbehaving engine, names its section, and finds nothing else.

Timeouts are long except the one of the mode, so that a slow machine finds the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.misbehaving_engine import CORRECT, WRONG
from support.outside_engines import PATIENT, SHORT, command, is_running, processes
from support.patience import PATIENCE

from hyperoxo import Board
from hyperoxo.ugi.command import read_command
from hyperoxo.ugi.compliance import RULES, ComplianceReport, ComplianceRule, Severity, check_engine

if TYPE_CHECKING:
    from support.oxo_command import Oxo

    from hyperoxo.ugi.process import Timeouts

MOVE = replace(PATIENT, margin=SHORT, stop=SHORT)
"""For engines that do not move."""

# mode, its timeout, the rule that it breaks first, and the text of the finding
FINDINGS: list[tuple[str, Timeouts, str, str]] = [
    ("crash-at-start", PATIENT, "introduction", "it ended with exit code 3; last line of stderr: out of luck"),
    ("hang-at-start", replace(PATIENT, start=SHORT), "introduction", "it did not say ugiok within 0.05 s"),
    ("no-ugiok", replace(PATIENT, start=SHORT), "introduction", "it did not say ugiok within 0.05 s"),
    ("bad-option", PATIENT, "introduction", "option name Level type number default 3 cannot be read: an option"),
    (
        "hang-at-isready",
        replace(PATIENT, ready=SHORT),
        "readiness",
        "it did not answer isready with readyok within 0.05",
    ),
    ("never-reads", replace(PATIENT, ready=SHORT), "readiness", "it did not answer isready with readyok within 0.05 s"),
    (
        "wrong-readyok",
        replace(PATIENT, ready=SHORT),
        "readiness",
        "it did not answer isready with readyok within 0.05 s",
    ),
    ("closes-input", replace(PATIENT, draining=SHORT), "readiness", "it closed its input"),
    ("no-seed", PATIENT, "options", "the default of Seed is not within its bounds"),
    ("refuses-position", PATIENT, "query", "it refuses a legal position: I do not like this position"),
    ("wrong-query", PATIENT, "query", "its response is true at 64 x; false is right"),
    ("unasked", PATIENT, "query", "it said bestmove 111 without being asked"),
    ("two-moves", PATIENT, "bestmove", "it said bestmove 111 without being asked"),
    (
        "crash-at-go",
        PATIENT,
        "bestmove",
        "it ended with exit code 3; last line of stderr: Segmentation fault, so to say",
    ),
    ("crash-in-game", PATIENT, "bestmove", "it ended with exit code 4"),
    ("killed-at-go", PATIENT, "bestmove", "it was ended by SIGKILL"),
    ("hang-at-go", MOVE, "bestmove", "it gave no bestmove within 0.15 s"),
    ("ignores-stop", MOVE, "bestmove", "it gave no bestmove within 0.15 s"),
    ("half-line", MOVE, "bestmove", "it gave no bestmove within 0.15 s"),
    ("wrong-case", MOVE, "bestmove", "it gave no bestmove within 0.15 s"),
    ("illegal-cell", PATIENT, "bestmove", "its move is no cell of the board: 999: "),
    ("taken-cell", PATIENT, "bestmove", "its move is 111, which X has taken"),
    ("same-cell", PATIENT, "bestmove", "its move is 444, which X has taken"),
    ("nonsense", PATIENT, "bestmove", "its move is no cell of the board: e2e4: "),
    ("no-move", PATIENT, "bestmove", "bestmove cannot be read: a search ends with one move"),
    ("cannot-search", PATIENT, "bestmove", "it has not moved in any position"),
    ("flood", PATIENT, "bestmove", "it wrote more than 4,194,304 bytes in answer to one command"),
    ("endless-line", PATIENT, "bestmove", "it wrote a line of more than 65,536 bytes"),
    ("not-utf8", PATIENT, "bestmove", r"it wrote bestmove \xff\xfe: the line is not UTF-8 text"),
    ("unprintable", PATIENT, "bestmove", r"it wrote bestmove 1\x071\x07: the line holds characters that cannot be"),
    ("closes-output", replace(PATIENT, draining=SHORT), "bestmove", "it closed its output"),
    ("bad-info", PATIENT, "info", "info depth many cannot be read: depth must be a whole number"),
    ("bad-line", PATIENT, "info", "its line 111 999 cannot be played: 999: "),
    ("impatient", PATIENT, "stop", "it sent bestmove before stop in a search with go infinite"),
    ("ignores-quit", replace(PATIENT, quit=SHORT), "end", "it has not ended within 0.05 s"),
    ("leaves-child", PATIENT, "end", "it has left 1 of its processes behind"),
]

KEPT = (*RULES[:7], *RULES[8:11], RULES[7])
"""The rules in the order in which they are found to be kept: all but the last, which is advice; info ends them."""


def checked(
    mode: str, timeouts: Timeouts = PATIENT, file: Path | None = None, board: Board | None = None
) -> ComplianceReport:
    typed = command(mode, file)
    return check_engine(typed, read_command(typed), board, timeouts)


def wrong(report: ComplianceReport) -> list[tuple[str, str]]:
    return [(finding.rule.name, finding.text) for finding in report.findings if finding.level is Severity.WRONG]


@pytest.mark.parametrize("mode", CORRECT)
def test_an_engine_that_follows_the_protocol_has_no_faults(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "engine"
    report = checked(mode, file=file)
    assert wrong(report) == []
    assert report.is_compliant
    assert report.name == "Mock"
    assert [finding.rule for finding in report.findings if finding.level is Severity.RIGHT] == list(KEPT)
    assert not any(map(is_running, processes(file)))


@pytest.mark.parametrize(("mode", "timeouts", "rule", "text"), FINDINGS, ids=[finding[0] for finding in FINDINGS])
def test_each_fault_is_found(mode: str, timeouts: Timeouts, rule: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "engine"
    report = checked(mode, timeouts, file)
    assert not report.is_compliant
    first_rule, first_text = wrong(report)[0]
    assert first_rule == rule
    assert first_text.startswith(text)
    assert not any(map(is_running, processes(file)))


def test_every_mode_is_tried() -> None:
    assert {finding[0] for finding in FINDINGS} | {"no-board", "one-board"} == set(WRONG)


@pytest.mark.parametrize(
    ("mode", "board", "text"),
    [
        ("no-board", "3x3", "it has no option Board, and cannot be asked to play 3x3"),
        ("one-board", "4x4x4", "4x4x4 is not among its boards, 3x3"),
    ],
)
def test_a_board_that_it_does_not_play_is_wrong_if_it_is_asked_for(mode: str, board: str, text: str) -> None:
    assert wrong(checked(mode, board=Board(board))) == [("board", text)]
    assert checked(mode).is_compliant


def test_an_option_to_set_must_exist() -> None:
    typed = command("good", None, "Loud=true", "Level=3")
    assert wrong(check_engine(typed, read_command(typed))) == [
        ("options", "it has no option Level; the command sets it to 3")
    ]


def test_progress_names_the_check_that_runs() -> None:
    tried: list[ComplianceRule] = []
    typed = command("good")
    check_engine(typed, read_command(typed), timeouts=PATIENT, on_rule=tried.append)
    assert tried == [*RULES[:7], *RULES[8:11]]


def test_a_weakness_is_reported_as_advice() -> None:
    report = checked("greets")
    advice = [finding.text for finding in report.findings if finding.level is Severity.ADVICE]
    assert advice == [
        "Mock engine, version 1 is not in the protocol",
        "it did not say who wrote it: id author AUTHOR is missing",
    ]


def test_the_report_states_how_late_moves_are() -> None:
    report = checked("good", replace(PATIENT, lateness=-PATIENCE))
    assert report.is_compliant
    [advice] = [finding for finding in report.findings if finding.level is Severity.ADVICE]
    assert advice.rule.name == "limits"
    assert re.fullmatch(
        r"a bestmove came -?[0-9.]+ s after its time was over; not every client waits so long", advice.text
    )


def test_the_page_has_the_sections_that_are_named() -> None:
    page = Path(__file__).parents[3] / "docs" / "ugi.md"
    headings = {line.removeprefix("## ") for line in page.read_text(encoding="utf-8").splitlines() if line[:3] == "## "}
    assert {rule.section for rule in RULES} <= headings


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
