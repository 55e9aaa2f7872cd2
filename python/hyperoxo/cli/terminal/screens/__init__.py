"""The period screens: each historical program's game as its screen, form or paper showed it.

typewriter     `ibm1620`: the 1620's paper, in three and four dimensions; the OTHER-1's television
atari_st       `atari-st`: four slanted boards, marks by player, a slider for each weight
delphi         `delphi`: a form with three planes, and a label with its rating on every field
numbered       those of 3x3: `magic-square`, with numbers, formulas and sums; `fignition`, with a ring of eight keys
screen         what all of them have in common
"""

from __future__ import annotations

import typing
from types import MappingProxyType

from hyperoxo.cli.terminal.screens.atari_st import AtariStScreen
from hyperoxo.cli.terminal.screens.delphi import DelphiScreen
from hyperoxo.cli.terminal.screens.numbered import FignitionScreen, MagicSquareScreen
from hyperoxo.cli.terminal.screens.typewriter import Other1Screen, TypewriterScreen
from hyperoxo.errors import InputError
from hyperoxo.text import did_you_mean

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo.cli.terminal.screens.screen import Screen
    from hyperoxo.players import Player

PLAIN_SCREEN = "plain"
"""The name of the ordinary view."""
PERIOD_SCREEN = "period"
"""The name that stands for the screen of a program in the game."""

SCREENS: Mapping[str, type[Screen]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            TypewriterScreen,
            Other1Screen,
            AtariStScreen,
            DelphiScreen,
            MagicSquareScreen,
            FignitionScreen,
        )
    }
)
"""The screens by name."""
SCREEN_NAMES = (PLAIN_SCREEN, PERIOD_SCREEN, *SCREENS)
"""What can be typed for a screen."""


def find_screen(typed: str, players: Iterable[Player | None]) -> type[Screen] | None:
    """Return the screen that a person typed: its own name, its program's, or `period`; None for the ordinary view."""
    wanted = typed.strip().lower()
    if wanted == PLAIN_SCREEN:
        return None
    players = tuple(players)
    if wanted == PERIOD_SCREEN:
        for player in players:
            if player is not None and (screen := _usual_screen(player.kind.name)) is not None:
                return screen.for_players(players)
        raise InputError(typed, "no player of this game has a screen", f"screens are {', '.join(SCREENS)}")
    found = SCREENS.get(wanted) or _usual_screen(wanted)
    if found is None:
        remedy = did_you_mean(wanted, SCREEN_NAMES) or f"screens are {', '.join(SCREEN_NAMES)}"
        raise InputError(typed, "there is no such screen", remedy)
    return found.for_players(players)


def _usual_screen(program: str) -> type[Screen] | None:
    """Return the first screen of a program; None if it has none."""
    return next((screen for screen in SCREENS.values() if screen.program == program), None)
