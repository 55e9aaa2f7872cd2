/**
 * A board cut into planes that can be drawn flat.
 *
 * A cut chooses two axes to lie in the plane, the later one across and the earlier one down; every choice of
 * coordinates on the other axes is then one plane. A board of three dimensions can be cut in three ways, one of four
 * in six. A cube also has planes through opposite edges: with those, 4x4x4 has 18.
 */

import type { Geometry } from "./geometry";

/** Which axes lie in the planes, and which distinguish the planes. Axes are numbered from 0, the slowest. */
export interface Cut {
  /** The axis that runs down a plane; null on a board of one dimension. */
  readonly down: number | null;
  /** The axis that runs across a plane. */
  readonly across: number;
  /** The other axes, ascending. */
  readonly outer: readonly number[];
}

/** Cells that lie flat. */
export interface Plane {
  /** What holds on it, in words: `tier 2`, `tier = row`, `row + column = 5`. */
  readonly name: string;
  /** Its cells as they lie, row by row from the top. */
  readonly rows: readonly (readonly number[])[];
}

/** A plane of a cut. */
export interface CutPlane extends Plane {
  /** Its coordinates on the cut's outer axes, from 1. */
  readonly at: readonly number[];
  /** What the names of its cells have in common: `2··`, `·3·`, `14··`. */
  readonly pattern: string;
}

/**
 * Return the word for an axis of a board: `column`, `row`, `tier`, `block`, and before those `5th axis`, `6th axis`.
 */
export function axisName(geometry: Geometry, axis: number): string {
  const fromLast = geometry.sides.length - axis;
  return ["column", "row", "tier", "block"][fromLast - 1] ?? `${String(fromLast)}th axis`;
}

/**
 * Return every way to cut a board, the usual one first: rows and columns in the plane.
 *
 * In three dimensions, the cut with index `axis` is the one whose planes stand across that axis.
 */
export function cutsOf(geometry: Geometry): readonly Cut[] {
  const axes = geometry.sides.map((_, axis) => axis);
  if (axes.length === 1) return [{ down: null, across: 0, outer: [] }];
  const pairs = axes.flatMap((down) => axes.slice(down + 1).map((across) => [down, across] as const));
  // The fastest axes lie closest together in a name, so they are read together in a plane.
  return pairs
    .reverse()
    .map(([down, across]) => ({ down, across, outer: axes.filter((axis) => axis !== down && axis !== across) }));
}

/** Return what a cut is called, by what lies inside its planes: `rows and columns`. */
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
    // Cells come in index order, so each row is filled from its left end.
    const row = cut.down === null ? 0 : (coordinates[cut.down] ?? 1) - 1;
    (plane.rows[row] ??= []).push(cell);
  });
  return [...planes.values()].map((plane) => ({
    ...plane,
    name: planeName(geometry, cut, plane.at),
    pattern: planePattern(geometry, cut, plane.at),
  }));
}

/**
 * Return every plane that can be picked and looked at alone.
 *
 * On a board of three dimensions: those across each axis, then those through opposite edges of equal sides. On any
 * other board: the planes of the usual cut.
 */
export function selectablePlanes(geometry: Geometry): readonly Plane[] {
  const cuts = cutsOf(geometry);
  if (geometry.sides.length !== 3) return planesOf(geometry, cuts[0] ?? { down: null, across: 0, outer: [] });
  return [...cuts.flatMap((cut) => planesOf(geometry, cut)), ...diagonalPlanes(geometry)];
}

/**
 * The planes of a three-dimensional board on which two coordinates of equal sides rise together, or against each other.
 */
function diagonalPlanes(geometry: Geometry): Plane[] {
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  return pairs.flatMap(([first, second]) => {
    const side = geometry.sides[first] ?? 0;
    if (geometry.sides[second] !== side) return [];
    const third = 3 - first - second;
    const length = geometry.sides[third] ?? 0;
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
      // The slowest axis runs down, as it does in every other plane.
      return third === 0
        ? { name, rows: counted(length).map((along) => counted(side).map((step) => cell(step, along))) }
        : { name, rows: counted(side).map((step) => counted(length).map((along) => cell(step, along))) };
    };
    return [plane(`${names[0]} = ${names[1]}`, rising), plane(`${names[0]} + ${names[1]} = ${String(total)}`, falling)];
  });
}

/** What a plane of a cut is called: `tier 2`; `block 1, tier 2`; `board` where there is but one. */
function planeName(geometry: Geometry, cut: Cut, at: readonly number[]): string {
  const parts = cut.outer.map((axis, place) => `${axisName(geometry, axis)} ${String(at[place])}`);
  return parts.join(", ") || "board";
}

/** The name of a cell with a dot for every coordinate that differs within the plane. */
function planePattern(geometry: Geometry, cut: Cut, at: readonly number[]): string {
  const parts = geometry.sides.map((_, axis) => at[cut.outer.indexOf(axis)] ?? "·");
  return parts.join(Math.max(...geometry.sides) > 9 ? "." : "");
}
