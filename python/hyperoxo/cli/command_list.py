"""The commands of `oxo` in groups, and the pages of the documentation that `oxo help` shows.

Help texts, manual pages, completion and the site derive from this list.
"""

from __future__ import annotations

import typing
from types import MappingProxyType

from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.players.registry import HISTORICAL

if typing.TYPE_CHECKING:
    from collections.abc import Mapping


class ListedCommand(typing.NamedTuple):
    """A command.

    Attributes:
        summary: what a person does with it, as a verb with its object.
        example: how it is typed after `oxo`.
        codes: its exit codes with their meanings, in addition to those of every command.
    """

    summary: str
    example: str
    codes: Mapping[ExitCode, str] = MappingProxyType({})


_MALFORMED_RECORD = MappingProxyType({ExitCode.MALFORMED: "the record is malformed"})
_MALFORMED_RESUMED = MappingProxyType({ExitCode.MALFORMED: "the file of --resume is malformed"})
_VERDICT = MappingProxyType(
    {
        ExitCode.NO: "the proof is rejected",
        ExitCode.UNKNOWN: "it is beyond the limits",
        ExitCode.MALFORMED: "the file is malformed",
    }
)

GROUPS: Mapping[str, Mapping[str, ListedCommand]] = MappingProxyType(
    {
        "games": {
            "play": ListedCommand("play a game in the terminal", "play --second ibm1620", _MALFORMED_RECORD),
            "move": ListedCommand(
                "ask a player for one move, with its reasons",
                'move atari-st --moves "111 444 112"',
                {ExitCode.NO: "the player gave no move, because it failed"} | _MALFORMED_RECORD,
            ),
            "replay": ListedCommand("step through a recorded game", "replay game.oxo --ply 5", _MALFORMED_RECORD),
            "serve": ListedCommand("serve the page, to play and analyse in a browser", "serve --host 0.0.0.0"),
            "names": ListedCommand("list, rename or ban the names of people on your server", "names list"),
            "backup": ListedCommand("copy the games of your server, even while it runs", "backup copy.db"),
            "puzzle": ListedCommand(
                "solve puzzles, in which one move is right",
                "puzzle --board 4x4x4 --theme fork",
                {ExitCode.NO: "the input of a script did not solve it"},
            ),
            "museum": ListedCommand("visit the historical programs, with stories and sample games", "museum ibm1620"),
        },
        "analysis and proofs": {
            "analyse": ListedCommand(
                "see the value of every move, with proof",
                'analyse 4x4x4 --moves "111 222"',
                {ExitCode.UNKNOWN: "no proof was found that --tree could draw"} | _MALFORMED_RECORD,
            ),
            "review": ListedCommand(
                "find the mistakes of a recorded game, and better moves", "review game.oxo", _MALFORMED_RECORD
            ),
            "explore": ListedCommand(
                "look up an opening: who is proved to win, what others played",
                'explore --moves "111 444"',
                _MALFORMED_RECORD,
            ),
            "dataset": ListedCommand(
                "write positions with proved values to a file, for learners",
                "dataset 4x4x4 --positions 1000 --out positions.jsonl",
            ),
            "solve": ListedCommand(
                "find out who wins a position, with a proof",
                "solve 4x4x4 --certificate qubic.oxc",
                {
                    ExitCode.UNKNOWN: "out of time, nodes or memory; the answer is unknown",
                    ExitCode.MALFORMED: "the record, or the file of --resume, is malformed",
                },
            ),
            "verify": ListedCommand("check a proof", "verify qubic.oxc", _VERDICT),
            "book": ListedCommand(
                "make an opening book from a proved win", "book qubic.oxc --out qubic.book.gz", _VERDICT
            ),
        },
        "matches": {
            "match": ListedCommand(
                "run a match between two players", "match ibm1620 atari-st --games 200", _MALFORMED_RESUMED
            ),
            "compare": ListedCommand(
                "find out what a change of a program does",
                "compare ./mine.py ./before.py",
                _MALFORMED_RESUMED,
            ),
            "tournament": ListedCommand(
                "run a round-robin tournament between several players",
                "tournament ibm1620 atari-st random --out games.jsonl",
                _MALFORMED_RESUMED,
            ),
            "sprt": ListedCommand(
                "run a sequential test of two Elo differences",
                "sprt oxo:level=5 oxo:level=4 --elo0 0 --elo1 50",
                {ExitCode.NO: "--elo0 is accepted", ExitCode.UNKNOWN: "neither is accepted"} | _MALFORMED_RESUMED,
            ),
            "ladder": ListedCommand(
                "rate all players that can play a board", "ladder 3x3 --games 20", _MALFORMED_RESUMED
            ),
            "report": ListedCommand(
                "write a page with tables and plots about recorded games", "report games.jsonl", _MALFORMED_RECORD
            ),
        },
        "pictures": {
            "svg": ListedCommand(
                "draw a position as a picture", 'svg 4x4x4 --moves "111 222" --out board.svg', _MALFORMED_RECORD
            ),
            "gif": ListedCommand(
                "draw a game as an animated picture", "gif game.oxo --out game.gif", _MALFORMED_RECORD
            ),
            "worksheet": ListedCommand(
                "make questions for a class, with answers, to print",
                "worksheet --type complete --pdf complete.pdf",
            ),
        },
        "lists": {
            "boards": ListedCommand("list boards", "boards"),
            "info": ListedCommand("count the cells, lines and symmetries of a board", "info 4x4x4"),
            "players": ListedCommand("list players, or the options of one", "players ibm1620"),
        },
        "programs": {
            "new-player": ListedCommand("write a program that plays, to change it", "new-player mine.py"),
            "ugi": ListedCommand("run a player as a UGI engine", "ugi ibm1620"),
            "ugi-check": ListedCommand(
                "test whether an engine follows the UGI protocol",
                'ugi-check "./my-engine --fast" 3x3',
                {ExitCode.NO: "it does not"},
            ),
            "completion": ListedCommand("get a script that completes command lines in your shell", "completion bash"),
        },
    }
)
"""Every command by its name, in groups for the reader."""
COMMANDS: Mapping[str, ListedCommand] = MappingProxyType(
    {name: command for group in GROUPS.values() for name, command in group.items()}
)
"""Every command by its name."""
HELP = "help"
"""The word before a command or a page that asks for its text."""
SPELLINGS = MappingProxyType({"analyze": "analyse", "--minimize": "--minimise"})
"""The American spellings, which are taken too; no other command or option has a second name."""
PAGES: Mapping[str, str] = MappingProxyType(
    {
        **{name: f"{name}.md" for name in ("glossary", "library", "players", "review", "statistics")},
        "ugi": "formats/ugi.md",
        **{name: f"historic/{name}.md" for name in HISTORICAL},
    }
)
"""The pages of the documentation that a package has, by the name that `oxo help` takes: their paths in `docs`."""
