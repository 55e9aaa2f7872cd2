"""Any player as an engine of the Universal Game Interface.

    engine       the engine's state, and the effect of each command
    options      the options: board, seed, and those of the player
    clock        the time for a move
    search       the threads in which players decide, and the end of a search whose player does not stop
    search_task  one decision of a player, and its answer, even if the player fails
    info         the reports about a search
    pipe         input and output

The main thread only reads commands, so that `stop` and `isready` are answered at any moment. docs/ugi.md is normative
for the answers.
"""
