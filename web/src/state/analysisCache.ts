/**
 * A cache of analyses: the labels of a position appear at once when it is shown again.
 *
 * Cached values only improve. A second analysis of a position may start with less information than the first one found,
 * and a proof may show a sooner end than either, so the cache keeps the more informative of two values of a cell. Bar,
 * labels and proofs all read it, and so show the same value of the same move.
 */

import { SvelteMap } from "svelte/reactivity";

import type { CellMessage, ValueMessage } from "../api/types";

/** The analysis of a position, as far as it is known. */
export interface PositionAnalysis {
  /** The value of each cell, by the cell's name. */
  readonly cells: Readonly<Record<string, CellMessage>>;
  /** The value of the position, null until its analysis has ended. */
  readonly value: ValueMessage | null;
  /** Whether there is nothing left to find out. */
  readonly complete: boolean;
}

/** The analysis of a position that was never analysed. */
export const NO_ANALYSIS: PositionAnalysis = { cells: {}, value: null, complete: false };

/** Where the value of one move is kept; it only improves. */
export interface KnownValue {
  /** Return the value; undefined if none is known. */
  get: () => ValueMessage | undefined;
  /** Keep a proved value, if it says more. */
  add: (proved: ValueMessage) => void;
}

/**
 * Return the more informative of two values of the same move, the new one if both are equal: a proved value before a guess,
 * an exact number of plies before a bound, and a low bound before a high one, since won or lost the game is over within
 * that number of plies (`is_more_precise` in the library; docs/analysis.md).
 */
export function moreInformative<Known extends Pick<ValueMessage, "outcome" | "plies" | "exact">>(
  old: Known | undefined,
  found: Known,
): Known {
  if (old === undefined || old.outcome === "unknown") return found;
  if (found.outcome === "unknown") return old;
  if (old.exact !== found.exact) return old.exact ? old : found;
  return (found.plies ?? 0) <= (old.plies ?? 0) ? found : old;
}

/** A cache of analyses by board and position text, reactive, which drops the least recently updated one first. */
export class AnalysisCache {
  readonly #capacity: number;
  readonly #analyses = new SvelteMap<string, PositionAnalysis>();

  /** @param capacity - the number of positions in a full cache. */
  constructor(capacity = 1000) {
    this.#capacity = capacity;
  }

  /** Return the analysis of a position. */
  get(position: string): PositionAnalysis {
    return this.#analyses.get(position) ?? NO_ANALYSIS;
  }

  /** Add the values of some cells, and return the updated analysis. */
  add(position: string, cells: Readonly<Record<string, CellMessage>>): PositionAnalysis {
    const before = this.get(position);
    const merged = { ...before.cells };
    for (const [cell, found] of Object.entries(cells)) merged[cell] = moreInformative(merged[cell], found);
    return this.#set(position, { ...before, cells: merged });
  }

  /** Add the value of a cell that a proof has shown, if it says more. */
  prove(position: string, cell: string, proved: ValueMessage): void {
    const known = this.get(position).cells[cell];
    if (known !== undefined && moreInformative<ValueMessage>(proved, known) === known) return;
    this.add(position, { [cell]: { ...proved, chance: null, line: [] } });
  }

  /** Add the result of a finished analysis, and return the updated analysis. */
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
