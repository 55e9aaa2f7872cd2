import { expect, test } from "vitest";

import { cellsNamed, layoutOf, played, shapeOf, standingIn } from "../../src/state/boardPicture";

test("a game is read from the names of its cells, and a position from its text", () => {
  expect(cellsNamed([3, 3], "11 23")).toEqual([0, 5]);
  expect(played([3, 3], "22.11.33")).toEqual({
    stones: ["o", null, null, null, "x", null, null, null, "x"],
    order: [4, 0, 8],
  });
  expect(standingIn([2, 2], "1xo1 x")?.stones).toEqual([null, "x", "o", null]);
  expect(standingIn([2, 2], "1xo7 x")).toBeNull();
  expect(shapeOf("5x5:4")).toEqual([5, 5]);
});

test.each([
  ["3x3", 1],
  ["4x4x4", 4],
  ["4x4x4x4", 16],
  ["2x2x2x2x2", 8],
])("the plates of %s, as stacks or from above, and all cells are in its picture", (board, plates) => {
  for (const isFlat of [false, true]) {
    const { tiers, middles, box } = layoutOf(shapeOf(board), isFlat);
    expect(tiers.length).toBe(plates);
    expect(tiers.flatMap(({ cells }) => cells).sort((one, other) => one - other)).toEqual([...middles.keys()]);
    const isInside = middles.map(
      ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
    );
    expect(isInside).not.toContain(false);
    // No stone hides another one.
    expect(new Set(middles.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(middles.length);
  }
});
