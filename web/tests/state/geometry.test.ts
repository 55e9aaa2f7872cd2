import { describe, expect, test } from "vitest";

import { geometryOf } from "../../src/state/geometry";
import { board, boardTable } from "../boards";

describe.each(["7:3", "3x3", "3x4x5:3", "4x4x4x4", "2x3x2x2x2:2", "16x16:5"])("on %s", (name) => {
  const geometry = board(name);

  test("the coordinates of a cell match its name, and lead back to the cell", () => {
    const separator = Math.max(...geometry.shape) > 9 ? "." : "";
    geometry.cells.forEach((called, cell) => {
      expect(geometry.coordinates(cell).join(separator)).toBe(called);
      expect(geometry.cellAt(geometry.coordinates(cell))).toBe(cell);
      expect(geometry.cellNamed(called)).toBe(cell);
    });
  });

  test("the lines through a cell are those that contain it", () => {
    geometry.linesThrough.forEach((through, cell) => {
      const having = geometry.lines.flatMap((line, index) => (line.includes(cell) ? [index] : []));
      expect(through).toEqual(having);
    });
  });
});

test.each(["", "23", "2311", "235", "031", "2-3-1", "x31", "23.1", "２３１"])("'%s' is no cell", (typed) => {
  expect(board("4x4x4").cellNamed(typed)).toBeUndefined();
});

test("a side of ten or more needs separators, since 1.11 and 11.1 would be the same", () => {
  const geometry = board("16x16:5");
  expect(geometry.cellNamed("111")).toBeUndefined();
  expect(geometry.cellNamed("1.11")).toBe(10);
  expect(geometry.cellNamed("11 1")).toBe(160);
});

test("coordinates off the board have no cell", () => {
  const geometry = board("3x4x5:3");
  for (const at of [
    [1, 1],
    [1, 1, 1, 1],
    [4, 1, 1],
    [1, 5, 1],
    [1, 1, 6],
    [0, 1, 1],
    [1.5, 1, 1],
  ]) {
    expect(geometry.cellAt(at)).toBeUndefined();
  }
  expect(() => geometry.coordinates(60)).toThrow(RangeError);
});

test("a description that contradicts itself is refused", () => {
  const described = boardTable("3x3");
  expect(() => geometryOf({ ...described, shape: [3, 4] })).toThrow(/9 cells, where its shape makes 12/);
  expect(() => geometryOf({ ...described, lines: [[7, 8, 9]] })).toThrow(/line 0 leaves the board/);
});
