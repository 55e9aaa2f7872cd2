"""After any input, a dialogue ends with an exit code and a game that can be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli_scripts import LOWEST, Conversation, stopping

from hyperoxo import Board, Game
from hyperoxo.cli.terminal.commands import COMMANDS
from hyperoxo.cli.terminal.screens import SCREENS
from hyperoxo.cli.terminal.screens.typewriter import Other1Screen
from hyperoxo.cli.terminal.views import LogView, PersonView, View
from hyperoxo.players import Intent, Player
from hyperoxo.solver.analysis import analyse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo import Position
    from hyperoxo.cli.terminal.screens.screen import Screen
    from hyperoxo.solver.analysis import Analysis

# Files are left out, since a script made at random must not write one, and reviews, which take seconds.
WORDS = [command.word for command in COMMANDS if command.word not in {"save", "load", "review"}]
ARGUMENTS = ["", "on", "off", "x=2", "y=z", "random", "human", "ibm1620", "fignition", "5", "3x3x3", "zz", "²"]
CELLS = st.text("1234", min_size=1, max_size=4)
LINES = st.one_of(
    CELLS,
    st.lists(CELLS, max_size=4).map(" ".join),
    st.builds("{} {}".format, st.sampled_from(WORDS), st.sampled_from(ARGUMENTS)),
    st.text("0123456789 .,-=+xyzXY?²é", max_size=12),
)
SCREEN_LINES = st.one_of(
    LINES,
    st.text("0123456789", min_size=1, max_size=2),
    st.builds(
        "slider {} {}".format, st.sampled_from(["cc", "HHH_", "c", "zz", ""]), st.sampled_from(["3", "-1", "x", ""])
    ),
    st.sampled_from(["y", "n", "yes", "no", "back", "oxo", "analyse x", "label", "label 1", "label 111 0", "?"]),
)
PLAYERS: list[Player | None] = [None, LOWEST, stopping(Intent.OFFER_DRAW), stopping(Intent.OWN_RULES)]


@pytest.fixture(autouse=True, scope="module")
def _analyses_end_by_positions() -> Iterator[None]:
    """Give an analysis a limit that means the same on every machine."""

    def soon_analysed(position: Position, **how: Any) -> Analysis:  # noqa: ANN401 - passed on
        return analyse(position, **how | {"nodes": 1_000, "seconds": None})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hyperoxo.cli.analysis_limits.analyse", soon_analysed)
        yield


@given(
    script=st.lists(LINES, max_size=20),
    board=st.sampled_from(["3x3", "3x3x3", "4x4x4", "5:3"]),
    first=st.sampled_from(PLAYERS),
    second=st.sampled_from(PLAYERS),
    view=st.sampled_from([PersonView, LogView]),
    piped=st.booleans(),
)
def test_any_script(
    script: list[str], board: str, first: Player | None, second: Player | None, view: type[View], *, piped: bool
) -> None:
    check(Conversation(board, *script, first=first, second=second, view=view, piped=piped))


@given(script=st.lists(LINES, max_size=20), second=st.sampled_from(PLAYERS), asks=st.booleans())
def test_any_script_at_the_television(script: list[str], second: Player | None, *, asks: bool) -> None:
    conversation = Conversation("4x4x4", *script, second=second, view=Other1Screen, chooses_first_mover=asks)
    check(conversation)
    typed = [line for line in conversation.text.splitlines() if not line.startswith("oxo play ")]
    assert max(map(len, typed)) <= 34


@given(script=st.lists(SCREEN_LINES, max_size=20), screen=st.sampled_from(list(SCREENS.values())), piped=st.booleans())
def test_any_script_at_a_period_screen(script: list[str], screen: type[Screen], *, piped: bool) -> None:
    second = None if screen.program_starts else LOWEST
    conversation = Conversation(
        screen.boards[0], *script, second=second, view=screen, piped=piped, chooses_first_mover=True
    )
    check(conversation)


def check(conversation: Conversation) -> None:
    """Compare the remaining game with the output."""
    game = conversation.local.game
    assert Game(Board(str(game.board)), game.moves).position == game.position
    assert conversation.code == (2 if conversation.errors else 0)
    shown = conversation.words.upper()  # the 1620's screens write capitals, and breaks sentences anywhere
    assert "TRACEBACK" not in shown
    assert " FAILED: " not in shown
