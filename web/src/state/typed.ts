/**
 * Boards and moves as people type them. The page, the library and the command line accept the same spellings, for which
 * `tests/golden/spellings.json` has examples. The page itself always writes one spelling.
 */

import type { Geometry } from "./geometry";
import { cellIndices } from "./rules";

const NICKNAMES: ReadonlyMap<string, string> = new Map([["qubic", "4x4x4"]]);

/**
 * Return the description of the board that a person typed: `4x4x4` for `4×4×4` and for `qubic`.
 *
 * Only the server knows whether that board exists.
 */
export function boardTyped(text: string): string {
  const spelled = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*[x×*]\s*/g, "x");
  return NICKNAMES.get(spelled) ?? spelled;
}

/** Return whether a text looks like moves alone, not like a record. */
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
 * Return the cells that a person typed into one field: a single cell in any spelling (`231`, `2,3,1`), or several.
 *
 * No text means both: if a cell has three coordinates, `2,3,1` is one cell, because no cell is named `2`.
 *
 * @throws `MoveError` - the board has no such cell; the message names it.
 */
export function cellsTyped(geometry: Geometry, text: string): number[] {
  const one = geometry.cellNamed(text);
  return one === undefined ? movesTyped(geometry, text) : [one];
}
