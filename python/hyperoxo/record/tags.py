"""The parts that both forms of a record share: the version, the tags, the notes, and the result."""

from __future__ import annotations

import re
import typing

from hyperoxo.errors import InputError
from hyperoxo.game import Ending, Note, Result

if typing.TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.sides import Side

VERSION = 2
"""The newest version of the format; a game is written in the oldest one that holds it."""
VERSIONS = (1, 2)
"""The versions that are read."""
KNOWN_VERSIONS = "versions 1 and 2 are read here"
"""The remedy for another version."""
FIXED_TAGS = frozenset({"Record", "Board", "Start", "Result", "End"})
"""Tags that are written from the game itself; free tags cannot have these names."""
ENGINE_TAGS: dict[Side, str] = {"x": "FirstEngine", "o": "SecondEngine"}
"""Free tags that hold the display names of outside engines, whose players' names are commands."""
HASH_TAGS: dict[Side, str] = {"x": "FirstHash", "o": "SecondHash"}
"""Free tags that hold the hashes of users' programs, whose names do not tell one version from another."""
TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
ON_GOING = "*"
"""The winner of a game without a result."""


def refusal_of_tag(name: str) -> tuple[str, str] | None:
    """Return the reason and remedy if a free tag cannot have this name."""
    if not TAG_NAME.fullmatch(name):
        return "not a name for a tag", "use letters and digits, the first a capital"
    if name in FIXED_TAGS:
        return "a tag that is written from the game itself", "use another name"
    return None


def checked_tags(game: Game) -> dict[str, str]:
    """Return the game's free tags.

    Raises:
        InputError: a name is not one for a free tag, or a value is not a text.
    """
    for name, value in game.tags.items():
        if refusal := refusal_of_tag(name):
            raise InputError(name, *refusal)
        if not isinstance(value, str):
            raise InputError(f"{name}={value!r}", "the value of a tag has to be a text", f"such as {str(value)!r}")
    return game.tags


def checked_note(game: Game, ply: int) -> Note:
    """Return the game's note at a ply, an empty one if it has none.

    Raises:
        InputError: it is not a note, its comment is not a text, or its reasons are not an object.
    """
    note: object = game.notes.get(ply, Note())
    if not isinstance(note, Note):
        raise InputError(f"notes[{ply}]={note!r}", "not a note", "such as Note('a comment')")
    comment: object = note.comment
    if not isinstance(comment, str):
        raise InputError(f"comment={comment!r}", "the comment of a note has to be a text")
    reasons: object = note.reasons
    if reasons is not None and not isinstance(reasons, dict):
        raise InputError(f"reasons={reasons!r}", "the reasons of a note have to be a dictionary")
    return note


def winner_word(result: Result | None) -> str:
    """Return the winner as records write it: `x`, `o`, `draw`, `none` (abandoned), or `*` (not over)."""
    if result is None:
        return ON_GOING
    if result.ending is Ending.ABANDONED:
        return "none"
    return result.winner or "draw"


def version_of(result: Result | None) -> int:
    """Return the version of the format in which a game with this result is written."""
    return VERSION if result is not None and result.ending is Ending.ADJUDICATED else 1


def named_result(ending: str, winner: Side | None, version: int) -> Result:
    """Return the result that a record of a version names.

    Raises:
        InputError: this version has no such ending, or the ending has another winner.
    """
    known = [known for known in Ending if version > 1 or known is not Ending.ADJUDICATED]
    if ending not in known:
        newer = f"version {version} has no such ending" if ending in list(Ending) else "not the name of an ending"
        raise InputError(ending, newer, f"use one of {', '.join(known)}")
    try:
        return Result(Ending(ending), winner)
    except ValueError as error:
        raise InputError(ending, str(error)) from error


def conclude(game: Game, result: Result | None) -> None:
    """Bring `game`, all its moves played, to the result that its record declares.

    Raises:
        InputError: the moves say otherwise.
    """
    by_board = game.result
    if by_board is not None:
        if by_board != result:
            raise InputError(_named(result), f"the moves make it: {by_board}")
    elif result is None:
        return
    elif result.ending in {Ending.LINE, Ending.FULL_BOARD}:
        raise InputError(_named(result), "the moves do not end the game")
    else:
        game.end(result)


def _named(result: Result | None) -> str:
    return "no result" if result is None else str(result)
