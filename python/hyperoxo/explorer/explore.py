"""Nodes of the explorer: made of a game, with what programs play, and completed by the games that reached them."""

from __future__ import annotations

import os
import typing
from dataclasses import replace

from hyperoxo._core import Board, Position
from hyperoxo.coach import end_in_words
from hyperoxo.explorer.game_index import GameIndex, class_key
from hyperoxo.explorer.node import Continuation, ExplorerNode, ProgramMove, Source, SourcedValue
from hyperoxo.explorer.proved import KnownValue, known_values
from hyperoxo.game import Game
from hyperoxo.in_groups import in_groups
from hyperoxo.outcomes import Value
from hyperoxo.pickles import CopiedWhole
from hyperoxo.players import player
from hyperoxo.players.registry import HISTORICAL, as_player
from hyperoxo.position_json import position_reached
from hyperoxo.solver.atlas import proved_replies
from hyperoxo.solver.books import shipped_book

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo.cancellation import Cancellable
    from hyperoxo.museum.answers import ProgramAnswer
    from hyperoxo.players import Player

GamesLike: typing.TypeAlias = "GameIndex | str | os.PathLike[str] | Iterable[Game | str | os.PathLike[str]]"
"""Games as a caller gives them: an index, games, or files and folders of records."""
BOARDS_OF_DELPHI = ("3x3x3",)
"""The board of the program's document; the player takes any, and the other programs name theirs."""


class Explorer(CopiedWhole):
    """The openings of a board, with games.

    Args:
        board: the board or its description.
        games: an index of games; or a file or a folder of records, or several of these and of games.
        players: players that are asked what they play, after the historical programs; or their names.

    Attributes:
        board: the board.
        index: the index of the games; None if none were given.

    Raises:
        BoardError: there is no such board.
        OSError: a file that was named cannot be read.
        InputError: a folder has no file of games.
        PlayerError: there is no such player.
    """

    def __init__(self, board: Board | str, games: GamesLike = (), players: Iterable[Player | str] = ()) -> None:
        self.board = Board(board)
        self._players = tuple(map(as_player, players))
        paths = [games] if isinstance(games, str | os.PathLike) else games
        self.index = paths if isinstance(paths, GameIndex) else _indexed(list(paths))

    def node(self, moves: Iterable[int | str] | str = ()) -> ExplorerNode:
        """Return the node to which moves lead, with its cells named as in these moves.

        Args:
            moves: cells in order, X first, by name or index, or one text: `"111 222"`.

        Raises:
            CellError: a cell is not on the board.
            MoveError: a move cannot be played.
        """
        node = explored(Game(self.board, moves), players=self._players)
        return node if self.index is None else with_games(node, self.index)

    def __repr__(self) -> str:
        return f"<Explorer of {self.board}, {0 if self.index is None else self.index.games:,} games>"


def _indexed(given: list[Game | str | os.PathLike[str]]) -> GameIndex | None:
    if not given:
        return None
    index = GameIndex.read(each for each in given if not isinstance(each, Game))
    for each in given:
        if isinstance(each, Game):
            index.add(each)
    return index


def explored(game: Game, control: Cancellable | None = None, players: Iterable[Player] = ()) -> ExplorerNode:
    """Return the node of a game's current position, without games, and with what these players play.

    The same game gives the same node everywhere, unless `control` is cancelled.
    """
    position, board = game.position, game.board
    known, cells = known_values(position, control)
    classes = in_groups((class_key(position.play(cell)), cell) for cell in position.legal_moves())
    programs = program_moves(game, {cell: alike[0] for alike in classes.values() for cell in alike}, players)
    continuations = [_continuation(position, key, alike, cells, programs) for key, alike in classes.items()]
    unknown = sum(each.value.source is None for each in continuations)
    unproved = min(unknown, len(classes) - proved_replies(position))
    value = known.described(position.to_move)
    if position.is_over:
        value = replace(value, words=end_in_words(game))
    return ExplorerNode(
        **position_reached(game).by_name(),
        key=class_key(position),
        value=value,
        about=_about(board, value, unknown, unproved, len(classes)),
        unproved=unproved,
        continuations=tuple(sorted(continuations, key=_preference)),
        programs=tuple(programs),
        games=None,
    )


def _continuation(
    position: Position, key: str, alike: list[int], cells: Mapping[int, KnownValue], programs: Iterable[ProgramMove]
) -> Continuation:
    names = tuple(map(position.board.name, alike))
    known = min((cells[cell] for cell in alike), key=lambda known: known.value.preference)
    return Continuation(
        cell=names[0],
        cells=names,
        key=key,
        value=known.described(position.to_move),
        programs=tuple(program.player for program in programs if names[0] in program.cells),
        games=None,
    )


def with_games(node: ExplorerNode, index: GameIndex) -> ExplorerNode:
    """Return a node with the games of an index; of equally good continuations the most played come first."""
    games = index.through(node.board, node.key)
    then = [replace(each, games=index.through(node.board, node.key, each.key)) for each in node.continuations]
    return replace(node, games=games, continuations=tuple(sorted(then, key=_preference)))


def _preference(found: Continuation) -> tuple[int, int, int]:
    order = Value(found.value.outcome, found.value.plies, found.value.exact).preference
    return *order, 0 if found.games is None else -found.games.games


def _about(board: Board, value: SourcedValue, unknown: int, unproved: int, moves: int) -> str:
    """Return what is known of a position, in sentences.

    Args:
        board: the board.
        value: the value of the position.
        unknown: how many moves, up to symmetry, are of unknown value.
        unproved: how many lack a proof; fewer if the atlas has proofs and does not say of which moves.
        moves: how many there are.
    """
    if value.source is Source.BOARD:
        return f"{value.words}."
    if value.source is not None:
        first = f"{value.words[0].upper()}{value.words[1:]}, {value.source.in_words}."
    else:
        stored = "it is in no book and no atlas" if shipped_book(board) else f"there is no book or atlas of {board}"
        first = f"Nothing is proved of this position: {stored}, and a short search found no proof."
    left = (
        f"{unproved} of the {moves} moves from here, up to symmetry, have no proof"
        if unproved
        else "All moves are proved"
    )
    atlas = f"; the atlas has proofs of {moves - unproved}, and not which" if unproved < unknown else ""
    return f"{first} {left}{atlas}."


def program_moves(game: Game, classes: Mapping[int, int], players: Iterable[Player] = ()) -> list[ProgramMove]:
    """Return the moves of the historical programs that know the board, and of other players.

    Args:
        game: the game; programs may look at more of it than the position.
        classes: for each cell that can be played the cell that stands for its class.
        players: the other players.
    """
    if game.is_over:
        return []
    from hyperoxo.museum.answers import answer  # noqa: PLC0415 - it loads all historical programs

    programs = [
        program for program in map(player, HISTORICAL) if str(game.board) in (program.kind.boards or BOARDS_OF_DELPHI)
    ]
    return [_in_classes(answer(program, game), game.board, classes) for program in (*programs, *players)]


def _in_classes(answered: ProgramAnswer, board: Board, classes: Mapping[int, int]) -> ProgramMove:
    """Return an answer with a cell for each class of moves that the player may play."""
    cells = tuple(map(board.name, sorted({classes[board.cell(name)] for name in answered.moves})))
    match cells:
        case ():
            words = f"makes no move: {answered.sentence}"
        case (cell,):
            words = f"plays {cell}"
        case _:
            words = f"varies: {', '.join(cells[:-1])} or {cells[-1]}"
    return ProgramMove(player=answered.player, cells=cells, varies=len(cells) > 1, words=words)
