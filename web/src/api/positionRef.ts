/** Positions and games by the moves that lead to them, as requests to the server name them. */

import type { SideName } from "./types";

/** The live game that a request is about, which may not allow it; empty if it is about no live game. */
export interface Inquiry {
  readonly game?: string;
  /** The secrets of the seats that this browser holds in that game. */
  readonly secrets?: readonly string[];
}

/** A position. */
export interface PositionRef extends Inquiry {
  readonly board: string;
  /** Position text, null for the empty board. */
  readonly start: string | null;
  readonly moves: readonly string[];
}

/** A game. */
export interface GameRef extends PositionRef {
  /** The side that won although no line says so; null for none. */
  readonly winner: SideName | null;
}
