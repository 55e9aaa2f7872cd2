"""The game in the terminal: its dialogue, its state, and its views.

dialogue    reads lines, executes commands, asks players for their moves, and asks who moves first
commands    the commands: words, letters, help; the cells of a line
analysis    analyses during a game, which Ctrl-C stops; labels drawn on the cells
screens     the views of the historical programs
views       shows a game as screens for a person, or as a log for a pipe
local_game  holds the game and the participants of its two sides; reads and writes no text
"""
