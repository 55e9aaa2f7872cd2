/**
 * A cache of analyses: the labels of a position appear at once when it is shown again.
 *
 * Cached values only improve. A second analysis of a position may start with less information than the first one found,
 * and a proof may show a sooner end than either, so the cache keeps the more informative of two values of a cell. Bar,
 * labels and proofs all read it, and so show the same value of the same move.
 */

import { SvelteMap } from "svelte/reactivity";

import type { CellMessage, HintMessage, ValueMessage } from "../api/types";
import { isBest } from "./bestMove";

export interface PositionAnalysis {
  readonly cells: Readonly<Record<string, CellMessage>>;
  /** The cell to suggest and why; null until that is known. */
  readonly hint: HintMessage | null;
  /** The value of the position, null until its analysis has ended. */
  readonly value: ValueMessage | null;
  /** Whether there is nothing left to find out. */
  readonly complete: boolean;
}

export const NO_ANALYSIS: PositionAnalysis = { cells: {}, hint: null, value: null, complete: false };

/** Where the value of one move is kept; it only improves. */
export interface KnownValue {
  get: () => CellMessage | undefined;
  /** Keep a proved value, if it says more. */
  add: (proved: CellMessage) => void;
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

  get(position: string): PositionAnalysis {
    return this.#analyses.get(position) ?? NO_ANALYSIS;
  }

  /** Add the values of some cells and the hint that follows from them, and return the updated analysis. */
  add(
    position: string,
    cells: Readonly<Record<string, CellMessage>>,
    hint: HintMessage | null = null,
  ): PositionAnalysis {
    const before = this.get(position);
    const merged = { ...before.cells };
    for (const [cell, found] of Object.entries(cells)) merged[cell] = moreInformative(merged[cell], found);
    return this.#set(position, { ...before, cells: merged, hint: newer(merged, before.hint, hint) });
  }

  /** Add the value of a cell that a proof has shown, if it says more. */
  prove(position: string, cell: string, proved: CellMessage): void {
    const known = this.get(position).cells[cell];
    if (known !== undefined && moreInformative(proved, known) === known) return;
    this.add(position, { [cell]: proved });
  }

  /** Add the result of a finished analysis, and return the updated analysis. */
  finish(position: string, value: ValueMessage, complete: boolean, hint: HintMessage | null = null): PositionAnalysis {
    const before = this.get(position);
    if (before.complete) return this.#set(position, before);
    return this.#set(position, { ...before, value, complete, hint: newer(before.cells, before.hint, hint) });
  }

  #set(position: string, analysis: PositionAnalysis): PositionAnalysis {
    this.#analyses.delete(position);
    this.#analyses.set(position, analysis);
    const [oldest] = this.#analyses.keys();
    if (this.#analyses.size > this.#capacity && oldest !== undefined) this.#analyses.delete(oldest);
    return analysis;
  }
}

/** Return the hint of the last analysis, or the one before if that knew a better move. */
function newer(
  cells: Readonly<Record<string, CellMessage>>,
  before: HintMessage | null,
  hint: HintMessage | null,
): HintMessage | null {
  return hint !== null && (before === null || isBest(cells, hint.cell)) ? hint : before;
}
