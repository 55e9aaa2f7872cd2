"""One of two copies of a program that play each other as separate processes, each with a referee and totals of its own.

    python -m experiments.common.side FOLDER COPY FIRST LAST SEED COMMAND

COPY is A or B; it plays games FIRST to LAST of the run with this SEED, with the engine that COMMAND starts. A holds X
in odd games, B in even ones. All that the two copies share are two named pipes in FOLDER, `A` and `B`, into which each
writes its own moves, a line for each: the number of the game, the ply, and the cell. They may be started in any order,
and wait for one another.

No referee stands between them: each has its own board, finds the winner itself, and counts. It refuses a move that
is not the next one of the game or cannot be played. In the end it prints its totals as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import Board, Game, player
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.cli.arguments import MAX_SEED, Parser, read_count
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.players import Control, Forfeit, Limits, Play
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from hyperoxo.game import JSON
    from hyperoxo.players import Player
    from hyperoxo.sides import Side

COPIES = ("A", "B")
_LONGEST = 80
"""Characters of a line that a copy may send."""


class Totals:
    """What one counts of a run: how games ended, and a digest of all their moves.

    Two who have seen the same games have the same totals, and the same digest.
    """

    def __init__(self) -> None:
        self._standings = Standings(COPIES)
        self._moves = hashlib.blake2b(digest_size=8)
        self._plies = 0

    def add(self, number: int, game: Game) -> None:
        """Count a game that is over."""
        first = first_copy(number)
        self._standings.add(GameScore.of(game, number=number, pair=None, first=first, second=1 - first))
        self._moves.update(f"{number} {game.board.names(game.moves)}\n".encode())
        self._plies += game.ply

    def as_json(self) -> dict[str, JSON]:
        """Return the totals: of the seats, and of each copy in either seat (won, tied, lost)."""
        seats = self._standings.seats()
        copies: dict[str, JSON] = {}
        for number, copy in enumerate(COPIES):
            held = {"as_first": self._standings.as_first(number), "as_second": self._standings.as_second(number)}
            copies[copy] = {seat: [tally.wins, tally.draws, tally.losses] for seat, tally in held.items()}
        return {
            "games": seats.games,
            "counts": [seats.wins, seats.losses, seats.draws],
            "plies": self._plies,
            "copies": copies,
            "digest": self._moves.hexdigest(),
        }


def first_copy(number: int) -> int:
    """Return the copy that holds X in a game: 0 for A, 1 for B."""
    return 1 - number % 2


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game: that of the same game of `oxo match`."""
    return derived_seed(seed, "game", number)


class Copy:
    """One of the two.

    Args:
        name: A or B.
        engine: the engine that decides for it.
        own: where it writes its moves.
        other: where it reads the other's.
    """

    def __init__(self, name: str, engine: Player, own: TextIO, other: TextIO) -> None:
        self.totals = Totals()
        self._number = COPIES.index(name)
        self._engine = engine
        self._own = own
        self._other = other

    def play(self, number: int, seed: int) -> None:
        """Play a game of the run to its end, and count it.

        Raises:
            InputError: the engine has failed, or what the other copy says is not the next move.
        """
        game = Game(Board("4x4x4"))
        seat: Side = "x" if first_copy(number) == self._number else "o"
        with self._engine.start(game.board, seat, derived_seed(game_seed(seed, number), seat)) as session:
            while not game.is_over:
                if game.to_move != seat:
                    game.play(self._read(number, game.ply + 1))
                    continue
                decision = session.decide(game, Limits(), Control())
                if not isinstance(decision, Play):
                    why = decision.text if isinstance(decision, Forfeit) else f"it {decision.intent}"
                    raise InputError(f"game {number}", f"the engine does not move: {why}")
                game.play(decision.cell)
                self._own.write(f"{number} {game.ply} {game.board.name(decision.cell)}\n")
                self._own.flush()
        self.totals.add(number, game)

    def _read(self, number: int, ply: int) -> str:
        line = self._other.readline(_LONGEST)
        match line.split():
            case [of, at, cell] if (of, at) == (str(number), str(ply)) and line.endswith("\n"):
                return cell
            case []:
                raise InputError("the other copy", f"it is gone in game {number}, at ply {ply}")
            case _:
                raise InputError(line, f"not the move of game {number} at ply {ply}")


def main(typed: Sequence[str]) -> None:
    """Play all games and print the totals.

    Raises:
        HyperoxoError: the command line cannot be understood, or the games cannot be played.
        OSError: there are no pipes.
    """
    parser = Parser(prog="python -m experiments.common.side", description="Be one of two copies that play each other.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="with the named pipes A and B")
    parser.add_argument("copy", metavar="COPY", choices=COPIES, help="A, which begins odd games, or B")
    parser.add_argument("first", metavar="FIRST", help="number of the first game")
    parser.add_argument("last", metavar="LAST", help="number of the last game")
    parser.add_argument("seed", metavar="SEED", help="of the run")
    parser.add_argument("command", metavar="COMMAND", help="starts the engine, such as 'oxo ugi ibm1620'")
    chosen = parser.parse_args(typed)
    games = range(read_count(chosen.first, least=1), read_count(chosen.last, least=1) + 1)
    seed, engine = read_count(chosen.seed, "SEED", most=MAX_SEED), player(f"ugi:{chosen.command}")
    with ExitStack() as stack:
        # Opening a pipe waits for its other end, so both copies open the two in the same order.
        pipes = {
            copy: stack.enter_context((chosen.folder / copy).open("w" if copy == chosen.copy else "r"))
            for copy in COPIES
        }
        [other] = set(COPIES) - {chosen.copy}
        copy = Copy(chosen.copy, engine, pipes[chosen.copy], pipes[other])
        for number in games:
            copy.play(number, seed)
    print(json.dumps(copy.totals.as_json()), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (HyperoxoError, OSError) as error:
        print(f"side: {error}", file=sys.stderr)
        sys.exit(ExitCode.USAGE)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
