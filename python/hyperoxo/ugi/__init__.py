"""The Universal Game Interface: any player as an engine, and any engine as a player.

    messages     what travels: commands, answers, and the words that both are made of

docs/ugi.md is normative for what the protocol leaves open.
"""
