"""Records in files and streams: one game after another, added to, and cut short."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Ending, Game, InputError, Note, RecordError, Result, TruncatedRecordError, record

if TYPE_CHECKING:
    from collections.abc import Callable

FORMS: list[record.Form] = ["text", "json"]


def games() -> list[Game]:
    """Return three games that differ."""
    first = Game(Board("3x3"), ["11", "21", "12", "22", "13"], tags={"Round": "1"})
    second = Game(Board("4x4x4"), ["111"], tags={"Round": "2", "Player": "Zoë"})
    second.end(Result(Ending.TIME, "x"))
    return [first, second, Game(Board("3x3x3"), tags={"Round": "3"})]


def rounds(found: list[Game]) -> list[str]:
    """Return the tags in which the games differ."""
    return [game.tags["Round"] for game in found]


# ---- Reading ----


@pytest.mark.parametrize("form", FORMS)
def test_games_come_as_soon_as_they_are_complete(form: record.Form) -> None:
    """A stream is never read beyond the line on which a game ends, so a match can be followed while it is played."""
    written = [record.dumps(game, form).encode() for game in games()]
    source = io.BytesIO(b"".join(written))
    reader = record.read(source)
    for count in (1, 2, 3):
        assert next(reader).tags["Round"] == str(count)
        assert source.tell() == sum(map(len, written[:count]))
    assert next(reader, None) is None


@pytest.mark.parametrize("form", FORMS)
def test_games_before_an_error_are_returned(form: record.Form) -> None:
    text = "".join(record.dumps(game, form) for game in games())
    reader = record.read(io.StringIO(text + "nonsense\n"))
    assert rounds([next(reader) for _ in range(3)]) == ["1", "2", "3"]
    with pytest.raises(RecordError, match=f"line {text.count(chr(10)) + 1}, column 1"):
        next(reader)


# ---- Bytes that are not text ----


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        (b'[Record "1"]\n[Board "3x3"]\n[Event "\xc3\xab\xff"]\n', 3, 10),
        (b"\xff\xfe[\x00R\x00", 1, 1),  # UTF-16
        (b'\n\n{"record": "\xed\xa0\x80"}\n', 3, 13),  # a surrogate as if it were a character
    ],
)
def test_what_is_not_utf_8_is_found(source: bytes, line: int, column: int) -> None:
    with pytest.raises(RecordError, match="not UTF-8") as caught:
        list(record.read(io.BytesIO(source)))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_text_stream_names_the_line_after_which_it_cannot_be_decoded() -> None:
    source = io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8")
    with pytest.raises(RecordError, match="cannot be decoded") as caught:
        list(record.read(source))
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_a_lone_surrogate_is_not_text() -> None:
    with pytest.raises(RecordError, match="not UTF-8"):
        record.loads('[Record "1"]\n[Event "\ud800"]\n')


# ---- Limits ----

LONG_LINE = "é" * 511 + ".\n"  # 1024 bytes
BLANK_LINE = " " * 1023 + "\n"
SMALLEST = '[Record "1"]\n[Board "3x3"]\n[Result "*"]\n'


@pytest.mark.parametrize(
    "source",
    [
        "x" * (record.MAX_RECORD_BYTES + 1),
        "\n" + " " * (record.MAX_RECORD_BYTES + 1),
        '{"record": 1, "tags": {"A": "' + "x" * record.MAX_RECORD_BYTES + '"}}',
        SMALLEST + "{" + LONG_LINE * 4097,
        SMALLEST + "<" + LONG_LINE * 4097,
        SMALLEST + BLANK_LINE * 4097,
    ],
    ids=["word", "blank line", "JSON", "comment", "reasons", "blank lines"],
)
def test_no_game_fills_the_memory(source: str) -> None:
    with pytest.raises(RecordError, match="longer than 4,194,304 bytes"):
        record.loads(source)


@pytest.mark.parametrize("between", ["", " ", BLANK_LINE * 4097], ids=["nothing", "a blank", "blank lines"])
def test_the_limit_is_for_one_game_and_not_for_a_file(between: str) -> None:
    long = Game(Board("3x3"), tags={"Long": "x" * 3_000_000})
    text = record.dumps(long).rstrip()
    found = record.loads(BLANK_LINE * 4097 + text + between + text)
    assert [game.tags for game in found] == [long.tags, long.tags]


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_could_not_be_read_is_not_written(form: record.Form, tmp_path: Path) -> None:
    game = Game(Board("3x3"), tags={"Long": "é" * (record.MAX_RECORD_BYTES // 2)})
    path = tmp_path / "games"
    with pytest.raises(InputError, match="longer than 4,194,304 bytes"):
        record.append(path, game, form)
    with pytest.raises(InputError, match="longer than 4,194,304 bytes"):
        record.dump([game], path, form)
    assert not path.exists()


# ---- Adding ----


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sync", [False, True])
def test_games_added_one_by_one_make_the_file_that_is_written_at_once(
    form: record.Form, sync: bool, tmp_path: Path
) -> None:
    for game in games():
        record.append(tmp_path / "grown", game, form, sync=sync)
    record.dump(games(), tmp_path / "whole", form)
    assert (tmp_path / "grown").read_bytes() == (tmp_path / "whole").read_bytes()


def test_games_are_added_as_text_unless_a_form_is_named(tmp_path: Path) -> None:
    record.append(tmp_path / "games", games()[0])
    assert (tmp_path / "games").read_text(encoding="utf-8") == record.dumps(games()[0], "text")


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_added_to_a_file_whose_last_line_break_is_lost(form: record.Form, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(record.dumps(games()[0], form).rstrip().encode())
    record.append(path, games()[1], form)
    record.dump(games()[:2], tmp_path / "whole", form)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_added_to_a_file_of_blank_lines(form: record.Form, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"\n \n")
    record.append(path, games()[0], form)
    assert rounds(record.load(path)) == ["1"]


def test_one_file_holds_one_form(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for form, other in (("text", "json"), ("json", "text")):
        record.dump(games(), path, form)  # type: ignore[arg-type]
        before = path.read_bytes()
        with pytest.raises(InputError, match=f"does not hold games as {other}"):
            record.append(path, games()[0], other)  # type: ignore[arg-type]
        assert path.read_bytes() == before


# ---- Files whose writer was killed ----


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_added_behind_the_zero_bytes_of_a_power_loss(form: record.Form, tmp_path: Path) -> None:
    path = tmp_path / "games"
    record.dump([games()[0]], path, form)
    path.write_bytes(path.read_bytes() + bytes(9))
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"zero bytes.*record\.recover"):
        record.append(path, games()[1], form)
    assert path.read_bytes() == before
    record.recover(path)
    record.append(path, games()[1], form)
    assert rounds(record.load(path)) == rounds(games()[:2])


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_added_behind_a_game_that_is_cut(form: record.Form, tmp_path: Path) -> None:
    path = tmp_path / "games"
    comment = Note("won by x", {"rule": "} x"})
    for game in (Game("3x3", "22"), Game("3x3", "11 12", notes={1: comment, 2: Note("y" * 100_000)})):
        path.unlink(missing_ok=True)
        record.append(path, games()[0], form)
        start = path.stat().st_size
        record.append(path, game, form)
        whole = path.read_bytes()
        for length in [*range(start + 2, min(len(whole) - 1, start + 200)), len(whole) - 2]:
            path.write_bytes(whole[:length])
            with pytest.raises(InputError, match=r"inside a game.*record\.recover"):
                record.append(path, games()[1], form)
            assert path.read_bytes() == whole[:length]


@pytest.mark.parametrize("form", FORMS)
def test_wherever_a_file_is_cut_the_games_before_are_saved(form: record.Form, tmp_path: Path) -> None:
    path = tmp_path / "games"
    ends = [0]  # where each game ends, without its last line break, which is optional
    for game in games():
        record.append(path, game, form)
        ends.append(path.stat().st_size - 1)
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        cut = whole[:length]
        complete = sum(end <= length for end in ends) - 1
        reader = record.read(io.BytesIO(cut))
        assert rounds([next(reader) for _ in range(complete)]) == ["1", "2", "3"][:complete]
        if not cut[ends[complete] :].strip():
            assert next(reader, None) is None
        else:
            with pytest.raises(TruncatedRecordError) as caught:
                next(reader)
            lines = cut.splitlines(keepends=True)
            assert b"".join(lines[: caught.value.game_line - 1]).rstrip() == whole[: ends[complete]]
            assert caught.value.game_column == 1


@pytest.mark.parametrize("zeros", [0, 1, 5000, record.MAX_RECORD_BYTES + 100_000])
@pytest.mark.parametrize("form", FORMS)
def test_a_match_goes_on_where_it_was_killed(form: record.Form, tmp_path: Path, zeros: int) -> None:
    """A power loss leaves zeros where a file had grown, but its data was not written yet."""
    path = tmp_path / "games"
    record.dump(games(), path, form)
    whole = path.read_bytes()
    for length in [*range(0, len(whole), 7 if zeros < record.MAX_RECORD_BYTES else 97), len(whole)]:
        path.write_bytes(whole[:length] + bytes(zeros))
        complete = len(record.recover(path))
        assert whole.startswith(path.read_bytes())
        assert rounds(record.load(path)) == ["1", "2", "3"][:complete]
        for game in games()[complete:]:
            record.append(path, game, form)
        assert rounds(record.load(path)) == ["1", "2", "3"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: game + bytes(1) + game,
        lambda game: game + bytes(record.MAX_RECORD_BYTES + 100_000) + game,
        lambda game: game.replace(b"12", b"99"),
    ],
    ids=["a zero byte between games", "many", "no such cell"],
)
def test_recover_leaves_a_malformed_file_as_it_is(
    form: record.Form, spoil: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "games"
    spoilt = spoil(record.dumps(games()[0], form).encode())
    path.write_bytes(spoilt)
    with pytest.raises(RecordError) as caught:
        record.recover(path)
    assert not isinstance(caught.value, TruncatedRecordError)
    assert path.read_bytes() == spoilt


@pytest.mark.parametrize("source", ["games.oxo", Path("games.oxo"), b"games"], ids=lambda source: type(source).__name__)
def test_a_path_or_a_text_is_refused_at_once(source: object) -> None:
    with pytest.raises(TypeError, match="read takes an open file; load takes its path"):
        record.read(source)  # type: ignore[arg-type]


def test_zero_bytes_without_end_are_refused() -> None:
    with Path("/dev/zero").open("rb") as source, pytest.raises(RecordError, match="the game is longer than"):
        list(record.read(source))


def test_recover_keeps_a_game_behind_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "games"
    whole = b'\xef\xbb\xbf[Record "1"] [Board "3x3"] [Result "*"] *'
    path.write_bytes(whole + b'[Record "1"] [Bo')
    for _ in range(2):
        assert record.recover(path) == [Game("3x3")]
        assert path.read_bytes() == whole


@pytest.mark.parametrize("form", FORMS)
def test_save_writes_what_dump_writes(form: record.Form, tmp_path: Path) -> None:
    game = Game("3x3", "22 11 33")
    game.undo()
    record.save([game, game], tmp_path / "two", form)
    assert record.load(tmp_path / "two") == [Game("3x3", "22 11")] * 2
    game.save(tmp_path / "one", form)
    assert (tmp_path / "one").read_text() == record.dumps(game, form)
    with pytest.raises(InputError, match=r"^pgn: there is no such form; forms are text and json$"):
        game.save(tmp_path / "one", "pgn")  # type: ignore[arg-type]
    assert (tmp_path / "one").read_text() == record.dumps(game, form)


def test_one_game_is_written_as_a_list_of_one(tmp_path: Path) -> None:
    game = Game("3x3", "22")
    record.dump(game, tmp_path / "game.oxo")
    assert record.load(tmp_path / "game.oxo") == [game]
