/** The views that were chosen for each board, stored in the browser from one visit to the next. */

import { readJson, writeJson, type KeyValueStore } from "./storage";

export interface ChosenViews {
  /** Whether the planes are shown: side by side, or of many planes one. */
  readonly planes: boolean;
  /** Whether the tiers are shown on a turntable, in four dimensions as several stacks in a row. */
  readonly stack: boolean;
}

const KEY = "hyperoxo.views";

/** Return what was chosen for a board, by its name; undefined if that is nothing. */
export function chosenViews(storage: KeyValueStore, board: string): ChosenViews | undefined {
  const chosen = allViews(storage)[board];
  const [planes, stack] = [chosen?.planes === true, chosen?.stack === true];
  return planes || stack ? { planes, stack } : undefined;
}

export function keepViews(storage: KeyValueStore, board: string, { planes, stack }: ChosenViews): void {
  writeJson(storage, KEY, { ...allViews(storage), [board]: { planes, stack } });
}

function allViews(storage: KeyValueStore): Readonly<Record<string, Partial<ChosenViews> | null>> {
  const stored = readJson(storage, KEY);
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}
