"""The house player `oxo`: as strong as hyperoxo knows how to play, or at a level from 1 to 9 that limits what it sees.

    levels       one table: what each level sees, and what the strongest does
    session      one seat, and what it keeps from one decision to the next
    thought      a decision: every source of knowledge asked in turn, the most certain first
    forced       wins by threats alone, for either side
    quiet        quiet moves after which every reply is met by a forced win
    booked       the books of proved wins
    proof        exact values and proofs, within a budget
    lookahead    search of what cannot be proved
    placement    where a stone is worth most, by a rule of thumb
    budget       how much a decision may still cost
    reasons      why it moved as it did

Levels see less; they never play a worse move than the best that they see. docs/house.md tells what each level sees and
what was measured.
"""

from hyperoxo.players.options import Option
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.players.oxo.session import HouseSession
from hyperoxo.players.player import PlayerKind

KIND = PlayerKind(
    name="oxo",
    summary="the house player: the strongest, or with level=1 to level=9 one that sees less",
    session=HouseSession,
    options=(
        Option(
            "level",
            None,
            "how far it sees, from own lines alone (1) to books and proofs (9); unset, it is as strong as can be",
            minimum=min(LEVELS),
            maximum=max(LEVELS),
            unset_type=int,
        ),
    ),
)
