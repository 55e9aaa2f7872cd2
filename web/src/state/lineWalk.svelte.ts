/** Lines that are stepped through on the board in place of the game, as reactive state. */

import type { Geometry } from "./geometry";
import { cellIndices, replay, type GamePosition } from "./rules";

/** A line of moves of which the board shows the first few. */
export interface Walk {
  /** The moves, in order. */
  readonly steps: readonly unknown[];
  /** How many of them are on the board. */
  readonly at: number;
  readonly position: GamePosition;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  /** Take the last of them off the board. */
  back(): void;
  /** Show one more. */
  next(): unknown;
}

/** A line that could have been played instead of a move of the game. */
export class LineWalk implements Walk {
  /** The ply of the move in whose place the line begins. */
  readonly ply: number;
  readonly steps: readonly string[];
  at = $state(0);
  readonly position: GamePosition;

  /**
   * @param before - the position in which the line begins.
   * @param steps - its cells, by name.
   * @param at - how many of them are on the board at first.
   */
  constructor(geometry: Geometry, before: GamePosition, ply: number, steps: readonly string[], at: number) {
    this.ply = ply;
    this.steps = steps;
    this.at = at;
    this.position = $derived(replay(geometry, before, cellIndices(geometry, steps.slice(0, this.at))));
  }

  get canGoBack(): boolean {
    return this.at > 0;
  }

  get canGoOn(): boolean {
    return this.at < this.steps.length;
  }

  back(): void {
    if (this.canGoBack) this.at -= 1;
  }

  next(): void {
    if (this.canGoOn) this.at += 1;
  }
}
