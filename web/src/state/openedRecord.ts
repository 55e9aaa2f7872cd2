/**
 * Opened records: converts a record that the server has read into the address of a game, and keeps what an address
 * cannot contain (comments, reasons, a declared end) until the page is closed.
 */

import type { GameRead, MoveNote } from "../api/types";
import type { LocalRoute } from "./address";
import { cellNames, type Geometry } from "./geometry";
import { emptyPosition } from "./position";
import { playerText } from "./playerNames";
import { isBoardEnding, replay, resultText, type GameResult } from "./rules";
import { movesTyped } from "./typed";

/** The contents of a record that its address does not contain. */
export interface RecordExtras {
  /** The tags, those of the players among them. */
  readonly tags: Readonly<Record<string, string>>;
  readonly notes: ReadonlyMap<number, MoveNote>;
  readonly declared: GameResult | null;
  /** Whether the record contains more games, of which this is the first. */
  readonly more: boolean;
}

/** The longest record that the server accepts, in characters and in bytes. */
export const MAX_RECORD_BYTES = 128 * 1024;

let last: { readonly key: string; readonly extras: RecordExtras } | null = null;

/** Return the extras of a game, null if it is not the last opened one. */
export function extrasFor(route: LocalRoute): RecordExtras | null {
  return last?.key === keyOf(route) ? last.extras : null;
}

/** Return the records of a text: those of a file that `oxo match` writes, a line each, or the text itself. */
export function recordsIn(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.every((line) => /^\{.*\}\s*$/.test(line)) ? lines : [text];
}

/** Return the players and the result of such a record; empty if it cannot be read. */
export function gameTitle(record: string): string {
  try {
    const { tags, result } = JSON.parse(record) as GameRead;
    const players = [tags["First"], tags["Second"]].map((player) => playerText(player ?? "human")).join(" against ");
    return result === null ? players : `${players}: ${resultText(result)}`;
  } catch {
    return "";
  }
}

/** Return an error message if a record is too long, otherwise an empty text. */
export function lengthFault(length: number): string {
  if (length <= MAX_RECORD_BYTES) return "";
  return `The record is too long: a game of up to ${String(MAX_RECORD_BYTES / 1024)} KiB can be opened.`;
}

/** Return the route of a game of a record, whose start may be empty for the empty board, and store its extras until another one is opened. */
export function openRecord({ board, start, moves, result, tags, notes, more }: GameRead): LocalRoute {
  const isOrdinary = /^(\d+ x)?$/.test(start);
  const route: LocalRoute = { page: "play", board, start: isOrdinary ? null : start, moves, ply: moves.length };
  const declared = result === null || isBoardEnding(result) ? null : result;
  const entries = Object.entries(notes).map(
    ([ply, { comment, reasons }]) => [Number(ply), noteOf(comment, reasons)] as const,
  );
  last = { key: keyOf(route), extras: { tags, notes: new Map(entries), declared, more } };
  return route;
}

/** Return the route of a game of pasted moves on the empty board. Throws a MoveError that names the move. */
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
  // A record that was written by an earlier version has no sentence; for most players, the rule itself is one.
  const sentence = reasons?.["sentence"] ?? reasons?.["rule"];
  return {
    comment: comment ?? "",
    reasons: reasons ?? null,
    sentence: typeof sentence === "string" ? sentence : "",
    marks: {},
    remark: "",
  };
}

function keyOf({ board, start, moves }: LocalRoute): string {
  return JSON.stringify([board, start, moves]);
}
