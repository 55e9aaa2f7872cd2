"""The Universal Game Interface: any player as an engine, and any engine as a player.

    messages     what travels: commands, answers, and the words that both are made of
    server       a player as an engine: `oxo ugi PLAYER`
    engine       an engine as a player: `ugi:COMMAND`
    client       the conversation with an engine; `process` and `warden` hold its program, `kept` keeps it for more
                 games, `command`, `patience` and `reasons` are how it is typed, waited for and quoted
    compliance   what is wrong with an engine, for its author

docs/ugi.md is normative for what the protocol leaves open.
"""
