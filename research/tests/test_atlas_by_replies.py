"""The atlas by replies: an entry has its command and cost, the cheap openings come first, and nothing comes twice."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from atlas.__main__ import main
from atlas.attempts import OpeningAttempt, OpeningTask, attempt_opening, replies_command, solver_signature
from atlas.checkpoints import Checkpoints
from atlas.job import Knowledge, Plan
from atlas.journal import Journal
from atlas.kept import keep_certificates
from atlas.proofs import ProofFiles
from atlas.replies_job import RepliesJob
from atlas.results import SECOND_MOVES, Attempt, Results
from atlas.second_replies import SecondReplies
from hyperoxo import Board
from hyperoxo.cli import main as oxo
from hyperoxo.cli.arguments import UsageError
from hyperoxo.errors import InputError
from hyperoxo.solver.atlas import ProvedOpening

if TYPE_CHECKING:
    from pathlib import Path

QUBIC = Board("4x4x4")
WON = "x2x57o2 o"
"""A second move that X wins."""
WON_BY_O = "ox18x43 o"
"""A second move after which O wins, by a reply whose search takes 3 million positions."""
BUDGET = 1_000_000


def entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "4x4x4.journal").read_text().splitlines()[1:]]


def test_an_opening_is_proved_once_and_its_command_repeats_the_proof(tmp_path: Path) -> None:
    run = ["--out", str(tmp_path), "--by-replies", "--jobs", "1", "--opening", WON]
    assert main([*run, "--minutes", "0"]) == 0
    assert entries(tmp_path) == []
    assert main(run) == main([*run, "--again"]) == 0
    [found] = entries(tmp_path)
    assert (found["outcome"], found["cpu_seconds"] > 0) == ("x wins", True)
    proof = tmp_path / "proof.oxc"
    program, *command = shlex.split(found["command"])
    assert (program, oxo([*command, "--certificate", str(proof)])) == ("oxo", 0)
    assert hashlib.sha256(proof.read_bytes()).hexdigest() == found["certificate"]


def test_a_proof_without_a_command_is_repeated_with_one_and_else_its_certificate_is_kept(tmp_path: Path) -> None:
    found, certificate = attempt_opening(OpeningTask("4x4x4", WON, BUDGET))
    assert certificate is not None
    proofs = ProofFiles(tmp_path / "4x4x4.proofs")
    proofs.add(found, certificate)
    with Journal(tmp_path / "4x4x4.journal", QUBIC) as journal:
        journal.add(Attempt(replace(found, command=None), "older"))
        results = Results(QUBIC)
        results.add(journal.attempts[0])
    kept = tmp_path / "kept"
    assert keep_certificates(results, ProofFiles(tmp_path / "none"), "older", kept) == [journal.attempts[0].found]
    assert keep_certificates(results, proofs, "older", kept) == []
    assert ProofFiles(kept).read(found) == certificate
    assert main(["--out", str(tmp_path), "--by-replies", "--again", "--jobs", "1", "--opening", WON]) == 0
    results.add(Attempt.from_json(QUBIC, entries(tmp_path)[-1]))
    assert keep_certificates(results, ProofFiles(tmp_path / "none"), solver_signature(), tmp_path / "more") == []
    repeated = results.repeatable(QUBIC.position(WON))
    assert repeated is not None
    assert repeated.found.command == f'oxo solve 4x4x4 --position "{WON}" --nodes {BUDGET}'


def test_an_opening_that_o_wins_is_repeated_by_the_search_after_a_reply(tmp_path: Path) -> None:
    former = OpeningAttempt(WON_BY_O, BUDGET, 2_500_000, ProvedOpening("o", 60), certificate="0" * 64, second_replies=1)
    with Journal(tmp_path / "4x4x4.journal", QUBIC) as journal:
        journal.add(Attempt(former, "older"))
    assert main(["--out", str(tmp_path), "--by-replies", "--again", "--jobs", "1", "--opening", WON_BY_O]) == 0
    found = entries(tmp_path)[-1]
    assert (found["position"], found["outcome"], found["second_replies"]) == (WON_BY_O, "o wins", 1)
    program, *command = shlex.split(found["command"])
    after = QUBIC.position(command[command.index("--position") + 1])
    opening = QUBIC.position(WON_BY_O)
    assert after in {opening.play(cell).canonical() for cell in opening.legal_moves()}
    assert (program, oxo([*command, "--certificate", str(tmp_path / "proof.oxc")])) == ("oxo", 0)


def test_openings_of_which_few_replies_are_left_come_first(tmp_path: Path) -> None:
    """What was left with a smaller budget counts, and what resisted the whole budget is not tried again."""
    results = Results(QUBIC)
    proofs = ProofFiles(tmp_path / "proofs")
    chosen = [one for one in results.attempted if one.stones == SECOND_MOVES][:4]
    with Journal(tmp_path / "journal", QUBIC) as journal:
        known = Knowledge(results, SecondReplies(QUBIC, results.openings[SECOND_MOVES], proofs), proofs, journal)
        for opening, left, budget in zip(chosen, (12, 5, 3), (30, 30, 400), strict=False):
            command = replies_command("4x4x4", opening.text)
            found = OpeningAttempt(opening.text, budget, budget, tasks=61, tasks_left=left, command=command)
            known.take(Attempt(found, solver_signature()))
        reply = next(one for one in known.second_replies.of(chosen[2]))
        known.take(Attempt(OpeningAttempt(reply, 9, 9, attacker="o", tasks=60, tasks_left=1), "any"))
        job = RepliesJob(Plan(chosen, [400], 64), known, Checkpoints(tmp_path / "unfinished", "any"))
        passes = [[task.position for task in job.tasks(most_left)] for most_left in (8, 16)]
    assert passes == [[chosen[1].text, chosen[3].text], [chosen[0].text, reply]]


def test_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UsageError, match="go with --by-replies"):
        main(["--minutes", "5"])
    with pytest.raises(InputError, match="no opening of 4x4x4 that is tried"):
        main(["--opening", "64 x"])
