"""Players: the protocol that all of them follow, the registry that finds them, and the turns of a game."""

from hyperoxo.players.control import Control, Limits, Progress
from hyperoxo.players.decision import NO_REASONS, Decision, FinalRemark, Forfeit, Intent, Play, Reasons, Stop
from hyperoxo.players.options import Option
from hyperoxo.players.player import Player, PlayerKind, Refusal, Session
from hyperoxo.players.registry import DEFAULT_OPPONENT, kind, names, player, register
from hyperoxo.players.turn import play_game, take_turn

__all__ = [
    "DEFAULT_OPPONENT",
    "NO_REASONS",
    "Control",
    "Decision",
    "FinalRemark",
    "Forfeit",
    "Intent",
    "Limits",
    "Option",
    "Play",
    "Player",
    "PlayerKind",
    "Progress",
    "Reasons",
    "Refusal",
    "Session",
    "Stop",
    "kind",
    "names",
    "play_game",
    "player",
    "register",
    "take_turn",
]
__dir__ = __all__.copy
