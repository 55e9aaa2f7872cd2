"""The screen of `atari-st`: four slanted boards one below the other, where its listing places them.

The listing gives the column and the line of every square, its letters and colours, the move number and the words in the
corner. A flashing square is marked with a star. The sliders are ours: in 1986 one changed six numbers of the listing.
"""

from __future__ import annotations

import typing
from dataclasses import replace
from itertools import zip_longest

from hyperoxo.cli.terminal.commands import Command
from hyperoxo.cli.terminal.screens.screen import Screen, letters_by_participant, machine_side
from hyperoxo.cli.terminal.views import FirstMover
from hyperoxo.errors import InputError, PlayerError
from hyperoxo.game import Ending
from hyperoxo.players.historic.atari_st import COMBINATIONS, PRESETS, pattern, place_on_screen

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo import Side
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.players import Player

_COLOURS = {"C": "31", "H": "34"}
"""Red and blue, by participant and not by side."""
_HEIGHT, _WIDTH = 17, 38
_SLIDER = 20
"""The columns of a slider, which stand for 0 to 100 points."""


class AtariStScreen(Screen):
    """The Atari's screen, with a slider for each of the six weights next to it."""

    name: typing.ClassVar[str] = "atari-st"
    program: typing.ClassVar[str] = "atari-st"
    boards: typing.ClassVar[tuple[str, ...]] = ("4x4x4",)
    first_mover: typing.ClassVar[FirstMover] = FirstMover.DRAWN
    commands: typing.ClassVar[Sequence[Command]] = (
        Command("slider", "set what a line is worth (CC__ 8), or all (cautious)", "LINE N"),
    )
    title: typing.ClassVar[str] = "3-D Tic-Tac-Toe, Atari ST, 1986"
    instruction: typing.ClassVar[str] = "Type a cell, such as 231, or a square from 1 to 64; or slider CC__ 8; or help."
    squares: typing.ClassVar[str] = "squares"
    origin: typing.ClassVar[str] = "The screen is the listing's (* flashes); the sliders, X WINS and O WINS are ours."

    def letters(self, local: LocalGame) -> dict[Side, str]:
        return letters_by_participant(local, self.program, "C", "H")

    def stone_colours(self, local: LocalGame) -> dict[Side, str]:
        ordinary = super().stone_colours(local)
        return {side: _COLOURS.get(letter, ordinary[side]) for side, letter in self.letters(local).items()}

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the screen, the sliders next to it, and the chosen plane below."""
        screen = [[" "] * _WIDTH for _ in range(_HEIGHT)]
        self._draw_squares(screen, local)
        for line, text in enumerate(self._corner(local)):
            screen[line][: len(text)] = text
        rows = zip_longest(screen, self._sliders(local), fillvalue="")
        return [f"{''.join(squares)}{slider}".rstrip() for squares, slider in rows] + self.draw_slice(local)

    def execute(self, local: LocalGame, word: str, argument: str) -> None:  # noqa: ARG002 - there is one command
        """Set a slider: the program plays on with the new weight."""
        side = machine_side(local, self.program)
        player = local.participants[side].player if side else None
        if side is None or player is None or player.kind.name != self.program:
            raise InputError("slider", f"{self.program} does not play in this game", f"seat it: second {self.program}")
        local.hand_over(side, _with_slider(player, argument))

    def _draw_squares(self, screen: list[list[str]], local: LocalGame) -> None:
        game, style = local.game, self.style_for(local)
        flashing = {cell for line in game.position.completed_lines() for cell in game.board.lines[line]}
        if not flashing and game.last_move is not None:
            flashing = {game.last_move}
        is_drawn_by_lot = game.result is not None and game.result.ending is Ending.OWN_RULES
        for square in range(game.board.size):
            column, line = place_on_screen(square)
            screen[line][column - 1 : column + 3] = "\\__\\"
            stone = game.position.stone(square)
            if is_drawn_by_lot and square < 4:
                # The listing ends a drawn game with a D that flashes on the first four squares, over their pieces.
                screen[line][column : column + 2] = "D*"
            elif stone:
                mark = "*" if square in flashing else "_"
                bold = ["1"] if mark == "*" else []
                screen[line][column] = style.painted(style.letters[stone], style.colours[stone], *bold)
                screen[line][column + 1] = mark

    def _corner(self, local: LocalGame) -> list[str]:
        """Return the three lines in the upper left corner: whose turn it is or who has won, what to do, move number."""
        game, machine = local.game, machine_side(local, self.program)
        if game.result is None:
            turn = "Atari ST's Move" if game.to_move == machine else "Point and Click to MOVE"
            return [turn, "", f"Move # {game.ply + 1}"]
        if game.result.winner is None:
            verdict = "    DRAW game"
        elif machine is None:
            verdict = f"{self.letters(local)[game.result.winner]} WINS"
        else:
            verdict = "Computer WINS" if game.result.winner == machine else "You WIN"
        # The program counts its move before it finds that none is left, and says that the game is a draw.
        moves = game.ply + (game.result.ending is Ending.OWN_RULES)
        return [verdict, "CLICK for new game", f"Move # {moves}"]

    def _sliders(self, local: LocalGame) -> list[str]:
        """Return the six weights as sliders, the human's lines first; nothing if the program does not play."""
        side = machine_side(local, self.program)
        player = local.participants[side].player if side else None
        if player is None or player.kind.name != self.program:
            return []
        weights = _weights(player)
        bars = (
            f"{pattern(name)} {points:3} |{'=' * round(min(points, 100) * _SLIDER / 100):{_SLIDER}}|"
            for name, points in weights.items()
        )
        return ["What a line is worth, in points:", *bars]


def _weights(player: Player) -> dict[str, int]:
    """Return the points of each combination as the player counts them."""
    preset = PRESETS[str(player.options["preset"])]
    chosen = {name: player.options[name] for name in COMBINATIONS}
    return {name: points if isinstance(points, int) else preset[name] for name, points in chosen.items()}


def _with_slider(player: Player, argument: str) -> Player:
    """Return the player with a slider set as a person typed it: `CC__ 8`, or the name of a preset."""
    words = argument.split()
    options = dict(player.options)
    if len(words) == 1 and words[0].lower() in PRESETS:
        options |= {"preset": words[0].lower()} | dict.fromkeys(COMBINATIONS)
    elif len(words) == 2:
        combination = words[0].replace("_", "").lower()
        if combination not in COMBINATIONS:
            raise InputError(words[0], "there is no such line", f"lines are {', '.join(map(pattern, COMBINATIONS))}")
        option = next(option for option in player.kind.options if option.name == combination)
        try:
            points = option.parse(words[1])
        except ValueError as error:
            raise PlayerError(words[1], str(error)) from None
        # The preset's own number leaves the option unset, as it is in the player's name.
        options[combination] = None if points == PRESETS[str(options["preset"])][combination] else points
    else:
        raise InputError(
            f"slider {argument}".strip(), "not a line and its points", f"type slider CC__ 8, or {', '.join(PRESETS)}"
        )
    return replace(player, options=options)
