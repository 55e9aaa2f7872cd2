/**
 * The lines of a board by kind, which is the number of axes along which they run at once.
 *
 * On a cube, lines along one axis are rows, columns and pillars; lines along two axes are diagonals of its planes; lines
 * along three axes are its diagonals through the middle. If the lines of a board reach from border to border, a formula
 * counts each kind, and the rules page compares both numbers.
 */

import type { Geometry } from "./geometry";

export interface LineKind {
  /** Along how many axes the lines run at once. */
  readonly axes: number;
  readonly name: string;
  /** Their places in the geometry's `lines`. */
  readonly lines: readonly number[];
}

const NAMES = [
  "",
  "Straight, along one axis",
  "Diagonal in a plane",
  "Diagonal through three axes",
  "Diagonal through four axes",
];

/** Return the lines of a board, the straight ones first. */
export function lineKinds(geometry: Geometry): readonly LineKind[] {
  const kinds = new Map<number, number[]>();
  for (const [index, [first = 0, second = 0]] of geometry.lines.entries()) {
    const from = geometry.coordinates(first);
    const axes = geometry.coordinates(second).filter((along, axis) => along !== from[axis]).length;
    kinds.set(axes, [...(kinds.get(axes) ?? []), index]);
  }
  return [...kinds]
    .sort(([fewer], [more]) => fewer - more)
    .map(([axes, lines]) => ({ axes, name: NAMES[axes] ?? `Diagonal through ${String(axes)} axes`, lines }));
}

/** Return whether every line of the board reaches from border to border, which the formulas below require. */
export function hasFullLengthLines({ shape, lineLength }: Geometry): boolean {
  return shape.every((side) => side === lineLength);
}

/** Return the number of lines of n^d: each joins two cells of a border around the board that is one cell thick. */
export function lineCount(n: number, d: number): number {
  return ((n + 2) ** d - n ** d) / 2;
}

/**
 * Return the number of lines of n^d that run along `axes` axes at once: the choices of the axes, times the directions
 * along them, times the places on the other axes.
 */
export function lineCountOfKind(n: number, d: number, axes: number): number {
  let choices = 1;
  for (let chosen = 0; chosen < axes; chosen += 1) choices = (choices * (d - chosen)) / (chosen + 1);
  return choices * 2 ** (axes - 1) * n ** (d - axes);
}
