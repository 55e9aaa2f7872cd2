"""Records written by hand: the games that they hold, and the places of errors in malformed ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hyperoxo import RecordError, TruncatedRecordError, record

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.txt"))


def cases(name: str) -> list[Any]:
    """Return the cases of a file as test parameters."""
    found = json.loads((RECORDS / name).read_text(encoding="utf-8"))
    assert len({case["name"] for case in found}) == len(found)
    return [pytest.param(case, id=case["name"]) for case in found]


def test_text_and_json_files_have_the_same_names() -> None:
    assert sorted(path.stem for path in RECORDS.glob("*.jsonl")) == NAMES
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_hold_the_same_games(name: str) -> None:
    from_text = record.load(RECORDS / f"{name}.txt")
    from_json = record.load(RECORDS / f"{name}.jsonl")
    assert from_text == from_json
    assert from_text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("form", "suffix"), [("text", "txt"), ("json", "jsonl")])
def test_a_canonical_file_is_written_unchanged(name: str, form: record.Form, suffix: str, tmp_path: Path) -> None:
    path = RECORDS / f"{name}.{suffix}"
    record.dump(record.load(path), tmp_path / "again", form)
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("case", cases("accepted.json"))
def test_an_accepted_source_is_written_in_canonical_form(case: dict[str, Any]) -> None:
    games = record.loads(case["source"])
    assert "\n".join(map(record.dumps, games)) == case["canonical"]


@pytest.mark.parametrize("case", cases("refused.json"))
def test_a_refused_source_is_reported_with_line_column_and_reason(case: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        record.loads(case["source"])
    error = caught.value
    assert (error.line, error.column) == (case["line"], case["column"]), str(error)
    assert case["reason"] in str(error)
    if "cut" in case:
        assert isinstance(error, TruncatedRecordError)
        assert [error.game_line, error.game_column] == case["cut"]
    else:
        assert not isinstance(error, TruncatedRecordError)
