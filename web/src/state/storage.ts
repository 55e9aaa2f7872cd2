/** Where the page keeps things between visits: the browser's storage, or memory where that is refused. */

/** The part of `Storage` that is needed. */
export type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** Return a store that lasts as long as the page. */
export function memoryStorage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
  };
}

/** Return the value of a key; null if there is none, if it is no JSON, or if the storage may not be read. */
export function readJson(storage: KeyValueStore, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value. Private windows and full storage refuse; the value then lasts as long as what holds it in memory. */
export function writeJson(storage: KeyValueStore, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** The browser's storage; a browser that refuses even to be asked gets one that lasts as long as the page. */
export const storage: KeyValueStore = browserStorage();

function browserStorage(): KeyValueStore {
  try {
    return localStorage;
  } catch {
    return memoryStorage();
  }
}
