"""The Universal Game Interface: any player as an engine, and any engine as a player.

    messages     what travels: commands, answers, and the words that both are made of
    server       a player as an engine: `oxo ugi PLAYER`
    engine       an engine as a player: `ugi:COMMAND`
    client       the conversation with an engine; `process` and `reaper` run its program, `engine_pool` keeps it for
                 more games, `command` reads how it was typed, `reasons` keeps what it says of its search
    compliance   what is wrong with an engine, for its author

docs/ugi.md is normative for what the protocol leaves open.
"""
