"""Lines from a pipe: one printable line of sensible length, or a refusal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from support.refusals import exactly

from hyperoxo import InputError
from hyperoxo.cli.input_lines import MAX_LINE_BYTES, Keyboard, Pipe

if TYPE_CHECKING:
    from collections.abc import Callable


def test_lines_come_one_by_one_whatever_ends_them() -> None:
    pipe = Pipe(io.BytesIO(b"111\r\n\n222\t333\nlast"))
    assert [pipe.read() for _ in range(5)] == ["111", "", "222 333", "last", None]
    assert pipe.number == 4


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\0", r"\x00: the line holds characters that cannot be printed; type plain text"),
        (b"\x1b[2J111", r"\x1b[2J111: the line holds characters that cannot be printed; type plain text"),
        ("\u202e111".encode(), r"\u202e111: the line holds characters that cannot be printed; type plain text"),
        (b"\xff\xfe", r"\xff\xfe: the line is not UTF-8 text"),
        (b"1" * MAX_LINE_BYTES, f"{'1' * 40}…: the line is longer than 10,000 bytes"),
        (("é" * MAX_LINE_BYTES).encode(), f"{'é' * 40}…: the line is longer than 10,000 bytes"),
        (("1" + "é" * 6_000).encode(), f"1{'é' * 39}…: the line is longer than 10,000 bytes"),
        (b"1" * 1_000_000, f"{'1' * 40}…: the line is longer than 10,000 bytes"),
    ],
)
def test_what_is_not_a_plain_line_is_refused_in_one_line_and_the_next_is_read(raw: bytes, message: str) -> None:
    pipe = Pipe(io.BytesIO(raw + b"\n111\n"))
    with pytest.raises(InputError, match=exactly(message)):
        pipe.read()
    assert (pipe.number, pipe.read(), pipe.number) == (1, "111", 2)


def test_no_more_of_a_long_line_is_held_than_needed() -> None:
    class Endless(io.RawIOBase):
        """A line that ends only after many reads."""

        def __init__(self) -> None:
            self.asked = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= MAX_LINE_BYTES + 1
            self.asked += 1
            return b"1" * size if self.asked < 100 else b"\n"

    with pytest.raises(InputError, match="longer than"):
        Pipe(Endless()).read()  # type: ignore[arg-type]  # all that is read from it is lines


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], Keyboard]:
    """Return a function that makes a keyboard at which this is typed (or raised)."""

    def keyboard(typed: object) -> Keyboard:
        def answer(prompt: str) -> object:
            assert prompt == "X> "
            if isinstance(typed, BaseException):
                raise typed
            return typed

        monkeypatch.setattr("builtins.input", answer)
        return Keyboard()

    return keyboard


def test_a_keyboard_gives_what_is_typed(typing: Callable[[object], Keyboard]) -> None:
    assert typing("111").read("X> ") == "111"


def test_ctrl_d_ends_its_line(typing: Callable[[object], Keyboard], capsys: pytest.CaptureFixture[str]) -> None:
    assert typing(EOFError()).read("X> ") is None
    assert capsys.readouterr().out == "\n"


@pytest.mark.parametrize(
    "typed",
    ["\x1b[A", "1" * MAX_LINE_BYTES, "\udcff", UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")],
)
def test_a_keyboard_refuses_what_a_pipe_refuses(typing: Callable[[object], Keyboard], typed: object) -> None:
    with pytest.raises(InputError):
        typing(typed).read("X> ")
