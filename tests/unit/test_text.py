"""Text from outside, and text for one line."""

from __future__ import annotations

import pytest
from support.refusals import exactly

from hyperoxo.errors import InputError
from hyperoxo.text import clean_line, fitted_name, read_integer, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("abc", "abc"),
        ("\x1b[1m", r"\x1b[1m"),
        ("abcde", "abcde"),
        ("abcdef", "abcd…f"),
        ("\n" * 6, r"\n\n\n\n…\n"),
    ],
)
def test_a_text_for_an_error_is_escaped_and_keeps_its_end(text: str, shown: str) -> None:
    assert shortened(text, 5) == shown


@pytest.mark.parametrize(
    ("name", "shown"), [("abcde", "abcde"), ("abcdef", "ab…ef"), ("a\nbc", r"a\nbc"), ("a\nbcd", r"a\…cd")]
)
def test_a_name_for_a_column_is_never_wider_and_keeps_both_ends(name: str, shown: str) -> None:
    assert fitted_name(name, 5) == shown


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("12", 12),
        ("13", None),
        ("-5", -5),
        ("-6", None),
        ("+1", None),
        ("1_0", None),
        (" 1", None),
        ("", None),
        ("-", None),
        ("²", None),
        ("\u0661", None),
        ("1" * 10_000, None),
    ],
)
def test_a_whole_number_is_read_within_its_bounds(text: str, number: int | None) -> None:
    assert read_integer(text, -5, 12) == number


def test_a_number_without_negative_bounds_has_no_sign() -> None:
    assert read_integer("-0", 0, 12) is None


@pytest.mark.parametrize("line", [b"a\tb\r\n", "a\tb\n", b"a b"])
def test_a_line_loses_its_end_and_its_tabs(line: str | bytes) -> None:
    assert clean_line(line, 10, InputError) == "a b"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"1234567890\n", "1234567890…: the line is longer than 10 bytes"),
        ("éééééé\n".encode(), "éééééé…: the line is longer than 10 bytes"),
        (b"\xff" * 50, r"\xff" * 10 + "…: the line is longer than 10 bytes"),
        (b"\xffa", r"\xffa: the line is not UTF-8 text"),
        ("a\x1bb", r"a\x1bb: the line holds characters that cannot be printed; type plain text"),
    ],
)
def test_a_line_that_cannot_be_taken_is_refused(line: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=exactly(message)):
        clean_line(line, 10, InputError, "type plain text")
