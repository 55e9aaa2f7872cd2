import { describe, expect, test } from "vitest";

import { axisName, cutName, cutsOf, planesOf, selectablePlanes, type Plane } from "../../src/state/planes";
import { board } from "../boards";

/** Return a plane as its cells' names, a row a line. */
function drawn(name: string, plane: Plane | undefined): string[] {
  const { cells } = board(name);
  return (plane?.rows ?? []).map((row) => row.map((cell) => cells[cell]).join(" "));
}

/** Return the plane of that name. */
function picked(name: string, called: string): string[] {
  return drawn(
    name,
    selectablePlanes(board(name)).find((plane) => plane.name === called),
  );
}

describe.each(["5:3", "3x3", "3x4x5:3", "4x4x4", "4x4x4x4", "2x3x2x2x2:2"])("each cut of %s", (name) => {
  const geometry = board(name);

  test.each(cutsOf(geometry).map((cut) => [cutName(geometry, cut), cut] as const))("by %s", (_, cut) => {
    const planes = planesOf(geometry, cut);
    const cells = planes.flatMap((plane) => plane.rows.flat());
    expect(cells.toSorted((a, b) => a - b)).toEqual(geometry.cells.map((_, cell) => cell));
    for (const plane of planes) {
      plane.rows.forEach((row, down) => {
        row.forEach((cell, across) => {
          const at = geometry.coordinates(cell);
          expect(at[cut.across]).toBe(across + 1);
          if (cut.down !== null) expect(at[cut.down]).toBe(down + 1);
          expect(cut.outer.map((axis) => at[axis])).toEqual(plane.at);
        });
      });
    }
    expect(planes.map((plane) => plane.at)).toEqual(planes.map((plane) => plane.at).toSorted());
  });
});

test("in three dimensions a cut is named by the axis that it is perpendicular to", () => {
  for (const name of ["4x4x4", "3x4x5:3"]) {
    expect(cutsOf(board(name)).map((cut) => cut.outer)).toEqual([[0], [1], [2]]);
  }
  expect(cutsOf(board("4x4x4x4"))).toHaveLength(6);
  expect(cutsOf(board("3x3"))).toEqual([{ down: 0, across: 1, outer: [] }]);
});

test("4x4x4 has 18 planes to pick, 3x3x3 has 15, and unequal sides have no diagonal between them", () => {
  expect(selectablePlanes(board("4x4x4"))).toHaveLength(18);
  expect(selectablePlanes(board("3x3x3"))).toHaveLength(15);
  expect(selectablePlanes(board("3x4x5:3")).map((plane) => plane.name)).not.toContainEqual(
    expect.stringContaining("="),
  );
  expect(selectablePlanes(board("3x5x5:3")).map((plane) => plane.name)).toContain("row + column = 6");
});

// Counted twice: ten lines of 4x4 on each plane, and for each line the planes that it lies in.
test("the planes of the 4x4x4 cube hold 180 lines, counted per plane and per line", () => {
  const { lines } = board("4x4x4");
  const planes = selectablePlanes(board("4x4x4")).map((plane) => new Set(plane.rows.flat()));
  const within = (plane: Set<number>): number => lines.filter((line) => line.every((cell) => plane.has(cell))).length;
  for (const plane of planes) {
    expect(plane.size).toBe(16);
    expect(within(plane)).toBe(10);
  }
  // 48 lines along an axis: in 2 axis planes each, and those with equal or opposite other coordinates, half, in 1
  // diagonal plane. 24 diagonals of faces and slices: in 1 axis and 1 diagonal plane. 4 space diagonals: in 3
  // diagonal planes.
  expect(planes.reduce((sum, plane) => sum + within(plane), 0)).toBe(48 * 2 + 24 + 24 * 2 + 4 * 3);
});

test("planes lie as people read them: the slower axis down", () => {
  expect(picked("3x3x3", "tier 2")).toEqual(["211 212 213", "221 222 223", "231 232 233"]);
  expect(picked("3x3x3", "row 2")).toEqual(["121 122 123", "221 222 223", "321 322 323"]);
  expect(picked("3x3x3", "column 2")).toEqual(["112 122 132", "212 222 232", "312 322 332"]);
  expect(picked("3x3x3", "tier = row")).toEqual(["111 112 113", "221 222 223", "331 332 333"]);
  expect(picked("3x3x3", "tier + column = 4")).toEqual(["113 123 133", "212 222 232", "311 321 331"]);
  expect(picked("3x3x3", "row = column")).toEqual(["111 122 133", "211 222 233", "311 322 333"]);
});

test("planes of other boards are named by the axes outside them", () => {
  expect(selectablePlanes(board("3x3")).map((plane) => plane.name)).toEqual(["board"]);
  expect(selectablePlanes(board("4x4x4x4")).at(-1)?.name).toBe("block 4, tier 4");
  expect(axisName(board("2x2x2x2x2"), 0)).toBe("5th axis");
  expect(cutName(board("4x4x4x4"), cutsOf(board("4x4x4x4"))[5] ?? { down: null, across: 0, outer: [] })).toBe(
    "blocks and tiers",
  );
});
