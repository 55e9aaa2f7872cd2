"""Every game survives writing and reading in both forms; any other input raises a `RecordError`."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hypothesis import example, given, settings
from hypothesis import strategies as st

from hyperoxo import Board, Ending, Game, Note, Position, PositionError, RecordError, Result, record

if TYPE_CHECKING:
    from hyperoxo import Side

BOARDS = [Board(text) for text in ("3x3", "4x4", "5:3", "3x3x3", "4x4x4", "5x5:4", "12x3:3", "3x3x3x3", "4x4x4x4")]
FORMS: list[record.Form] = ["text", "json"]

# Characters with a meaning in one of the forms, or that a careless reader mishandles.
NASTY = list(
    "{}<>[]()\"'\\;:,.*#%+-=~|/ \t\n\r\x00\x0b\x0c\x1b\x1c\x7f\x85\xa0\u2028\u2029\u202e\ufeff\ud800\udfff0xo1"
)
PIECES = [
    r"\}",
    r"\"",
    r"\u007d",
    "x {",
    "} *",
    '\n[Record "1"]\n',
    "null",
    "NaN",
    "  ",
    " \n ",
    "é",
    "😀",
    "word word",
]
TEXT = st.lists(st.one_of(st.sampled_from(NASTY), st.sampled_from(PIECES), st.text(max_size=5)), max_size=12).map(
    "".join
)
# A high and a low surrogate side by side are one character in JSON, so no form of a record can keep them apart.
SAYABLE = TEXT.filter(lambda text: text == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"))

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | SAYABLE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SAYABLE, inner, max_size=4),
    max_leaves=12,
)
REASONS = st.dictionaries(SAYABLE, JSON_VALUES, max_size=4)
TAG_NAMES = st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"Record", "Board", "Start", "Result", "End"}
)
DECLARED = [
    Result(ending, winner)
    for ending in Ending
    if ending not in {Ending.LINE, Ending.FULL_BOARD}
    for winner in (("x", "o", None) if ending is Ending.ADJUDICATED else ("x", "o") if ending.has_winner else (None,))
]


@st.composite
def starts(draw: st.DrawFn, board: Board) -> Board | Position:
    """Draw a board, or a position on it with a few stones."""
    if draw(st.booleans()):
        return board
    cells = draw(st.lists(st.integers(0, len(board) - 1), unique=True, max_size=6))
    to_move: Side = draw(st.sampled_from(["x", "o"]))
    try:
        return Position(board, cells[::2], cells[1::2], to_move)
    except PositionError:
        return board


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game with everything that a record can hold."""
    board = draw(st.sampled_from(BOARDS))
    game = Game(draw(starts(board)), tags=draw(st.dictionaries(TAG_NAMES, SAYABLE, max_size=3)))
    for choice in draw(st.lists(st.integers(0, 255), max_size=20)):
        if not (legal := game.position.legal_moves()):
            break
        game.play(legal[choice % len(legal)])
    if not game.is_over and (result := draw(st.sampled_from([None, *DECLARED]))):
        game.end(result)
    for ply in draw(st.sets(st.integers(0, game.ply), max_size=4)):
        game.notes[ply] = draw(st.builds(Note, SAYABLE, st.none() | REASONS).filter(lambda note: note != Note()))
    return game


def contents(game: Game) -> tuple[object, ...]:
    """Return all content of a game's record; floats by their digits, so that 0.0 is not -0.0."""
    return game.start, game.moves, list(game.tags.items()), repr(sorted(game.notes.items())), game.result


@given(games())
def test_games_are_read_as_they_were_written(game: Game) -> None:
    for form in FORMS:
        text = record.dumps(game, form)
        [from_text] = record.loads(text)
        [from_bytes] = record.read(io.BytesIO(text.encode()))
        assert contents(from_text) == contents(from_bytes) == contents(game)
        assert record.dumps(from_text, form) == text


@settings(max_examples=settings().max_examples // 4)
@given(st.lists(games(), max_size=4))
def test_many_games_are_read_in_order(several: list[Game]) -> None:
    for form in FORMS:
        text = "".join(record.dumps(game, form) for game in several)
        assert list(map(contents, record.loads(text))) == list(map(contents, several))


@given(games())
def test_line_breaks_do_not_change_what_is_read(game: Game) -> None:
    tags, moves = record.dumps(game).split("\n\n", 1)
    for other_break in (" ", "\r\n", " \n\n\t"):
        [again] = record.loads(f"{tags}\n{moves.replace(chr(10), other_break)}")
        assert contents(again) == contents(game)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a few games with something removed, inserted, or doubled."""
    form = draw(st.sampled_from(FORMS))
    source = "".join(record.dumps(game, form) for game in draw(st.lists(games(), min_size=1, max_size=2))).encode()
    for _ in range(draw(st.integers(1, 3))):
        first, last = sorted((draw(st.integers(0, len(source))), draw(st.integers(0, len(source)))))
        source = draw(
            st.sampled_from(
                [
                    source[:first],
                    source[:first] + source[last:],
                    source[:last] + source[first:],
                    source[:first] + draw(TEXT).encode(errors="surrogatepass") + source[first:],
                    source[:first] + draw(st.binary(min_size=1, max_size=3)) + source[first + 1 :],
                ]
            )
        )
    return source


@given(mutations() | st.binary(max_size=200) | TEXT.map(lambda text: text.encode(errors="surrogatepass")))
@example(b"\xef\xbb\xbf")
@example(b"{" * 10_000)
@example(b'{"a":' * 10_000)
@example(b'[Record "1"]' * 10_000)
def test_any_input_gives_games_or_a_record_error_with_its_place(source: bytes) -> None:
    found, error = [], None
    try:
        found = list(record.read(io.BytesIO(source)))
    except RecordError as caught:
        error = caught
    faults: list[RecordError] = []
    others = list(record.read(io.BytesIO(source), faults=faults))
    assert others[: len(found)] == found
    assert [str(fault) for fault in faults[:1]] == [str(caught) for caught in [error] if caught]
    if error:
        lines = source.split(b"\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    for game in others:
        [again] = record.loads(record.dumps(game))
        assert contents(again) == contents(game)
