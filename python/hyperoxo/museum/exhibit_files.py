"""Reads exhibits from their files, and refuses a broken one by name.

A folder of `exhibits/` holds an exhibit: `exhibit.toml` with its facts, `story.md`, and `sample.oxo`, a record. All
keys of `exhibit.toml` are needed, except `since` where the document gives no year, and there may be no others.
"""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from hyperoxo import record
from hyperoxo._core import Board
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.museum.exhibit import (
    Exhibit,
    FigureKind,
    FigureRow,
    FigureTable,
    Moment,
    PlotKind,
    PlotRow,
    Strength,
)
from hyperoxo.players import player
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.text import did_you_mean, read_integer

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from hyperoxo.game import JSON, Game
    from hyperoxo.sides import Side

T = TypeVar("T")

FOLDER = "exhibits"
FACTS, STORY, SAMPLE = "exhibit.toml", "story.md", "sample.oxo"
ROOM = ("ibm1620", "atari-st", "delphi", "magic-square", "fignition")
"""The exhibits along the timeline; an undated one stands where its machine belongs."""


class MuseumFileError(InputError):
    """A file of the museum is broken."""


def exhibit_names() -> tuple[str, ...]:
    """Return the names of all exhibits, along the timeline."""
    return ROOM


def find_exhibit(name: str) -> Exhibit:
    """Return the exhibit of a name, in upper or lower case.

    Raises:
        InputError: there is no such exhibit.
        MuseumFileError: one of its files is broken.
    """
    found = name if name in ROOM else name.lower()
    if found not in ROOM:
        remedy = did_you_mean(found, ROOM) or f"exhibits are {', '.join(ROOM)}"
        raise InputError(name, "there is no such exhibit", remedy)
    return _shipped_exhibit(found)


@functools.cache
def _shipped_exhibit(name: str) -> Exhibit:
    return read_exhibit(resources.files(__package__) / FOLDER / name)


def read_exhibit(folder: Traversable) -> Exhibit:
    """Read an exhibit from a folder that has its name.

    Raises:
        MuseumFileError: a file is missing or broken.
    """
    name = folder.name
    facts = _Table(f"{name}/{FACTS}", _parsed_toml(name, _read_text(folder, FACTS)))
    exhibit = _exhibit(name, facts, _read_text(folder, STORY).strip(), _sample(folder))
    facts.finish()
    _check(exhibit)
    return exhibit


def _exhibit(name: str, facts: _Table, story: str, sample: Game) -> Exhibit:
    picture = facts.table("picture")
    exhibit = Exhibit(
        name=name,
        title=facts.text("title"),
        line=facts.text("line"),
        author=facts.text("author"),
        year=facts.text("year"),
        when=facts.text("when"),
        since=facts.optional_number("since"),
        sources=facts.text("sources"),
        machine=facts.text("machine"),
        boards=facts.texts("boards"),
        starts=facts.text("starts"),
        seat=facts.side("seat"),
        player=facts.text("player"),
        story=story,
        sample=sample,
        picture_ply=picture.number("ply"),
        picture_caption=picture.text("caption"),
        moments=tuple(_moment(each) for each in facts.tables("moments")),
        figure=_figure(facts.table("figure")),
        strength=_strength(facts.table("strength")),
    )
    picture.finish()
    return exhibit


def _moment(facts: _Table) -> Moment:
    moment = Moment(facts.number("ply"), facts.text("title"), facts.text("text"), facts.json("reasons"))
    facts.finish()
    return moment


def _figure(facts: _Table) -> FigureTable:
    rows = [
        FigureRow(row[0], tuple(row[1:])) for row in (facts.checked_texts(row, "rows") for row in facts.lists("rows"))
    ]
    figure = FigureTable(
        kind=cast("FigureKind", facts.choice("kind", get_args(FigureKind))),
        title=facts.text("title"),
        caption=facts.text("caption"),
        headings=facts.texts("headings"),
        rows=tuple(rows),
    )
    facts.finish()
    if any(len(row.cells) != len(figure.headings) for row in rows):
        raise facts.error("rows", "a row has not a key and one text for each heading")
    if len({row.key for row in rows}) < len(rows):
        raise facts.error("rows", "two rows have the same key")
    return figure


def _strength(facts: _Table) -> Strength:
    rows: list[PlotRow] = []
    series = facts.texts("series")
    for label, *values in facts.lists("rows"):
        numbers = [float(value) for value in values if isinstance(value, int | float)]
        if not isinstance(label, str) or not len(numbers) == len(values) == len(series):
            raise facts.error("rows", "a row has not a label and a number for each of the series")
        rows.append(PlotRow(label.removeprefix("*"), tuple(numbers), label.startswith("*")))
    strength = Strength(
        short=facts.text("short"),
        text=facts.text("text"),
        kind=cast("PlotKind", facts.choice("kind", get_args(PlotKind))),
        series=series,
        rows=tuple(rows),
    )
    facts.finish()
    if strength.kind == "ratings" and not _are_ratings(rows):
        raise facts.error("rows", "ratings are not each within its interval, from low to high, and different")
    if strength.kind == "results" and any(min(row.values) < 0 or not sum(row.values) for row in rows):
        raise facts.error("rows", "a row has no games, or a count below 0")
    return strength


def _are_ratings(rows: list[PlotRow]) -> bool:
    """Whether each row is a rating and the ends of its interval, and a scale can hold them."""
    fit = all(len(row.values) == 3 and row.values[1] <= row.values[0] <= row.values[2] for row in rows)
    return fit and len({row.values[0] for row in rows}) > 1


