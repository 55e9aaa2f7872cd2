"""The game in the terminal: its dialogue, its state, and its views.

dialogue      reads lines, executes commands, asks players for their moves
views         shows a game as screens for a person, or as a log for a pipe
teletype      shows it as the IBM 1620's typewriter and the TV typewriter did
local_game    holds the game and the participants of its two sides; reads and writes no text
"""
