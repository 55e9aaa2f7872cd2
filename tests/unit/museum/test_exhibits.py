"""The exhibits: their files, their stories, and sample games that the programs really play."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import Game, player, record
from hyperoxo.errors import InputError
from hyperoxo.game import Ending
from hyperoxo.museum import MuseumFileError, exhibit_names, find_exhibit, replayed_sample
from hyperoxo.museum.exhibit_files import read_exhibit
from hyperoxo.players import kind, names
from hyperoxo.players.turn import take_turn
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]
FOLDER = Path(str(resources.files("hyperoxo.museum") / "exhibits"))


# ---- What is in the exhibits ----


def test_every_historical_program_has_an_exhibit_and_a_dossier() -> None:
    programs = [name for name in names() if kind(name).program]
    assert sorted(exhibit_names()) == programs == sorted(folder.name for folder in FOLDER.iterdir())
    assert {path.stem for path in (ROOT / "docs/historic").glob("*.md")} >= set(exhibit_names())


def test_an_exhibit_is_found_by_its_name_in_capitals_too() -> None:
    assert find_exhibit("IBM1620") is find_exhibit("ibm1620")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("chess", "chess: there is no such exhibit; exhibits are ibm1620, atari-st, delphi, magic-square, fignition"),
        ("ibm1260", "ibm1260: there is no such exhibit; did you mean ibm1620?"),
        ("../exhibits", "../exhibits: there is no such exhibit; exhibits are "),
    ],
)
def test_an_unknown_exhibit_is_refused_with_the_names(name: str, line: str) -> None:
    with pytest.raises(InputError) as refused:
        find_exhibit(name)
    assert str(refused.value).startswith(line)


def test_the_timeline_ascends() -> None:
    years = [exhibit.since for exhibit in map(find_exhibit, exhibit_names()) if exhibit.since]
    assert years == sorted(years)


@pytest.mark.parametrize("name", exhibit_names())
def test_a_story_has_200_to_350_words_and_no_markup_but_emphasis(name: str) -> None:
    story = find_exhibit(name).story
    assert 200 <= len(story.split()) <= 350
    assert not re.search(r"[#`<>|\[\]_]|^(?:[-+*]|\d+[.)]) ", story, re.MULTILINE)


STORIES = {
    "ibm1620": [
        "IBM 1620",
        "deck of",
        "toggle switch",
        "Philco 211",
        "OTHER-1",
        "Bob Louden",
        "M for the machine and P",
    ],
    "atari-st": ["colour monitor", "held down for up to a second", "sliders", "jumble the board", "red C", "blue H"],
    "delphi": ["W3", "L6", "blueprint", "donation", "trial moves", "threshold"],
    "magic-square": [
        "row by row",
        "with the centre last",
        "mistaken for an empty one",
        "magic square",
        "left for the reader",
    ],
    "fignition": [
        "554 bytes",
        "five screens",
        "2 KB",
        "person may start",
        "user-defined graphics",
        "computer can lose",
    ],
}
"""The people's stories and the facts that a visitor must find."""


@pytest.mark.parametrize("name", exhibit_names())
def test_a_story_covers_what_the_document_tells(name: str) -> None:
    story = " ".join(find_exhibit(name).story.split()).lower()
    assert [part for part in STORIES[name] if part.lower() not in story] == []


def test_the_deck_of_the_1620_has_neither_author_nor_year() -> None:
    exhibit = find_exhibit("ibm1620")
    assert exhibit.author == "unknown"
    assert exhibit.year.startswith("unknown; students met it about 1966-67")
    assert "probable ancestor" in exhibit.sources


# ---- Sample games ----


@pytest.mark.parametrize("name", exhibit_names())
def test_the_program_plays_its_sample_game_when_it_is_played_whole(name: str) -> None:
    """Unlike the exhibit's own replay, `take_turn` plays the game, and only the visitor's moves are the stored ones."""
    sample, seat = find_exhibit(name).sample, find_exhibit(name).sample_seat
    typed = sample.tags["First" if seat == "x" else "Second"]
    game = Game(sample.board)
    session = player(typed).start(game.board, seat, derived_seed(int(sample.tags["Seed"]), seat))
    while not game.is_over:
        if game.to_move == seat:
            take_turn(game, session)
        else:
            game.play(sample.all_moves[game.ply])
    assert game.all_moves == sample.all_moves
    assert game.result == sample.result


