/** Storage between visits: the browser's storage, or memory if the browser refuses access to it. */

/** The part of `Storage` that the page uses. */
export type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** Return a store in memory, which lasts until the page is closed. */
export function memoryStorage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
  };
}

/** The texts that a store has refused, by key. They last until the page is closed, since a secret of a seat may be one. */
const refused = new WeakMap<KeyValueStore, Map<string, string>>();

/** Return the value of a key; null if there is none, if it is not JSON, or if the storage cannot be read. */
export function readJson(storage: KeyValueStore, key: string): unknown {
  try {
    return JSON.parse(refused.get(storage)?.get(key) ?? storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value. A private window or a full storage may refuse it; the value is then lost when the page is closed. */
export function writeJson(storage: KeyValueStore, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  const kept = refused.get(storage) ?? new Map<string, string>();
  try {
    storage.setItem(key, text);
    kept.delete(key);
  } catch {
    refused.set(storage, kept.set(key, text));
  }
}

/** The browser's storage, or a store in memory if the browser refuses access. */
export const storage: KeyValueStore = browserStorage();

function browserStorage(): KeyValueStore {
  try {
    return localStorage;
  } catch {
    return memoryStorage();
  }
}
