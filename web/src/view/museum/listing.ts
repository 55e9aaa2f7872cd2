/** The texts and places of a listing that runs. */

import type { ListingTurn } from "../../api/types";

/** The fewest rows of a screen that are shown. */
const FEWEST = 6;

/** The rows of a screen down to its last one that is not empty. */
export function shownRows(screen: readonly string[]): readonly string[] {
  const last = screen.findLastIndex((row) => row.trim() !== "");
  return screen.slice(0, Math.max(last + 1, FEWEST));
}

/**
 * The column and the row of a click, as the server takes them.
 *
 * @param x - dots from the left of the screen with its border, as wide on both sides.
 * @param y - dots from its top.
 */
export function clickedPlace(
  x: number,
  y: number,
  screen: { readonly width: number; readonly height: number },
  columns: number,
  rows: number,
): string {
  const within = (place: number, size: number, count: number): number =>
    Math.min(Math.max(Math.floor((place / size) * count), 0), count - 1);
  return [within(x, screen.width, columns), within(y, screen.height, rows)].join(" ");
}

/** What the listing played, and our player beside it. */
export function listingTurnText(turn: ListingTurn): string {
  const cell = turn.cell ?? "no square";
  const own = turn.player_cell ?? "no square";
  const where = turn.place === "" ? "" : `, by ${turn.place}`;
  if (cell === own) return `The listing plays ${cell}${where}; ${turn.player} plays the same.`;
  const other = turn.agrees ? `could play the same, and draws ${own}` : `plays ${own}`;
  return `The listing plays ${cell}${where}; ${turn.player} ${other}.`;
}
