/**
 * The geometry of a board: its cells with their names and coordinates, and its lines.
 *
 * The server sends the table of lines; without a server, `lines.ts` makes it. The page knows only one rule: a side has won
 * if a line is full of its stones. The index of a cell follows from its coordinates, of which the last changes fastest.
 */

import type { BoardDescribed } from "../api/types";

export type Side = "x" | "o";

/** Both sides, in the order in which they move. */
export const SIDES: readonly Side[] = ["x", "o"];

/** The marks of both sides in a game with a museum program, which stand in place of X and O. */
export type Symbols = Readonly<Record<Side, string>>;

/** Return the name of a side and of its stones: `X`, or a museum program's own mark. */
export function sideName(side: Side, symbols: Symbols | null): string {
  return symbols?.[side] ?? side.toUpperCase();
}

/** The stone on a cell, null if it is empty. */
export type Stone = Side | null;

/** The part of the server's description of a board that the page needs. */
export type BoardTable = Pick<BoardDescribed, "name" | "shape" | "line_length" | "cells" | "lines"> &
  Partial<Pick<BoardDescribed, "line_words" | "what_wins">>;

/** A board's cells and lines. A cell is its index, a line its place in `lines`. */
export interface Geometry {
  readonly name: string;
  /** Cells along each axis, slowest axis first. */
  readonly shape: readonly number[];
  readonly lineLength: number;
  /** The name of each cell: `231`, or `10.2.3` if a side is longer than nine. */
  readonly cells: readonly string[];
  readonly lines: readonly (readonly number[])[];
  /** Each line as a side has won with it: `four in a row, in row 1 of tier 2`; empty if the server sends none. */
  readonly lineWords: readonly string[];
  /** What wins, as a sentence for the first move; empty if the server sends none. */
  readonly whatWins: string;
  /** For each cell the lines through it, ascending. */
  readonly linesThrough: readonly (readonly number[])[];
  /** Return the coordinates of a cell, each from 1, slowest axis first. */
  coordinates(cell: number): readonly number[];
  /** Return the cell with these coordinates, or undefined if they are off the board. */
  cellAt(coordinates: readonly number[]): number | undefined;
  /** Return the cell that `231`, `2.3.1`, `2 3 1` or `2,3,1` names, or undefined if there is none. */
  cellNamed(text: string): number | undefined;
}

/** Return a board's geometry. Throws a RangeError if the server's description contradicts itself. */
export function geometryOf(description: BoardTable): Geometry {
  const { name, shape, cells, lines } = description;
  const size = shape.reduce((product, side) => product * side, 1);
  if (cells.length !== size) {
    throw new RangeError(`${name}: ${String(cells.length)} cells, where its shape makes ${String(size)}`);
  }
  const linesThrough: number[][] = cells.map(() => []);
  lines.forEach((line, index) => {
    for (const cell of line) {
      const through = linesThrough[cell];
      if (through === undefined) throw new RangeError(`${name}: line ${String(index)} leaves the board`);
      through.push(index);
    }
  });
  const coordinates = cells.map((_, cell) => coordinatesOf(cell, shape));

  const cellAt = (at: readonly number[]): number | undefined => {
    if (at.length !== shape.length) return undefined;
    let cell = 0;
    for (const [axis, side] of shape.entries()) {
      const along = at[axis] ?? 0;
      if (!Number.isInteger(along) || along < 1 || along > side) return undefined;
      cell = cell * side + along - 1;
    }
    return cell;
  };

  return {
    name,
    shape,
    lineLength: description.line_length,
    cells,
    lines,
    lineWords: description.line_words ?? [],
    whatWins: description.what_wins ?? "",
    linesThrough,
    coordinates(cell) {
      const at = coordinates[cell];
      if (at === undefined) throw new RangeError(`${name} has no cell ${String(cell)}`);
      return at;
    },
    cellAt,
    cellNamed(text) {
      const parts = Array.from(text.matchAll(/\d+/g), ([digits]) => digits);
      const digits = parts.length === 1 && shape.length > 1 ? parts.join("").split("") : parts;
      return /^[\d\s.,]*$/.test(text) ? cellAt(digits.map(Number)) : undefined;
    },
  };
}

export const NO_CELLS: ReadonlySet<number> = new Set();

/** Return the cells that are on some of these lines, or rows of a plane. */
export function cellSet(lines: readonly (readonly number[])[]): ReadonlySet<number> {
  return new Set(lines.flat());
}

export function cellNames({ cells }: Geometry, indices: readonly number[]): string[] {
  return indices.map((cell) => cells[cell] ?? "");
}

/** Return the coordinates of a cell, from 1: the digits of its index, each in the base of its side. */
function coordinatesOf(cell: number, shape: readonly number[]): number[] {
  let rest = cell;
  return shape
    .toReversed()
    .map((side) => {
      const along = rest % side;
      rest = (rest - along) / side;
      return along + 1;
    })
    .reverse();
}
