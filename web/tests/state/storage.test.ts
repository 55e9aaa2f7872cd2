import { expect, test } from "vitest";

import { memoryStorage, readJson, writeJson } from "../../src/state/storage";

/** A storage that refuses every value while it is full. */
function limitedStorage() {
  const values = memoryStorage();
  return {
    isFull: false,
    getItem: values.getItem,
    setItem(key: string, value: string): void {
      if (this.isFull) throw new DOMException("full", "QuotaExceededError");
      values.setItem(key, value);
    },
  };
}

test("a value that a full storage refuses is read until the storage takes the next one", () => {
  const storage = limitedStorage();
  writeJson(storage, "seats", ["a"]);
  storage.isFull = true;
  writeJson(storage, "seats", ["a", "b"]);
  writeJson(storage, "rooms", ["c"]);
  expect([readJson(storage, "seats"), readJson(storage, "rooms")]).toEqual([["a", "b"], ["c"]]);
  expect(storage.getItem("seats")).toBe('["a"]');
  // A name is forgotten in this way.
  writeJson(storage, "seats", null);
  expect(readJson(storage, "seats")).toBeNull();

  storage.isFull = false;
  writeJson(storage, "seats", ["d"]);
  expect(storage.getItem("seats")).toBe('["d"]');
  // Another tab stores a value.
  storage.setItem("seats", '["e"]');
  expect(readJson(storage, "seats")).toEqual(["e"]);
});
