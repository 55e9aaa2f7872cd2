/** The tones of a game, in hertz: a move's by its side and its tier, and those of its end. */

import type { Geometry, Side } from "./geometry";

const TONES: Record<Side, number> = { x: 587.33, o: 440 };
const CHORD: readonly number[] = [523.25, 659.26, 783.99];
/** Steps of the pentatonic scale, of which any two sound well together. */
const STEPS: readonly number[] = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];

/** Return the tone of a stone: that of X is higher than that of O, and the first tier is the highest. */
export function stoneTone(geometry: Geometry, side: Side, cell: number): number {
  const height =
    geometry.shape.length < 3 ? 0 : (geometry.shape.at(-3) ?? 1) - (geometry.coordinates(cell).at(-3) ?? 1);
  return TONES[side] * (STEPS[height % STEPS.length] ?? 1) * 2 ** Math.floor(height / STEPS.length);
}

/** Return the tones of the end: a bell for each stone of the full line, from end to end, or a chord without one. */
export function endTones(geometry: Geometry, side: Side, line: readonly number[] | undefined): readonly number[] {
  return line?.map((cell) => 2 * stoneTone(geometry, side, cell)) ?? CHORD;
}
