"""What is refused: exit code 2 or 4, one line on standard error that names the input and the reason, and no file."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import pytest
from support.recorded_games import O_WINS, X_WINS, match, written

from hyperoxo import Board, Game, record, solve
from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

REFUSED = {
    # ---- Commands and options ----
    "": "a command is missing; commands are play, move, ",
    "chess": "chess: there is no such command; commands are play, move, ",
    "paly": "paly: there is no such command; did you mean play?",
    "players": "players: there is no such command; did you mean engines?",
    "hepl": "hepl: there is no such command; did you mean help?",
    "help mach": "mach: there is no such command or page; did you mean match?",
    "help play now": "now: unexpected argument; type oxo help, or oxo help COMMAND",
    "play\x07": r"play\x07: there is no such command",
    "--colour": "--colour: unexpected argument; see oxo --help",
    "play --colour": "--colour: unexpected argument; see oxo play --help",
    "play --see 5": "--see: unexpected argument; did you mean --seed?",
    "analyse 3x3 --nods=5": "--nods=5: unexpected argument; did you mean --nodes?",
    "play 3x3 4x4": "4x4: unexpected argument; see oxo play --help",
    "match random oxo 3x3": "3x3: unexpected argument; type --board 3x3",
    "match random oxo magic-square": "magic-square: unexpected argument; see oxo match --help",
    "play --seed": "argument --seed: expected one argument; see oxo play --help",
    "play --starts never": "argument --starts: invalid choice: 'never'",
    "solve 3x3 --atlas --minimise": "--atlas goes with none of --executor, --soonest and --minimise",
    "solve 3x3 --attacker z": "argument --attacker: invalid choice: 'z'",
    "verify proof.oxc --format pdf": "argument --format: invalid choice: 'pdf'",
    "move": "the following arguments are required: PLAYER; see oxo move --help",
    "replay": "the following arguments are required: FILE",
    "verify": "the following arguments are required: FILE",
    "gif 3x3": "the following arguments are required: --out; see oxo gif --help",
    "book proof.oxc": "the following arguments are required: --out",
    "completion": "the following arguments are required: shell; see oxo completion --help",
    # ---- Numbers, times and seeds ----
    "play --seed -1": "--seed -1: not a whole number from 0 to 9223372036854775807",
    "play --seed 9223372036854775808": "--seed 9223372036854775808: not a whole number",
    "play --seed " + "9" * 5000: "--seed " + "9" * 60 + "…" + "9" * 33 + ": not a whole number from 0 to",
    "play --seed ²": "--seed ²: not a whole number",
    "analyse --time soon": "--time soon: not a number of seconds; such as 5 or 0.5",
    "analyse --seconds soon": "--seconds soon: not a number of seconds; such as 5 or 0.5",
    "analyse --time=-1": "--time -1: not a number of seconds",
    "solve 3x3 --time nan": "--time nan: not a number of seconds",
    "analyse 3x3 --nodes many": "--nodes many: not a whole number from 0 to",
    "solve 3x3 --nodes 18446744073709551616": (
        "--nodes 18446744073709551616: not a whole number from 0 to 18446744073709551615"
    ),
    "solve 3x3 --threads 0": "--threads 0: not a whole number from 1 to 999999999",
    "solve 3x3 --memory 0": "--memory 0: not a whole number from 1 to 999999999",
    "solve 3x3 --memory 1.5": "--memory 1.5: not a whole number from 1",
    "match random random --games 0": "--games 0: not a whole number from 1 to 1000000000",
    "replay nowhere.oxo --game 0": "--game 0: not a whole number from 1",
    "gif 3x3 --out a.gif --loops 0": "--loops 0: not a whole number from 1 to 1000",
    "svg 3x3 --size 0": "--size 0: not a whole number from 1 to 20000",
    "serve --port=-1": "--port -1: not a whole number from 0 to 65535",
    "serve --forget=0": "--forget 0: not a whole number from 1 to 36500",
    "serve --forget=1.5": "--forget 1.5: not a whole number from 1 to 36500",
    "serve --webhook=ftp://bot.example/": "--webhook: not an address of http or https",
    "serve --webhook=https://key@bot.example/": "--webhook: not an address of http or https",
    "serve --webhook=https://bot.example/#a": "--webhook: not an address of http or https",
    "serve --webhook=http://bot.example:65536/": "--webhook: not an address of http or https",
    "serve --port=65536": "--port 65536: not a whole number from 0 to 65535",
    "serve --port=http": "--port http: not a whole number from 0 to 65535",
    "serve --port=": "--port: not a whole number from 0 to 65535",
    "serve --workers 0": "--workers 0: not a whole number from 1 to 1000",
    "serve --memory 511": "--memory 511: not a whole number from 512 to 999999999",
    # ---- Boards, positions, moves ----
    "play 0x3": "0x3: side 1 is not a whole number from 1",
    "play 7x7x7": "7x7x7: the board has more than 256 cells",
    "play 3x3x4": "3x3x4: ",
    "info nothing": "nothing: not a board; type the lengths of its sides joined by x, like 4x4x4, or 5x5:4",
    "info qubik": "qubik: there is no such board; did you mean qubic?",
    "info --board=": "'': not a board",
    "info \udcff": "",
    "play --moves 999": "999: coordinate 1 is above 4",
    "play --moves 111,111": "111: the cell is taken",
    'move random 3x3 --moves "11 21 12 22 13 23"': "23: the game is over, x has won",
    "play --position 64": "64: the side to move is missing",
    "play --slice diagonal": "diagonal: 4x4x4 has no such plane",
    # ---- Players and faces ----
    "play 3x3 --second unknown": "unknown: there is no such player; players are ",
    "play --second randon": "randon: there is no such player; did you mean random?",
    "move ibm1602": "ibm1602: there is no such player; did you mean ibm1620?",
    "engines delfi": "delfi: there is no such player; did you mean delphi?",
    "engines unknown": "unknown: there is no such player",
    "engines human": "human: a person, who has no options",
    "engines ugi:/no/such/program": "/no/such/program: there is no such program",
    "engines ugi:false": "ugi:false: it ended with exit code 1; oxo ugi-check COMMAND shows why",
    "engines ugi:": "'': there is no program to start",
    "tournament random oxo 3x3": "3x3: there is no such player; type --board 3x3",
    "move human": "human: a person can only play in oxo play, or on the page",
    "ugi Human": "Human: a person can only play in oxo play, or on the page",
    "play 3x3 --second ibm1620": "ibm1620: ",
    "play 3x3 --second fignition": "fignition: ",
    "move fignition 3x3 --moves 22": "fignition: it always starts",
    "play --second ibm1620:level=9": "ibm1620:level: there is no such option",
    "play 3x3 --second oxo:level=10": "oxo:level=10: option level cannot be '10': it takes 1 to 9",
    "play --starts you --second human": "--starts you needs one person and one computer; human meets human",
    "play --face teletype 3x3": "3x3: the face teletype has two boards; use 4x4x4 or 4x4x4x4, or the face plain",
    "play --face teletyp": "teletyp: there is no such face; did you mean teletype?",
    "play --face period": "period: no player of this game has a face; faces are teletype",
    "play --face=": "'': there is no such face",
    # ---- Matches ----
    "match random": "the following arguments are required: SECOND_PLAYER; see oxo match --help",
    "match random unknown": "unknown: there is no such player; players are ",
    "match random magic-square --board 4x4": "magic-square: it plays on 3x3 only",
    "match random human": "human: a person can only play in oxo play, or on the page",
    "match fignition magic-square --board 3x3 --games 2": (
        "fignition: it can only move first, and every player of a match moves first and second; "
        "oxo museum --meet fignition magic-square plays one game"
    ),
    "sprt random fignition --board 3x3 --elo0 0 --elo1 20": (
        "fignition: it can only move first, and every player of a test moves first and second; "
        "oxo play 3x3 --first fignition --second random plays one game"
    ),
    "tournament random oxo fignition --board 3x3": (
        "fignition: it can only move first, and every player of a tournament moves first and second; leave it out"
    ),
    "ugi-check python engine.py": "engine.py: not a board; type the lengths of its sides joined by x, like 4x4x4, "
    "or 5x5:4 with a line length; a command of several words needs quotes",
    "match ugi:python engine.py random": "random: unexpected argument; put a program and its arguments in quotes",
    "match random oxo --save a": "--save: unexpected argument; did you mean --out?",
    "match random ./engine": "./engine: there is no such player; players are atari-st, delphi, fignition, ibm1620, "
    "magic-square, oxo, random, ugi; a program is ugi:COMMAND",
    "match random ugi:no-such-program": "no-such-program: there is no such program",
    "match random ugi:false": "ugi:false: it does not play: ",
    "tournament random": "1 player: name 2 to 100",
    "tournament" + " random" * 101: "101 players: name 2 to 100",
    "match random random --games many": "--games many: not a whole number",
    "match random random --time soon": "--time soon: not a number of seconds",
    "match random random --clock 60": "--clock 60: not seconds for a game and for each move; BASE+INC with at most ",
    "sprt random random --elo0 0 --elo1 9 --clock 60+1 --time 1": "--clock and --time: one bounds all moves",
    "match random random --nodes 0": "--nodes 0: not a whole number from 1",
    "match random random --depth 257": "--depth 257: not a whole number from 1 to 256",
    "match random random --board 0x3": "0x3: ",
    "match random random --jobs 0": "--jobs 0: not a whole number from 1 to 1000",
    "match random random --openings random": "random: not openings on 4x4x4; random:PLIES, with 1",
    "play --out a": "--out: unexpected argument; did you mean --save?",
    "play --level 3": "--level: unexpected argument; type --second oxo:level=3",
    "play 3x3 --level=5": "--level=5: unexpected argument; type --second oxo:level=5",
    "match random random --openings nowhere --out a": "nowhere: neither a kind of openings nor a file; none, random:",
    "match random random --openings rnd:2": "rnd:2: neither a kind of openings nor a file; none, random:PLIES, ",
    "match random random --log nowhere/a": "nowhere/a: there is no folder nowhere; create it, or choose another name",
    "match random random --log match.jsonl": "match.jsonl: .jsonl files cannot be written here; choose a name",
    "match random random --log a --resume ./a": "--log a: the games are written there; choose another name",
    "match random random --log a --executor dask://localhost:1": "--log and --executor: programs run on the ",
    "sprt": "the following arguments are required: FIRST_PLAYER, SECOND_PLAYER; see oxo sprt --help",
    "match random random --executor here": "here: not the address of an executor; such as dask://",
    "match random random --json --csv": "--json and --csv: only one form can be printed",
    "match random random --markdown --csv": "--csv and --markdown: only one form can be printed",
    "ladder 3x3 --players random": "1 player: name 2 to 100",
    "ladder 3x3 --players random unknown": "unknown: there is no such player",
    "ladder 3x3 --players random magic-square --board 4x4": "3x3 and --board 4x4: two different boards",
    "match random random --out a --resume a": "--out and --resume: games go to one file",
    "match random random --force --resume a": "--force and --resume: --resume continues the file",
    "match random random --out match.jsonl": (
        "match.jsonl: the file exists already; continue it with --resume match.jsonl, add --force to replace it, or"
    ),
    "match random random --seed 1 --resume letter.txt": "letter.txt: does not begin with a game",
    "match random random --out nowhere/games": "nowhere/games: there is no folder nowhere",
    "match random random --out pipe": "pipe: not a file; choose another name",
    "match random random --jobs 2 --executor dask://127.0.0.1:1": (
        "--jobs and --executor: an executor has its own number of workers; leave one of them out"
    ),
    "sprt random random": "--elo0 is missing; a test needs two Elo differences, such as --elo0 0 --elo1 20",
    "sprt random random --elo0 0": "--elo1 is missing",
    "sprt random random --elo0 0 --elo1 0": "--elo0 0 and --elo1 0: two numbers are needed, the second larger",
    "sprt random random --elo0 a --elo1 5": "--elo0 a: not a number; such as 20, -5 or 0.05",
    "sprt random random --elo0=-5 --elo1 nan": "--elo1 nan: not a number",
    "sprt random random --elo0 0 --elo1 5 --alpha 0.5": "--alpha 0.5: must be between 0 and 0.5",
    "sprt random random --elo0 0 --elo1 999999999": "--elo0 0 and --elo1 1e+09: no score can distinguish them",
    **{
        f"tournament random oxo:level=1 --anchor {anchor}": f"--anchor {anchor}: {reason}"
        for anchor, reason in {
            "random": "not a player and its rating; PLAYER=RATING, such as random=0 or 1=1500",
            "=1500": "not a player and its rating",
            "random=high": "not a player and its rating",
            "delphi=1500": "delphi does not play; players are random, oxo:level=1",
            "3=1500": "3 does not play",
        }.items()
    },
    # ---- Batches, workers, proofs ----
    "move random --batch --moves 111": "--batch reads moves and positions from standard input",
    "move random --jobs 2": "--jobs and --executor share the lines of a batch; add --batch, or leave them out",
    "analyse --executor dask://h:1": "--jobs and --executor share the lines of a batch",
    "move random --batch --executor h:1": "h:1: not the address of an executor; such as dask://127.0.0.1:8786",
    "solve --executor h:1": "h:1: not the address of an executor; such as dask://127.0.0.1:8786",
    "solve --executor dask://h:1 --threads 2": "--threads is for a search in one process; leave it out, or leave --exe",
    "analyse 3x3 --why 11 --depth x": "--depth x: not a whole number",
    "analyse 3x3 --depth 2": "--depth 2: it is the depth of --why; name a cell with --why",
    "analyse 3x3 --tree a.svg": "--tree a.svg: it is the picture of --why; name a cell with --why",
    "analyse 3x3 --batch --why 22": "--why explains a cell of one position; leave --batch out",
    "analyse 3x3 --batch --tree a.svg": "--why explains a cell of one position; leave --batch out",
    "analyse 3x3 --why 22 --moves 22": "22: the cell cannot be played",
    'analyse 3x3 --why "22 22"': "22: the cell cannot be played",
    "verify proof.oxc --format patashnik --tree a.svg": "--tree draws certificates; a dictionary",
    # ---- Pictures ----
    "svg 3x3 --view stack": "view stack of 3x3: the board has no tiers; choose the view planes",
    "svg 4x4x4 --view cube": "cube: there is no such view; choose planes or stack",
    "svg 3x3 --theme grey": "grey: there is no such theme; choose auto or light or dark",
    "svg 4x4x4 --slice x=9": "x=9: 4x4x4 has no such plane; planes are tier 1, ",
    "svg 3x3 --lines 44": "--lines 44: neither threats nor a cell; the cells of 3x3 are 11 to 33",
    "svg 3x3 --time 3": "--time and --nodes limit the analysis of --labels; add --labels",
    "svg 3x3 --size 20000 --out a.png": "width 20000: a picture has from 1 to 64,000,000 pixels",
    "gif 3x3 --out a.gif --seconds 0.01": "seconds 0.01: not from 0.05 to 60 seconds",
    "gif 3x3 --out a.gif --last 61": "last_seconds 61.0: not from 0.05 to 60 seconds",
    "gif 3x3 --out a.gif --theme auto": "auto: not the theme of an animation; choose light or dark",
    "gif 3x3 --out a.gif --size 20000": "width 20000: all frames together have",
    # ---- Files ----
    "play --load nowhere.oxo": "nowhere.oxo: No such file or directory",
    "verify nowhere.oxc": "nowhere.oxc: No such file or directory",
    "book nowhere.oxc --out a.gz": "nowhere.oxc: No such file or directory",
    "verify .": ".: Is a directory",
    "play 3x3 --load game.oxo": "--load brings its own board and moves",
    "svg 3x3 --load game.oxo": "--load brings its own board and moves; leave BOARD, --moves and --position out",
    "svg --load game.oxo --game 2": "game.oxo: the file has no game 2",
    "replay games.oxo --game 3": "games.oxo: the file has no game 3",
    "svg --load games.oxo": "games.oxo: the file holds several games; choose one with --game N",
    "replay games.oxo --ply 2": "games.oxo: the file holds several games; choose one with --game N",
    "replay empty.oxo": "empty.oxo: there is no game in the file",
    "svg 3x3 --game 2": "--game 2: it is a number of a game in a file; name the file with --load",
    "svg 3x3 --moves 11 --ply 4": "ply 4: the game has plies 0 to 1",
    "replay game.oxo --ply 9": "ply 9: the game has plies 0 to 7",
    "solve 3x3 --certificate .": ".: not the name of a file",
    "solve 3x3 --certificate pipe": "pipe: not a file",
    "solve 4x4x4 --resume pipe": "pipe: not a file; choose another name",
    "analyse 3x3 --why 11 --tree a.gif": "a.gif: .gif files cannot be written here",
    "verify proof.oxc --tree a.gif": "a.gif: .gif files cannot be written here",
    "analyse 3x3 --why 11 --tree game.oxo": "game.oxo: .oxo files cannot be written here",
    "book draw.oxc --out a.gz": "draw.oxc: it proves 'draw'; a book is made from the proof of a win",
    # ---- Reviews, reports and the museum ----
    "review": "a game is missing; name a file, or type --moves",
    "review nowhere.oxo": "nowhere.oxo: No such file or directory",
    "review games.oxo --game 3": "games.oxo: the file has no game 3",
    "review games.oxo --game x": "--game x: not a whole number from 1",
    "review games.oxo --moves 22": "games.oxo and --moves: a file has its own board and moves; leave one of them out",
    "review games.oxo --board 3x3": "games.oxo and --board: a file has its own board and moves",
    "review --game 1": "--game 1: it is a number of a game in a file; name the file",
    'review --moves "111 111"': "111: the cell is taken by x",
    "review games.oxo --nodes -1": "--nodes -1: not a whole number",
    "review games.oxo --time soon": "--time soon: not a number of seconds",
    "review -": "-: there is no game in the file",
    "review - --game 2": "-: the file has no game 2",
    "review games.oxo --html games.oxo --force": "games.oxo: the page would replace the games",
    "review games.oxo --html page.html --json": "--html and --json: a page, or JSON",
    "review games.oxo --html page.html --game x": "--game x: not a whole number from 1",
    "review games.oxo --html page.html --game 3": "games.oxo: the file has no game 3",
    "report": "the following arguments are required: FILE",
    "report nowhere.jsonl": "nowhere.jsonl: No such file or directory",
    "report /": "/: a folder; name a file of games",
    "report empty.oxo": "empty.oxo: no game in it has a score",
    "report match.jsonl --out match.jsonl": "match.jsonl: the report would replace the games; name another file",
    "report match.jsonl --plots match.jsonl": "match.jsonl: not a folder; name another",
    "report match.jsonl --anchor delphi=1500": "--anchor delphi=1500: delphi does not play; players are ibm1620",
    "report match.jsonl --review 1,5": "match.jsonl: there is no game 5 to review; it has games 1 to 2",
    "report match.jsonl --review all": (
        "--review all: not numbers of games; type numbers with commas between them, or decisive"
    ),
    "report match.jsonl --review " + "9" * 10_000: "--review 999",
    **{
        f"report match.jsonl --games={wrong}": f"--games {wrong}: not a whole number from 0 to 200"
        for wrong in ("-1", "201", "all")
    },
    "museum chess": "chess: there is no such exhibit; exhibits are ibm1620, atari-st, delphi, magic-square, fig",
    "museum ibm1260": "ibm1260: there is no such exhibit; did you mean ibm1620?",
    "museum ibm1620:rules=1620": "ibm1620:rules=1620: there is no such exhibit; ",
    "museum --seed 3": "--seed 3: only a meeting has one; add --meet A B",
    "museum delphi --board 3x3": "--board 3x3: only a meeting has one; add --meet A B",
    "museum delphi --meet delphi ibm1620": "delphi: --meet names its two programs itself; leave NAME out",
    "museum --meet delphi": "argument --meet: expected 2 arguments; see oxo museum --help",
    "museum --meet delphi random": "random: there is no such exhibit; ",
    "museum --meet ibm1620 atari-st --seed x": "--seed x: not a whole number from 0 to ",
    # ---- Serving ----
    **{
        f"serve --port 0 --allow-host={shlex.quote(name)}": f"--allow-host {name}: not a host name; such as"
        for name in ("", "play.example.org:8642", "http://play.example.org/", "::1", "a b")
    },
    **{
        f"serve --port 0 --host {host}": f"{shortened(host)} port 0: "
        for host in ("256.0.0.1", "nowhere.invalid", "a..b", "x" * 300)
    },
    "serve --port 0 --database games.db": "database: not the URL of a database",
    "serve --port 0 --database sqlite:///letter.txt": "sqlite:///letter.txt: the database cannot be used: ",
    "serve --port 0 --database=": "database: not the URL of a database",
    "serve --port 0 --database what://host/name": "what://host/name: there is no database called what",
    "serve --port 0 --database postgresql+asyncpg://me:hidden@host/name": (
        "postgresql+asyncpg://me:***@host/name: its driver asyncpg is not installed"
    ),
    "serve --port 0 --database sqlite:////nowhere/games.db": (
        "sqlite:////nowhere/games.db: there is no folder /nowhere; make it first"
    ),
}
"""Command lines with the beginning of the line that refuses each."""

MALFORMED = {
    **{
        f"{command} bad.oxo": "bad.oxo: line 5, column 7: 11: the cell is taken"
        for command in ("play --load", "replay", "replay --json", "replay --game 1", "review --html a.html", "report")
    },
    "book cut.oxc --out a.gz": "cut.oxc: malformed: the checksum does not fit the file",
    "book empty.oxo --out a.gz": "empty.oxo: malformed: the header lacks its line `oxo certificate`",
    "match random random --board 3x3 --openings bad.oxo": "bad.oxo: line 5, column 7: 11: the cell is taken",
    "match random random --board 3x3 --resume wrong.jsonl": "wrong.jsonl: line 1, column ",
    **{
        f"solve 4x4x4 --resume {name}": (
            f"{name}: damaged, or written by a search on another board; name a file of a search on the same board"
        )
        for name in ("cut.oxc", "game.oxo")
    },
}
"""Command lines with a file that is malformed, and the beginning of the line that says so."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of records and proofs, some of them wrong."""
    path = tmp_path_factory.mktemp("files")
    qubic = record.dumps(Game("4x4x4", "111 112 222 113 333 114 444"))
    (path / "game.oxo").write_text(qubic)
    (path / "games.oxo").write_text(f"{qubic}\n{record.dumps(Game('3x3', '22 11'))}")
    (path / "bad.oxo").write_bytes(b'[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 11 11 *\n')
    (path / "wrong.jsonl").write_text('{"record": 1, "board": "3x3", "nonsense": 1}\n')
    (path / "letter.txt").write_text("Dear Ada,\n" * 100)
    os.mkfifo(path / "pipe")  # no device: as root, a faulty program would replace it
    (path / "empty.oxo").touch()
    written(path / "match.jsonl", match(("ibm1620", "random"), [(X_WINS, O_WINS)]))
    for name, board in (("proof.oxc", "3x3x3"), ("draw.oxc", "4x4")):
        (path / name).write_bytes(solve(Board(board)).certificate or b"")
    (path / "cut.oxc").write_bytes((path / "proof.oxc").read_bytes()[:-1])
    return path


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return what the files of a folder hold, None for a pipe."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("line", "message"),
    [pytest.param(*item, id=shortened(item[0], 60)) for item in (REFUSED | MALFORMED).items()],
)
def test_a_refusal_is_one_line_that_names_the_input(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, folder: Path, line: str, message: str
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    oxo.reads(b"")
    refusal = oxo.refused(*shlex.split(line), code=4 if line in MALFORMED else 2)
    assert refusal.startswith(message)
    assert len(refusal) < 400
    assert contents(folder) == before


@pytest.mark.parametrize(
    "command", ["play", "move random", "analyse", "solve", "svg", "info", "ladder", "ugi random", "ugi-check true"]
)
def test_two_different_boards_are_refused(oxo: Oxo, command: str) -> None:
    line = oxo.refused(*command.split(), "3x3", "--board", "qubic")
    assert line == "3x3 and --board 4x4x4: two different boards; leave one of them out"


def test_a_command_that_is_missing_is_answered_by_all_commands(oxo: Oxo) -> None:
    assert set(COMMANDS) <= set(oxo.refused().replace(",", "").replace(";", "").split())