@pytest.mark.parametrize("name", exhibit_names())
def test_the_sample_game_ends_and_has_two_or_three_moments_that_hold(name: str) -> None:
    exhibit, moves = find_exhibit(name), replayed_sample(find_exhibit(name)).moves
    assert exhibit.sample.result is not None
    assert exhibit.sample.result.ending is Ending.LINE
    assert 2 <= len(exhibit.moments) <= 3
    for moment in exhibit.moments:
        move = moves[moment.ply - 1]
        assert move.moment is moment
        assert move.decision is not None
        facts = move.decision.reasons.as_json(exhibit.sample.board)
        assert moment.reasons
        assert {key: facts[key] for key in moment.reasons} == moment.reasons


def test_the_1620_prepares_forces_and_springs_its_trap() -> None:
    """The levels of the sample game are those by which a win comes about in the document: 11, 10, 6, then 5, 4, 2."""
    moves = replayed_sample(find_exhibit("ibm1620")).moves
    reasons: list[Any] = [move.decision.reasons for move in moves if move.decision]
    assert [(one.level, one.via) for one in reasons] == [
        (11, None),
        (11, None),
        (10, "held"),
        (10, "6MOV"),
        (5, None),
        (4, None),
        (2, None),
    ]


@pytest.mark.parametrize("name", exhibit_names())
def test_a_position_before_the_end_is_drawn(name: str) -> None:
    exhibit = find_exhibit(name)
    assert 0 < exhibit.picture_ply < exhibit.sample.length


@pytest.mark.parametrize(("name", "ply", "threats"), [("ibm1620", 11, 2), ("atari-st", 14, 2), ("delphi", 5, 2)])
def test_the_fork_that_is_drawn_threatens_two_cells(name: str, ply: int, threats: int) -> None:
    exhibit = find_exhibit(name)
    assert exhibit.picture_ply == ply
    assert len(exhibit.sample.position_at(ply).threats(exhibit.sample_seat)) == threats


@pytest.mark.parametrize("name", ["magic-square", "fignition"])
def test_the_fork_on_3x3_threatens_two_cells(name: str) -> None:
    exhibit = find_exhibit(name)
    assert len(exhibit.sample.position_at(exhibit.picture_ply).threats("x")) == 2


# ---- Broken files ----


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of an exhibit's folder."""
    return Path(shutil.copytree(FOLDER / "delphi", tmp_path / "delphi"))


