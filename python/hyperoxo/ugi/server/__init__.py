"""Any player as an engine of the Universal Game Interface.

    engine       what it knows between commands, and what each command does
    options      what can be set: board, seed, and the player's own options
    clock        how much time a move gets
    search       the threads in which players think, and what happens if they do not stop
    search_task  one decision of the player, and how it ends whatever the player does
    info         what is reported of a search
    pipe         bytes in, bytes out

The main thread listens and never thinks, so that `stop` and `isready` are heard at any moment. docs/ugi.md is
normative for what an engine says.
"""
