"""The engine protocol's messages, line by line: their meaning, and the reasons of refusals."""

from __future__ import annotations

import pytest
from support.present import present

from hyperoxo.errors import ProtocolError, UnknownMessageError
from hyperoxo.ugi.messages import (
    BestMove,
    Go,
    Identity,
    Info,
    OptionOffer,
    Score,
    SetOption,
    SetPosition,
    UgiAnswer,
    UgiCommand,
    UgiOptionType,
    Unit,
    ascii_label,
    decode_line,
    parse_answer,
    parse_command,
    printed_label,
    score_of,
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("position startpos", SetPosition()),
        ("position startpos moves", SetPosition()),
        ("position startpos moves 111 222", SetPosition(None, ("111", "222"))),
        ("position fen xo7 x moves 22", SetPosition("xo7 x", ("22",))),
        ("setoption name hash value 512", SetOption("hash", "512")),
        ("setoption name Clear Hash", SetOption("Clear Hash", None)),
        ("setoption name Book File value a value  of two  words", SetOption("Book File", "a value  of two  words")),
        ("setoption name Note value <empty>", SetOption("Note", "")),
        ("setoption name Note value", SetOption("Note", "")),
        ("go depth 4", Go(depth=4)),
        ("go p1time 60000 p2time 55000 p1inc 100 p2inc 0", Go(p1time=60_000, p2time=55_000, p1inc=100, p2inc=0)),
        ("  go   nodes 9  movetime 5 ", Go(movetime=5, nodes=9)),
    ],
)
def test_commands(line: str, command: UgiCommand) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "there is no such command"),
        ("UGI", "there is no such command"),
        ("ugi now", "nothing can follow ugi"),
        ("setoption hash 3", "an option has no name"),
        ("setoption name value 3", "an option's name cannot be this"),
        ("position", "the position cannot be read"),
        ("position startpos 111", "the position cannot be read"),
        ("position fen moves 111", "the position cannot be read"),
        ("go fast", "the bounds of a search cannot be read"),
        ("go depth", "the bounds of a search cannot be read"),
        ("go depth 3 4", "the bounds of a search cannot be read"),
        ("go depth 3 depth 4", "depth is given twice"),
        ("go infinite infinite", "infinite is given twice"),
        ("go depth -1", "depth must be a whole number"),
        ("go nodes ٣", "nodes must be a whole number"),
        (f"go nodes {2**63}", "nodes must be a whole number"),
        (f"go nodes {'9' * 5000}", "nodes must be a whole number"),
        ("go infinite depth 3", "a search without an end cannot be bounded"),
        ("go p1inc 3", "an increment needs a clock"),
        ("query", "there is no such question"),
        ("query winner", "there is no such question"),
        ("query result now", "there is no such question"),
    ],
)
def test_commands_that_are_refused(line: str, reason: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_command(line)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("id name Some Engine 1.0", Identity("name", "Some Engine 1.0")),
        (
            "option name hash type spin default 128 min 1 max 2048",
            OptionOffer("hash", UgiOptionType.SPIN, "128", 1, 2048),
        ),
        (
            "option name Style type combo default Solid var Solid var Risky One",
            OptionOffer("Style", UgiOptionType.COMBO, "Solid", choices=("Solid", "Risky One")),
        ),
        ("option name Log type string default <empty>", OptionOffer("Log", UgiOptionType.STRING, "")),
        ("option name Log type string default max var 3", OptionOffer("Log", UgiOptionType.STRING, "max var 3")),
        ("option name Clear Hash type button", OptionOffer("Clear Hash", UgiOptionType.BUTTON)),
        (
            "info depth 1 seldepth 1 score cp -107 time 0 nodes 16 tthits 0 hashfull 0 pv f1 b1",
            Info(depth=1, nodes=16, time=0, score=Score(Unit.POINTS, -107), pv=("f1", "b1")),
        ),
        ("info nps 12 string depth 3 is enough", Info(string="depth 3 is enough")),
        ("info wobble 3 pv 111", Info(pv=("111",))),
        ('info reasons {"level": 6, "string": "x  y"}', Info(reasons={"level": 6, "string": "x  y"})),
        ("info", Info()),
        ("bestmove 111 ponder 222", BestMove("111")),
    ],
)
def test_answers(line: str, answer: UgiAnswer) -> None:
    assert parse_answer(line) == answer


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Welcome to the engine", "there is no such answer"),
        ("readyok?", "there is no such answer"),
        ("ugiok 2", "nothing can follow ugiok"),
        ("id nickname Bob", "an identity is a name or an author"),
        ("option name hash", "an option needs a name and a type"),
        ("option name hash type number", "an option needs a name and a type"),
        ("option name hash type spin default 1 2", "a number's default must be a whole number"),
        ("option name log type check default yes", "a check's default is true or false"),
        ("option name hash type spin min one", "min must be a whole number"),
        ("option name hash type spin min 1 min 2", "min cannot stand here"),
        ("option name hash type spin 4", "4 cannot stand here"),
        ("option name log type string max 4", "a text has nothing but a default"),
        ("response", "a response is one word"),
        ("response p1win p2win", "a response is one word"),
        ("info depth deep", "depth must be a whole number"),
        ("info nodes", "nodes must be a whole number"),
        ("info score 3", "the score cannot be read"),
        ("info score cp 3 4", "the score cannot be read"),
        ("info reasons [1]", "reasons are a JSON object"),
        ('info reasons {"a": NaN}', "reasons are a JSON object, and this is not one"),
        ("info reasons", "reasons are a JSON object, and this is not one"),
        (f"info reasons {'[' * 60_000}", "reasons are a JSON object, and this is not one"),
        ("bestmove", "a search ends with one move"),
        ("bestmove 111 222", "a search ends with one move"),
    ],
)
def test_answers_that_are_refused(line: str, reason: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_answer(line)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize("line", ["", "   ", "hello", "infos depth 3", "Bestmove 111"])
def test_unknown_messages_have_an_error_of_their_own(line: str) -> None:
    for parse in (parse_command, parse_answer):
        with pytest.raises(UnknownMessageError):
            parse(line)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\xff\xfe\n", "the line is not UTF-8 text"),
        (b"ugi\x00\n", "the line holds characters that cannot be printed"),
        ("position startpos moves\u2028111\n".encode(), "the line holds characters that cannot be printed"),
    ],
)
def test_bytes_that_are_refused(raw: bytes, reason: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_line(raw)
    assert caught.value.reason == reason


def test_line_ends_and_tabs() -> None:
    assert decode_line(b"go\tdepth 3\r\n") == "go depth 3"


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ("W1", "mate 1"),
        ("W7", "mate 4"),
        ("W≤7", "mate 4 lowerbound"),
        ("L2", "mate -1"),
        ("L10", "mate -5"),
        ("L≤8", "mate -4 upperbound"),
        ("D", "cp 0"),
    ],
)
def test_labels_as_scores(label: str, score: str) -> None:
    found = present(score_of(label))
    assert found.text == score


@pytest.mark.parametrize("label", ["?", "", "W", "L≥3", "~", "~62", "cp 12", "won"])
def test_labels_without_a_score(label: str) -> None:
    assert score_of(label) is None


def test_labels_in_ascii() -> None:
    assert ascii_label("W≤7") == "W<=7"
    assert printed_label(ascii_label("L≤8")) == "L≤8"
