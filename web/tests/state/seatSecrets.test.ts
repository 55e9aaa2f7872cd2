import { expect, test } from "vitest";

import { keepSecrets, secretsOf } from "../../src/state/seatSecrets";
import { memoryStore } from "../../src/state/storage";

test("secrets are kept by game, and more of them added", () => {
  const store = memoryStore();
  keepSecrets(store, "one", ["a"]);
  keepSecrets(store, "two", ["b"]);
  keepSecrets(store, "one", ["c", "a"]);
  expect(secretsOf(store, "one")).toEqual(["a", "c"]);
  expect(secretsOf(store, "two")).toEqual(["b"]);
  expect(secretsOf(store, "three")).toEqual([]);
});

test("the oldest games are forgotten, not the latest", () => {
  const store = memoryStore();
  for (let game = 0; game < 205; game += 1) keepSecrets(store, String(game), ["s"]);
  expect(secretsOf(store, "4")).toEqual([]);
  expect(secretsOf(store, "5")).toEqual(["s"]);
  expect(secretsOf(store, "204")).toEqual(["s"]);
});

test.each(["{", "{}", '[1,["a"],["b",1],["c",[2,"d"]]]'])("storage that holds %s does no harm", (text) => {
  const store = memoryStore();
  store.setItem("hyperoxo.seats", text);
  expect(secretsOf(store, "a")).toEqual([]);
  expect(secretsOf(store, "b")).toEqual([]);
  keepSecrets(store, "c", ["e"]);
  expect(secretsOf(store, "c")).toContain("e");
});
