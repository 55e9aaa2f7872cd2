"""The period faces: each historical program's game as its screen, form or paper showed it.

teletype       `ibm1620`: capitals on 32 columns, in three and four dimensions
atari_st       `atari-st`: four slanted boards, marks by player, a slider for each weight
delphi         `delphi`: a form with three planes, and a label with its rating on every field
numbered       the faces of 3x3: `magic-square`, with numbers, formulas and sums; `fignition`, with a ring of eight keys
face           what all of them have in common
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperoxo.cli.terminal.faces.atari_st import AtariStFace
from hyperoxo.cli.terminal.faces.delphi import DelphiFace
from hyperoxo.cli.terminal.faces.numbered import FignitionFace, MagicSquareFace
from hyperoxo.cli.terminal.faces.teletype import TeletypeFace
from hyperoxo.errors import InputError
from hyperoxo.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo.cli.terminal.faces.face import Face
    from hyperoxo.players import Player

PLAIN_FACE = "plain"
"""The name of the ordinary view."""
PERIOD_FACE = "period"
"""The name that stands for the face of a program in the game."""

FACES: Mapping[str, type[Face]] = MappingProxyType(
    {face.name: face for face in (TeletypeFace, AtariStFace, DelphiFace, MagicSquareFace, FignitionFace)}
)
"""The faces by name."""


def find_face(typed: str, players: Iterable[Player | None]) -> type[Face] | None:
    """Return the face that a person typed: its own name, its program's, or `period`; None for the ordinary view."""
    wanted = typed.strip().lower()
    if wanted == PLAIN_FACE:
        return None
    by_program = {face.program: face for face in FACES.values()}
    players = tuple(players)
    if wanted == PERIOD_FACE:
        for player in players:
            if player is not None and player.kind.name in by_program:
                return by_program[player.kind.name].for_players(players)
        raise InputError(typed, "no player of this game has a face", f"faces are {', '.join(FACES)}")
    found = FACES.get(wanted) or by_program.get(wanted)
    if found is None:
        names = [PLAIN_FACE, PERIOD_FACE, *FACES]
        raise InputError(typed, "there is no such face", did_you_mean(wanted, names) or f"faces are {', '.join(names)}")
    return found.for_players(players)
