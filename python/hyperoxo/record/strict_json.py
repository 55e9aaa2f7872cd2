"""JSON as its standard has it, with places for errors: each key once, every number finite, nesting bounded."""

from __future__ import annotations

import json
import re
import typing
from math import isfinite

from hyperoxo.errors import InputError
from hyperoxo.record.line_source import Place

if typing.TYPE_CHECKING:
    from hyperoxo.game import JSON

MAX_NESTING = 64
"""The most levels of objects and arrays in a player's reasons."""


def _unique(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    value: dict[str, JSON] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"the key {key!r} appears twice in one object")
        value[key] = item
    return value


def _finite(text: str) -> float:
    if not isfinite(value := float(text)):
        raise ValueError(f"the number {text} is too large")
    return value


def _no_constant(name: str) -> JSON:
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=_no_constant)
"""JSON as the standard has it: each key once, and every number finite."""


def read_json(text: str, place: Place, nesting: int = MAX_NESTING) -> JSON:
    """Return the JSON value that `text`, which begins at `place`, holds, with at most `nesting` levels.

    Raises:
        RecordError: it is not JSON, has a key twice, a number that no computer holds, or is nested too deep.
    """
    try:
        value: JSON = DECODER.decode(text)
    except json.JSONDecodeError as error:
        line = place.line + error.lineno - 1
        column = error.colno if error.lineno > 1 else place.column + error.colno - 1
        raise Place(line, column).error(
            text[error.pos :] or text, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        ) from error
    except ValueError as error:
        raise place.error(text, str(error)) from error
    except RecursionError as error:
        raise place.error(text, _TOO_DEEP) from error
    if _is_deeper(value, nesting):
        raise place.error(text, _TOO_DEEP)
    return value


_TOO_DEEP = f"objects and arrays are nested more than {MAX_NESTING} deep"


def _is_deeper(value: JSON, nesting: int) -> bool:
    level = [value]
    for _ in range(nesting + 1):
        containers = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return False
        level = [inner for item in containers for inner in (item.values() if isinstance(item, dict) else item)]
    return True


def _check_keys(value: object) -> None:
    """Refuse a key that is not a text: an encoder would write it as one without a word.

    Raises:
        InputError: there is one.
    """
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise InputError(repr(key), "a key of JSON has to be a text")
            _check_keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check_keys(inner)


# Characters that do not show, that break lines in some editors, or that reorder the text around them, and lone
# surrogates, which UTF-8 cannot hold. They are written as escapes.
_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def write_json(value: JSON, item_separator: str = ", ", nesting: int = MAX_NESTING) -> str:
    r"""Return `value` as JSON in one line, other than `item_separator`; readable, so only what hides is escaped.

    Raises:
        InputError: the value is not JSON (another type, NaN, a key that is no text), or is nested too deep.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(item_separator, ": "))
    try:
        text = encoder.encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(type(value).__name__, f"cannot be written as JSON: {error}") from error
    if _is_deeper(value, nesting):
        raise InputError(text, _TOO_DEEP)
    _check_keys(value)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
