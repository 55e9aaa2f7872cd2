"""The museum: programs from the 1960s on, each rebuilt from its document in one module that reads like the document.

They import only the board, the position, the game and the player protocol. The sources under `docs/historic/` say what
each document fixes, and what was chosen where it leaves something open.
"""