def _sample(folder: Traversable) -> Game:
    name = f"{folder.name}/{SAMPLE}"
    try:
        games = record.loads(_read_text(folder, SAMPLE))
    except HyperoxoError as error:
        raise MuseumFileError(name, str(error)) from error
    if len(games) != 1:
        raise MuseumFileError(name, f"it holds {len(games)} games and not one")
    missing = [tag for tag in ("First", "Second", "Seed") if tag not in games[0].tags]
    if missing:
        raise MuseumFileError(name, f"the tag {missing[0]} is missing")
    if read_integer(games[0].tags["Seed"], 0, SEED_LIMIT - 1) is None:
        raise MuseumFileError(name, "the tag Seed is not a seed")
    return games[0]


def _check(exhibit: Exhibit) -> None:
    """Check what the files say of one another.

    Raises:
        MuseumFileError: they do not agree.
    """
    facts, sample = f"{exhibit.name}/{FACTS}", f"{exhibit.name}/{SAMPLE}"
    seats = [exhibit.sample.tags[tag].partition(":")[0] for tag in ("First", "Second")]
    if seats.count(exhibit.name) != 1:
        raise MuseumFileError(sample, f"one of First and Second must be {exhibit.name}")
    if str(exhibit.sample.board) not in exhibit.boards:
        raise MuseumFileError(sample, f"it is played on {exhibit.sample.board}, which boards does not list")
    plies = [moment.ply for moment in exhibit.moments]
    if plies != sorted(set(plies)):
        raise MuseumFileError(facts, "the moments are not in the order of the game")
    for ply in (*plies, exhibit.picture_ply):
        if not 1 <= ply <= exhibit.sample.length:
            raise MuseumFileError(facts, f"the sample game has no ply {ply}")
    for board in exhibit.boards:
        _check_player(facts, exhibit.player, board, exhibit.seat)
    seat = exhibit.sample_seat
    _check_player(sample, exhibit.sample.tags["First" if seat == "x" else "Second"], str(exhibit.sample.board), seat)
    for moment in exhibit.moments:
        if exhibit.sample.position_at(moment.ply - 1).to_move != seat:
            raise MuseumFileError(facts, f"ply {moment.ply} of the sample game is not a move of the program")


def _check_player(file: str, typed: str, board: str, seat: Side) -> None:
    """Check that a player can take a seat.

    Raises:
        MuseumFileError: it cannot, or there is no such player or board; the error names the file.
    """
    try:
        refusal = player(typed).refusal(Board.parse(board), seat)
    except InputError as error:
        raise MuseumFileError(file, str(error)) from error
    if refusal is not None:
        raise MuseumFileError(file, f"{typed} refuses {board}: {refusal.reason}")


# ---- Reading with checks ----


def _read_text(folder: Traversable, file: str) -> str:
    try:
        return (folder / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MuseumFileError(f"{folder.name}/{file}", f"it cannot be read ({error})") from error


def _parsed_toml(name: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MuseumFileError(f"{name}/{FACTS}", f"it is not TOML ({error})") from error


class _Table:
    """A table of a TOML file, each key of which is taken once, with the type that it must have.

    Args:
        path: the file and the table within, for errors.
        values: the table.
    """

    def __init__(self, path: str, values: dict[str, object]) -> None:
        self._path = path
        self._values = dict(values)

    def error(self, key: str, reason: str) -> MuseumFileError:
        """Return the error that a key is wrong."""
        return MuseumFileError(self._path, f"{key}: {reason}")

    def finish(self) -> None:
        """Refuse keys that were not taken.

        Raises:
            MuseumFileError: there is one.
        """
        for key in self._values:
            raise self.error(key, "there is no such key")

    def text(self, key: str) -> str:
        """Take a text that is not empty, on one line."""
        return self._text(self._take(key, str), key)

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts that is not empty."""
        found = self.checked_texts(self._take(key, list), key)
        if not found:
            raise self.error(key, "the list is empty")
        return found

    def number(self, key: str) -> int:
        """Take a whole number."""
        return self._take(key, int)

    def optional_number(self, key: str) -> int | None:
        """Take a whole number, None if it is not there."""
        return self._take(key, int) if key in self._values else None

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """Take one of some texts."""
        found = self.text(key)
        if found not in allowed:
            raise self.error(key, f"{found!r} is not one of {', '.join(allowed)}")
        return found

    def side(self, key: str) -> Side:
        """Take a side."""
        return cast("Side", self.choice(key, ("x", "o")))

    def json(self, key: str) -> dict[str, JSON]:
        """Take a table of any values."""
        return self._take(key, dict)

    def table(self, key: str) -> _Table:
        """Take a table."""
        return _Table(f"{self._path}, {key}", self._take(key, dict))

    def tables(self, key: str) -> list[_Table]:
        """Take a list of tables."""
        found: list[object] = self._take(key, list)
        tables = [_Table(f"{self._path}, {key}", one) for one in found if isinstance(one, dict)]
        if len(tables) < len(found):
            raise self.error(key, "not a list of tables")
        return tables

    def lists(self, key: str) -> list[list[object]]:
        """Take a list of lists that are not empty."""
        found: list[object] = self._take(key, list)
        lists = [one for one in found if isinstance(one, list) and one]
        if len(lists) < len(found) or not found:
            raise self.error(key, "not a list of lists")
        return lists

    def checked_texts(self, values: list[object], key: str) -> tuple[str, ...]:
        """Return a list of texts, checked."""
        return tuple(self._text(value, key) for value in values)

    def _text(self, value: object, key: str) -> str:
        if not isinstance(value, str) or not value.strip() or "\n" in value.strip():
            raise self.error(key, "not a text of one line")
        return value.strip()

    def _take(self, key: str, kind: type[T]) -> T:
        if key not in self._values:
            raise self.error(key, "it is missing")
        value = self._values.pop(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(key, "it has another type")
        return value
