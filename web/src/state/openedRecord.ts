/**
 * Records that were opened: from the server's reading of one to the address that shows it, and what an address has no
 * room for (comments, reasons, an end that was declared), which lives as long as the page.
 */

import type { GameRead, MoveNote } from "../api/types";
import type { LocalRoute } from "./address";
import { cellNames, type Geometry } from "./geometry";
import { emptyPosition } from "./position";
import { isBoardEnding, replay, type GameResult } from "./rules";
import { movesTyped } from "./typed";

/** What a record holds beside its moves. */
export interface RecordExtras {
  /** Notes by ply. */
  readonly notes: ReadonlyMap<number, MoveNote>;
  /** An end that the board does not show, null if there is none. */
  readonly declared: GameResult | null;
  /** Whether the record holds more games, of which this is the first. */
  readonly more: boolean;
}

/** How long a record may be, in characters and in bytes: what the server takes. */
export const MAX_RECORD_LENGTH = 128 * 1024;

let last: { readonly key: string; readonly extras: RecordExtras } | null = null;

/** Remember what a game has beside its moves until it is shown. */
export function rememberExtras(route: LocalRoute, extras: RecordExtras): void {
  last = { key: keyOf(route), extras };
}

/** Return what a game has beside its moves, null if it is not the one that was opened last. */
export function extrasFor(route: LocalRoute): RecordExtras | null {
  return last?.key === keyOf(route) ? last.extras : null;
}

/** Return why a record is too long to be read, an empty text if it is not. */
export function lengthFault(length: number): string {
  if (length <= MAX_RECORD_LENGTH) return "";
  return `The record is too long: a game of up to ${String(MAX_RECORD_LENGTH / 1024)} KiB can be opened.`;
}

/** Return where a game is shown that was read from a record, and what it has beside its moves. */
export function openRecord({ board, start, moves, result, notes, more }: GameRead): {
  route: LocalRoute;
  extras: RecordExtras;
} {
  const isOrdinary = /^\d+ x$/.test(start);
  const route: LocalRoute = { page: "play", board, start: isOrdinary ? null : start, moves, ply: moves.length };
  const declared = result === null || isBoardEnding(result) ? null : result;
  const entries = Object.entries(notes).map(
    ([ply, { comment, reasons }]) => [Number(ply), noteOf(comment, reasons)] as const,
  );
  return { route, extras: { notes: new Map(entries), declared, more } };
}

/**
 * Return where a game is shown of which only the moves were pasted, from the empty board.
 *
 * @throws `MoveError` - a move is not on the board, or cannot be played; the message names it.
 */
export function openMoves(geometry: Geometry, text: string): LocalRoute {
  const moves = movesTyped(geometry, text);
  replay(geometry, emptyPosition(geometry.cells.length), moves);
  return {
    page: "play",
    board: geometry.name,
    start: null,
    moves: cellNames(geometry, moves),
    ply: moves.length,
  };
}

function noteOf(comment: string | undefined, reasons: GameRead["notes"][string]["reasons"]): MoveNote {
  // Only the player can put its reasons into a sentence; in most of them the rule is one.
  const rule = reasons?.["rule"];
  return {
    comment: comment ?? "",
    reasons: reasons ?? null,
    sentence: typeof rule === "string" ? rule : "",
    marks: {},
    remark: "",
  };
}

function keyOf({ board, start, moves }: LocalRoute): string {
  return JSON.stringify([board, start, moves]);
}