def edited(path: Path, old: str, new: str) -> None:
    """Replace a part of a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def without(path: Path, key: str) -> None:
    """Remove the line of a key."""
    kept = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(f"{key} =")]
    path.write_text("\n".join(kept), encoding="utf-8")


def test_a_copy_is_read_like_the_original(copy: Path) -> None:
    assert read_exhibit(copy) == find_exhibit("delphi")


BREAKS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no TOML": (lambda path: edited(path / "exhibit.toml", "title =", "title"), "delphi/exhibit.toml: it is not TOML"),
    "no title": (
        lambda path: without(path / "exhibit.toml", "title"),
        "delphi/exhibit.toml: title: it is missing",
    ),
    "an unknown key": (
        lambda path: edited(path / "exhibit.toml", "author =", "writer = 'x'\nauthor ="),
        "delphi/exhibit.toml: writer: there is no such key",
    ),
    "a number for a text": (
        lambda path: edited(path / "exhibit.toml", 'year = "undated"', "year = 2002"),
        "delphi/exhibit.toml: year: it has another type",
    ),
    "an empty text": (
        lambda path: edited(path / "exhibit.toml", 'year = "undated"', 'year = " "'),
        "delphi/exhibit.toml: year: not a text of one line",
    ),
    "no side": (
        lambda path: edited(path / "exhibit.toml", 'seat = "o"', 'seat = "z"'),
        "delphi/exhibit.toml: seat: 'z' is not one of x, o",
    ),
    "no boards": (
        lambda path: edited(path / "exhibit.toml", 'boards = ["3x3x3"]', "boards = []"),
        "delphi/exhibit.toml: boards: the list is empty",
    ),
    "no such board": (
        lambda path: edited(path / "exhibit.toml", 'boards = ["3x3x3"]', 'boards = ["3x3x3", "0x"]'),
        "delphi/exhibit.toml: 0x: side 1 is not a whole number",
    ),
    "no such player": (
        lambda path: edited(path / "exhibit.toml", 'player = "delphi"', 'player = "turbo"'),
        "delphi/exhibit.toml: turbo: there is no such player",
    ),
    "a player that refuses": (
        lambda path: edited(path / "exhibit.toml", 'player = "delphi"', 'player = "fignition"'),
        "delphi/exhibit.toml: fignition refuses 3x3x3: it plays on 3x3 only",
    ),
    "another kind of figure": (
        lambda path: edited(path / "exhibit.toml", 'kind = "search-tree"', 'kind = "song"'),
        "delphi/exhibit.toml, figure: kind: 'song' is not one of levels,",
    ),
    "a row without a text": (
        lambda path: edited(path / "exhibit.toml", '["W1", "W1", "100", ', '["W1", "W1", '),
        "delphi/exhibit.toml, figure: rows: a row has not a key and one text for each heading",
    ),
    "a key twice": (
        lambda path: edited(path / "exhibit.toml", '["W3", "W3"', '["W1", "W3"'),
        "delphi/exhibit.toml, figure: rows: two rows have the same key",
    ),
    "a count that is a text": (
        lambda path: edited(path / "exhibit.toml", "598, 572, 0", '598, "572", 0'),
        "delphi/exhibit.toml, strength: rows: a row has not a label and a number",
    ),
    "a moment beyond the game": (
        lambda path: edited(path / "exhibit.toml", "ply = 5\ntitle", "ply = 50\ntitle"),
        "delphi/exhibit.toml: the sample game has no ply 50",
    ),
    "moments in disorder": (
        lambda path: edited(path / "exhibit.toml", "ply = 3\ntitle", "ply = 7\ntitle"),
        "delphi/exhibit.toml: the moments are not in the order of the game",
    ),
    "no story": (lambda path: (path / "story.md").unlink(), "delphi/story.md: it cannot be read"),
    "a story in another encoding": (
        lambda path: (path / "story.md").write_bytes(b"\xff"),
        "delphi/story.md: it cannot be read",
    ),
    "an illegal record": (
        lambda path: edited(path / "sample.oxo", "112 332", "222 332"),
        "delphi/sample.oxo: line 9, column 15: 222: the cell is taken",
    ),
    "a record without a seed": (
        lambda path: edited(path / "sample.oxo", '[Seed "35"]\n', ""),
        "delphi/sample.oxo: the tag Seed is missing",
    ),
    "a seed that is none": (
        lambda path: edited(path / "sample.oxo", '[Seed "35"]', '[Seed "x"]'),
        "delphi/sample.oxo: the tag Seed is not a seed",
    ),
    "a seed that is too long": (
        lambda path: edited(path / "sample.oxo", '[Seed "35"]', f'[Seed "{"9" * 5000}"]'),
        "delphi/sample.oxo: the tag Seed is not a seed",
    ),
    "an option that the program has not": (
        lambda path: edited(path / "sample.oxo", '[First "delphi"]', '[First "delphi:level=9"]'),
        "delphi/sample.oxo: delphi:level: there is no such option",
    ),
    "a moment of the visitor": (
        lambda path: edited(path / "exhibit.toml", "ply = 3\ntitle", "ply = 4\ntitle"),
        "delphi/exhibit.toml: ply 4 of the sample game is not a move of the program",
    ),
    "no games": (
        lambda path: edited(path / "exhibit.toml", "598, 572, 0", "0, 0, 0"),
        "delphi/exhibit.toml, strength: rows: a row has no games",
    ),
    "results as ratings": (
        lambda path: edited(path / "exhibit.toml", 'kind = "results"', 'kind = "ratings"'),
        "delphi/exhibit.toml, strength: rows: ratings are not each within its interval",
    ),
    "a record of other players": (
        lambda path: edited(path / "sample.oxo", '[First "delphi"]', '[First "random"]'),
        "delphi/sample.oxo: one of First and Second must be delphi",
    ),
    "two records": (
        lambda path: record.append(path / "sample.oxo", Game("3x3x3")),
        "delphi/sample.oxo: it holds 2 games and not one",
    ),
}


@pytest.mark.parametrize("fault", BREAKS)
def test_a_broken_file_is_refused_by_name(copy: Path, fault: str) -> None:
    spoil, message = BREAKS[fault]
    spoil(copy)
    with pytest.raises(MuseumFileError) as refused:
        read_exhibit(copy)
    assert str(refused.value).startswith(message)


def test_a_sample_game_that_the_program_does_not_play_is_refused(copy: Path) -> None:
    edited(copy / "sample.oxo", "111 113 4. 333 x", "331 113 4. 111 *")
    edited(copy / "sample.oxo", '[Result "x"]\n[End "line"]', '[Result "*"]')
    with pytest.raises(InputError, match=r"delphi/sample\.oxo: the program does not play move 5"):
        replayed_sample(read_exhibit(copy))
