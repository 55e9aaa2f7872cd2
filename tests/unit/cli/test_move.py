"""`oxo move`: one decision, as text and as JSON, and many of them."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cli_scripts import FAILING, LOWEST, REPEATING, losing, stopping

from hyperoxo import Board, Ending, play_game, player
from hyperoxo.cli import arguments, main
from hyperoxo.players import Intent, Player

if TYPE_CHECKING:
    from support.oxo_command import Oxo

WON_BY_X = "111 112 121 122 131 132 141"


def answer(oxo: Oxo, *arguments: str, failed: bool = False) -> dict[str, Any]:
    """Return the one line of JSON that `oxo move` prints; its exit code is 1 if the player failed, else 0."""
    reply: dict[str, Any] = oxo.json("move", *arguments, code=int(failed))
    assert ("failure" in reply.get("result", {})) == failed
    return reply


@pytest.fixture
def with_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the players of the tests."""
    known = {
        "lowest": LOWEST,
        "failing": FAILING,
        "repeating": REPEATING,
        "losing": losing(Ending.TIME),
        **{intent.name.lower(): stopping(intent) for intent in Intent},
    }

    def find(name: str) -> Player:
        return known[name] if name in known else player(name)

    monkeypatch.setattr(arguments, "player", find)


def test_the_same_seed_gives_the_same_move_and_no_seed_is_seed_0(oxo: Oxo) -> None:
    drawn = [answer(oxo, "random", "--seed", str(seed))["move"] for seed in range(8)]
    assert [answer(oxo, "random", "--seed", str(seed))["move"] for seed in range(8)] == drawn
    assert len(set(drawn)) > 1
    assert answer(oxo, "random")["move"] == drawn[0]


def test_a_first_move_is_the_one_that_a_whole_game_with_this_seed_has(oxo: Oxo) -> None:
    game = play_game(player("random"), player("random"), Board("4x4x4"), seed=3)
    assert answer(oxo, "random", "--seed", "3")["move"] == game.board.name(game.moves[0])


@pytest.mark.usefixtures("with_players")
@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("resign", {"winner": "o", "ending": "resigned", "intent": "resigns"}),
        ("offer_draw", {"winner": None, "ending": "draw agreed", "intent": "offers a draw"}),
        ("own_rules", {"winner": None, "ending": "draw by its own rules", "intent": "stops by its own rules"}),
    ],
)
def test_a_player_that_does_not_move_states_its_intent(oxo: Oxo, name: str, result: dict[str, str | None]) -> None:
    reply = answer(oxo, name, "3x3")
    assert (reply["move"], reply["result"]) == (None, result)
    assert oxo("move", name, "3x3") == f"no move: {result['intent']}\n"


@pytest.mark.usefixtures("with_players")
def test_a_player_that_fails_loses_and_the_failure_is_reported(oxo: Oxo) -> None:
    failure = "11: the cell is taken by x; play an empty cell"
    reply = answer(oxo, "repeating", "3x3", "--moves", "11", failed=True)
    assert reply["result"] == {"winner": "x", "ending": "illegal move", "failure": failure}
    assert reply["move"] is None
    assert oxo("move", "repeating", "3x3", "--moves", "11", code=1) == f"no move: X wins (illegal move)\n{failure}\n"
    assert answer(oxo, "losing", "3x3", failed=True)["result"]["ending"] == "time"
    first, second = oxo("move", "losing", "3x3", code=1).split("\n", 1)
    assert first == "no move: O wins (time)"
    assert " ".join(second.split()).startswith(r"the program\tis gone!!!")
    assert len(second) < 350


@pytest.mark.usefixtures("with_players")
def test_a_batch_notices_a_player_that_fails(oxo: Oxo) -> None:
    code, answers, errors = oxo.batch(b"11\n\n", "move", "repeating", "3x3")
    assert (code, errors) == (1, [])
    assert "failure" in answers[0]["result"]
    assert oxo.batch(b"11\n99\n", "move", "repeating", "3x3")[0] == 2


def test_a_batch_answers_every_line_in_order_like_single_calls(oxo: Oxo) -> None:
    singles = [
        answer(oxo, "ibm1620"),
        answer(oxo, "ibm1620", "--moves", "111 222"),
        answer(oxo, "ibm1620", "--position", "xo1x8x8o41o x"),
        answer(oxo, "ibm1620", "--moves", WON_BY_X),
    ]
    lines = f"\n111 222\nxo1x8x8o41o x\n{WON_BY_X}".encode()
    assert oxo.batch(lines, "move", "ibm1620") == (0, singles, [])


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=st.lists(
        st.sampled_from([b"", b"11 22", b"9 x", b"xx1oo4 x", b"11,22\r"]) | st.binary(max_size=12), max_size=6
    )
)
def test_any_lines_of_a_batch_are_answered_by_moves_or_errors(oxo: Oxo, lines: list[bytes]) -> None:
    code, answers, errors = oxo.batch(b"\n".join(lines), "move", "random", "3x3")
    refused = [f"oxo: {reply['error']}" for reply in answers if "error" in reply]
    assert (code, errors) == (2 if refused else 0, refused)


def test_a_batch_has_the_same_answers_however_many_processes_share_it_out(oxo: Oxo) -> None:
    lines = b"11\n11 11\n\xff\n\0\n99\nx\n22\n" + b"22 11\nxx1oo4 x\n" * 10
    one = oxo.batch(lines, "move", "random", "3x3")
    assert one[0] == 2
    assert len(one[1]) == 27
    for jobs in ("1", "2"):
        assert oxo.batch(lines, "move", "random", "3x3", "--jobs", jobs) == one
    assert oxo.batch(b"", "move", "random", "--jobs", "2") == (0, [], [])


def test_an_answer_is_printed_before_the_next_line_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[int] = []

    class Watched(io.BytesIO):
        """Input that checks the output before each line is read."""

        def readline(self, size: int | None = -1, /) -> bytes:
            seen.append(len(capsys.readouterr().out.splitlines()))
            return super().readline(size)

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Watched(b"11\n22\n")))
    assert main(["move", "random", "3x3", "--batch"]) == 0
    assert seen == [0, 1, 1]
