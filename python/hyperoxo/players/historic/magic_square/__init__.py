"""`magic-square`: 3x3 reduced to formulas, after "Programming Tic Tac Toe: Magic Square" (blueprintds.com, July 2008).

The board is numbered as a magic square, so that a player with three numbers that add up to 15 has won, and the
openings become formulas on numbers. What the article fixes and what was chosen is in
docs/historic/magic-square.md.

- `numbers`: the square, the seven formulas for the relatives of a number, lines, forks and the sums of a move.
- `book`: the openings, in those formulas.
- `program`: where the article is wrong, and the player.
"""

from hyperoxo.players.historic.magic_square.program import ERRATA, KIND

__all__ = ["ERRATA", "KIND"]
