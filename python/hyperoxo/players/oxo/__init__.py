"""The house player `oxo`: as strong as hyperoxo can play, or at a level from 1 to 9 that limits what it sees.

    session      the player at one seat, its state between decisions, and its options
    decide       a decision: every source of knowledge in turn, the most certain first
    proof        proofs: books, exact values, and strategies that are found within a budget
    forced_wins  wins by threats only, for either side, and quiet wins, after which every reply loses to such a win
    heuristic    estimates where nothing is proved: a search ahead, and the value of open lines
    levels       one table of what each level sees, the strongest included
    budget       the remaining budget of a decision
    reasons      the reasons of its moves

A level sees less than the next; it never plays a worse move than the best that it sees. docs/house.md says what each
level sees and what was measured.
"""

from hyperoxo.players.oxo.session import KIND

__all__ = ["KIND"]
