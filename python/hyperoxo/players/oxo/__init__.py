"""The house player `oxo`: as strong as hyperoxo can play, or at a level from 1 to 9 that limits what it sees.

    sessions     the player at one seat, and its declaration
    people       the rules of the strategy for people: sums of lines, with a table of exceptions
    decide       a decision: every source of knowledge in turn, the most certain first
    knowledge    the sources: proofs, forced and quiet wins, a search ahead, the value of open lines
    levels       one table of what each level sees, the strongest included; the remaining budget of a decision
    reasons      the reasons of its moves

A level sees less than the next; it never plays a worse move than the best that it sees. docs/house.md says what each
level sees and what was measured.
"""

from hyperoxo.players.oxo.sessions import KIND

__all__ = ["KIND"]
