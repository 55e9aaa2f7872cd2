"""The campaigns of random inputs: their journals and page agree, and a run continues where the last one ended."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fuzzing import numbered
from fuzzing.__main__ import DOCS, JOURNALS, call, is_done, main
from fuzzing.batches import Batch, Counts, read_batches
from fuzzing.campaigns import CORPUS, campaigns
from fuzzing.kept import keep, kept
from fuzzing.page import page
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    import random
    from pathlib import Path


def test_the_page_is_made_of_the_journals() -> None:
    assert (DOCS / "maintainers/fuzzing.md").read_text(encoding="utf-8") == page(JOURNALS), (
        "make fuzz ARGS='--minutes 0 --publish'"
    )


def test_a_run_continues_after_the_last_whole_batch(tmp_path: Path) -> None:
    arguments = ["rules", "--batch", "1", "--minutes", "0.05", "--out", str(tmp_path)]
    assert main(arguments) == ExitCode.DONE
    journal = tmp_path / "rules.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    first = json.loads(lines[0])
    assert (first["first"], first["crashes"], first["hangs"]) == (0, 0, 0)
    assert first["inputs"] > 0
    journal.write_bytes(lines[0] + b'{"first": 9')
    assert main(arguments) == ExitCode.DONE
    lines = journal.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[1])["first"] == first["inputs"]


def test_a_guided_campaign_gathers_what_covers_edges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["boards", "--batch", "2", "--minutes", "0.1", "--out", str(tmp_path)]) == ExitCode.DONE
    counts = read_batches(tmp_path / "boards.jsonl")[0].counts
    assert counts.inputs > len(list((CORPUS / "boards").iterdir()))
    assert (counts.edges or 0) > 10
    monkeypatch.setattr("fuzzing.__main__.keep", lambda name, inputs: keep(name, inputs, tmp_path))
    assert main(["boards", "--minutes", "0", "--keep"]) == ExitCode.DONE
    assert len(set(kept("boards", tmp_path))) > 1


def test_inputs_are_kept_for_other_machines(tmp_path: Path) -> None:
    inputs = {b"", b"\0\n", b"oxo certificate 1\n"}
    once = keep("boards", inputs, tmp_path).read_bytes()
    assert keep("boards", inputs, tmp_path).read_bytes() == once
    assert set(kept("boards", tmp_path)) == inputs
    assert not list(kept("names", tmp_path))
    (tmp_path / "boards.tar.xz").write_bytes(once[: len(once) // 2])
    with pytest.raises(InputError, match=r"boards\.tar\.xz"):
        list(kept("boards", tmp_path))


def test_what_fails_is_counted_by_its_kind() -> None:
    """By outputs of libFuzzer, and of Python when an input takes too long."""
    known = campaigns()
    done = "#5\tNEW    cov: 12 ft: 9\n#9\tDONE   cov: 14 ft: 9\nstat::number_of_executed_units: 9\n"
    assert known["boards"].counted(done, 0) == Counts(9, 14)
    assert known["boards"].counted(f"{done}ERROR: libFuzzer: timeout after 3 seconds\n", 70) == Counts(9, 14, hangs=1)
    assert known["boards"].counted(f"{done}ERROR: libFuzzer: out-of-memory (used: 1Mb)\n", 71) == Counts(
        9, 14, memory=1
    )
    assert known["boards"].counted(done, 77) == Counts(9, 14, crashes=1)
    assert known["rules"].counted('{"inputs": 4, "crashes": 1}\nTimeout (0:00:10)!\n', 1) == Counts(
        5, crashes=1, hangs=1
    )
    assert known["rules"].counted('{"inputs": 4, "crashes": 1}\n', -11) == Counts(5, crashes=2)
    ended_within = 'trying 0\n{"inputs": 1, "crashes": 1}\ntrying 1\nkilled'
    assert known["rules"].counted(ended_within, 1) == Counts(2, crashes=2)
    assert known["rules"].counted("ModuleNotFoundError", 1) == Counts(0)


class Panic(BaseException):
    """As the core raises it."""


def test_a_panic_of_the_core_is_a_crash_and_the_next_input_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried = []

    def check(stream: random.Random) -> None:
        tried.append(stream)
        if len(tried) < 3:
            raise Panic

    monkeypatch.setattr(numbered, "FOUND", tmp_path)
    monkeypatch.setitem(numbered.NUMBERED, "rules", replace(numbered.NUMBERED["rules"], check=check))
    assert [numbered.main("rules", 7, number, 0) for number in (10, 11, 12)] == [1, 1, 0]
    found = sorted(tmp_path.iterdir())
    assert "Panic" in found[0].read_text(encoding="utf-8")
    rules = campaigns()["rules"]
    assert [rules.again(7, path) for path in found] == ["--seed 7 --repeat 10", "--seed 7 --repeat 11"]


def test_the_batch_after_an_input_that_hangs_begins_with_the_next_one(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tried = []

    def check(stream: random.Random) -> None:
        tried.append(stream)
        if len(tried) == 4:
            raise SystemExit  # as a process that a hang ends

    monkeypatch.setitem(numbered.NUMBERED, "rules", replace(numbered.NUMBERED["rules"], check=check))
    with pytest.raises(SystemExit):
        numbered.main("rules", 1, 10, 60)
    output = capfd.readouterr().out
    assert output.splitlines()[-1] == "trying 13"
    assert campaigns()["rules"].counted(f"{output}Timeout (0:01:00)!\n", 1) == Counts(4, hangs=1)


def test_lines_of_the_log_are_counted_where_a_server_runs() -> None:
    """Earlier batches have no such count."""
    known = campaigns()
    http = '{"inputs": 4, "crashes": 0}\nlog: games cannot be read\nlog: again\n{"inputs": 9, "crashes": 0}\n'
    assert known["http"].counted(http, 0) == Counts(9, log_lines=2)
    assert known["websocket"].counted("#9\tDONE   cov: 14 ft: 9\nlog: a\n", 0) == Counts(9, 14, log_lines=1)
    assert read_batches(JOURNALS / "http.jsonl")[0].counts.log_lines is None


def test_a_guided_campaign_ends_after_enough_inputs_without_a_new_edge() -> None:
    boards = campaigns()["boards"]

    def batch(first: int, inputs: int, edges: int, seconds: float) -> Batch:
        return Batch(first, 1, Counts(inputs, edges), seconds, "v1")

    enough = [batch(0, 100_000, 5, 2_000)]
    assert not is_done(boards, enough)
    assert not is_done(boards, [*enough, batch(100_000, 1, 6, 1_300)])
    assert is_done(boards, [*enough, batch(100_000, 1, 5, 1_300)])
    assert is_done(campaigns()["rules"], [batch(0, 200_000, 0, 1)])
    elsewhere = replace(batch(100_000, 1, 3, 1), fresh=True)
    assert not is_done(boards, [*enough, elsewhere, batch(100_001, 1, 4, 1_300)])
    assert is_done(boards, [*enough, elsewhere, batch(100_001, 1, 3, 1_300)])


def test_each_campaign_that_was_named_says_how_far_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules", "boards", "--minutes", "0"]) == ExitCode.DONE
    assert capsys.readouterr().out.count("; done") == 2
    assert main(["rules", "boards", "--minutes", "0", "--out", str(tmp_path)]) == ExitCode.DONE
    assert "; done" not in capsys.readouterr().out


WHOLE = {"first": 0, "seed": 1, "inputs": 1, "seconds": 1, "commit": "v1"}


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"first": 1}',
        *(json.dumps(WHOLE | wrong) for wrong in ({"first": -5}, {"inputs": "x"}, {"seconds": math.nan})),
    ],
)
def test_a_damaged_journal_is_refused_by_runs_and_pages(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rules.jsonl"
    data = f"{json.dumps(WHOLE)}\n{line}\n"
    path.write_text(data, encoding="utf-8")
    for read in (lambda: main(["rules", "--minutes", "0.1", "--out", str(tmp_path)]), lambda: page(tmp_path)):
        with pytest.raises(InputError, match=r"rules\.jsonl, line 2: not an entry of a journal"):
            read()
    assert path.read_text(encoding="utf-8") == data


@pytest.mark.parametrize(
    ("name", "given"), [("rules", "x"), ("rules", "-5"), ("boards", "no/file"), ("proofs", "x"), ("http", "file")]
)
def test_what_cannot_be_repeated_is_refused(name: str, given: str) -> None:
    with pytest.raises(InputError, match=f"--repeat {given}: not a"):
        main([name, "--repeat", given])


def test_a_program_that_is_interrupted_ends_what_it_has_started(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        call(["sh", "-c", f"sleep 0.2; kill -INT $PPID; sleep 1; touch {tmp_path}/ended"])
    assert (tmp_path / "ended").exists()
