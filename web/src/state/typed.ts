/**
 * Boards and moves as people type them. The page, the library and the command line accept the same spellings, for which
 * `tests/golden/spellings.json` has examples. The page itself always writes one spelling.
 */

import type { Geometry } from "./geometry";
import { cellIndices } from "./rules";

const NICKNAMES: ReadonlyMap<string, string> = new Map([["qubic", "4x4x4"]]);

/** Return the board that a person typed, which may not exist: `4x4x4` for `4×4×4` and for `qubic`. */
export function boardTyped(text: string): string {
  const spelled = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*[x×*]\s*/g, "x");
  return NICKNAMES.get(spelled) ?? spelled;
}

/** The board that a person typed, by its name, or what is wrong with the text; both are null for an empty text. */
export interface BoardReading {
  readonly board: string | null;
  /** What is wrong, with the remedy. */
  readonly fault: string | null;
}

const MAX_CELLS = 256;
const MAX_AXES = 8;

/** Read a typed board by the rules of the library, whose name for it is returned: `4x4x4` for `4×4×4:4`. */
export function readBoard(text: string): BoardReading {
  const spelled = boardTyped(text);
  if (spelled === "") return { board: null, fault: null };
  const [shapeText = "", lengthText, ...rest] = spelled.split(":");
  const shape = shapeText.split("x").map(wholeNumber);
  const refused = (fault: string): BoardReading => ({ board: null, fault });
  if (shape.some((side) => side === null) || rest.length > 0) {
    return refused("This is not a board: write it like 4x4x4, or 5x5:4 with a line length.");
  }
  const numbers = shape.map(Number);
  if (numbers.length > MAX_AXES) return refused(`A board has at most ${String(MAX_AXES)} axes.`);
  if (numbers.reduce((cells, side) => cells * side, 1) > MAX_CELLS) {
    return refused(`A board has at most ${String(MAX_CELLS)} cells: make it smaller.`);
  }
  const [shortest, longest] = [Math.min(...numbers), Math.max(...numbers)];
  const isCube = shortest === longest;
  if (lengthText === undefined && !isCube) {
    const example = `${shapeText}:${String(Math.max(shortest, 2))}`;
    return refused(`The axes differ in length, so add how long a line is, like ${example}.`);
  }
  const length = lengthText === undefined ? longest : wholeNumber(lengthText);
  if (length === null) return refused("The line length after “:” is not a whole number: write it like 5x5:4.");
  if (length < 2) return refused("A line needs at least 2 cells.");
  if (length > longest) return refused(`No line of ${String(length)} fits: the longest axis has ${String(longest)}.`);
  return { board: isCube && length === longest ? shapeText : `${shapeText}:${String(length)}`, fault: null };
}

/** Read a whole number from 1 without leading zeros, null if the text is none. */
function wholeNumber(text: string): number | null {
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : null;
}

/** Return whether a text looks like moves alone, not like a record. */
export function looksLikeMoves(text: string): boolean {
  return /^[\d.,\s]*\d[\d.,\s]*$/.test(text);
}

/** Return the cells of typed moves, separated by spaces or commas. Throws a MoveError. */
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
