"""The screen of `delphi`: its form, with three planes going up to the right, and a label on every open field.

The article gives places and sizes of the planes, the marks (O moves first, in red) and the numbers of the fields. Its
three buttons are pictures that are lost; they are commands here.
"""

from __future__ import annotations

import typing
from types import MappingProxyType

from hyperoxo.cli.terminal.analysis import GUESSED, PROVED, analysis_headline
from hyperoxo.cli.terminal.screens.screen import Screen
from hyperoxo.coach import LEGEND
from hyperoxo.explorer.proved import stored_in_words
from hyperoxo.players.delphi_player import rating

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Side
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.solver.analysis import Analysis

_FIELD = 7
"""The columns of a field: `W13 88`, or `W1 100`."""
_STEP = 26
"""The columns from one plane to the next."""
_BUTTONS = "[ analyse ]   [ new ]   [ back ]"


class DelphiScreen(Screen):
    """The form of the Delphi project, with the ratings of the last analysis as long as they are true."""

    name: typing.ClassVar[str] = "delphi"
    program: typing.ClassVar[str] = "delphi"
    boards: typing.ClassVar[tuple[str, ...]] = ("3x3x3",)
    aliases: typing.ClassVar[Mapping[str, str]] = MappingProxyType({"back": "undo"})
    instruction: typing.ClassVar[str] = (
        "Type a field, such as 231, or its number from 1 to 27 in the article; a button; or help."
    )
    squares: typing.ClassVar[str] = "fields"
    title: typing.ClassVar[str] = "3D Tic Tac Toe, Delphi 7"
    origin: typing.ClassVar[str] = (
        "Planes, marks, colours and labels are the article's: O moves first. Its pictures are lost, so frames, "
        "buttons and the names on the fields are drawn plainly by us. Labels have the article's rating next to them."
    )

    _analysis: Analysis | None = None

    def letters(self, local: LocalGame) -> dict[Side, str]:  # noqa: ARG002 - the same in every game
        return {"x": "O", "o": "X"}

    def stone_colours(self, local: LocalGame) -> dict[Side, str]:  # noqa: ARG002 - the same in every game
        return {"x": "31", "o": "34"}

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the planes, the first in the lower left, and the buttons below them."""
        frame = "+".join(["", *["-" * _FIELD] * 3, ""])
        lines: list[str] = []
        for plane in reversed(range(3)):
            margin = " " * (_STEP * plane)
            rows = ([self._field(local, 9 * plane + 3 * row + column) for column in range(3)] for row in range(3))
            lines += [margin + frame, *(f"{margin}|{'|'.join(fields)}|" for fields in rows), margin + frame]
        lines[-2] += f"      {_BUTTONS}"
        return lines + self.draw_slice(local)

    def show_analysis(self, local: LocalGame, analysis: Analysis) -> None:
        """Write label and rating on every open field."""
        self._analysis = analysis
        self.write_lines(self.draw_board(local))
        # Our words count the moves of one side, the article's ratings those of both: here the label says it.
        self.write_text(analysis_headline(analysis, self.letters(local)[analysis.position.to_move], in_words=False))
        self.write_text(stored_in_words(analysis) + LEGEND)
        self.write_text("Next to a label is the article's rating: 100 is W1, 98 is W3; 50 a draw; 1 is L2, 3 is L4.")

    def _field(self, local: LocalGame, cell: int) -> str:
        position = local.game.position
        stone = position.stone(cell)
        if stone:
            return self.framed_stone(local, cell, stone, "", _FIELD)
        if self._analysis is not None and self._analysis.position == position:
            found = self._analysis.cells[cell]
            rated = rating(found.value)
            text = found.text if rated is None else f"{found.text} {rated}"
            return self.style.painted(text.center(_FIELD), PROVED if found.value.is_known else GUESSED)
        return self.style.painted(position.board.name(cell).center(_FIELD), GUESSED)
