"""Plots for notebooks and scripts: the value of a game by ply, the values of moves, the running score of a match.

The modules take plain figures, so that games, analyses and matches can all use them. They need matplotlib, which is
imported when the first plot is drawn. `figure` has what all plots share: colours, and how a notebook shows them.
"""
