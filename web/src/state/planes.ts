/**
 * The planes of a board, which can be drawn flat.
 *
 * A cut chooses two axes for the planes, the later one across and the earlier one down. Each choice of coordinates on
 * the other axes is one plane. A board of three dimensions has three cuts, a board of four dimensions six. A cube also
 * has diagonal planes, each through two opposite edges; with these, 4x4x4 has 18 planes.
 */

import type { Geometry } from "./geometry";

/** The axes in the planes, and the axes that distinguish the planes. Axes are numbered from 0, the slowest. */
export interface Cut {
  /** The axis that runs down a plane; null on a board of one dimension. */
  readonly down: number | null;
  /** The axis that runs across a plane. */
  readonly across: number;
  /** The other axes, ascending. */
  readonly outer: readonly number[];
}

/** A rectangle of cells. */
export interface Plane {
  /** The condition for its cells: `tier 2`, `tier = row`, `row + column = 5`. */
  readonly name: string;
  /** Its cells, row by row from the top. */
  readonly rows: readonly (readonly number[])[];
}

export interface CutPlane extends Plane {
  /** Its coordinates on the cut's outer axes, from 1. */
  readonly at: readonly number[];
}

/**
 * Return the name of an axis, from the fastest: `column`, `row`, `tier`, `block`, `5th axis`, `6th axis`.
 */
export function axisName(geometry: Geometry, axis: number): string {
  const fromLast = geometry.shape.length - axis;
  return ["column", "row", "tier", "block"][fromLast - 1] ?? `${String(fromLast)}th axis`;
}

/** Return the cuts of a board, the usual one first; of three dimensions, cut `axis` is perpendicular to that axis. */
export function cutsOf(geometry: Geometry): readonly Cut[] {
  const axes = geometry.shape.map((_, axis) => axis);
  if (axes.length === 1) return [{ down: null, across: 0, outer: [] }];
  const pairs = axes.flatMap((down) => axes.slice(down + 1).map((across) => [down, across] as const));
  // The usual cut has the two fastest axes, the last two digits of a name, in the plane.
  return pairs
    .reverse()
    .map(([down, across]) => ({ down, across, outer: axes.filter((axis) => axis !== down && axis !== across) }));
}

/** Return the name of a cut, after the axes in its planes: `rows and columns`. */
export function cutName(geometry: Geometry, cut: Cut): string {
  const plural = (axis: number): string => {
    const name = axisName(geometry, axis);
    return name.endsWith("axis") ? name : `${name}s`;
  };
  return cut.down === null ? plural(cut.across) : `${plural(cut.down)} and ${plural(cut.across)}`;
}

/** Return the planes of a cut, in the order of their coordinates on its outer axes. */
export function planesOf(geometry: Geometry, cut: Cut): readonly CutPlane[] {
  const planes = new Map<string, { at: number[]; rows: number[][] }>();
  geometry.cells.forEach((_, cell) => {
    const coordinates = geometry.coordinates(cell);
    const at = cut.outer.map((axis) => coordinates[axis] ?? 1);
    const key = at.join(".");
    const plane = planes.get(key) ?? { at, rows: [] };
    planes.set(key, plane);
    // Cells are in index order, so each row is filled from its left end.
    const row = cut.down === null ? 0 : (coordinates[cut.down] ?? 1) - 1;
    (plane.rows[row] ??= []).push(cell);
  });
  return [...planes.values()].map((plane) => ({ ...plane, name: planeName(geometry, cut, plane.at) }));
}

/** Return the planes to show alone: of three dimensions all, and the diagonal ones; else those of the usual cut. */
export function selectablePlanes(geometry: Geometry): readonly Plane[] {
  const cuts = cutsOf(geometry);
  if (geometry.shape.length !== 3) return planesOf(geometry, cuts[0] ?? { down: null, across: 0, outer: [] });
  return [...cuts.flatMap((cut) => planesOf(geometry, cut)), ...diagonalPlanes(geometry)];
}

/**
 * Return the diagonal planes of a three-dimensional board, on which two coordinates are equal or have a fixed sum.
 */
function diagonalPlanes(geometry: Geometry): Plane[] {
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  return pairs.flatMap(([first, second]) => {
    const side = geometry.shape[first] ?? 0;
    if (geometry.shape[second] !== side) return [];
    const third = 3 - first - second;
    const length = geometry.shape[third] ?? 0;
    const names = [axisName(geometry, first), axisName(geometry, second)] as const;
    const total = side + 1;
    const rising = (step: number): number => step;
    const falling = (step: number): number => total - step;
    const plane = (name: string, follow: (step: number) => number): Plane => {
      const cell = (step: number, along: number): number => {
        const at = [0, 0, 0];
        at[first] = step;
        at[second] = follow(step);
        at[third] = along;
        return geometry.cellAt(at) ?? 0;
      };
      const counted = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
      // As in all other planes, the slowest axis runs down.
      return third === 0
        ? { name, rows: counted(length).map((along) => counted(side).map((step) => cell(step, along))) }
        : { name, rows: counted(side).map((step) => counted(length).map((along) => cell(step, along))) };
    };
    return [plane(`${names[0]} = ${names[1]}`, rising), plane(`${names[0]} + ${names[1]} = ${String(total)}`, falling)];
  });
}

/** Return the name of a plane of a cut: `tier 2`; `block 1, tier 2`; `board` if it is the only one. */
function planeName(geometry: Geometry, cut: Cut, at: readonly number[]): string {
  const parts = cut.outer.map((axis, place) => `${axisName(geometry, axis)} ${String(at[place])}`);
  return parts.join(", ") || "board";
}
