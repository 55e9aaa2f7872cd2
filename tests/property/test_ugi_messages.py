"""Every message of the engine protocol survives writing and reading; no input crashes the reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo.errors import ProtocolError
from hyperoxo.players import Intent
from hyperoxo.ugi.messages import (
    EMPTY,
    MAX_LINE_BYTES,
    MAX_NUMBER,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Bound,
    Go,
    Identity,
    Info,
    IsReady,
    LineBuffer,
    OptionOffer,
    Query,
    Question,
    Quit,
    ReadyOk,
    Response,
    Score,
    SetOption,
    SetPosition,
    StopSearch,
    Ugi,
    UgiAnswer,
    UgiCommand,
    UgiNewGame,
    UgiOk,
    UgiOptionType,
    Unit,
    decode_line,
    parse_answer,
    parse_command,
)

# fmt: off
KEYWORDS = [
    "go", "position", "startpos", "fen", "moves", "name", "value", "type", "default", "min", "max", "var", "depth",
    "nodes", "time", "score", "cp", "mate", "pv", "string", "reasons", "infinite", "movetime", "p1time", "p2inc",
    "ugi", "stop", "lowerbound", "seldepth", "nps", "ponder",
]
# fmt: on
CHARACTERS = st.characters(exclude_categories=("C", "Z"))
# Hypothesis also tries words that occur in the code under test; here they must not be words of the protocol.
WORDS = st.text(CHARACTERS, min_size=1, max_size=8).filter(
    lambda word: word.isprintable() and not (word.isascii() and word.isalpha())
)
ANY_WORDS = WORDS | st.sampled_from(KEYWORDS)


def said(words: st.SearchStrategy[str], least: int = 1) -> st.SearchStrategy[str]:
    """Draw words with single spaces between them."""
    return st.lists(words, min_size=least, max_size=4).map(" ".join)


def without(*forbidden: str) -> st.SearchStrategy[str]:
    """Draw words, keywords among them, except these."""
    return ANY_WORDS.filter(lambda word: word not in forbidden)


TEXTS = said(ANY_WORDS, 0).filter(lambda text: text != EMPTY)
NUMBERS = st.integers(0, MAX_NUMBER)
SIGNED = st.integers(-MAX_NUMBER, MAX_NUMBER)
MOVES = st.lists(ANY_WORDS, max_size=5).map(tuple)
NAMES = said(WORDS)

BOUNDED = st.builds(
    Go,
    movetime=st.none() | NUMBERS,
    nodes=st.none() | NUMBERS,
    depth=st.none() | NUMBERS,
    p1time=NUMBERS,
    p2time=NUMBERS,
    p1inc=st.none() | NUMBERS,
    p2inc=st.none() | NUMBERS,
)
COMMANDS: st.SearchStrategy[UgiCommand] = st.one_of(
    st.sampled_from([Ugi(), IsReady(), UgiNewGame(), StopSearch(), Quit(), Go(infinite=True), Go()]),
    st.sampled_from([Query(question) for question in Question]),
    st.builds(SetOption, said(without("value")), st.none() | TEXTS),
    st.builds(SetPosition, st.none() | said(without("moves")), MOVES),
    BOUNDED,
    BOUNDED.map(lambda go: replace(go, p1time=None, p1inc=None)),
)

SCORES = st.builds(Score, st.sampled_from(Unit), SIGNED, st.none() | st.sampled_from(Bound))
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
INFOS = st.builds(
    Info,
    depth=st.none() | NUMBERS,
    nodes=st.none() | NUMBERS,
    time=st.none() | NUMBERS,
    score=st.none() | SCORES,
    value=st.just("") | WORDS,
    pv=st.lists(WORDS, max_size=5).map(tuple),
    string=TEXTS,
)
ANSWERS: st.SearchStrategy[UgiAnswer] = st.one_of(
    st.sampled_from([UgiOk(), ReadyOk()]),
    st.builds(Identity, st.sampled_from(["name", "author"]), TEXTS),
    st.builds(OptionOffer, NAMES, st.just(UgiOptionType.STRING), TEXTS),
    st.builds(OptionOffer, NAMES, st.just(UgiOptionType.SPIN), SIGNED.map(str), st.none() | SIGNED, st.none() | SIGNED),
    st.builds(OptionOffer, NAMES, st.just(UgiOptionType.CHECK), st.sampled_from(["true", "false"])),
    st.builds(OptionOffer, NAMES, st.just(UgiOptionType.COMBO), NAMES, choices=st.lists(NAMES, max_size=4).map(tuple)),
    st.builds(OptionOffer, NAMES, st.just(UgiOptionType.BUTTON)),
    st.builds(Response, ANY_WORDS),
    INFOS,
    st.builds(
        replace, INFOS, string=st.just(""), reasons=st.dictionaries(st.text(max_size=4), JSON_VALUES, max_size=3)
    ),
    st.builds(BestMove, ANY_WORDS),
)
NONSENSE = st.one_of(st.text(max_size=40), st.lists(ANY_WORDS, max_size=8).map(" ".join))


@given(command=COMMANDS)
def test_a_command_is_read_as_it_was_written(command: UgiCommand) -> None:
    assert parse_command(command.text) == command


@given(answer=ANSWERS)
def test_an_answer_is_read_as_it_was_written(answer: UgiAnswer) -> None:
    assert parse_answer(answer.text) == answer


@given(message=COMMANDS | ANSWERS)
def test_every_message_is_written_as_one_line_that_can_be_sent(message: UgiCommand | UgiAnswer) -> None:
    assert decode_line(f"{message.text}\n".encode()) == message.text


@given(command=COMMANDS, spaces=st.integers(1, 3))
def test_spaces_between_words_do_not_count(command: UgiCommand, spaces: int) -> None:
    if not isinstance(command, SetOption):
        assert parse_command(command.text.replace(" ", " " * spaces)) == command


@given(raw=st.binary(max_size=60) | NONSENSE.map(str.encode), start=st.sampled_from(["", "go ", "info ", "option "]))
def test_any_bytes_are_read_or_refused_with_one_printable_line(raw: bytes, start: str) -> None:
    for parse in (parse_command, parse_answer):
        refusals, messages = [], []
        try:
            messages.append(parse(start + decode_line(raw)))
        except ProtocolError as error:
            refusals.append(str(error))
        assert all(refusal.isprintable() for refusal in refusals)
        assert all(parse(message.text) == message for message in messages)


@pytest.mark.parametrize("content", ["x", "ä"])
def test_lines_have_a_limit(content: str) -> None:
    longest = content * ((MAX_LINE_BYTES - 1) // len(content.encode()))
    assert decode_line(f"{longest}\n".encode()) == longest
    with pytest.raises(ProtocolError, match="longer"):
        decode_line(f"{longest}{content}\n".encode())


@given(parts=st.lists(st.binary(max_size=6) | st.just(b"\n") | st.just(b"go\n"), max_size=12))
def test_lines_are_separated_alike_in_chunks_of_any_size(parts: list[bytes]) -> None:
    lines = LineBuffer()
    cut = [line for part in parts for line in lines.feed(part)]
    rest = lines.rest()
    assert b"".join(cut) + rest == b"".join(parts)
    assert all(line.index(b"\n") == len(line) - 1 for line in cut)
    assert b"\n" not in rest
    assert lines.rest() == b""


@given(sizes=st.lists(st.integers(1, 2 * MAX_LINE_BYTES), min_size=1, max_size=6))
def test_an_endless_line_is_not_stored(sizes: list[int]) -> None:
    lines = LineBuffer()
    for size in sizes:
        assert not list(lines.feed(b"x" * size))
    (line,) = lines.feed(b"\n")
    assert len(line) == min(sum(sizes), MAX_LINE_BYTES + 1) + 1


def test_every_intent_has_its_word() -> None:
    assert set(NOT_MOVES.values()) == set(Intent)
    assert NO_ANSWER not in NOT_MOVES
