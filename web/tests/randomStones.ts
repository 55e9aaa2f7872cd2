/** Random positions for tests, the same in every run. */

import type { Geometry, Stone } from "../src/state/geometry";

/** The boards on which the tests try random positions. */
export const RANDOM_BOARDS = ["3x3", "3x3x3", "4x4x4", "5x5:4", "3x4x5:3", "3x3x3x3"];

/** Return thirty positions, from nearly empty to nearly full, as the stones on their cells. */
export function randomStones(geometry: Geometry): readonly (readonly Stone[])[] {
  const below = chance(7);
  return Array.from({ length: 30 }, () => {
    const fill = 1 + below(4);
    return geometry.cells.map((): Stone => (below(5) < fill ? (below(2) === 0 ? "x" : "o") : null));
  });
}

/** Return a stream of whole numbers below a bound, the same for the same seed. */
function chance(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}
