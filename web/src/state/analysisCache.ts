/**
 * A cache of analyses, so that going back to a position shows its labels at once.
 *
 * Values only improve. A later analysis of the same position may begin with less than an earlier one has found, so that
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

/** Analyses by board and position text; the least recently updated is dropped first. */
export class AnalysisCache {
  readonly #capacity: number;
  readonly #analyses = new Map<string, PositionAnalysis>();

  /** @param capacity - how many positions are kept. */
  constructor(capacity = 1000) {
    this.#capacity = capacity;
  }

  /** What is known of a position. */
  get(position: string): PositionAnalysis {
    return this.#analyses.get(position) ?? NO_ANALYSIS;
  }

  /** Add what was found about some cells, and return what is known now. */
  add(position: string, cells: Readonly<Record<string, CellMessage>>): PositionAnalysis {
    const before = this.get(position);
    const merged = { ...before.cells };
    for (const [cell, found] of Object.entries(cells)) merged[cell] = moreInformative(merged[cell], found);
    return this.#set(position, { ...before, cells: merged });
  }

  /** Add how an analysis ended, and return what is known now. */
  finish(position: string, value: ValueMessage, complete: boolean): PositionAnalysis {
    const before = this.get(position);
    return this.#set(position, before.complete ? before : { ...before, value, complete });
  }

  #set(position: string, analysis: PositionAnalysis): PositionAnalysis {
    this.#analyses.delete(position);
    this.#analyses.set(position, analysis);
    const [oldest] = this.#analyses.keys();
    if (this.#analyses.size > this.#capacity && oldest !== undefined) this.#analyses.delete(oldest);
    return analysis;
  }
}
