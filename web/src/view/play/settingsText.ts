/** Settings of a game between people as sentences, for those who make it and those who are invited. */

import type { Snapshot } from "../../api/types";

/** What a strict game is. */
const STRICT_TEXT = "Strict: no move is taken back; hints, labels and analyses are off for all until the end.";
/** What the pie rule is. */
const PIE_TEXT = "Pie rule: X places three stones, X, O and X; then O chooses a side.";

/** Return why the pie rule has three stones on a board; empty for boards of which this is not known. */
export function pieReason(board: string | null): string {
  if (board !== "4x4x4") return "";
  return "All openings of one and of two stones are proved wins for X; no opening of three stones is known to be a draw.";
}

type Settings = Pick<Snapshot, "hints" | "strict" | "pie" | "board">;

/** Return whether help is allowed in a game. */
export function helpText({ hints, strict }: Settings): string {
  if (strict) return STRICT_TEXT;
  if (hints) return "Hints and labels are allowed to both players in this game.";
  return "Hints and labels are off for both players until the game ends.";
}

/** Return all settings of a game, for a person who is invited. */
export function settingsText(game: Settings): string {
  return game.pie === null ? helpText(game) : `${helpText(game)} ${PIE_TEXT} ${pieReason(game.board)}`.trim();
}
