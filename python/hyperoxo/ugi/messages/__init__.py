"""What travels over the Universal Game Interface: one type for each command and each answer, to be read and written.

    lines        bytes, cut into lines, and their text
    commands     what a client says to an engine
    answers      what an engine says to its client; `options` has what it offers to set
    scores       what a position is worth, in the words of the protocol and in ours
    words        what all of them are made of: words, numbers, sections

Whatever can be made can be written, and reading what was written gives the same again. docs/ugi.md is normative.
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
from hyperoxo.ugi.messages.lines import MAX_LINE, LineBuffer, decode_line
from hyperoxo.ugi.messages.options import BOARD_OPTION, DEFAULT_BOARD, SEED_OPTION, OptionOffer, UgiOptionType
from hyperoxo.ugi.messages.scores import Bound, Score, Unit, ascii_label, printed_label, score_of
from hyperoxo.ugi.messages.words import EMPTY, MAX_NUMBER

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
