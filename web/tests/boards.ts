/**
 * Boards for tests, from first principles and without a server: every run of k cells in a straight line, found by
 * walking from every cell in every direction. It shares nothing with the page's code.
 */

import { geometryOf, type BoardTable, type Geometry } from "../src/state/geometry";

/** Describe a board as the server does, from its name: `4x4x4`, `5x5:4`. */
export function boardTable(name: string): BoardTable {
  const [shapeText = "", lengthText] = name.split(":");
  const shape = shapeText.split("x").map(Number);
  const length = Number(lengthText ?? shape[0]);
  const every = <T>(choices: readonly (readonly T[])[]): T[][] =>
    choices.reduce<T[][]>((all, some) => all.flatMap((start) => some.map((next) => [...start, next])), [[]]);

  const cells = every(shape.map((side) => Array.from({ length: side }, (_, index) => index + 1)));
  const separator = Math.max(...shape) > 9 ? "." : "";
  const names = cells.map((at) => at.join(separator));
  const indices = new Map(names.map((cell, index) => [cell, index]));
  const directions = every(shape.map(() => [-1, 0, 1])).filter((step) => (step.find((along) => along !== 0) ?? -1) > 0);
  const lines = cells.flatMap((start) =>
    directions.flatMap((step) => {
      const walk = Array.from({ length }, (_, distance) =>
        indices.get(start.map((along, axis) => along + distance * (step[axis] ?? 0)).join(separator)),
      );
      return walk.every((cell) => cell !== undefined) ? [walk] : [];
    }),
  );
  return { name, shape, line_length: length, cells: names, lines };
}

const BOARDS = new Map<string, Geometry>();

/** Return the geometry of a board, by its name. It is worked out once; nothing can change it. */
export function board(name: string): Geometry {
  const known = BOARDS.get(name) ?? geometryOf(boardTable(name));
  BOARDS.set(name, known);
  return known;
}
