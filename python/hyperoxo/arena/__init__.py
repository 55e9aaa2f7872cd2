"""The arena: matches between players, and statistics of their games with error bars.

Below are statistics, which know games only as scores and could serve any game of two seats; above them is what plays
the games, writes them down and goes on where it was stopped. All but the report needs the standard library alone.
`docs/statistics.md` explains each figure.
"""
