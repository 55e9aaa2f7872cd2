"""`delphi`: the analyser of "Programming a 3D Tic Tac Toe game", a Delphi 7 project of the website davdata.nl.

The original is a 3x3x3 board for two people with a button that rates every open field. The program plays trial moves
to the end of the game, depth first, and remembers per ply (a *node*) the best *rating* found and the *threshold* at
which more searching cannot matter. That is alpha-beta search, found again in words of its own: the rating is alpha,
the threshold is beta. What was chosen where the article leaves something open is in docs/historic/delphi.md.

- `trial_search`: the article's ratings, and its procedure, step by step, on any board.
- `program`: where the article is wrong, and an opponent made of it, which plays by these ratings or by others:
  hyperoxo/players/delphi_player.py provides exact ones.
"""

from hyperoxo.players.historic.delphi.program import ERRATA, KIND

__all__ = ["ERRATA", "KIND"]
