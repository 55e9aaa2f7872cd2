/**
 * The stack: a board's tiers one above the other on a turntable, seen from a little above.
 *
 * The picture is orthographic and turns around the vertical axis only, so that a tier keeps its height on the screen
 * and lines stay straight. Lengths are measured in pitches, the distance between neighbouring cells of a tier.
 *
 * No cell may hide another, at any angle. Turned by any yaw, a tier of r x c cells reaches less than hypot(r, c) / 2
 * away from its middle, towards the eye or away from it. On the screen that depth is shortened by sin(pitch), while
 * the gap between tiers is shortened by cos(pitch); so tiers stay apart exactly when
 *
 *     gap >= hypot(r, c) * tan(pitch),    on a cube of side n: n * sqrt(2) * tan(pitch).
 */

import type { Geometry } from "./geometry";

/** How far from the horizon the eye looks down, in radians: 23 degrees, enough to see the cells of a tier apart. */
export const ELEVATION = (23 * Math.PI) / 180;

/** How much wider than necessary the gap between tiers is: on 4x4x4, where 2.40 pitches would do, it is 2.6. */
const GAP_FACTOR = 2.6 / (4 * Math.SQRT2 * Math.tan(ELEVATION));

/** Where rows and columns are seen best apart: the yaw, in radians, of a turntable that stands at 0. */
const REST_YAW = (-28 * Math.PI) / 180;

/** A point on the screen, in pitches, x to the right and y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A flat picture of a tier turned into the stack: (x, y) becomes (a x + c y + e, b x + d y + f), as in SVG's matrix().
 */
interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** How many tiers, rows and columns are stacked. */
export interface StackSize {
  readonly tiers: number;
  readonly rows: number;
  readonly columns: number;
}

/** Return how a board of three dimensions is stacked. */
export function stackSize({ sides }: Geometry): StackSize {
  const [tiers = 1, rows = 1, columns = 1] = sides;
  return { tiers, rows, columns };
}

/** Return the gap between neighbouring tiers, in pitches. */
export function tierGap({ rows, columns }: StackSize): number {
  return GAP_FACTOR * Math.hypot(rows, columns) * Math.tan(ELEVATION);
}

/**
 * Return how a tier lies in the picture.
 *
 * The tier is given as a flat picture of its own, in which the cell of row r and column c, from 0, is centred on
 * (c, r). The middle of the stack is at (0, 0), the first tier at the top.
 *
 * @param yaw - how far the turntable is turned, in degrees; 0 is where it rests.
 */
export function tierTransform(size: StackSize, tier: number, yaw: number): Transform {
  const angle = (yaw * Math.PI) / 180 + REST_YAW;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [a, b, c, d] = [cos, -sin * Math.sin(ELEVATION), sin, cos * Math.sin(ELEVATION)];
  const [x, y] = [(size.columns - 1) / 2, (size.rows - 1) / 2];
  const height = (tier - (size.tiers - 1) / 2) * tierGap(size) * Math.cos(ELEVATION);
  return { a, b, c, d, e: -a * x - c * y, f: -b * x - d * y + height };
}

/** Return where a transform brings a point. */
export function applyTransform({ a, b, c, d, e, f }: Transform, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Return the width and height, in pitches, that hold the stack at every angle. */
export function stackExtent(size: StackSize): { readonly width: number; readonly height: number } {
  const across = Math.hypot(size.rows, size.columns);
  return {
    width: across,
    height: (size.tiers - 1) * tierGap(size) * Math.cos(ELEVATION) + across * Math.sin(ELEVATION),
  };
}

/** Return the multiple of 90 degrees that is nearest to `yaw`, `turns` quarter turns further on. */
export function quarterTurn(yaw: number, turns: number): number {
  return (Math.round(yaw / 90) + turns) * 90;
}
