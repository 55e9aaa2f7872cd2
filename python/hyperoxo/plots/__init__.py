"""Plots for notebooks and scripts: the values of moves, the running score of a match, and what all plots share.

The modules take plain figures, so that games, analyses and matches can all use them. They need matplotlib, which is
imported when the first plot is drawn. `figure` has what all plots share: colours, and how a notebook shows them.
"""
