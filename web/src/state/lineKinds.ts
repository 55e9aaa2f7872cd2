/**
 * The lines of a board by kind: along how many axes at once they run.
 *
 * On a cube, those along one axis are rows, columns and pillars; along two, diagonals of its planes; along three, its
 * diagonals through the middle. On boards whose lines run right through, each kind can be counted without looking, which
 * is how the rules page shows that none is missing.
 */

import type { Geometry } from "./geometry";

/** The lines of one kind. */
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

/** Whether every line of the board runs right through it, so that its lines can be counted by a formula. */
export function hasFullLengthLines({ sides, lineLength }: Geometry): boolean {
  return sides.every((side) => side === lineLength);
}

/** Return how many lines n^d has: each runs into a border of one cell around the board, at both ends. */
export function lineCount(n: number, d: number): number {
  return ((n + 2) ** d - n ** d) / 2;
}

/** Return how many lines n^d has that run along `axes` axes at once: which axes, which way along each, and where. */
export function lineCountOfKind(n: number, d: number, axes: number): number {
  let choices = 1;
  for (let chosen = 0; chosen < axes; chosen += 1) choices = (choices * (d - chosen)) / (chosen + 1);
  return choices * 2 ** (axes - 1) * n ** (d - axes);
}
