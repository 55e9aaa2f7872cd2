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
export interface Transform {
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

/** Return the size of the stack of a board of three dimensions, or of one block of a board of four. */
export function stackSize({ shape }: Geometry): StackSize {
  const [tiers = 1, rows = 1, columns = 1] = shape.slice(-3);
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
  return { a, b, c, d, e: -a * x - c * y, f: -b * x - d * y + tierMiddle(size, tier).y };
}

/** Return the middle of a tier, which is the same at every angle. */
export function tierMiddle(size: StackSize, tier: number): Point {
  return { x: 0, y: (tier - (size.tiers - 1) / 2) * tierGap(size) * Math.cos(ELEVATION) };
}

export function applyTransform({ a, b, c, d, e, f }: Transform, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** A tier of a stack in its place on the screen. */
export interface Placed extends Transform {
  readonly size: StackSize;
}

/** The plate of a tier as it is drawn, in pitches. */
interface Slab {
  /** The corners of its top, as an attribute of SVG. */
  readonly top: string;
  /** Its visible sides; the deep one is turned from the light, which comes from the left. */
  readonly sides: readonly { readonly points: string; readonly isDeep: boolean }[];
  /** The lines between its cells, as a path of SVG. */
  readonly grid: string;
}

/** The height of a plate, and the width of its border around the cells. */
const [THICKNESS, BORDER] = [0.16 * Math.cos(ELEVATION), 0.06];
/** The room for stones that rise above the first tier, and for the plate of the last. */
const ROOM = { above: 0.35, below: 0.2 } as const;

/** How far stones stand above the middles of their cells in the stack, and the scale of their drawing. */
export const STANDING = { rise: 0.17, scale: 0.0084 } as const;

/** Return the middle of the stone on the cell of a row and a column of a tier, from 1. */
export function standingAt(at: Placed, row: number, column: number): Point {
  const { x, y } = applyTransform(at, { x: column - 1, y: row - 1 });
  return { x, y: y - STANDING.rise };
}

/** Return the plate of a tier. */
export function slabOf(at: Placed): Slab {
  const { rows, columns } = at.size;
  const [left, top, right, bottom] = [-0.5 - BORDER, -0.5 - BORDER, columns - 0.5 + BORDER, rows - 0.5 + BORDER];
  const middle = applyTransform(at, { x: (columns - 1) / 2, y: (rows - 1) / 2 });
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map((corner) => applyTransform(at, corner));
  const lowered = ({ x, y }: Point): Point => ({ x, y: y + THICKNESS });
  const sides = corners.flatMap((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    // Only the sides in front of the middle are seen.
    if ((from.y + to.y) / 2 <= middle.y + 1e-6) return [];
    return [{ points: pointsOf([from, to, lowered(to), lowered(from)]), isDeep: (from.x + to.x) / 2 > middle.x }];
  });
  const stroke = (from: Point, to: Point): string =>
    `M${pointsOf([applyTransform(at, from)])}L${pointsOf([applyTransform(at, to)])}`;
  const grid = [
    ...Array.from({ length: columns - 1 }, (_, at) => stroke({ x: at + 0.5, y: top }, { x: at + 0.5, y: bottom })),
    ...Array.from({ length: rows - 1 }, (_, at) => stroke({ x: left, y: at + 0.5 }, { x: right, y: at + 0.5 })),
  ];
  return { top: pointsOf(corners), sides, grid: grid.join("") };
}

/** Return points as an attribute of SVG, rounded to a part of a pixel. */
export function pointsOf(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}

/** Return the box of the picture of a stack, in pitches, as SVG's viewBox has it: its extent, stones and plates. */
export function stackBox(size: StackSize): Point & { readonly width: number; readonly height: number } {
  const { width, height } = stackExtent(size);
  return { x: -width / 2, y: -height / 2 - ROOM.above, width, height: height + ROOM.above + ROOM.below };
}

/** Return the width and height, in pitches, that the stack needs at every angle. */
export function stackExtent(size: StackSize): { readonly width: number; readonly height: number } {
  const width = Math.hypot(size.rows, size.columns);
  return { width, height: (size.tiers - 1) * tierGap(size) * Math.cos(ELEVATION) + width * Math.sin(ELEVATION) };
}

/** Return the multiple of 90 degrees nearest to `yaw`, plus `turns` quarter turns. */
export function quarterTurn(yaw: number, turns: number): number {
  return (Math.round(yaw / 90) + turns) * 90;
}
