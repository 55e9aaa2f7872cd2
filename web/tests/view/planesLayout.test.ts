import { describe, expect, test } from "vitest";

import { cutsOf, planesOf } from "../../src/state/planes";
import { layoutPlanes, MIN_PITCH, type PlanesLayout } from "../../src/view/board/planesLayout";
import { board } from "../boards";

function usual(name: string, width: number): PlanesLayout {
  const geometry = board(name);
  const [cut] = cutsOf(geometry);
  if (cut === undefined) throw new Error(`${name} cannot be cut`);
  return layoutPlanes(cut, planesOf(geometry, cut), { width, height: Infinity });
}

/** Return how many planes stand in each row of planes, from the top. */
function rowsOfPlanes({ places }: PlanesLayout): number[] {
  const tops = [...new Set(places.map(({ y }) => y))].toSorted((a, b) => a - b);
  return tops.map((top) => places.filter(({ y }) => y === top).length);
}

const BOARDS = ["9:3", "3x3", "16x16:5", "3x3x3", "4x4x4", "5x5x5", "3x4x5:3", "4x4x4x4", "3x3x3x3x3"];
const WIDTHS = [280, 320, 390, 600, 768, 1000, 1400];

describe.each(BOARDS.flatMap((name) => WIDTHS.map((width) => [name, width] as const)))(
  "%s in %i pixels",
  (name, width) => {
    const geometry = board(name);
    const layout = usual(name, width);

    test("fits, unless its cells would be too small to tap", () => {
      expect(layout.pitch).toBeGreaterThanOrEqual(MIN_PITCH);
      if (layout.width > width) expect(layout.pitch).toBe(MIN_PITCH);
    });

    test("contains planes that do not touch, with space for their names", () => {
      const columns = geometry.shape.at(-1) ?? 1;
      const rows = geometry.shape.at(-2) ?? 1;
      const boxes = layout.places.map(({ x, y }) => ({
        left: x,
        right: x + columns * layout.pitch,
        top: y - (layout.titles ? 24 : 0),
        bottom: y + rows * layout.pitch,
      }));
      for (const [index, one] of boxes.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.top).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(layout.width);
        expect(one.bottom).toBeLessThanOrEqual(layout.height);
        for (const two of boxes.slice(index + 1)) {
          const apart = one.right < two.left || two.right < one.left || one.bottom < two.top || two.bottom < one.top;
          expect(apart).toBe(true);
        }
      }
    });
  },
);

test("the tiers of 4x4x4 stand side by side on a desktop, two by two on a phone", () => {
  expect(rowsOfPlanes(usual("4x4x4", 900))).toEqual([4]);
  expect(rowsOfPlanes(usual("4x4x4", 320))).toEqual([2, 2]);
  expect(rowsOfPlanes(usual("3x3x3", 320))).toEqual([2, 1]);
});

test("4x4x4x4 is a grid of grids", () => {
  expect(rowsOfPlanes(usual("4x4x4x4", 1000))).toEqual([4, 4, 4, 4]);
});

test("the planes of a row or of a grid of grids stand at equal distances", () => {
  for (const layout of [usual("4x4x4", 900), usual("4x4x4x4", 1000)]) {
    for (const along of ["x", "y"] as const) {
      const starts = [...new Set(layout.places.map((place) => place[along]))].toSorted((a, b) => a - b);
      const steps = starts.slice(1).map((start, index) => (start - (starts[index] ?? 0)).toFixed(6));
      expect(new Set(steps).size).toBeLessThanOrEqual(1);
    }
  }
});
