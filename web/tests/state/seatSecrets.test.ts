import { expect, test } from "vitest";

import { storeSeatSecrets, seatSecrets } from "../../src/state/seatSecrets";
import { memoryStorage } from "../../src/state/storage";

test("secrets are kept by game, and more of them added", () => {
  const store = memoryStorage();
  storeSeatSecrets(store, "one", ["a"]);
  storeSeatSecrets(store, "two", ["b"]);
  storeSeatSecrets(store, "one", ["c", "a"]);
  expect(seatSecrets(store, "one")).toEqual(["a", "c"]);
  expect(seatSecrets(store, "two")).toEqual(["b"]);
  expect(seatSecrets(store, "three")).toEqual([]);
});

test("the oldest games are forgotten, not the latest", () => {
  const store = memoryStorage();
  for (let game = 0; game < 205; game += 1) storeSeatSecrets(store, String(game), ["s"]);
  expect(seatSecrets(store, "4")).toEqual([]);
  expect(seatSecrets(store, "5")).toEqual(["s"]);
  expect(seatSecrets(store, "204")).toEqual(["s"]);
});

test.each(["{", "{}", '[1,["a"],["b",1],["c",[2,"d"]]]'])("storage that holds %s does no harm", (text) => {
  const store = memoryStorage();
  store.setItem("hyperoxo.seats", text);
  expect(seatSecrets(store, "a")).toEqual([]);
  expect(seatSecrets(store, "b")).toEqual([]);
  storeSeatSecrets(store, "c", ["e"]);
  expect(seatSecrets(store, "c")).toContain("e");
});
