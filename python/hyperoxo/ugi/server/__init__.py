"""Any player as an engine of the Universal Game Interface.

    engine       the engine's state, and the effect of each command
    settings     the options: board, seed, and those of the player; the time for a move
    search       the threads in which players decide, the reports, and an answer even if the player fails
    pipe         input and output

The main thread only reads commands, so that `stop` and `isready` are answered at any moment. docs/formats/ugi.md is
normative for the answers.
"""
