/** Threats: the cells on which a side would complete a line. */

import type { Geometry, Side, Stone } from "./geometry";
import { fullLines, opponentOf } from "./rules";

/**
 * The mark of an empty cell: the side to move wins there at once, or the other side would.
 */
export type Ring = "win" | "block";

/** Return the empty cells on which each side would complete a line. */
export function completions(geometry: Geometry, stones: readonly Stone[]): Record<Side, ReadonlySet<number>> {
  const found = { x: new Set<number>(), o: new Set<number>() };
  for (const line of geometry.lines) {
    const completion = completionOf(line, stones);
    if (completion !== null) found[completion.side].add(completion.cell);
  }
  return found;
}

/**
 * Return the marked cells when `toMove` is to move: those where it wins at once, and those where the other side would. A
 * cell that is both is a win. There are no marks if a line is full or no side is to move.
 */
export function rings(geometry: Geometry, stones: readonly Stone[], toMove: Side | null): ReadonlyMap<number, Ring> {
  if (toMove === null || fullLines(geometry, stones).length > 0) return new Map();
  const { [toMove]: wins, [opponentOf(toMove)]: blocks } = completions(geometry, stones);
  return new Map([
    ...Array.from(blocks, (cell) => [cell, "block"] as const),
    ...Array.from(wins, (cell) => [cell, "win"] as const),
  ]);
}

/** A line through a cell that some side can still fill. */
export interface LivingLine {
  readonly cells: readonly number[];
  /** The side that has stones on it, null if it is empty. */
  readonly side: Stone;
  readonly count: number;
}

/** Return the lines through a cell that have no stones of both sides, those with the most stones first. */
export function livingLines(geometry: Geometry, stones: readonly Stone[], cell: number): readonly LivingLine[] {
  return (geometry.linesThrough[cell] ?? [])
    .flatMap((index): LivingLine[] => {
      const cells = geometry.lines[index] ?? [];
      const placed = cells.flatMap((at) => stones[at] ?? []);
      const [side = null] = placed;
      return placed.every((stone) => stone === side) ? [{ cells, side, count: placed.length }] : [];
    })
    .sort((one, two) => two.count - one.count);
}

/** Return for each cell on some lines, those with the most stones first, the side with the most stones there. */
export function sidesOfCells(lines: readonly LivingLine[]): ReadonlyMap<number, Stone> {
  const found = new Map<number, Stone>();
  for (const { cells, side } of lines) for (const cell of cells) found.set(cell, found.get(cell) ?? side);
  return found;
}

/** Return the side that could complete a line and the cell; null unless one side has stones on all other cells. */
function completionOf(line: readonly number[], stones: readonly Stone[]): { side: Side; cell: number } | null {
  let side: Stone = null;
  let empty: number | null = null;
  for (const cell of line) {
    const stone = stones[cell] ?? null;
    if (stone === null) {
      if (empty !== null) return null;
      empty = cell;
    } else {
      if (side !== null && side !== stone) return null;
      side = stone;
    }
  }
  return side === null || empty === null ? null : { side, cell: empty };
}

export const NO_RINGS: ReadonlyMap<number, Ring> = new Map();
