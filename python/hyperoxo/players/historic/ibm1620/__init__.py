"""The 3D tic-tac-toe of the IBM 1620, rebuilt from the algorithm that was taken out of its machine code.

The program came to a college computer room around 1966-7 as a deck of cards without source or author. Reverse
engineered there, it was ported to a Philco 211 and to the home-built OTHER-1, whose page this package follows:
"3D Tic Tac Toe for OTHER-1", last updated on 4/7/2014. The words are that page's: move-spot (our cell), row (our
line), level, row-sum, 6MOV, 9MOV, Intersection Table, Routines One, Two and Three.

`tables` holds what the program remembers, `levels` is its Main routine with the three subordinate routines, `reasons`
explains a move and needles, and `program` sits down at the board. Its `ERRATA` list what the page has wrong; what the
page leaves open is in docs/historic/ibm1620.md.
"""

from hyperoxo.players.historic.ibm1620.program import ERRATA, KIND

__all__ = ["ERRATA", "KIND"]
