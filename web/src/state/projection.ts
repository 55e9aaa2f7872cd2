/**
 * The projection of the stack: a board's tiers above one another on a turntable, seen from slightly above.
 *
 * The projection is orthographic, and the stack turns only around the vertical axis: a tier keeps its height on the
 * screen, and lines stay straight. The unit of length is the pitch, the distance between neighbouring cells of a tier.
 *
 * No cell may hide another, at any angle. At any yaw, a tier of r x c cells extends less than hypot(r, c) / 2 from its
 * middle, towards the eye or away from it. The projection shortens this depth by sin(pitch), and the gap between tiers
 * by cos(pitch), where pitch is the angle of elevation. So tiers stay apart exactly when
 *
 *     gap >= hypot(r, c) * tan(pitch),    on a cube of side n: n * sqrt(2) * tan(pitch).
 */

import type { Geometry } from "./geometry";

/** The angle at which the eye looks down, in radians: at 23 degrees, the cells of a tier are seen apart. */
export const ELEVATION = (23 * Math.PI) / 180;

/** The gap between tiers, relative to the smallest possible gap: on 4x4x4, it is 2.6 pitches instead of 2.40. */
const GAP_FACTOR = 2.6 / (4 * Math.SQRT2 * Math.tan(ELEVATION));

/** The yaw of a turntable that stands at 0, in radians; rows and columns are easiest to tell apart at this angle. */
const REST_YAW = (-28 * Math.PI) / 180;

/** A point on the screen, in pitches, x to the right and y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A map from a tier's flat picture to the stack: (x, y) becomes (a x + c y + e, b x + d y + f), as in SVG's matrix().
 */
interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The numbers of tiers, rows and columns of a stack. */
export interface StackSize {
  readonly tiers: number;
  readonly rows: number;
  readonly columns: number;
}

/** Return the size of the stack of a board of three dimensions. */
export function stackSize({ sides }: Geometry): StackSize {
  const [tiers = 1, rows = 1, columns = 1] = sides;
  return { tiers, rows, columns };
}

/** Return the gap between neighbouring tiers, in pitches. */
export function tierGap({ rows, columns }: StackSize): number {
  return GAP_FACTOR * Math.hypot(rows, columns) * Math.tan(ELEVATION);
}

/**
 * Return the transform of a tier.
 *
 * The tier is given as a flat picture of its own, in which the cell of row r and column c, from 0, is centred on
 * (c, r). The middle of the stack is at (0, 0), the first tier at the top.
 *
 * @param yaw - the angle of the turntable, in degrees; 0 at rest.
 */
export function tierTransform(size: StackSize, tier: number, yaw: number): Transform {
  const angle = (yaw * Math.PI) / 180 + REST_YAW;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [a, b, c, d] = [cos, -sin * Math.sin(ELEVATION), sin, cos * Math.sin(ELEVATION)];
  const [x, y] = [(size.columns - 1) / 2, (size.rows - 1) / 2];
  const height = (tier - (size.tiers - 1) / 2) * tierGap(size) * Math.cos(ELEVATION);
  return { a, b, c, d, e: -a * x - c * y, f: -b * x - d * y + height };
}

/** Return the image of a point. */
export function applyTransform({ a, b, c, d, e, f }: Transform, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Return the width and height, in pitches, that the stack needs at every angle. */
export function stackExtent(size: StackSize): { readonly width: number; readonly height: number } {
  const across = Math.hypot(size.rows, size.columns);
  return {
    width: across,
    height: (size.tiers - 1) * tierGap(size) * Math.cos(ELEVATION) + across * Math.sin(ELEVATION),
  };
}

/** Return the multiple of 90 degrees nearest to `yaw`, plus `turns` quarter turns. */
export function quarterTurn(yaw: number, turns: number): number {
  return (Math.round(yaw / 90) + turns) * 90;
}
