/** Storages that a browser may give to the page. */

import type { KeyValueStore } from "../src/state/storage";

/** Return a storage in which every key has that text, and which keeps nothing. */
export function holding(text: string): KeyValueStore {
  return { getItem: () => text, setItem: () => undefined };
}

/** The storage of a private window, which refuses everything. */
export const REFUSING: KeyValueStore = {
  getItem: () => {
    throw new Error("denied");
  },
  setItem: () => {
    throw new Error("denied");
  },
};
