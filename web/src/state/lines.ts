/**
 * The cells and lines of a board from its name, as the server describes them: for a board that is shown without a server.
 */

import type { BoardTable } from "./geometry";

/** Return the table of a board, by the name that `readBoard` gives it: `4x4x4`, `5x5:4`. */
export function boardTable(name: string): BoardTable {
  const [shapeText = "", lengthText] = name.split(":");
  const shape = shapeText.split("x").map(Number);
  const length = Number(lengthText ?? shape[0]);
  const separator = Math.max(...shape) > 9 ? "." : "";
  const cells = product(shape.map((side) => Array.from({ length: side }, (_, index) => index)));
  // One direction of each opposite pair, so that the cells along a line ascend.
  const directions = product(shape.map(() => [-1, 0, 1])).filter((steps) => steps.find((step) => step !== 0) === 1);
  const indexOf = (at: readonly number[]): number =>
    at.reduce((index, along, axis) => index * (shape[axis] ?? 1) + along, 0);
  const lines = cells.flatMap((start) =>
    directions.flatMap((steps) => {
      const at = (distance: number): number[] => start.map((along, axis) => along + distance * (steps[axis] ?? 0));
      if (!at(length - 1).every((along, axis) => along >= 0 && along < (shape[axis] ?? 0))) return [];
      return [Array.from({ length }, (_, distance) => indexOf(at(distance)))];
    }),
  );
  const names = cells.map((at) => at.map((along) => along + 1).join(separator));
  return { name, shape, line_length: length, cells: names, lines };
}

/** Return every choice of one number from each list, the last list changing fastest. */
function product(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>((all, list) => all.flatMap((head) => list.map((next) => [...head, next])), [[]]);
}
