import { describe, expect, test } from "vitest";

import {
  applyTransform,
  ELEVATION,
  quarterTurn,
  stackExtent,
  tierGap,
  tierTransform,
  type Point,
  type StackSize,
} from "../../src/state/projection";

const SIZES: StackSize[] = [
  { tiers: 3, rows: 3, columns: 3 },
  { tiers: 4, rows: 4, columns: 4 },
  { tiers: 6, rows: 6, columns: 6 },
  { tiers: 3, rows: 4, columns: 5 },
  { tiers: 5, rows: 2, columns: 9 },
];

/** Return the corners of a tier's outermost cells, as they come to lie on the screen. */
function corners(size: StackSize, tier: number, yaw: number): Point[] {
  const [left, right, top, bottom] = [-0.5, size.columns - 0.5, -0.5, size.rows - 0.5];
  const flat = [left, right].flatMap((x) => [top, bottom].map((y) => ({ x, y })));
  return flat.map((corner) => applyTransform(tierTransform(size, tier, yaw), corner));
}

/** Return a point by trigonometry in space: turn about the vertical, then look down by the pitch. */
function projected(x: number, depth: number, height: number, yaw: number): Point {
  const distance = Math.hypot(x, depth);
  const direction = Math.atan2(depth, x) - yaw;
  return {
    x: distance * Math.cos(direction),
    y: distance * Math.sin(direction) * Math.sin(ELEVATION) - height * Math.cos(ELEVATION),
  };
}

describe.each(SIZES)("a stack of $tiers tiers of $rows x $columns", (size) => {
  test("has no two tiers that overlap, at any angle", () => {
    // Between two samples a corner, which is at most hypot(r, c) / 2 away from the axis, moves by at most that times
    // the step, shortened by sin(pitch). Tiers that are further apart at all samples than twice this are apart
    // everywhere.
    const step = 0.25;
    const reach = (Math.hypot(size.rows, size.columns) / 2) * Math.sin(ELEVATION);
    const between = 2 * reach * ((step / 2) * (Math.PI / 180));
    for (let yaw = 0; yaw < 360; yaw += step) {
      for (let tier = 1; tier < size.tiers; tier += 1) {
        const above = Math.max(...corners(size, tier - 1, yaw).map(({ y }) => y));
        const below = Math.min(...corners(size, tier, yaw).map(({ y }) => y));
        expect(below - above).toBeGreaterThan(between);
      }
    }
  });

  test("stays inside its extent at every angle, and fills it at some", () => {
    const { width, height } = stackExtent(size);
    const angles = Array.from({ length: 720 }, (_, half) => half / 2);
    const reached = angles.flatMap((yaw) => [...corners(size, 0, yaw), ...corners(size, size.tiers - 1, yaw)]);
    const furthest = (along: "x" | "y"): number => Math.max(...reached.map((point) => Math.abs(point[along])));
    expect(furthest("x")).toBeLessThanOrEqual(width / 2 + 1e-9);
    expect(furthest("y")).toBeLessThanOrEqual(height / 2 + 1e-9);
    expect(furthest("x")).toBeCloseTo(width / 2, 3);
    expect(furthest("y")).toBeCloseTo(height / 2, 3);
  });

  test("lies where trigonometry in space puts it", () => {
    const rest = Math.atan2(
      tierTransform(size, 0, 0).c, // the sine and the cosine of the angle at which the turntable rests
      tierTransform(size, 0, 0).a,
    );
    for (const yaw of [0, 17, 90, 200]) {
      for (let tier = 0; tier < size.tiers; tier += 1) {
        const height = ((size.tiers - 1) / 2 - tier) * tierGap(size);
        const [x, y] = [size.columns - 1, 0]; // the cell at the far right of a tier
        const expected = projected(
          x - (size.columns - 1) / 2,
          y - (size.rows - 1) / 2,
          height,
          rest + (yaw * Math.PI) / 180,
        );
        const found = applyTransform(tierTransform(size, tier, yaw), { x, y });
        expect(found.x).toBeCloseTo(expected.x, 9);
        expect(found.y).toBeCloseTo(expected.y, 9);
      }
    }
  });
});

test("the gap of 4x4x4 is 2.6 pitches, seen at 23 degrees", () => {
  expect(tierGap({ tiers: 4, rows: 4, columns: 4 })).toBeCloseTo(2.6, 12);
  expect(4 * Math.SQRT2 * Math.tan((23 * Math.PI) / 180)).toBeCloseTo(2.4, 2);
});

test("a quarter turn goes from the nearest rest to the next", () => {
  expect([quarterTurn(0, 1), quarterTurn(30, 1), quarterTurn(80, 1), quarterTurn(-10, -1)]).toEqual([90, 90, 180, -90]);
  expect(quarterTurn(135, 0)).toBe(180);
});
