"""An engine that follows the protocol with one error, which its mode chooses.

    python misbehaving_engine.py MODE [FILE]

It is a program of its own and shares nothing with the package, so that both read docs/formats/ugi.md for themselves. It
plays the first cell that is free. If it hangs, it waits for a signal and not for a time. It writes to FILE its process
id, that of a child that it leaves behind, and the options and searches that it receives. Many tests start it, so it
does without `pathlib`, `re`, `signal` and `typing`, which take longer to load than Python takes to start.
"""

from __future__ import annotations

import itertools
import os
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

CORRECT = {
    "good": "nothing",
    "byte-by-byte": "writes each byte for itself",
    "greets": "says things that are not in the protocol, and has no author",
    "noisy": "writes some megabytes to standard error before each move",
    "resigns": "resigns at once",
    "offers-draw": "offers a draw at once",
    "stops": "stops by its own rules",
    "talks": "gives everything that an info can hold",
    "talks-long": "gives reasons that are longer than what a record can hold of a game",
    "talks-deep": "gives reasons that are nested as deep as the protocol lets them",
}
"""Modes that follow the protocol, with their behaviour."""
WRONG = {
    "crash-at-start": "ends before it says anything",
    "crash-at-go": "ends at go",
    "crash-in-game": "ends at the second go",
    "killed-at-go": "is ended by a signal at go",
    "hang-at-start": "does not answer ugi",
    "hang-at-isready": "does not answer isready",
    "hang-at-go": "does not answer go, nor anything after it",
    "ignores-stop": "does not answer go, nor stop, and answers everything else",
    "never-reads": "introduces itself, and does not read its input",
    "closes-input": "introduces itself, and closes its input",
    "illegal-cell": "chooses a cell that is not on the board",
    "taken-cell": "chooses the cell that was played last",
    "same-cell": "chooses the last cell of the board in every position",
    "nonsense": "answers go with a word that is no cell",
    "no-move": "answers go with bestmove alone",
    "wrong-case": "answers go with BestMove",
    "flood": "answers go with info without end",
    "endless-line": "answers go with a line without end",
    "not-utf8": "answers go with bytes that are no text",
    "unprintable": "answers go with characters that cannot be printed",
    "half-line": "answers go with half a line",
    "closes-output": "closes its output at go, and goes on",
    "unasked": "gives a move after a position",
    "two-moves": "gives two moves at once",
    "no-ugiok": "introduces itself without an end",
    "wrong-readyok": "answers isready with `ready`",
    "ignores-quit": "does not end at quit",
    "leaves-child": "leaves a process behind that has a session of its own",
    "cannot-search": "says that it cannot search",
    "refuses-position": "refuses every position",
    "no-board": "has no option for the board",
    "one-board": "has an option for the board, and takes 3x3 alone",
    "bad-info": "gives info that cannot be read",
    "bad-line": "gives a line of cells that are not on the board",
    "no-seed": "has an option for the seed that takes no number",
    "bad-option": "gives an option that cannot be read",
    "impatient": "ends an infinite search before stop",
    "wrong-query": "answers queries wrongly",
}
"""Modes that break the protocol, with their fault."""
NAMES = {
    "no-name": [],
    "two-names": ["id name First", "id name Second"],
    "long-name": [f"id name {'x' * 5_000}"],
}
"""Modes that follow the protocol except for their names, with what they answer about those."""
ANSWERS = {
    "talks": (
        b"info depth 2 nodes 1500 time 3 nps 500000 score cp 12 pv FREE\n"
        b"info depth 3 nodes 2500 score mate 2 value W3 pv FREE\n"
        b'info reasons {"level": 3}\n'
        b"info string three in a row\n"
        b'info string says "You will not see this coming."\n'
        b"bestmove FREE\n"
    ),
    "talks-long": b'info reasons {"why": "%s"}\nbestmove FREE\n' % (b"x" * 65_000),
    "talks-deep": b'info reasons {"why": %s%s}\nbestmove FREE\n' % (b"[" * 63, b"]" * 63),
    "resigns": b"bestmove resign\n",
    "offers-draw": b"bestmove draw\n",
    "stops": b"bestmove stop\n",
    "ignores-stop": b"",
    "illegal-cell": b"bestmove OUTSIDE\n",
    "taken-cell": b"bestmove TAKEN\n",
    "same-cell": b"bestmove LAST\n",
    "nonsense": b"bestmove e2e4\n",
    "no-move": b"bestmove\n",
    "wrong-case": b"BestMove FREE\n",
    "not-utf8": b"bestmove \xff\xfe\n",
    "unprintable": b"bestmove 1\x071\x07\n",
    "half-line": b"bestmo",
    "two-moves": b"bestmove FREE\nbestmove FREE\n",
    "cannot-search": b"info string error: I am tired\nbestmove none\n",
    "bad-info": b"info depth many\nbestmove FREE\n",
    "bad-line": b"info pv FREE OUTSIDE\nbestmove FREE\n",
}
"""Answers to `go`, with words for cells: the first that is free, the last of the board, and so on."""
AT_ONCE = {"crash-at-go", "killed-at-go", "hang-at-go", "impatient"}
"""Modes that show their fault in an infinite search too."""


