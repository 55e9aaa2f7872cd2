/** The layout of a still picture of a board, in pitches: plates with stones, as a stack or as tiers seen from above. */

import type { Stone } from "./geometry";
import { readPosition } from "./position";
import { applyTransform, stackBox, STANDING, tierTransform, type Placed, type Point } from "./projection";

export interface Played {
  readonly stones: readonly Stone[];
  /** The cells in the order in which they were played; empty if it is not known. */
  readonly order: readonly number[];
}

/** A board's plates, the farthest first, the middles of the stones on its cells, and the picture's box. */
export interface BoardLayout {
  readonly tiers: readonly { readonly at: Placed; readonly cells: readonly number[] }[];
  readonly middles: readonly Point[];
  readonly box: Point & { readonly width: number; readonly height: number };
}

/** The space between stacks and between tiers seen from above, and around the picture. */
const [GAP, MARGIN] = [0.7, 0.3];
/** The room above the cells of a tier that is seen from above. */
const FLAT_ORIGIN = -0.5;

/** Return the layout of a board whose blocks, if it has any, stand next to one another. */
export function layoutOf(shape: readonly number[], isFlat: boolean): BoardLayout {
  const [tiers = 1, rows = 1, columns = 1] = [1, 1, ...shape].slice(-3);
  const size = { tiers, rows, columns };
  const blocks = cellCount(shape.slice(0, -3));
  // A fourth axis goes across; two more make rows of stacks.
  const units = isFlat ? tiers * blocks : blocks;
  const across = isFlat ? Math.ceil(Math.sqrt(units)) : (shape.at(-4) ?? 1);
  const unit = isFlat ? { x: FLAT_ORIGIN, y: FLAT_ORIGIN, width: columns, height: rows } : stackBox(size);
  const [right, down] = [unit.width + GAP, unit.height + GAP];
  const plates = Array.from({ length: tiers * blocks }, (_, index) => {
    const place = isFlat ? index : Math.floor(index / tiers);
    const base = isFlat ? { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } : tierTransform(size, index % tiers, 0);
    const e = base.e + (place % across) * right;
    const f = base.f + Math.floor(place / across) * down;
    return { ...base, e, f, size };
  });
  const middles = plates.flatMap((at) =>
    Array.from({ length: rows * columns }, (_, cell) => {
      const { x, y } = applyTransform(at, { x: cell % columns, y: Math.floor(cell / columns) });
      return { x, y: isFlat ? y : y - STANDING.rise };
    }),
  );
  const height = (cell: number): number => middles[cell]?.y ?? 0;
  return {
    tiers: plates.map((at, index) => ({
      at,
      // Nearer stones stand before those behind them.
      cells: Array.from({ length: rows * columns }, (_, cell) => index * rows * columns + cell).sort(
        (one, other) => height(one) - height(other),
      ),
    })),
    middles,
    box: {
      x: unit.x - MARGIN,
      y: unit.y - MARGIN,
      width: across * right - GAP + 2 * MARGIN,
      height: Math.ceil(units / across) * down - GAP + 2 * MARGIN,
    },
  };
}

/** Return the cells that a text names, as in `111 222`. No side may be longer than nine. */
export function cellsNamed(shape: readonly number[], names: string): readonly number[] {
  return (names.match(/\d+/g) ?? []).map((name) =>
    Array.from(name).reduce((cell, along, axis) => cell * (shape[axis] ?? 1) + Number(along) - 1, 0),
  );
}

/** Return the cells along each axis of a board, by its name, slowest axis first. */
export function shapeOf(board: string): readonly number[] {
  return (board.split(":")[0] ?? "").split("x").map(Number);
}

/** Return what stands on a board in a position, by its text; null if the text is none of the board. */
export function standingIn(shape: readonly number[], position: string): Played | null {
  try {
    return { stones: readPosition(cellCount(shape), position).stones, order: [] };
  } catch {
    return null;
  }
}

/** Return what stands on a board after moves that begin with X. */
export function played(shape: readonly number[], moves: string): Played {
  const order = cellsNamed(shape, moves);
  const stones = Array<Stone>(cellCount(shape)).fill(null);
  for (const [ply, cell] of order.entries()) stones[cell] = ply % 2 === 0 ? "x" : "o";
  return { stones, order };
}

function cellCount(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}
