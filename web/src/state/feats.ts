/** The challenges of the museum that this browser has met, as the server judged them. */

import { readJson, writeJson, type KeyValueStore } from "./storage";

const KEY = "hyperoxo.feats";
const FEAT = /^[a-z0-9-]{1,40}$/;
/** More than there are. */
const MAX_STORED = 100;

/** Return the feats that are done; what is malformed is left out. */
export function doneFeats(storage: KeyValueStore): ReadonlySet<string> {
  const value = readJson(storage, KEY);
  const stored: unknown[] = Array.isArray(value) ? value.slice(0, MAX_STORED) : [];
  return new Set(stored.filter((key): key is string => typeof key === "string" && FEAT.test(key)));
}

/** Store feats, and return those that are new. */
export function storeFeats(storage: KeyValueStore, feats: readonly string[]): readonly string[] {
  const before = doneFeats(storage);
  const added = feats.filter((key) => !before.has(key));
  if (added.length > 0) writeJson(storage, KEY, [...before, ...added]);
  return added;
}
