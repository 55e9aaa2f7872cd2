"""The speed of the explorer of openings, with the atlas and 10,000 games.

The claim: a node takes less than 100 ms. The games are played at random, except that lines are completed and blocked;
the nodes are those of their first plies, and first moves and replies of the other boards.
"""

from __future__ import annotations

import random
import tempfile
import time
from functools import partial
from pathlib import Path

from harness import expect, samples, show, show_samples, timed

from hyperoxo import Game, record
from hyperoxo.explorer import Explorer, GameIndex
from hyperoxo.sides import other_side

GAMES = 10_000
WALKED = 200
"""Games whose first plies are explored."""
PLIES = (0, 1, 2, 3, 4, 6, 8, 12)
NODE, READ = 100.0, 7.0
"""Milliseconds claimed for a node, and seconds for reading the games and counting them."""
OTHERS = {"3x3": "11 22", "3x3x3": "222 111", "4x4x4x4": "1111 2222", "6x6x6": "333 222"}


def played(stream: random.Random) -> Game:
    game = Game("4x4x4", tags={"First": "oxo:level=1", "Second": "oxo:level=1"})
    while not game.is_over:
        position = game.position
        threats = position.threats(position.to_move) or position.threats(other_side(position.to_move))
        game.play(threats[0][0] if threats else stream.choice(position.legal_moves()))
    return game


def main() -> None:
    stream = random.Random(1)
    games = [played(stream) for _ in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        record.dump(games, path, "json")
        with timed(time.perf_counter) as taken:
            index = GameIndex.read([path])
    expect("games that are counted", (index.games, index.unfinished), (GAMES, 0))
    show(f"{GAMES:,} games read and counted", taken.seconds, "s", READ)
    explorer = Explorer("4x4x4", index)
    walked = [game.moves[:ply] for game in games[:WALKED] for ply in PLIES if ply < game.length]
    found = [taken for moves in walked for taken in samples(partial(explorer.node, moves), 1)]
    for game in games[:5]:
        through = explorer.node(game.moves[:1]).games
        first = game.position_at(1).canonical()
        alike = [other for other in games if other.position_at(1).canonical() == first]
        expect("games through a first move", through and through.games, len(alike))
    show_samples("a node of 4x4x4", found, NODE)
    for board, moves in OTHERS.items():
        other, cells = Explorer(board, index), moves.split()
        other.node()  # which reads the book
        nodes = [partial(other.node, cells[:ply]) for ply in range(len(cells) + 1)]
        show_samples(f"a node of {board}", [taken for node in nodes for taken in samples(node, 10)], NODE)


if __name__ == "__main__":
    main()
