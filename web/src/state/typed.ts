/**
 * Boards and moves as people type them: in the library and on the command line the same spellings are understood, and
 * `tests/golden/spellings.json` has examples for all three. What the page writes, addresses above all, has one spelling.
 */

import type { Geometry } from "./geometry";
import { cellIndices } from "./rules";

const NICKNAMES: ReadonlyMap<string, string> = new Map([["qubic", "4x4x4"]]);

/**
 * Return the description of the board that a person typed: `4x4x4` for `4×4×4` and for `qubic`.
 *
 * Whether there is such a board, only the server knows.
 */
export function boardTyped(text: string): string {
  const spelled = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*[x×*]\s*/g, "x");
  return NICKNAMES.get(spelled) ?? spelled;
}

/** Whether a text can be moves alone; a record is more than that. */
export function looksLikeMoves(text: string): boolean {
  return /^[\d.,\s]*\d[\d.,\s]*$/.test(text);
}

/**
 * Return the cells of moves that a person typed, separated by spaces or commas.
 *
 * @throws `MoveError` - the board has no such cell; the message names it.
 */
export function movesTyped(geometry: Geometry, text: string): number[] {
  return cellIndices(
    geometry,
    text.split(/[\s,]+/).filter((name) => name !== ""),
  );
}

/**
 * Return what a person typed into a field for a cell: one cell in any of its spellings (`231`, `2,3,1`), or several.
 *
 * No text is both: `2,3,1` is one cell where a cell has three coordinates, and no cell is named `2` there.
 *
 * @throws `MoveError` - the board has no such cell; the message names it.
 */
export function cellsTyped(geometry: Geometry, text: string): number[] {
  const one = geometry.cellNamed(text);
  return one === undefined ? movesTyped(geometry, text) : [one];
}
