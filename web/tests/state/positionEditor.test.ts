import { expect, test } from "vitest";

import { readPosition, writePosition } from "../../src/state/position";
import { toggleStone, type Brush } from "../../src/state/positionEditor";

/** Click cells of a 3x3 board one after the other. */
function clicked(text: string, cells: readonly number[], brush: Brush): string {
  return writePosition(cells.reduce((position, cell) => toggleStone(position, cell, brush), readPosition(9, text)));
}

test("stones in turns say whose turn it is", () => {
  expect(clicked("9 x", [0, 4, 8], "turns")).toBe("x3o3x o");
  expect(clicked("9 x", [0, 4], "turns")).toBe("x3o4 x");
});

test("placing a stone does not change the chosen side to move", () => {
  expect(clicked("9 x", [0, 1], "x")).toBe("xx7 x");
  expect(clicked("9 o", [0], "o")).toBe("o8 o");
});

test("a click on a stone removes it, or replaces it by one of the other side", () => {
  expect(clicked("xo7 x", [0], "x")).toBe("1o7 x");
  expect(clicked("xo7 x", [1], "x")).toBe("xx7 x");
  expect(clicked("xo7 x", [1], "turns")).toBe("x8 o");
});
