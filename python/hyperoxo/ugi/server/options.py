"""What a client can set: the board, the seed, and the player's own options by their names.

A player that has an option called as one of the first two keeps it to itself: it can be set where the engine is
started, as part of the player's name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hyperoxo._core import Board
from hyperoxo.boards import SUGGESTED
from hyperoxo.errors import InputError, PlayerError
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.text import read_integer
from hyperoxo.ugi.messages import BOARD_OPTION, DEFAULT_BOARD, MAX_NUMBER, SEED_OPTION, OptionOffer, UgiOptionType

if TYPE_CHECKING:
    from hyperoxo.players import Option, Player

MAX_CHOICES = 100
"""A number that can be unset is offered as a choice if there are at most so many; UCI's numbers cannot be unset."""

_OURS = {BOARD_OPTION.casefold(), SEED_OPTION.casefold()}


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """What is set.

    Attributes:
        player: who plays, its options included.
        board: the board.
        seed: where random choices come from.

    Raises:
        PlayerError: the player cannot take the board at any seat.
    """

    player: Player
    board: Board
    seed: int

    def __post_init__(self) -> None:
        """Hold the board against the player."""
        refusals = [self.player.refusal(self.board, seat) for seat in ("x", "o")]
        if refusals[0] is not None and refusals[1] is not None:
            raise PlayerError(f"{self.player} on {self.board}", refusals[0].reason, refusals[0].remedy)

    def with_option(self, name: str, value: str) -> EngineSettings:
        """Return these settings with one option set; its name is read in any case, as in UCI.

        Raises:
            InputError: there is no such option, or it cannot have this value.
        """
        folded = name.casefold()
        if folded == BOARD_OPTION.casefold():
            return replace(self, board=Board.parse(value))
        if folded == SEED_OPTION.casefold():
            return replace(self, seed=_read_seed(value))
        for option in _own_options(self.player):
            if option.name.casefold() == folded:
                return replace(self, player=_with_value(self.player, option, value))
        names = [BOARD_OPTION, SEED_OPTION, *(option.name for option in _own_options(self.player))]
        raise InputError(name, "there is no such option", f"options are {', '.join(names)}")

    def offers(self) -> list[OptionOffer]:
        """Return what can be set, with what is set now as the defaults."""
        return [
            OptionOffer(BOARD_OPTION, UgiOptionType.STRING, str(self.board)),
            OptionOffer(SEED_OPTION, UgiOptionType.SPIN, str(self.seed), 0, SEED_LIMIT - 1),
            *(_offer(option, self.player) for option in _own_options(self.player)),
        ]


def default_board(player: Player) -> Board:
    """Return the board of an engine that is given none: 4x4x4, or else the best known one that the player takes.

    Raises:
        PlayerError: it takes none of those that are suggested.
    """
    for name in (DEFAULT_BOARD, *SUGGESTED):
        board = Board.parse(name)
        if player.refusal(board, "x") is None or player.refusal(board, "o") is None:
            return board
    raise PlayerError(player.name, "it takes none of the usual boards", "give it one with --board")


def _own_options(player: Player) -> list[Option]:
    """Return the player's options that can be set; a program from outside is chosen where the engine is started."""
    if player.kind.is_outside:
        return []
    return [option for option in player.kind.options if option.name.casefold() not in _OURS]


def _offer(option: Option, player: Player) -> OptionOffer:
    """Return how an option is offered."""
    value = player.options[option.name]
    shown = option.shown(value)
    if option.kind == "yes/no":
        return OptionOffer(option.name, UgiOptionType.CHECK, "true" if value else "false")
    if option.choices:
        return OptionOffer(option.name, UgiOptionType.COMBO, shown, choices=option.choices)
    least, most = _bound(option.minimum), _bound(option.maximum)
    if option.kind == "whole number" and option.default is not None:
        return OptionOffer(
            option.name,
            UgiOptionType.SPIN,
            shown,
            -MAX_NUMBER if least is None else least,
            MAX_NUMBER if most is None else most,
        )
    if option.kind == "whole number" and least is not None and most is not None and most - least < MAX_CHOICES:
        numbers = (str(number) for number in range(least, most + 1))
        return OptionOffer(option.name, UgiOptionType.COMBO, shown, choices=(option.shown(None), *numbers))
    return OptionOffer(option.name, UgiOptionType.STRING, shown)


def _bound(number: float | None) -> int | None:
    return None if number is None else int(number)


def _with_value(player: Player, option: Option, typed: str) -> Player:
    unset = option.default is None and typed == option.shown(None)
    try:
        value = None if unset else option.parse(typed)
    except ValueError as error:
        raise PlayerError(f"{option.name} {typed}", str(error)) from None
    return replace(player, options={**player.options, option.name: value})


def _read_seed(typed: str) -> int:
    seed = read_integer(typed, 0, SEED_LIMIT - 1)
    if seed is None:
        raise InputError(typed, "not a seed", f"a seed is a whole number from 0 to {SEED_LIMIT - 1}")
    return seed
