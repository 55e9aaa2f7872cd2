"""The game in the terminal: its dialogue, its state, and its views.

dialogue          reads lines, asks players for their moves, and asks who moves first
command_handlers  what each command does
commands          the commands: words, letters, help
typed_cells       reads the cells of a line
first_mover       the question who moves first, and its answers
analysing         analyses during a game, which Ctrl-C stops
faces             the views of the historical programs
views             shows a game as screens for a person, or as a log for a pipe
labels            draws the labels of an analysis
local_game        holds the game and the participants of its two sides; reads and writes no text
"""
