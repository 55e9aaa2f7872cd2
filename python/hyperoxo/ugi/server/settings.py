"""The settings of an engine - board, seed, the player's options by their names - and the time for a move.

A player's option with the name of one of the first two is not offered: it can be set when the engine is started, as
part of the player's name.

The time for a move is the client's limit less a reserve for the pipe, or a share of the clock.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace

from hyperoxo._core import Board
from hyperoxo.errors import InputError, PlayerError
from hyperoxo.players import Limits
from hyperoxo.players.control import Clock
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.spellings import SUGGESTED
from hyperoxo.text import read_integer
from hyperoxo.ugi.messages import BOARD_OPTION, DEFAULT_BOARD, MAX_NUMBER, SEED_OPTION, OptionOffer, UgiOptionType

if typing.TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.players import Option, Player
    from hyperoxo.ugi.messages import Go

MAX_CHOICES = 100
"""A number that can be unset is offered as a combo of at most this many values; a spin of UCI cannot be unset."""

_OURS = {BOARD_OPTION.casefold(), SEED_OPTION.casefold()}


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The settings of an engine.

    Attributes:
        player: the player, its options included.
        board: the board.
        seed: the source of random choices.
    """

    player: Player
    board: Board
    seed: int

    def __post_init__(self) -> None:
        """Check that the player can take the board."""
        refusals = [self.player.refusal(self.board, seat) for seat in ("x", "o")]
        if refusals[0] is not None and refusals[1] is not None:
            raise PlayerError(f"{self.player} on {self.board}", refusals[0].reason, refusals[0].remedy)

    def with_option(self, name: str, value: str) -> EngineSettings:
        """Return these settings with one option set; its name is read in any case, as in UCI."""
        folded = name.casefold()
        if folded == BOARD_OPTION.casefold():
            return replace(self, board=Board.parse(value))
        if folded == SEED_OPTION.casefold():
            seed = read_integer(value, 0, SEED_LIMIT - 1)
            if seed is None:
                raise InputError(value, "not a seed", f"a seed is a whole number from 0 to {SEED_LIMIT - 1}")
            return replace(self, seed=seed)
        for option in _own_options(self.player):
            if option.name.casefold() == folded:
                return replace(self, player=_with_value(self.player, option, value))
        names = [BOARD_OPTION, SEED_OPTION, *(option.name for option in _own_options(self.player))]
        raise InputError(name, "there is no such option", f"options are {', '.join(names)}")

    def offers(self) -> list[OptionOffer]:
        """Return the options, with the current settings as defaults."""
        return [
            OptionOffer(BOARD_OPTION, UgiOptionType.STRING, str(self.board)),
            OptionOffer(SEED_OPTION, UgiOptionType.SPIN, str(self.seed), 0, SEED_LIMIT - 1),
            *(_offer(option, self.player) for option in _own_options(self.player)),
        ]


def default_board(player: Player) -> Board:
    """Return the default board: 4x4x4, or otherwise the first suggested board that the player takes."""
    for name in (DEFAULT_BOARD, *SUGGESTED):
        board = Board.parse(name)
        if player.refusal(board, "x") is None or player.refusal(board, "o") is None:
            return board
    raise PlayerError(player.name, "it takes none of the usual boards", "give it one with --board")


def _own_options(player: Player) -> list[Option]:
    """Return the player's options that a client can set; the command of an outside program is not one of them."""
    if player.kind.is_outside:
        return []
    return [option for option in player.kind.options if option.name.casefold() not in _OURS]


def _offer(option: Option, player: Player) -> OptionOffer:
    value = player.options[option.name]
    shown = option.shown(value)
    if option.kind == "yes/no":
        return OptionOffer(option.name, UgiOptionType.CHECK, "true" if value else "false")
    if option.choices:
        unset = () if option.default is not None else (option.shown(None),)
        return OptionOffer(option.name, UgiOptionType.COMBO, shown, choices=(*unset, *option.choices))
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


RESERVE = 20
"""Milliseconds kept in reserve for the pipe, and for a player that ends a little late."""
LONGEST = 10**9
"""Longer times, in milliseconds, count as unbounded: eleven days."""


def limits_of(go: Go, position: Position) -> Limits:
    """Return the limits that a `go` sets for the side to move."""
    bounds = [bound for bound in (go.movetime, _from_clock(go, position)) if bound is not None]
    least = min(bounds, default=None)
    # The reserve takes at most half of the time.
    seconds = None if least is None or least > LONGEST else max(least - RESERVE, least // 2) / 1000
    # A depth above the number of empty cells is no bound; so no number is too large for a player.
    depth = None if go.depth is None else min(go.depth, len(position.empty_cells()))
    return Limits(seconds, go.nodes, depth)


def _from_clock(go: Go, position: Position) -> int | None:
    """Return the milliseconds for this move from the clock of the side to move; None without a clock."""
    clock, increment = (go.p1time, go.p1inc) if position.to_move == "x" else (go.p2time, go.p2inc)
    if clock is None:
        return None
    return round(Clock(clock / 1000, (increment or 0) / 1000).share(position) * 1000)
