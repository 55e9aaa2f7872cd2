"""The player protocol: options, the registry, sessions, and turns that are taken through them."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any, cast

import pytest
from support.present import present
from support.refusals import short_line

from hyperoxo import Board, Cancelled, Ending, Game, InputError, Note, PlayerError, Result, play_game, player
from hyperoxo.coach import reason_in_game
from hyperoxo.players import (
    DEFAULT_OPPONENT,
    Control,
    Decision,
    Forfeit,
    Intent,
    Limits,
    Option,
    Play,
    PlayerKind,
    Progress,
    Reasons,
    Refusal,
    Session,
    Stop,
    kind,
    registry,
    take_turn,
)
from hyperoxo.players.options import OptionValue, parse_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo.game import JSON
    from hyperoxo.sides import Side

TABLE = (
    Option("level", 3, "how far it sees", minimum=1, maximum=9),
    Option("swap-rate", 0.3, "how often an equal cell replaces the choice", minimum=0, maximum=1),
    Option("first", "corner", "where it opens", choices=("corner", "centre")),
    Option("loud", False, "whether it talks"),  # noqa: FBT003 - the default of the option
    Option("text", "", "anything"),
)


class Because(Reasons):
    """Reasons of one word."""

    def sentence(self, board: Board) -> str:
        return f"because, on {board}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        return {"word": "because", "board": str(board)}


class Scripted(Session):
    """Makes the given decisions in order."""

    def __init__(self, board: Board, seat: Side, seed: int, *, decisions: list[Decision]) -> None:
        super().__init__(board, seat, seed)
        self.decisions = decisions

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        control.check()
        return self.decisions.pop(0)


def scripted(*decisions: Decision) -> Scripted:
    return Scripted(Board("3x3"), "x", 0, decisions=list(decisions))


class TestOptions:
    @pytest.mark.parametrize(
        ("typed", "values"),
        [
            ("level=9", {"level": 9}),
            ("swap-rate=1", {"swap-rate": 1.0}),
            (" level = 1 , loud = YES ", {"level": 1, "loud": True}),
            ("first=centre,loud=off", {"first": "centre", "loud": False}),
            ("text=a=b", {"text": "a=b"}),
        ],
    )
    def test_typed_values_are_read(self, typed: str, values: dict[str, OptionValue]) -> None:
        read = parse_options(TABLE, typed)
        assert read == values
        assert [type(value) for value in read.values()] == [type(value) for value in values.values()]

    @pytest.mark.parametrize(
        ("typed", "part"),
        [
            ("level=0", "level cannot be '0': it takes 1 to 9"),
            ("level=10", "1 to 9"),
            ("level=2.5", "1 to 9"),
            ("level=", "1 to 9"),
            ("level", "written name=value"),
            ("", "written name=value"),
            ("level=1,", "written name=value"),
            ("level=1,level=2", "given twice"),
            ("levels=1", "no such option; options are level, swap-rate, first, loud, text"),
            ("swap-rate=nan", "0 to 1"),
            ("swap-rate=inf", "0 to 1"),
            ("first=edge", "corner or centre"),
            ("loud=maybe", "yes or no"),
            ("level=" + "9" * 5000, "1 to 9"),
        ],
    )
    def test_bad_values_are_refused_with_what_is_allowed(self, typed: str, part: str) -> None:
        with pytest.raises(PlayerError, match=short_line(part)):
            parse_options(TABLE, typed)

    def test_an_option_can_be_unset_by_default(self) -> None:
        option = Option("depth", None, "how far it sees; unset, as far as it can", minimum=0, unset_type=int)
        assert (option.kind, option.range, option.shown(option.default)) == ("whole number", "at least 0", "unset")
        declared = PlayerKind("p", "", Scripted, (option,))
        assert [declared.player(**values).name for values in ({}, {"depth": None}, {"depth": 0})] == [
            "p",
            "p",
            "p:depth=0",
        ]
        assert parse_options((option,), "depth=12") == {"depth": 12}
        for typed in ("unset", "None", "", "2.0", "-1"):
            with pytest.raises(PlayerError, match="it takes at least 0"):
                parse_options((option,), f"depth={typed}")

    @pytest.mark.parametrize(("default", "unset_type"), [(None, None), (3, int)])
    def test_an_option_has_a_default_or_a_type(self, default: int | None, unset_type: type[int] | None) -> None:
        with pytest.raises(ValueError, match="option depth needs either a default, or"):
            Option("depth", default, "", unset_type=unset_type)

    @pytest.mark.parametrize(("value", "shown"), [(0.1234567891, "0.1234567891"), (1.0, "1"), (0.3, "0.3")])
    def test_a_players_name_gives_its_options_exactly(self, value: float, shown: str) -> None:
        declared = PlayerKind("p", "", Scripted, (Option("rate", 0.5, "", minimum=0, maximum=1),))
        assert declared.player(rate=value).name == f"p:rate={shown}"
        assert parse_options(declared.options, f"rate={shown}") == {"rate": value}

    def test_whole_numbers_have_no_largest_one(self) -> None:
        assert Option("n", 0, "", minimum=0).parse("9" * 400) == int("9" * 400)

    def test_a_whole_number_serves_as_a_fraction_but_not_the_other_way(self) -> None:
        declared = PlayerKind("p", "", Scripted, TABLE)
        assert declared.player(swap_rate=1).options["swap-rate"] == 1.0
        for value in (2.0, True, "3"):
            refused = re.escape(f"level cannot be {value!r}: it takes the type int, 1 to 9")
            with pytest.raises(PlayerError, match=refused):
                declared.player(level=value)
        with pytest.raises(PlayerError, match="there is no such option; options are level, swap_rate"):
            declared.player(depth=3)

    @pytest.mark.parametrize("text", ["a,b", "me@here", "file@nodes=5", " a", "a\t"])
    def test_a_text_that_a_name_cannot_have_is_refused_unless_it_is_the_whole_name(self, text: str) -> None:
        with pytest.raises(PlayerError):
            PlayerKind("p", "", Scripted, TABLE).player(text=text)
        whole = PlayerKind("p", "", Scripted, TABLE, whole="text")
        assert whole.player(text=text).options["text"] == text

    def test_a_default_that_a_name_cannot_have_is_allowed(self) -> None:
        declared = PlayerKind("p", "", Scripted, (Option("files", "a,b", ""),))
        assert declared.player(files="a,b") == declared.player()


class TestRegistry:
    @pytest.mark.parametrize("name", ["oxo", "random", "ibm1620", "atari-st", "delphi", "magic-square", "fignition"])
    def test_each_kind_has_its_name_and_describes_its_options(self, name: str) -> None:
        declared = kind(name)
        assert declared.name == name
        assert declared.summary
        assert all(option.help and option.validated(option.default) == option.default for option in declared.options)
        assert player(name).name == name

    def test_a_name_is_canonical(self) -> None:
        option = kind("ibm1620").options[0]
        other = next(choice for choice in option.choices if choice != option.default)
        assert player(f"ibm1620:{option.name}={option.default}").name == "ibm1620"
        assert player(f"ibm1620:{option.name}={other}").name == f"ibm1620:{option.name}={other}"

    @pytest.mark.parametrize(
        "name", ["", "unknown", "rondam", "ran dom", "random:", "random:x=1", "\x00", "a" * 100_000]
    )
    def test_unknown_players_and_options_are_refused(self, name: str) -> None:
        with pytest.raises(PlayerError, match=short_line()):
            player(name)

    @pytest.mark.parametrize("board", ["3x3", "3x3x3", "4x4x4", "4x4x4x4", "4x4", "1x5:5", "16x16"])
    def test_the_default_opponent_takes_either_seat_on_every_board(self, board: str) -> None:
        assert DEFAULT_OPPONENT == "oxo:level=4"
        assert [player(DEFAULT_OPPONENT).refusal(Board(board), seat) for seat in ("x", "o")] == [None, None]

    @pytest.mark.parametrize(
        ("name", "boards", "remedy"),
        [
            ("fignition", ("4x4", "3x3x3", "4x4x4", "3x4:3"), "the board 3x3"),
            ("magic-square", ("4x4", "3x3x3", "3x3:2", "3x4:3"), "the board 3x3"),
            ("atari-st", ("3x3", "3x3x3", "4x4", "4x4x4x4", "4x4x4:3", "5x5x5"), "the board 4x4x4"),
            ("ibm1620", ("3x3x3", "4x4", "4x4x4:3", "5x5x5"), "the board 4x4x4 or 4x4x4x4"),
        ],
    )
    def test_historical_programs_play_their_boards_only(self, name: str, boards: Sequence[str], remedy: str) -> None:
        for board in boards:
            with pytest.raises(PlayerError, match=f"; choose {remedy}"):
                player(name).start(Board(board), "x", 1)

    def test_a_refused_seat_names_the_remedy(self) -> None:
        def refusal(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001
            return Refusal("it always moves first", "give it the first seat") if seat == "o" else None

        starter = PlayerKind("starter", "", Scripted, refusal=refusal).player()
        assert starter.refusal(Board("3x3"), "x") is None
        with pytest.raises(PlayerError, match="starter: it always moves first; give it the first seat"):
            starter.start(Board("3x3"), "o", 1)

    @pytest.mark.parametrize("typed", ["./engine --level=3,4: x", "", " ", "a=b,c"])
    def test_a_kind_may_take_all_that_is_typed_as_one_text(self, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
        command = Option("command", None, "what to start", unset_type=str)
        declared = PlayerKind("echo", "", Scripted, (command,), whole="command", is_outside=True)
        monkeypatch.setattr(registry, "kind", {"echo": declared}.__getitem__)
        chosen = player(f"echo:{typed}")
        assert chosen.options == {"command": typed}
        assert chosen.name == f"echo:{typed}"
        assert player("echo").options == {"command": None}
        assert player("echo").name == "echo"


class TestTurns:
    def test_a_move_is_played_and_its_reasons_kept(self) -> None:
        game = Game(Board("3x3"))
        decision = take_turn(game, scripted(Play(4, Because())))
        assert isinstance(decision, Play)
        assert game.moves == (4,)
        assert game.notes[1].reasons == {"sentence": "because, on 3x3", "word": "because", "board": "3x3"}

    def test_the_coach_says_what_the_move_of_a_player_with_its_own_words_does(self) -> None:
        game = Game(Board("3x3"), "11 22 12")
        take_turn(game, scripted(Play(2, Because())))
        reasons = present(game.notes[4].reasons)
        assert reasons["lines"] == [["11", "12", "13"], ["13", "22", "31"]]
        assert reason_in_game(game, 4) == "because, on 3x3; O blocks X's two, making two on a diagonal"

    def test_reasons_can_be_left_out(self) -> None:
        game = Game(Board("3x3"))
        take_turn(game, scripted(Play(4, Because())), with_reasons=False)
        assert game.notes == {}

    @pytest.mark.parametrize("cell", [4, 9, -1, 10**30])
    def test_an_illegal_move_loses_the_game(self, cell: int) -> None:
        game = Game(Board("3x3"), ["11", "22"])
        game.notes[2] = Note("bold", {"word": "because"})
        decision = take_turn(game, scripted(Play(cell, Because(), "Ha!")))
        assert game.result == Result(Ending.ILLEGAL_MOVE, "o")
        assert game.ply == 2
        assert isinstance(decision, Forfeit)
        assert (decision.reasons.sentence(game.board), decision.remark) == ("because, on 3x3", "Ha!")
        assert game.notes[2] == Note(f"bold {decision.text}", {"word": "because"})

    @pytest.mark.parametrize("ending", [Ending.TIME, Ending.CRASH, Ending.ILLEGAL_MOVE])
    def test_a_forfeit_loses_the_game_and_its_text_is_kept(self, ending: Ending) -> None:
        game = Game(Board("3x3"), ["11"])
        decision = take_turn(game, scripted(Forfeit(ending, "the program is lost")), with_reasons=False)
        assert decision == Forfeit(ending, "the program is lost")
        assert game.result == Result(ending, "x")
        assert game.notes == {1: Note("the program is lost")}

    @pytest.mark.parametrize(
        "ending", [one for one in Ending if one not in {Ending.TIME, Ending.CRASH, Ending.ILLEGAL_MOVE}]
    )
    def test_only_a_failure_forfeits(self, ending: Ending) -> None:
        with pytest.raises(ValueError, match="a player does not forfeit a game that ends by"):
            Forfeit(ending, "")

    @pytest.mark.parametrize(
        ("intent", "accepts", "result"),
        [
            (Intent.RESIGN, True, Result(Ending.RESIGNED, "o")),
            (Intent.OWN_RULES, True, Result(Ending.OWN_RULES)),
            (Intent.OFFER_DRAW, True, Result(Ending.DRAW_AGREED)),
            (Intent.OFFER_DRAW, False, None),
        ],
    )
    def test_a_stop_ends_the_game_by_its_name(self, intent: Intent, accepts: bool, result: Result | None) -> None:
        game = Game(Board("3x3"))
        take_turn(game, scripted(Stop(intent)), accepts_draw=accepts)
        assert game.result == result

    def test_a_cancelled_turn_leaves_the_game_as_it_was(self) -> None:
        game = Game(Board("3x3"))
        control = Control()
        threading.Thread(target=control.cancel).start()
        while not control.cancelled:
            pass
        with pytest.raises(Cancelled):
            take_turn(game, scripted(Play(4)), control=control)
        assert game.moves == ()
        assert not game.is_over

    def test_progress_reaches_the_callback(self) -> None:
        seen: list[Progress] = []
        Control(seen.append).report(Progress(depth=3))
        Control().report(Progress(depth=4))
        assert seen == [Progress(depth=3)]

    @pytest.mark.parametrize(
        ("name", "bound", "error"),
        [
            *((name, -1, InputError) for name in ("seconds", "nodes", "depth")),
            ("seconds", float("nan"), InputError),
            *(("seconds", "1", TypeError), ("nodes", 2.0, TypeError), ("depth", 1.5, TypeError)),
        ],
    )
    def test_limits_are_numbers_that_are_not_negative(self, name: str, bound: Any, error: type[Exception]) -> None:  # noqa: ANN401
        with pytest.raises(error, match=f"^{name}="):
            Limits(**{name: bound})

    @pytest.mark.parametrize("limits", [3, "time=1", {"time": 1}])
    def test_what_is_not_limits_is_refused_by_name(self, limits: object) -> None:
        with pytest.raises(TypeError, match=r"^limits=.*: not limits"):
            play_game("random", "random", "3x3", seed=1, limits=cast("Any", limits))
        with pytest.raises(TypeError, match=r"^limits=.*: not limits"):
            player("oxo").move("4x4x4", limits=cast("Any", limits))

    @pytest.mark.parametrize(
        ("seed", "error"), [("x", TypeError), (1.0, TypeError), (-1, InputError), (2**63, InputError)]
    )
    def test_a_seed_is_a_whole_number_that_is_not_negative(self, seed: object, error: type[Exception]) -> None:
        with pytest.raises(error, match=r"^seed="):
            play_game("random", "random", "3x3", seed=cast("Any", seed))
        with pytest.raises(error, match=r"^seed="):
            player("random").move("3x3", seed=cast("Any", seed))


class Wrong(Session):
    """Decides what no session should."""

    def __init__(self, board: Board, seat: Side, seed: int, *, decision: object) -> None:
        super().__init__(board, seat, seed)
        self.decision = decision

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        return cast("Decision", self.decision)


@pytest.mark.parametrize("decision", [4, None, "22"])
def test_what_is_not_a_decision_is_refused_by_name(decision: object) -> None:
    declared = PlayerKind("p", "", lambda board, seat, seed: Wrong(board, seat, seed, decision=decision)).player()
    said = rf"^{decision!r} is not a decision; `decide` returns one such as Play\(cell\)$"
    with pytest.raises(TypeError, match=said):
        declared.move("3x3")
    with pytest.raises(TypeError, match=said):
        play_game(declared, "random", "3x3")


@pytest.mark.parametrize(("cell", "error"), [(99, "99"), (0, "11: the cell is taken")])
def test_a_move_that_cannot_be_played_is_none(cell: int, error: str) -> None:
    declared = PlayerKind("p", "", lambda board, seat, seed: Wrong(board, seat, seed, decision=Play(cell))).player()
    with pytest.raises(PlayerError, match=f"^p: makes no move: {error}"):
        declared.move(Game("3x3", "11"))


@pytest.mark.parametrize("name", ["my@bot", "a=b", "a,b", "a:b", "a b", "", "3x3x3"])
def test_a_name_that_cannot_be_typed_is_not_registered(name: str) -> None:
    with pytest.raises(PlayerError, match="use one word without : @ = or commas"):
        registry.register(PlayerKind(name, "", Scripted))
