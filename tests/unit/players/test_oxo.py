"""The house player `oxo`: the sight of each level, its budgets, and that the strongest keeps every proved value."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.drawn import drawn
from support.openings import openings
from support.present import instance, present
from support.random_positions import random_position

from hyperoxo import Board, Game, Position, Side, play_game, player
from hyperoxo.outcomes import Outcome, Value, moves_in_words
from hyperoxo.players import Control, Limits, Progress
from hyperoxo.players.oxo import KIND
from hyperoxo.players.oxo.knowledge import quiet_win
from hyperoxo.players.oxo.levels import LEVELS, Budget, default_nodes
from hyperoxo.players.oxo.reasons import OxoReasons, Rule
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.atlas import shipped_atlas
from hyperoxo.solver.books import book_move
from hyperoxo.solver.forced_wins import forced_win, refutations

if TYPE_CHECKING:
    from collections.abc import Iterable


FEW = Limits(nodes=20_000)
"""Enough for forced wins and a shallow search, and quick."""
SEEDS = range(12)

FORK = drawn("3x3", "xo. .x. ..o")
"""X to move: 21 and 31 threaten two lines each."""
FORK_AHEAD = drawn("3x3", "x.. .o. ..x", "o")
"""O to move: after either free corner X takes the other and threatens two lines; an edge makes a threat first."""
FIVE_PLIES = drawn(
    "4x4x4",
    """
    x.o. ...x ...o ....
    .... .... ...o ....
    .... .... .ox. ...x
    .... .x.. .o.. ....
    """,
)
"""X to move: the shortest forced win is 222 444 322 122 311."""
SEVEN_PLIES = drawn(
    "4x4x4",
    """
    x... .o.. .... ....
    .... .xxo ..o. ....
    .... ...o .... .x..
    o... .... .... x...
    """,
)
"""X to move: 114 332 113 112 333 443 444."""
NINE_PLIES = drawn(
    "4x4x4",
    """
    .... .... .o.o ..x.
    .... .o.x .... x...
    ...x .x.. .... ....
    .... .... .x.. .o.o
    """,
    "o",
)
"""O to move: 332 112 233 431 333 111 133 131 433."""
QUIET = drawn("5x5:4", "x.... ...x. ..... o.... ...o.")
"""X to move: no threat sequence wins, but 22 does, which threatens to begin one whatever is replied."""


def decided(
    position: Position, level: int | None, seed: int = 1, limits: Limits = FEW, control: Control | None = None
) -> tuple[int, OxoReasons]:
    """Return the cell that a fresh session plays, and why; it is a legal move."""
    session = KIND.player(level=level).start(position.board, position.to_move, seed)
    decision = played(session, Game(position), limits, control)
    reasons = instance(decision.reasons, OxoReasons)
    assert decision.cell in position.legal_moves()
    assert reasons.line[0] == decision.cell
    return decision.cell, reasons


def cells_played(position: Position, level: int | None, seeds: Iterable[int] = SEEDS) -> set[str]:
    """Return the names of the cells that a level plays over some seeds."""
    return {position.board.name(decided(position, level, seed)[0]) for seed in seeds}


class TestLevels:
    @pytest.mark.parametrize("level", [*LEVELS, None])
    def test_every_level_completes_a_line(self, level: int | None) -> None:
        position = drawn("3x3", "xx. oo. ...")
        assert cells_played(position, level) == {"13"}
        _, reasons = decided(position, level)
        assert reasons.as_json(position.board)["label"] == "W1"
        assert reasons.rule is Rule.COMPLETES

    def test_every_level_but_the_first_blocks_threats(self) -> None:
        position = drawn("4x4", "xxx. o... .o.. ....", "o")
        assert len(cells_played(position, 1)) > 3
        for level in (*(level for level in LEVELS if level > 1), None):
            assert cells_played(position, level) == {"14"}
            assert decided(position, level)[1].rule in {Rule.BLOCKS, Rule.PROVED, Rule.RESISTS}

    def test_level_3_sees_its_own_forks(self) -> None:
        assert len(cells_played(FORK, 2)) > 2
        for level in (*(level for level in LEVELS if level > 2), None):
            assert cells_played(FORK, level) <= {"21", "31"}
            assert decided(FORK, level)[1].as_json(FORK.board)["label"] == "W3"

    def test_level_4_sees_its_opponents_forks(self) -> None:
        corners = {"13", "31"}
        assert cells_played(FORK_AHEAD, 3, range(30)) & corners
        for level in (*(level for level in LEVELS if level > 3), None):
            assert not cells_played(FORK_AHEAD, level) & corners

    def test_level_5_values_the_place_of_a_stone(self) -> None:
        empty = Board("4x4x4").empty()
        assert len(cells_played(empty, 4)) > 6
        best = {cell for cell in range(64) if len(empty.board.lines_through(cell)) == 7}
        for level in (5, 6, 7, 8):
            assert {empty.board.cell(name) for name in cells_played(empty, level)} <= best

    @pytest.mark.parametrize(
        ("level", "sentence"),
        [
            (4, "X has four open lines here; one of 62 cells, at random"),
            (5, "X has three open lines here, one begun before; it closes one begun by O"),
        ],
    )
    def test_a_level_that_found_nothing_says_what_its_move_does(self, level: int, sentence: str) -> None:
        position = Board("4x4x4").position("x20o42 x")
        _, reasons = decided(position, level)
        assert reasons.sentence(position.board) == sentence

    @pytest.mark.parametrize(
        ("position", "plies", "lowest"), [(FIVE_PLIES, 5, 6), (SEVEN_PLIES, 7, 6), (NINE_PLIES, 9, 7)]
    )
    def test_forced_wins_grow_with_the_level(self, position: Position, plies: int, lowest: int) -> None:
        assert forced_win(position).plies == plies
        for level in (*LEVELS, None):
            _, reasons = decided(position, level)
            assert (reasons.rule is Rule.FORCED) == (level is None or level >= lowest)
            if reasons.rule is Rule.FORCED:
                assert reasons.as_json(position.board)["label"] == ("W5" if plies == 5 else f"W≤{plies}")
                moves = moves_in_words(plies)
                assert f"wins {'in' if plies == 5 else 'within'} {moves}" in reasons.sentence(position.board)

    @pytest.mark.parametrize(
        ("position", "prevented", "resisted"), [(FIVE_PLIES, 4, 0), (SEVEN_PLIES, 3, 0), (NINE_PLIES, 0, 3)]
    )
    def test_forced_wins_of_the_opponent_are_seen_to_the_depth_of_the_level(
        self, position: Position, prevented: int, resisted: int
    ) -> None:
        """The other side is on move and has to prevent the win."""
        threatened = Position(position.board, position.x, position.o, "o" if position.to_move == "x" else "x")
        counts = {"prevented": 0, "resisted": 0}
        for level, sight in LEVELS.items():
            if sight.other == 0:
                continue
            seen = refutations(threatened, longest=sight.other)
            cell, reasons = decided(threatened, level)
            if not all(refutation.exists for refutation in seen.values()):
                assert not seen[cell].exists
                counts["prevented"] += any(refutation.exists for refutation in seen.values())
            else:
                assert reasons.rule is Rule.RESISTS
                counts["resisted"] += 1
        assert counts == {"prevented": prevented, "resisted": resisted}

    def test_level_8_sees_quiet_wins(self) -> None:
        assert not forced_win(QUIET).exists
        for level in (8, 9, None):
            _, reasons = decided(QUIET, level)
            assert present(reasons.value).outcome is Outcome.WIN
        assert decided(QUIET, 8)[1].rule is Rule.QUIET
        assert decided(QUIET, 7)[1].rule is Rule.POSITIONAL

    def test_a_block_that_leads_to_a_forced_win_is_explained_as_both(self) -> None:
        board = Board("4x4x4")
        game = Game(board, board.moves("232 144 233 244 333 344"))
        cell, reasons = decided(game.position, None)
        assert (board.name(cell), reasons.rule) == ("444", Rule.BLOCKS)
        assert reasons.as_json(board)["label"] == "W≤15"
        blocks, wins = "X blocks O's three straight down through the tiers", "X wins within 8 moves"
        said = f"{blocks}; {wins}, counting this one, whatever O plays"
        assert reasons.sentence(board) == said

    def test_level_9_plays_by_the_book(self) -> None:
        empty = Board("4x4x4").empty()
        assert decided(empty, 9)[1].rule is Rule.BOOK
        assert decided(empty, None)[1].rule is Rule.BOOK
        assert decided(empty, 8)[1].rule is not Rule.BOOK
        assert len(cells_played(empty, None)) > 3, "cells that are alike are equally good"

    def test_level_9_plays_the_quickest_second_move_of_the_atlas_where_the_book_has_none(self) -> None:
        """The book begins with X on 111; the atlas has other first moves, and games that O begins."""
        atlas = present(shipped_atlas(Board("4x4x4")))
        replies = openings(atlas.board, 2)
        begun_by_o = [Position(reply.board, x=reply.o, o=reply.x, to_move="o") for reply in replies]
        known = 0
        for position in replies + begun_by_o:
            wins = [value for value in atlas.values(position) if value.outcome is Outcome.WIN]
            if not wins or book_move(position) is not None:
                continue
            known += 1
            plies = min(value.plies for value in wins)
            cell, reasons = decided(position, 9)
            assert (reasons.rule, reasons.value) == (Rule.ATLAS, Value(Outcome.WIN, plies, exact=False))
            assert cell in {value.cell for value in wins if value.plies == plies}
            assert "atlas" in reasons.sentence(position.board)
            assert decided(position, 8)[1].rule is not Rule.ATLAS
        assert known


class TestQuietWins:
    def test_a_quiet_win_wins_against_every_reply(self) -> None:
        line = present(quiet_win(QUIET, QUIET.legal_moves(), budget(10**6)))
        after = QUIET.play(line[0])
        longest = max(forced_win(after.play(reply)).plies or 0 for reply in after.legal_moves())
        assert all(forced_win(after.play(reply)).exists for reply in after.legal_moves())
        assert len(line) == 2 + longest

    def test_it_agrees_with_the_analysis(self) -> None:
        """Another method proves that each quiet win wins in as many plies."""
        stream, board, seen = random.Random(3), Board("4x4:3"), 0
        for _ in range(60):
            position = random_position(board, stream.randint(0, 6), stream)
            line = quiet_win(position, position.legal_moves(), budget(10**6))
            if line is not None:
                value = analyse(position).value
                assert value.outcome is Outcome.WIN
                assert present(value.plies) <= len(line)
                seen += 1
        assert seen > 5


class TestStrongest:
    @pytest.mark.parametrize("description", ["3x3", "3x3x3", "4x4", "4x4:3", "2x2", "1x5:5", "3x4:3"])
    def test_it_keeps_the_exact_value_on_boards_that_can_be_finished(self, description: str) -> None:
        board, stream = Board(description), random.Random(7)
        for _ in range(15):
            position = random_position(board, stream.randrange(len(board)), stream)
            value = analyse(position).value
            cell, reasons = decided(position, None, limits=Limits())
            assert analyse(position).cells[cell].value == value
            if reasons.value is not None:
                assert reasons.value.outcome is value.outcome
                assert reasons.value == value or not reasons.value.exact

    @pytest.mark.parametrize("seat", ["x", "o"])
    def test_it_never_loses_3x3(self, seat: Side) -> None:
        """Against every line of play."""
        session = player("oxo").start(Board("3x3"), seat, 1)
        seen: dict[str, None] = {}

        def go_on(position: Position) -> None:
            if position.text in seen:
                return
            seen[position.text] = None
            if position.is_over:
                assert position.winner in {seat, None}
            elif position.to_move == seat:
                go_on(position.play(played(session, Game(position)).cell))
            else:
                for cell in position.legal_moves():
                    go_on(position.play(cell))

        go_on(Board("3x3").empty())
        assert len(seen) > 50

    @pytest.mark.parametrize("level", [9, None])
    @pytest.mark.parametrize("description", ["4x4x4", "5x5:4", "3x3x3x3", "8x8:5"])
    def test_no_forced_win_is_missed_and_none_allowed(self, description: str, level: int | None) -> None:
        board, stream = Board(description), random.Random(11)
        counts = {"won": 0, "held": 0}
        for _ in range(25):
            position = random_position(board, stream.randint(3, len(board) // 2), stream)
            won, allowed = forced_win(position).exists, refutations(position)
            cell, reasons = decided(position, level, limits=Limits(nodes=5_000))
            if won:
                assert present(reasons.value).outcome is Outcome.WIN
                after = position.play(cell)
                assert after.is_over or all(forced_win(after.play(c)).exists for c in after.legal_moves())
                counts["won"] += 1
            elif any(refutation.exists is False for refutation in allowed.values()):
                proved_lost = reasons.value is not None and reasons.value.outcome is Outcome.LOSS
                assert proved_lost or not allowed[cell].exists
                counts["held"] += 1
        assert counts["won"] > 2
        assert counts["held"] > 2 or description == "3x3x3x3"

    def test_a_won_board_is_won_against_the_historical_programs(self) -> None:
        for opponent in ("ibm1620", "atari-st"):
            assert play_game("oxo", opponent, "4x4x4", seed=3).winner == "x"

    def test_the_longest_sequences_that_a_book_omits_are_found(self) -> None:
        """The reader of a book must find them with any budget; this one costs more than most."""
        position = Board("4x4x4").position("xo1xo7x2x4x1oo5o7o13x2o8x x")
        assert forced_win(position, nodes=20_000).exists is None
        for limits in (Limits(), Limits(nodes=1)):
            _, reasons = decided(position, None, limits=limits)
            assert reasons.rule is Rule.FORCED

    def test_a_proof_that_was_found_is_followed(self) -> None:
        """X wins this position, which is in no book."""
        start = Board("4x4x4").position("xx12o21o27 x")
        session = player("oxo").start(start.board, "x", 1)
        game = Game(start)
        stream, rules = random.Random(1), []
        while not game.is_over:
            if game.to_move == "x":
                decision = played(session, game, Limits(nodes=1_000_000))
                rules.append(instance(decision.reasons, OxoReasons).rule)
                game.play(decision.cell)
            else:
                blocks = [cell for cell, _ in game.position.threats("x")]
                game.play(blocks[0] if blocks else stream.choice(game.position.legal_moves()))
        assert game.position.winner == "x"
        assert Rule.PROVED in rules
        assert not set(rules) & {Rule.SEARCH, Rule.POSITIONAL}

    def test_a_lost_position_is_held_for_as_long_as_possible(self) -> None:
        position = Board("3x3x3").position("13x13 o")
        value = analyse(position).value
        assert value.label == "L6"
        cell, reasons = decided(position, None, limits=Limits())
        assert present(reasons.value).outcome is Outcome.LOSS
        assert analyse(position).cells[cell].value.plies == 6


class TestBudgets:
    @pytest.mark.parametrize("description", ["4x4x4", "5x5x5", "4x4x4x4", "16x16:5"])
    @pytest.mark.parametrize("nodes", [0, 1, 30_000])
    def test_the_node_limit_is_kept(self, description: str, nodes: int) -> None:
        """A search ends shortly after its bound; immediate wins and blocks are not bounded."""
        position = random_position(Board(description), 5, random.Random(2))
        _, reasons = decided(position, None, limits=Limits(nodes=nodes))
        assert reasons.nodes <= nodes + 30_000

    @pytest.mark.parametrize("level", [*LEVELS, None])
    def test_a_time_limit_of_zero_gives_a_legal_move(self, level: int | None) -> None:
        position = random_position(Board("4x4x4"), 4, random.Random(4))
        _, reasons = decided(position, level, limits=Limits(seconds=0.0))
        assert reasons.nodes < 30_000

    def test_a_cancelled_decision_is_the_best_until_then(self) -> None:
        position = random_position(Board("5x5x5"), 6, random.Random(4))
        seen: list[Progress] = []

        def stop(progress: Progress) -> None:
            seen.append(progress)
            control.cancel()

        control = Control(stop)
        _, reasons = decided(position, None, limits=Limits(), control=control)
        assert seen[0].depth == 1
        assert (seen[0].label or "").startswith("~")
        assert reasons.rule is Rule.SEARCH
        assert reasons.nodes < default_nodes(position.board)

    def test_a_cancelled_decision_is_still_legal(self) -> None:
        control = Control()
        control.cancel()
        for description in ("3x3", "4x4x4", "5x5x5"):
            decided(Board(description).empty(), None, limits=Limits(), control=control)

    def test_a_long_search_for_what_a_book_left_out_is_not_begun_once_cancelled(self) -> None:
        """The search cannot be interrupted once it has begun."""
        position = Board("4x4x4").position("xo1xo7x2x4x1oo5o7o13x2o8x x")
        control = Control()
        control.cancel()
        _, reasons = decided(position, None, limits=Limits(), control=control)
        assert reasons.rule is not Rule.FORCED
        assert reasons.nodes < 60_000

    def test_the_depth_limit_is_kept(self) -> None:
        position = random_position(Board("5x5x5"), 6, random.Random(4))
        _, reasons = decided(position, None, limits=Limits(depth=2))
        assert reasons.depth == 2


class TestRepeating:
    @pytest.mark.parametrize("level", [*LEVELS, None])
    def test_the_same_seed_plays_the_same_game(self, level: int | None) -> None:
        chosen = KIND.player(level=level)
        limits = Limits(nodes=3_000)
        games = [play_game(player("random"), chosen, Board("4x4x4"), seed=5, limits=limits) for _ in range(2)]
        assert games[0].moves == games[1].moves

    def test_a_move_taken_back_is_played_again(self) -> None:
        game = Game(Board("4x4x4"), ["111", "222"])
        session = player("oxo:level=5").start(game.board, "x", 9)
        first = played(session, game, FEW)
        game.play(first.cell)
        game.play(game.position.legal_moves()[0])
        session.decide(game, FEW, Control())
        game.undo(2)
        assert session.decide(game, FEW, Control()) == first

    def test_seeds_differ_among_equals(self) -> None:
        assert (
            len({play_game(player("oxo:level=4"), player("oxo:level=4"), Board("4x4x4"), s).moves for s in SEEDS}) > 6
        )


class TestEveryBoard:
    @pytest.mark.parametrize(
        "description", ["1x5:5", "2x2", "3x3", "2x2x2x2", "3x4x5:3", "5x5:4", "3x3x3x3", "16x16", "16x16:5"]
    )
    @pytest.mark.parametrize("level", [1, 4, 8, None])
    def test_games_are_played_to_their_end(self, description: str, level: int | None) -> None:
        chosen = KIND.player(level=level)
        limits = Limits(nodes=500)
        for first, second in ((chosen, player("random")), (player("random"), chosen)):
            game = play_game(first, second, late_start(description), seed=2, limits=limits)
            assert game.is_over

    @pytest.mark.parametrize("level", [*LEVELS, None])
    def test_stones_need_not_be_balanced(self, level: int | None) -> None:
        for text in ("xxx4x8x5x18x10x11 o", "o1o9o6o6o8o28 x", "64 o"):
            decided(Board("4x4x4").position(text), level)


def late_start(description: str) -> Position:
    """Return a position with at most thirty empty cells, so that a game on a large board is short."""
    board = Board(description)
    return random_position(board, max(len(board) - 30, 0), random.Random(6))


def budget(nodes: int) -> Budget:
    """Return a budget of this number of positions."""
    return Budget(Limits(nodes=nodes), Control(), nodes)