def hang() -> NoReturn:
    """Do nothing until the process is killed."""
    while True:
        select.select([], [], [])


class Engine:
    """The engine in one mode.

    Args:
        mode: what it does.
        file: where it writes its process id; None for nowhere.
    """

    def __init__(self, mode: str, file: str | None) -> None:
        self.mode = mode
        self.file = file
        self.shape = [3, 3] if mode == "one-board" else [4, 4, 4]
        self.stones: dict[str, str] = {}
        self.to_move = "x"
        self.goes = 0
        self.waits = False
        self.note(str(os.getpid()))

    def note(self, text: str) -> None:
        """Write a line to the file."""
        if self.file is not None:
            with open(self.file, "a") as file:  # noqa: PTH123 - pathlib is slow to load
                file.write(f"{text}\n")

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.write("".join(f"{line}\n" for line in lines).encode())

    def write(self, data: bytes) -> None:
        """Write bytes, all at once or one by one."""
        for part in (bytes([byte]) for byte in data) if self.mode == "byte-by-byte" else (data,):
            os.write(1, part)

    def run(self) -> None:
        """Obey commands line by line."""
        if self.mode == "crash-at-start":
            sys.stderr.write("starting\nout of luck\n")
            sys.exit(3)
        if self.mode == "greets":
            self.say("Mock engine, version 1", "", "ready to play")
        for line in sys.stdin:
            words = line.split()
            name = words[0] if words else ""
            if name == "quit":
                break
            if answer := getattr(self, f"on_{name}", None):
                answer(words[1:])
        if self.mode == "ignores-quit":
            hang()

    def on_ugi(self, _: list[str]) -> None:
        """Send name, options and `ugiok`."""
        if self.mode == "hang-at-start":
            hang()
        if self.mode == "closes-input":
            os.close(0)
        self.say(*NAMES.get(self.mode, ["id name Mock"]), *([] if self.mode == "greets" else ["id author Anonymous"]))
        if self.mode == "one-board":
            self.say("option name Board type combo default 3x3 var 3x3")
        elif self.mode != "no-board":
            self.say("option name Board type string default 4x4x4")
        self.say(
            f"option name Seed type spin default 0 min 0 max {-1 if self.mode == 'no-seed' else 1000}",
            "option name Row order type combo default fixed var fixed var random",
            "option name Loud type check default false",
            "option name Clear type button",
        )
        if self.mode == "bad-option":
            self.say("option name Level type number default 3")
        if self.mode != "no-ugiok":
            self.say("ugiok")
        if self.mode == "leaves-child":
            self.leave_child()
        if self.mode in {"never-reads", "closes-input"}:
            hang()

    def leave_child(self) -> None:
        """Start a process that never ends, and wait until it runs."""
        read, write = os.pipe()
        if os.fork() == 0:
            os.setsid()
            self.note(str(os.getpid()))
            os.write(write, b".")
            for end in (0, 1, 2, read, write):
                os.close(end)
            hang()
        os.read(read, 1)

    def on_isready(self, _: list[str]) -> None:
        """Send `readyok`."""
        if self.mode == "hang-at-isready":
            hang()
        self.say("ready" if self.mode == "wrong-readyok" else "readyok")

    def on_setoption(self, words: list[str]) -> None:
        """Store an option."""
        if words[:3] == ["name", "Board", "value"] and self.mode != "one-board":
            self.shape = [int(side) for side in words[3].partition(":")[0].split("x")]
        self.note(" ".join(words))

    def on_position(self, words: list[str]) -> None:
        """Set up the position."""
        at = words.index("moves") if "moves" in words else len(words)
        self.stones = {}
        self.to_move = "x"
        if words[0] == "fen":
            runs = words[1].replace("x", " x ").replace("o", " o ").split()
            stones = "".join(run if run in "xo" else " " * int(run) for run in runs)
            self.stones = {cell: stone for cell, stone in zip(self.cells(), stones, strict=True) if stone != " "}
            self.to_move = words[2]
        for cell in words[at + 1 :]:
            self.stones[cell] = self.to_move
            self.to_move = "o" if self.to_move == "x" else "x"
        if self.mode == "refuses-position":
            self.say("info string error: I do not like this position")
        if self.mode == "unasked":
            self.say(f"bestmove {self.choice()}")

    def cells(self) -> Iterator[str]:
        """Yield all cells by name."""
        for cell in itertools.product(*(range(1, side + 1) for side in self.shape)):
            yield "".join(map(str, cell))

    def choice(self) -> str:
        """Return the first cell that is free."""
        return next(cell for cell in self.cells() if cell not in self.stones)

    def winner(self) -> str:
        """Return the side that has all cells of a line, or an empty text."""
        stones = {int(cell): stone for cell, stone in self.stones.items()}
        ends = [(0, 10**at, -(10**at)) for at in range(len(self.shape))]
        for cell, stone in stones.items():
            for step in map(sum, itertools.product(*ends)):
                if step > 0 and all(stones.get(cell + at * step) == stone for at in range(1, self.shape[0])):
                    return stone
        return ""

    def on_query(self, words: list[str]) -> None:
        """Answer a query, wrongly in one mode."""
        winner = self.winner()
        is_over = bool(winner) or len(self.stones) == len(list(self.cells()))
        if words[0] == "result":
            right = {"x": "p1win", "o": "p2win"}.get(winner, "draw" if is_over else "none")
            self.say(f"response {'p1win' if self.mode == 'wrong-query' else right}")
        else:
            answer = is_over if words[0] == "gameover" else self.to_move == "x"
            self.say(f"response {'true' if answer != (self.mode == 'wrong-query') else 'false'}")

    def on_go(self, words: list[str]) -> None:
        """Answer with the first free cell, or with the error of the mode."""
        self.goes += 1
        self.note(f"go {' '.join(words)}".strip())
        self.waits = words == ["infinite"] and self.mode not in AT_ONCE
        if not self.waits:
            self.answer()

    def on_stop(self, _: list[str]) -> None:
        """Answer the pending `go`."""
        if self.waits:
            self.waits = False
            self.answer()

    def answer(self) -> None:
        """Answer `go`."""
        act = getattr(self, f"go_{self.mode.replace('-', '_')}", None)
        if act is not None:
            act()
            return
        cells = {"FREE": self.choice(), "LAST": list(self.cells())[-1], "OUTSIDE": "9" * len(self.shape)}
        cells["TAKEN"] = list(self.stones)[-1] if self.stones else cells["FREE"]
        said = ANSWERS.get(self.mode, b"info depth 1 nodes 1 score cp 0\nbestmove FREE\n")
        for word, cell in cells.items():
            said = said.replace(word.encode(), cell.encode())
        self.write(said)

    def go_crash_at_go(self) -> None:
        """End the process."""
        sys.stderr.write("Segmentation fault, so to say\n")
        sys.exit(3)

    def go_crash_in_game(self) -> None:
        """End the process at the second `go`."""
        if self.goes == 2:
            sys.exit(4)
        self.say(f"bestmove {self.choice()}")

    def go_killed_at_go(self) -> None:
        """Kill the process by a signal."""
        os.kill(os.getpid(), 9)

    def go_hang_at_go(self) -> None:
        """Hang."""
        hang()

    def go_flood(self) -> None:
        """Send info lines without end."""
        while True:
            self.say(f"info string {'so much to say ' * 500}")

    def go_endless_line(self) -> None:
        """Send one line without end."""
        self.write(b"info string ")
        while True:
            self.write(b"and so on, " * 100)

    def go_closes_output(self) -> None:
        """Close the output, and hang."""
        os.close(1)
        hang()

    def go_noisy(self) -> None:
        """Write much to the standard error, then answer."""
        for _ in range(1000):
            os.write(2, b"thinking " * 400 + b"\n")
        self.say(f"bestmove {self.choice()}")


if __name__ == "__main__":
    if sys.argv[1] not in (modes := [*CORRECT, *NAMES, *WRONG]):
        sys.exit(f"{sys.argv[1]}: there is no such mode; modes are {', '.join(modes)}")
    Engine(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None).run()
