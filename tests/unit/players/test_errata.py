"""The errata of the documents as data: each replay is a game up to one, and both settings do there what it says."""

from __future__ import annotations

import pytest
from support.present import instance

from hyperoxo import Ending, Game
from hyperoxo.players import Control, Decision, Forfeit, Limits, Play, PlayerKind, Stop, kind, take_turn
from hyperoxo.players.errata import Effect, Erratum, Replay
from hyperoxo.players.options import parse_options

HISTORIC = ("ibm1620", "atari-st", "delphi", "magic-square", "fignition")
ERRATA = [(kind(name), erratum) for name in HISTORIC for erratum in kind(name).errata]
SHOWN = [(one, erratum, erratum.replay) for one, erratum in ERRATA if erratum.replay]
SEEDS = range(40)
"""Enough for a drawn move to come up that is one of five."""


def decisions(one: PlayerKind, replay: Replay, listing: str) -> list[Decision]:
    """Return what the program decides at the erratum, by some seeds."""
    given = parse_options(one.options, replay.options) if replay.options else {}
    player = one.player(**given, listing=listing)
    game = Game(replay.board, replay.moves[: replay.erratum_ply])
    sessions = [player.start(game.board, replay.program, seed) for seed in SEEDS]
    return [session.decide(game, Limits(), Control()) for session in sessions]


@pytest.mark.parametrize("name", HISTORIC)
def test_errata_are_named_once_and_described_in_plain_text(name: str) -> None:
    errata = kind(name).errata
    assert errata
    assert len({erratum.key for erratum in errata}) == len(errata)
    for erratum in errata:
        for text in (erratum.place, erratum.printed, erratum.corrected, erratum.in_play):
            assert text.strip() == text != ""
            assert not set("`*|_") & set(text)


@pytest.mark.parametrize(
    ("one", "erratum"), ERRATA, ids=lambda given: getattr(given, "key", getattr(given, "name", ""))
)
def test_a_program_has_the_option_if_an_erratum_matters_in_play(one: PlayerKind, erratum: Erratum) -> None:
    options = {option.name: option for option in one.options}
    assert erratum.effect in {Effect.NONE, Effect.CANNOT_RUN} or options["listing"].default == "corrected"


@pytest.mark.parametrize(("one", "erratum", "replay"), SHOWN, ids=lambda given: getattr(given, "key", ""))
class TestReplays:
    def test_its_moves_are_a_game(self, one: PlayerKind, erratum: Erratum, replay: Replay) -> None:
        game = Game(replay.board, replay.moves)
        assert one.player().refusal(game.board, replay.program) is None
        assert replay.erratum_ply <= game.ply
        assert bool(replay.steps) == (erratum.effect in {Effect.ILLEGAL_MOVE, Effect.OUTSIDE_PLAY})
        for act in replay.steps:
            assert act.cell is None or game.board.cell(act.cell) >= 0

    def test_its_program_plays_the_moves_before(self, one: PlayerKind, erratum: Erratum, replay: Replay) -> None:
        """Both settings go the same way until the erratum, so that its visitor can do the same."""
        assert erratum.replay is replay
        for ply in range(0 if replay.program == "x" else 1, replay.erratum_ply, 2):
            before = Replay(replay.board, replay.program, replay.moves, ply, options=replay.options)
            cell = Game(replay.board).board.cell(replay.moves[ply])
            for listing in ("printed", "corrected"):
                found = {made.cell for made in decisions(one, before, listing) if isinstance(made, Play)}
                # The Atari's first move, and its choices among many equal squares, are not drawn by these seeds alone.
                assert cell in found or one.name == "atari-st"

    def test_the_printed_program_does_what_it_shows(self, one: PlayerKind, erratum: Erratum, replay: Replay) -> None:
        if erratum.effect is Effect.OUTSIDE_PLAY:
            return
        made = decisions(one, replay, "printed")
        if erratum.effect is Effect.ILLEGAL_MOVE:
            assert all(isinstance(each, Forfeit) and each.ending is Ending.ILLEGAL_MOVE for each in made)
        elif erratum.effect in {Effect.ENDS_GAME, Effect.SCREEN}:
            assert all(isinstance(each, Stop) for each in made)
        else:
            played = {each.cell for each in made if isinstance(each, Play)}
            assert Game(replay.board).board.cell(replay.moves[replay.erratum_ply]) in played

    def test_the_corrected_program_plays_the_cell_named(
        self, one: PlayerKind, erratum: Erratum, replay: Replay
    ) -> None:
        if replay.corrected is None or erratum.effect is Effect.OUTSIDE_PLAY:
            return
        played = {each.cell for each in decisions(one, replay, "corrected") if isinstance(each, Play)}
        assert played == {Game(replay.board).board.cell(replay.corrected)}


def test_an_erratum_that_no_game_holds_ends_it_with_its_reason() -> None:
    game = Game("3x3", ["22", "23", "33", "12"])
    decision = instance(take_turn(game, kind("fignition").player(listing="printed").start("3x3", "x", 1)), Forfeit)
    assert str(game.result) == "O wins (illegal move)"
    assert game.notes[4].comment == decision.text
    assert decision.text.startswith("its winning X goes to 9, which is no square")
