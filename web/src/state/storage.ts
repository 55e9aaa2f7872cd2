/** Where the page keeps things between visits: the browser's storage, or memory where that is refused. */

/** The part of `Storage` that is needed. */
export type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** Return a store that lasts as long as the page. */
export function memoryStorage(): KeyValueStore {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value);
    },
  };
}

/** Return the browser's storage; a browser that refuses even to be asked gets one that lasts as long as the page. */
export function browserStorage(): KeyValueStore {
  try {
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

/** The store of this page. */
export const store: KeyValueStore = browserStorage();
