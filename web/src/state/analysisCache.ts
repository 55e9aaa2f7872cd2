/**
 * What is known of positions that were analysed: kept, so that going back to a position shows its labels at once.
 *
 * Knowledge only grows. A later analysis of the same position may begin with less than an earlier one has found, so that
 * of two values of a cell the one that says more stays.
 */

import type { CellMessage, ValueMessage } from "../api/types";

/** What is known of a position. */
export interface PositionAnalysis {
  /** By the names of the cells. */
  readonly cells: Readonly<Record<string, CellMessage>>;
  /** The value of the position, null as long as its analysis has not ended. */
  readonly value: ValueMessage | null;
  /** Whether there is nothing left to find out. */
  readonly complete: boolean;
}

/** What is known of a position that was never analysed. */
export const NO_ANALYSIS: PositionAnalysis = { cells: {}, value: null, complete: false };

/** Return the one of two values of the same move that says more, the new one if they say the same. */
export function moreInformative(old: CellMessage | undefined, found: CellMessage): CellMessage {
  if (old === undefined || old.outcome === "unknown") return found;
  if (found.outcome === "unknown") return old;
  if (old.exact !== found.exact) return old.exact ? old : found;
  return (found.plies ?? 0) <= (old.plies ?? 0) ? found : old;
}

/** Positions by their text and board, those looked at longest ago given up first. */
export class AnalysisCache {
  readonly #most: number;
  readonly #known = new Map<string, PositionAnalysis>();

  /** @param most - of how many positions something is kept. */
  constructor(most = 1000) {
    this.#most = most;
  }

  /** What is known of a position. */
  get(position: string): PositionAnalysis {
    return this.#known.get(position) ?? NO_ANALYSIS;
  }

  /** Add what was found about some cells, and return what is known now. */
  add(position: string, cells: Readonly<Record<string, CellMessage>>): PositionAnalysis {
    const before = this.get(position);
    const merged = { ...before.cells };
    for (const [cell, found] of Object.entries(cells)) merged[cell] = moreInformative(merged[cell], found);
    return this.#keep(position, { ...before, cells: merged });
  }

  /** Add how an analysis ended, and return what is known now. */
  finish(position: string, value: ValueMessage, complete: boolean): PositionAnalysis {
    const before = this.get(position);
    return this.#keep(position, before.complete ? before : { ...before, value, complete });
  }

  #keep(position: string, known: PositionAnalysis): PositionAnalysis {
    this.#known.delete(position);
    this.#known.set(position, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }
}
