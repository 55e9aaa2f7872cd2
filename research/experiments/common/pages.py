"""Pages of docs/experiments: prose from `pages` with a place for every figure, filled from a results file.

A place is a name in double braces, `{{name}}`. Each experiment says what stands there: its `page_values` are made of
its figures and nothing else, so that a page cannot say anything but what was counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperoxo.arena.elo import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.scores import Tally

PLACE = re.compile(r"\{\{(\w+)\}\}")


def filled(template: str, page_values: Mapping[str, str]) -> str:
    """Return the template with every place filled.

    Raises:
        ValueError: the template has a place that no fact fills, or a fact has no place.
    """
    places = set(PLACE.findall(template))
    if missing := sorted(places - page_values.keys()):
        raise ValueError(f"{missing[0]}: the page has this place, and the experiment no such fact")
    if unused := sorted(page_values.keys() - places):
        raise ValueError(f"{unused[0]}: the experiment has this fact, and the page no place for it")
    return PLACE.sub(lambda place: page_values[place[1]], template)


def table(headings: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """Return a table in Markdown, without a line's end behind it.

    >>> print(table(("player", "score"), [("`random`", 3)]))
    | player | score |
    | --- | --- |
    | `random` | 3 |
    """
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def percent(share: float, error: float, digits: int = 1) -> str:
    """Return a share and its standard error in %, the sign left to the heading.

    >>> percent(0.56957, 0.0035)
    '57.0 ± 0.4'
    """
    return f"{100 * share:.{digits}f} ± {100 * error:.{digits}f}"


def elo(results: Tally | Pentanomial) -> str:
    """Return the Elo difference that games or pairs of games show, with its 95 % interval.

    >>> from hyperoxo.arena.scores import Tally
    >>> elo(Tally(wins=60, draws=0, losses=40))
    '+70 (+1 … +142)'
    """
    found = estimate(results)
    if found is None:
        raise ValueError("there are no games")
    shown = f"{found.elo:+.0f} ({found.elo_low:+.0f} … {found.elo_high:+.0f})"
    return shown.replace("inf", "∞").replace("-", "\N{MINUS SIGN}")


def change(points: float, error: float, digits: int = 2) -> str:
    """Return a change and its standard error, with a sign in any case.

    >>> change(0.2, 0.476)
    '+0.20 ± 0.48'
    """
    return f"{points:+.{digits}f} ± {error:.{digits}f}".replace("-", "\N{MINUS SIGN}")
