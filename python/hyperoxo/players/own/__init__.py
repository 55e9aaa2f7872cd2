"""A user's own program as a player: a file that ends in `.py`, with a function `move(position)`.

`program` runs its text in a helper process, and `session` asks that process; `lessons` has the programs of `steps`, to
begin with. The registry reads no files: who is asked to play one makes its kind here, and registers that.
"""

from __future__ import annotations

from hyperoxo.players.own.session import kind_from_file, player_from_file

__all__ = ["kind_from_file", "player_from_file"]
__dir__ = __all__.copy
