"""The house player `oxo`: as strong as hyperoxo can play, or at a level from 1 to 9 that limits what it sees.

    session      one seat, what it keeps from one decision to the next, and the player's options
    decide       a decision: every source of knowledge in turn, the most certain first
    proof        what is proved: books, exact values, and strategies that are found within a budget
    forced_wins  wins by threats alone, for either side, and quiet wins, whose replies they all meet
    heuristic    what is guessed where nothing is proved: a search ahead, and the worth of open lines
    levels       one table: what each level sees, and what the strongest does
    budget       how much a decision may still cost
    reasons      why it moved as it did

A level sees less than the next; it never plays a worse move than the best that it sees. docs/house.md says what each
level sees and what was measured.
"""

from hyperoxo.players.oxo.session import KIND

__all__ = ["KIND"]
