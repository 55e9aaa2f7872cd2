"""The game in the terminal: the dialogue, the game that it plays, and the views that show it.

dialogue      reads lines, obeys commands, asks players for their moves
views         shows a game as screens for a person, or as a log for a pipe
teletype      shows it as the IBM 1620's typewriter and the TV typewriter did
local_game    the game and who holds its two sides; reads and writes no text
"""
