"""The messages of the Universal Game Interface: one type for each command and each answer, with reading and writing.

    commands     commands of a client
    answers      answers of an engine; `options` has the options that it offers
    scores       the value of a position, in the words of the protocol and in ours
    words        lines of bytes, and the elements of messages: words, numbers, sections

Reading is strict about what comes from outside; writing trusts this program, and reading what was written gives an
equal message. docs/ugi.md is normative.
"""

from hyperoxo.ugi.messages.answers import (
    ERROR,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Identity,
    Info,
    ReadyOk,
    Response,
    UgiAnswer,
    UgiOk,
    parse_answer,
)
from hyperoxo.ugi.messages.commands import (
    Go,
    IsReady,
    Query,
    Question,
    Quit,
    SetOption,
    SetPosition,
    StopSearch,
    Ugi,
    UgiCommand,
    UgiNewGame,
    answer_to,
    parse_command,
    position_of,
)
from hyperoxo.ugi.messages.options import BOARD_OPTION, DEFAULT_BOARD, SEED_OPTION, OptionOffer, UgiOptionType
from hyperoxo.ugi.messages.scores import Bound, Score, Unit, ascii_label, printed_label, score_of
from hyperoxo.ugi.messages.words import EMPTY, MAX_LINE, MAX_NUMBER, LineBuffer, decode_line

__all__ = [
    "BOARD_OPTION",
    "DEFAULT_BOARD",
    "EMPTY",
    "ERROR",
    "MAX_LINE",
    "MAX_NUMBER",
    "NOT_MOVES",
    "NO_ANSWER",
    "SEED_OPTION",
    "BestMove",
    "Bound",
    "Go",
    "Identity",
    "Info",
    "IsReady",
    "LineBuffer",
    "OptionOffer",
    "Query",
    "Question",
    "Quit",
    "ReadyOk",
    "Response",
    "Score",
    "SetOption",
    "SetPosition",
    "StopSearch",
    "Ugi",
    "UgiAnswer",
    "UgiCommand",
    "UgiNewGame",
    "UgiOk",
    "UgiOptionType",
    "Unit",
    "answer_to",
    "ascii_label",
    "decode_line",
    "parse_answer",
    "parse_command",
    "position_of",
    "printed_label",
    "score_of",
]
