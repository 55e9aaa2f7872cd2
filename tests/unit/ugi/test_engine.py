"""An engine, line by line: its introduction, its options, and the positions of games."""

from __future__ import annotations

import pytest
from support.ugi_dialogues import EngineDialogue, no_session

from hyperoxo import Board, Side, player
from hyperoxo.errors import PlayerError
from hyperoxo.players import Option, PlayerKind, Refusal, kind, names
from hyperoxo.ugi.messages import EMPTY, OptionOffer, parse_answer
from hyperoxo.ugi.server.settings import EngineSettings, default_board

MAGIC = "it plays on 3x3 only; choose the board 3x3"


# ---- Introduction, isready and quit ----


def test_an_engine_introduces_itself() -> None:
    name, author, *options, ok = EngineDialogue("ibm1620:rules=1620", "4x4x4", 7).tell("ugi")
    assert name.startswith("id name hyperoxo ")
    assert name.endswith(" ibm1620:rules=1620")
    assert author == "id author The hyperoxo authors"
    assert ok == "ugiok"
    assert options == [
        "option name Board type string default 4x4x4",
        "option name Seed type spin default 7 min 0 max 9223372036854775807",
        "option name rules type combo default 1620 var extended var 1620",
        "option name pairs type combo default inside-first var inside-first var outside-first",
        "option name row-order type combo default fixed var fixed var random",
        "option name row-shuffle type spin default 0 min 0 max 9223372036854775807",
        "option name candidates type combo default last var last var any",
        "option name leave-out type combo default none var none var 6 var 9 var both",
    ]


@pytest.mark.parametrize(
    ("option", "offer"),
    [
        (Option("deep", default=True, help=""), "option name deep type check default true"),
        (Option("share", 0.5, "", minimum=0), "option name share type string default 0.5"),
        (Option("label", "", ""), "option name label type string default <empty>"),
        (Option("few", None, "", minimum=1, maximum=3, unset_type=int),
         "option name few type combo default unset var unset var 1 var 2 var 3"),
        (Option("many", None, "", minimum=1, unset_type=int), "option name many type string default unset"),
        (Option("low", 3, "", maximum=4),
         "option name low type spin default 3 min -9223372036854775807 max 4"),
    ],
)  # fmt: skip
def test_every_type_of_option_is_offered_as_what_it_is(option: Option, offer: str) -> None:
    kind = PlayerKind("optional", "has an option", no_session, (option,))
    assert offer in EngineDialogue(kind.player()).tell("ugi")


def test_options_of_programs_from_outside_and_those_called_as_the_engines_own_are_kept_back() -> None:
    options = (Option("board", "a", ""), Option("command", "b", ""))
    kind = PlayerKind("optional", "has options", no_session, options)
    assert sum("option name" in line for line in EngineDialogue(kind.player()).tell("ugi")) == 3
    outside = PlayerKind("outside", "runs", no_session, options, is_outside=True)
    assert sum("option name" in line for line in EngineDialogue(outside.player()).tell("ugi")) == 2


# ---- Options ----


def test_the_board_is_an_option_and_begins_again() -> None:
    dialogue = EngineDialogue("random", "3x3")
    assert dialogue.tell("position startpos moves 22", "setoption name board value 3x3x3", "query p1turn") == [
        "response true"
    ]
    assert len(dialogue.search("go")[-1].split()[1]) == 3


def test_options_of_the_player_are_set_by_name() -> None:
    dialogue = EngineDialogue("magic-square", "3x3")
    assert dialogue.tell("setoption name OPENING value centre") == []
    assert dialogue.search("go")[-1] == "bestmove 22"
    assert dialogue.tell("setoption name opening value edge") == []
    assert dialogue.search("go")[-1] in {f"bestmove {edge}" for edge in (12, 21, 23, 32)}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("setoption name wings value 2", "wings: there is no such option; options are Board, Seed, level"),
        ("setoption name level value 12", "level 12: option level cannot be '12': it takes 1 to 9"),
        ("setoption name level", "level : option level cannot be '': it takes 1 to 9"),
        ("setoption name Board value 3x", "3x: "),
        ("setoption name Board value 4X4X4", "4X4X4: "),
        ("setoption name Board value 4\N{MULTIPLICATION SIGN}4", "4\N{MULTIPLICATION SIGN}4: "),
        ("setoption name Board value qubic", "qubic: "),
        ("setoption name Seed value -1", "-1: not a seed; a seed is a whole number from 0 to 9223372036854775807"),
    ],
)
def test_options_that_are_refused(line: str, error: str) -> None:
    (reply,) = EngineDialogue("oxo").tell(line)
    assert reply.startswith(f"info string error: {error}")


