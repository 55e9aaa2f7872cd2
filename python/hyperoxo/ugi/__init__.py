"""The Universal Game Interface: any player as an engine, and any engine as a player.

    messages     the messages of the protocol: commands and answers, and the words that they consist of
    server       a player as an engine: `oxo ugi PLAYER`
    engine       an engine as a player: `ugi:COMMAND`
    client       the client of an engine; `process` reads its command and runs it, with `reaper`
    compliance   a check of an engine against the protocol, for its author

docs/formats/ugi.md is normative where the protocol leaves something open.
"""

from hyperoxo.modules import on_first_use

__all__ = ["client", "compliance", "engine", "engines_file", "messages", "process", "reaper", "server"]
__getattr__, __dir__ = on_first_use(__name__, __all__)
