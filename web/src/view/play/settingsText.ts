/** Settings of a game between people as sentences, for those who make it and those who are invited. */

import type { Snapshot } from "../../api/types";
import { isByDays } from "../../state/clocks";
import { sideName, type Side } from "../../state/geometry";

const STRICT_TEXT = "Strict: no move is taken back; hints, labels and analyses are off for all until the end.";
const PIE_TEXT = "Pie rule: one player places three stones, X, O and X; then the other chooses a side.";

/** Return why the pie rule has three stones on a board; empty for boards of which this is not known. */
export function pieReason(board: string | null): string {
  if (board !== "4x4x4") return "";
  return (
    "On 4x4x4, all openings of one and of two stones are proved wins for X, so the choice would always be X. After three " +
    "stones, some openings are proved wins for X and others for O; no opening of three stones is known to be a draw."
  );
}

/** Return what a player must know about a clock that is set so. */
export function clockRule(setting: string): string {
  return isByDays({ setting })
    ? "The first days begin when both seats are taken. They count also while you are away, or the server is down."
    : "A clock starts after the first move of its side, and runs also while you are away, or both are; it stops while " +
        "the server is down. Delays of the network are not charged, up to 1 s a move and 10 s a game.";
}

/** Return the text of the button that takes a side, of which the player of O chooses one under the pie rule. */
export function joinText(side: Side, hasPie: boolean): string {
  if (!hasPie) return `Play ${sideName(side, null)}`;
  return side === "o" ? "Join and choose a side" : "Join and place three stones";
}

export function helpText({ settings }: Pick<Snapshot, "settings">): string {
  if (settings.strict) return STRICT_TEXT;
  if (settings.hints) return "Hints and labels are allowed to both players in this game.";
  return "Hints and labels are off for both players until the game ends.";
}

/** Return all settings of a game, for a person who is invited. */
export function settingsText(game: Pick<Snapshot, "settings" | "pie">): string {
  return game.pie === null ? helpText(game) : `${helpText(game)} ${PIE_TEXT}`;
}
