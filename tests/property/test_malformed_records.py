"""Malformed games among good ones: each is named, the others are read, and never are two joined."""

from __future__ import annotations

import io
from itertools import count, product

import pytest
from support.refusals import exactly

from hyperoxo import Game, Note, RecordError, record
from hyperoxo.record import line_source

PLAIN = Game("3x3", "22 11", tags={"Event": "plain"})
TALKING = Game("3x3", "11 22 12 21 13", tags={"Event": "[Record {"}, notes={2: Note("why", {"level": {"a": "}"}})})
GOOD = [PLAIN, TALKING]
HEAD = '[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n'
QUOTED = f"{{look:\n\n{HEAD}1. 11 *\n\n}}"
TEXT = {
    "a taken cell": HEAD + "1. 22 22 *\n",
    "no end": HEAD + "1. 22 11\n",
    "no moves": HEAD,
    "a tag without quotes": HEAD.replace('"3x3"', "3x3") + "*\n",
    "a tag is missing": '[Record "1"]\n[Board "3x3"]\n1. 22 *\n',
    "a version to come": HEAD.replace("1", "9", 1) + "1. 22 *\n",
    "no text in quotes": HEAD.replace('"1"', "1") + "1. 22 *\n",
    "text before": "Dear Ada,\n\n1. 22 11 *\n",
    "a wrong number": HEAD + "1. 22 {a\n\nb} 3. 11 *\n",
    "an open comment": HEAD + "1. 33 {and\n\nso on\n",
    "a wrong escape": HEAD + "1. 22 {a \\q\n\nb} *\n",
    "open reasons": HEAD + '1. 22 <{"level": 1}\n\n',
    "reasons that are no JSON": HEAD + "1. 22 <{level}> *\n",
    "a quoted game before": HEAD + f"1. 22 {QUOTED} 22 *\n",
    "a quoted game behind": HEAD + f"1. 22 22 {QUOTED} *\n",
    "a quoted game, in one line": HEAD.replace("\n", "") + f"1. {QUOTED} 22 22 *\n",
    "no UTF-8": HEAD + "1. 22 {\udcff\n\n} *\n",
    "no UTF-8 in the first tag": HEAD.replace("1", "\udcff", 1) + "*\n",
}
LINE = record.dumps(PLAIN, "json")
JSON = {
    "a taken cell": LINE.replace('"11"', '"22"'),
    "no board": LINE.replace("board", "bored"),
    "no JSON": "nonsense\nmore of it\n",
    "an object over lines": LINE.replace(": ", ":\n"),
    "an array": f"[{LINE.strip()}]\n",
    "an open text": LINE.replace('plain"', "plain"),
    "no UTF-8": LINE.replace("plain", "\udcff"),
}
FAULTY = [("text", text, name) for name, text in TEXT.items()] + [("json", text, name) for name, text in JSON.items()]


def read(text: str, faults: list[RecordError] | None) -> list[Game]:
    """Return the games of a text whose lone surrogates are bytes that are not UTF-8."""
    return list(record.read(io.BytesIO(text.encode(errors="surrogateescape")), faults=faults))


@pytest.mark.parametrize(("form", "faulty", "name"), FAULTY, ids=[f"{form}: {name}" for form, _, name in FAULTY])
def test_malformed_games_are_named_and_all_others_read(form: record.Form, faulty: str, name: str) -> None:
    one, other = (record.dumps(game, form) for game in GOOD)
    games = {one: PLAIN, other: TALKING}
    for pieces in product((one, faulty), (other, faulty), (one, other, faulty)):
        if pieces[0] == faulty and not faulty.startswith(("{", "[Record")):
            continue  # the first line says which form it is
        starts = [sum(piece.count("\n") for piece in pieces[:at]) for at in range(4)]
        faults: list[RecordError] = []
        found = read("".join(pieces), faults)
        assert found == [games[piece] for piece in pieces if piece != faulty]
        broken = {at for at in range(3) if pieces[at] == faulty}
        assert bool(faults) == bool(broken)
        if faults:
            with pytest.raises(RecordError, match=exactly(str(faults[0]))):
                read("".join(pieces), None)
        lines = [fault.line for fault in faults]
        assert lines == sorted(lines)
        if not name.startswith(("open", "an open", "no end", "no moves", "text", "no JSON", "an array")):
            assert {at for at in range(3) if any(starts[at] < line <= starts[at + 1] for line in lines)} == broken


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_game_that_is_cut_anywhere_takes_no_other_with_it(form: record.Form) -> None:
    before, whole = (record.dumps(game, form) for game in GOOD)
    for length in range(2, len(whole) - 1):
        faults: list[RecordError] = []
        assert read(f"{before}{whole[:length]}\n{before}{whole[:length]}", faults) == [PLAIN, PLAIN]
        assert len(faults) == 2


def test_many_open_comments_are_not_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = count()
    following = line_source.LineSource.next

    def counted(source: line_source.LineSource) -> str | None:
        next(lines)
        return following(source)

    monkeypatch.setattr(line_source.LineSource, "next", counted)
    text = TEXT["an open comment"] * 200
    monkeypatch.setattr(line_source, "MAX_RECORD_BYTES", 2 * len(text))
    faults: list[RecordError] = []
    assert read(text, faults) == []
    assert faults
    assert next(lines) < 20 * text.count("\n")


def test_a_comment_without_end_takes_only_the_rest_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_source, "MAX_RECORD_BYTES", 500)
    faults: list[RecordError] = []
    found = read(TEXT["an open comment"] + record.dumps(PLAIN) * 50, faults)
    assert found == [PLAIN] * len(found)
    assert found
    assert "longer than" in str(faults[0])
