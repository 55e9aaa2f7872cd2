"""The normative page of records agrees with the library: its examples, grammar, tables and limits."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hyperoxo import Ending, RecordError, Result, record

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/formats/record.md").read_text(encoding="utf-8")
RECORDS = ROOT / "tests" / "golden" / "records"


def file_of_page(name: str) -> str:
    """Return the file that the page shows under this name."""
    found = re.search(rf"^<!-- file: {re.escape(name)} -->\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def test_the_example_is_one_game_in_both_forms() -> None:
    text, json_line = file_of_page("example.txt"), file_of_page("example.jsonl")
    [game] = record.loads(text)
    assert record.dumps(game) == text
    assert record.dumps(game, "json") == json_line
    [game] = record.loads(json_line)
    assert record.dumps(game) == text


def test_the_game_that_o_begins_is_written_as_shown() -> None:
    text = file_of_page("start.txt")
    [game] = record.loads(text)
    assert record.dumps(game) == text


def test_the_table_of_endings_is_complete() -> None:
    rows = re.findall(r"^\| `([a-z ]+)` \| (`x` or `o`|`draw`|`none`|`x`, `o` or `draw`) \|", PAGE, re.MULTILINE)
    assert [ending for ending, _ in rows] == [ending.value for ending in Ending]
    for ending, winner in rows:
        if winner == "`x`, `o` or `draw`":
            assert {Result(Ending(ending), winner).winner for winner in ("x", "o", None)} == {"x", "o", None}
        else:
            assert (winner == "`x` or `o`") == Ending(ending).has_winner


def test_the_limits_and_the_version_are_those_of_the_page() -> None:
    assert f"at most {record.MAX_RECORD_BYTES:,} bytes" in PAGE
    assert f"at most {record.MAX_NESTING} objects and arrays" in PAGE
    assert f"This is version {record.VERSION}." in PAGE


# ---- The grammar ----


WHITE = r"[ \t\r\n]*+"
WORDS = {"number", "cell", "winner"}
WORD_END = r"(?:(?<=[ \t\r\n])|(?=[{<\[])|\Z)"
PART = re.compile(r"'(?P<literal>[^']*)'|/(?P<pattern>(?:\\.|[^/\\])*)/|(?P<rule>[a-z]+)|(?P<open>\()| +")


def grammar() -> re.Pattern[str]:
    """Return the page's grammar as one pattern; no rule uses itself, so each can replace its name."""
    rules = dict(re.findall(r"^(\w+) +=(.*) ;$", file_of_page("record.ebnf"), re.MULTILINE))

    def pattern_of(part: re.Match[str]) -> str:
        match part.lastgroup:
            case "literal":
                return re.escape(part["literal"]) + WHITE
            case "pattern":
                return f"(?:{part['pattern']}){WHITE}"
            case "rule":
                inside = PART.sub(pattern_of, rules[part["rule"]])
                return f"(?:(?:{inside}){WORD_END})" if part["rule"] in WORDS else f"(?:{inside})"
            case "open":
                return "(?:"
            case _:
                return ""

    return re.compile(WHITE + PART.sub(pattern_of, "source"))


GRAMMAR = grammar()
AGAINST_THE_GRAMMAR = (
    "not a tag",
    "no record begins",
    "neither a move nor",
    "cannot stand before",
    "must follow",
    "inside the game",
)


def cases(name: str) -> list[dict[str, str]]:
    """Return the golden cases of a file that are in the text form."""
    found = json.loads((RECORDS / name).read_text(encoding="utf-8"))
    return [case for case in found if not case["source"].lstrip().startswith("{")]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_canonical_records_follow_the_grammar(path: Path) -> None:
    assert GRAMMAR.fullmatch(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", cases("accepted.json"), ids=lambda case: case["name"])
def test_accepted_sources_follow_the_grammar(case: dict[str, str]) -> None:
    assert GRAMMAR.fullmatch(case["source"].removeprefix("\ufeff"))


@pytest.mark.parametrize("case", cases("refused.json"), ids=lambda case: case["name"])
def test_sources_refused_for_their_form_do_not_follow_the_grammar(case: dict[str, str]) -> None:
    with pytest.raises(RecordError) as caught:
        record.loads(case["source"])
    if any(sign in str(caught.value) for sign in AGAINST_THE_GRAMMAR):
        assert not GRAMMAR.fullmatch(case["source"])