def test_a_number_can_be_unset_again() -> None:
    dialogue = EngineDialogue("oxo:level=1", "3x3")
    assert dialogue.tell("setoption name level value unset") == []
    assert any("proved" in line for line in dialogue.search("position startpos moves 22", "go"))


def test_a_board_that_the_player_cannot_take_is_refused_and_nothing_changes() -> None:
    dialogue = EngineDialogue("magic-square", "3x3")
    assert dialogue.tell("position startpos moves 22", "setoption name Board value 4x4x4", "query p1turn") == [
        f"info string error: magic-square on 4x4x4: {MAGIC}",
        "response false",
    ]
    with pytest.raises(PlayerError):
        EngineSettings(player("magic-square"), Board("4x4"), 0)


def test_the_usual_board_is_one_that_the_player_takes() -> None:
    assert [str(default_board(player(name))) for name in ("oxo", "fignition", "ibm1620")] == ["4x4x4", "3x3", "4x4x4"]


def test_a_player_that_takes_no_usual_board_needs_one() -> None:
    def refusal(board: Board, seat: Side, options: object) -> Refusal | None:  # noqa: ARG001
        return None if str(board) == "2x2" else Refusal("it plays on 2x2 only", "choose the board 2x2")

    kind = PlayerKind("tiny", "plays on 2x2", no_session, refusal=refusal)
    with pytest.raises(PlayerError, match="tiny: it takes none of the usual boards; give it one with --board"):
        default_board(kind.player())
    assert EngineDialogue(kind.player(), "2x2").tell("query p1turn") == ["response true"]


@pytest.mark.parametrize("name", [name for name in names() if not kind(name).is_outside])
def test_every_option_of_every_player_takes_what_it_offers(name: str) -> None:
    board = str(default_board(player(name)))
    for offer in map(parse_answer, EngineDialogue(name, board).tell("ugi")):
        if isinstance(offer, OptionOffer):
            values = {offer.default or EMPTY, *offer.choices}
            values |= {str(bound) for bound in (offer.minimum, offer.maximum) if bound is not None}
            # Some of them do not go together with what else is set, and so each is set alone.
            for value in sorted(values):
                refused = EngineDialogue(name, board).tell(f"setoption name {offer.name} value {value}")
                assert refused == [] or refused[0].endswith("add search=literal")


# ---- Positions ----


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ("startpos", "false true none"),
        ("startpos moves 22", "false false none"),
        ("startpos moves 11 21 12 22 13", "true false p1win"),
        ("fen xx1oo4 o moves 23", "true true p2win"),
        ("startpos moves 22 11 12 32 21 23 13 31 33", "true false draw"),
        ("fen x3o4 x", "false true none"),
    ],
)
def test_questions(position: str, answers: str) -> None:
    answered = EngineDialogue().tell(f"position {position}", "query gameover", "query p1turn", "query result")
    assert answered == [f"response {answer}" for answer in answers.split()]


@pytest.mark.parametrize(
    "position",
    [
        "startpos moves 22 22",
        "startpos moves 44",
        "startpos moves 22,11",
        "startpos moves 2,2",
        "startpos moves 22, 11",
        "fen 9 X",
        "fen X8 o",
        "startpos moves 11 21 12 22 13 23",
        "fen xxxooo3 x",
        "fen x8",
        "fen x",
        "x",
    ],
)
def test_after_a_position_that_is_refused_there_is_none(position: str) -> None:
    dialogue = EngineDialogue()
    (error,) = dialogue.tell(f"position {position}")
    assert error.startswith("info string error: ")
    if position == "x":  # what is no position command leaves the old position
        assert dialogue.tell("query p1turn") == ["response true"]
        return
    none = "info string error: position: there is no position: the last one was refused; send a position first"
    assert dialogue.tell("query p1turn") == [none]
    assert dialogue.search("go") == [none, "bestmove none"]
    assert dialogue.tell("position startpos", "query p1turn") == ["response true"]


def test_a_new_game_begins_at_the_start() -> None:
    assert EngineDialogue().tell("position startpos moves 22", "uginewgame", "query p1turn") == ["response true"]
