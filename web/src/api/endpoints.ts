/** What can be asked of the server, one function a question. Errors are those of {@link ask}. */

import { ask } from "./client";
import type { Asked } from "./analysisSocket";
import type {
  PlayersAtBoard,
  BoardSuggested,
  BoardDescribed,
  GameMade,
  HintAnswer,
  NewGame,
  PlayerDescribed,
  PositionDescribed,
  GameRead,
  GameToDraw,
  GameToWrite,
  SeatClaimed,
  Side,
  Snapshot,
  WhyAnswer,
} from "./types";

/** Boards to begin with, in the order in which they are suggested. */
export function suggestedBoards(): Promise<readonly BoardSuggested[]> {
  return ask("/boards");
}

/** The cells and lines of a board. */
export function boardTable(board: string): Promise<BoardDescribed> {
  return ask(`/boards/${encodeURIComponent(board)}`);
}

/** All computer players. Who asks wants to play against one, so that the server has to be there. */
export function allPlayers(): Promise<readonly PlayerDescribed[]> {
  return ask("/players", { fresh: true });
}

/** Which players take a board, and which seats of it. */
export function playersOf(board: string): Promise<PlayersAtBoard> {
  return ask(`/boards/${encodeURIComponent(board)}/players`);
}

/** A position by its text, or the reason why no game can reach it. */
export function describePosition(board: string, text: string): Promise<PositionDescribed> {
  return ask("/positions", { body: { board, text } });
}

/** Read a record of a game. */
export function readRecord(text: string): Promise<GameRead> {
  return ask("/records/read", { body: { text } });
}

/** Write a record of a game. */
export async function writeRecord(game: GameToWrite, form: "text" | "json"): Promise<string> {
  const { text } = await ask<{ text: string }>("/records/write", { body: { game, form } });
  return text;
}

/** Draw a game at one of its plies, as SVG. */
export function picture(game: GameToDraw): Promise<string> {
  return ask("/pictures", { body: game });
}

/** Suggest a cell to the side to move. */
export function hint(position: Asked, signal?: AbortSignal): Promise<HintAnswer> {
  return ask("/hint", { body: position, ...(signal === undefined ? {} : { signal }) });
}

/**
 * Ask why a cell has its value.
 *
 * @param replies - the replies of the opponent of the proof's strategist, to walk further into the proof.
 */
export function why(
  position: Asked,
  cell: string,
  replies: readonly string[],
  signal?: AbortSignal,
): Promise<WhyAnswer> {
  return ask("/why", { body: { ...position, cell, replies }, ...(signal === undefined ? {} : { signal }) });
}

/** Make a live game. */
export function newGame(game: NewGame): Promise<GameMade> {
  return ask("/games", { body: game });
}

/** A live game as it stands. */
export function liveGame(id: string): Promise<Snapshot> {
  return ask(`/games/${id}`);
}

/** Take an open seat of a live game. */
export function claimSeat(id: string, side: Side): Promise<SeatClaimed> {
  return ask(`/games/${id}/seats`, { body: { side } });
}
