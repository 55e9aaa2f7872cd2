import { expect, test } from "vitest";

import { seatSecrets, storeSeatSecrets } from "../../src/state/seatSecrets";
import { memoryStorage } from "../../src/state/storage";

test("secrets are kept by game, and more of them added", () => {
  const storage = memoryStorage();
  storeSeatSecrets(storage, "one", ["a"]);
  storeSeatSecrets(storage, "two", ["b"]);
  storeSeatSecrets(storage, "one", ["c", "a"]);
  expect(seatSecrets(storage, "one")).toEqual(["a", "c"]);
  expect(seatSecrets(storage, "two")).toEqual(["b"]);
  expect(seatSecrets(storage, "three")).toEqual([]);
});

test("the oldest games are removed first", () => {
  const storage = memoryStorage();
  for (let game = 0; game < 205; game += 1) storeSeatSecrets(storage, String(game), ["s"]);
  expect(seatSecrets(storage, "4")).toEqual([]);
  expect(seatSecrets(storage, "5")).toEqual(["s"]);
  expect(seatSecrets(storage, "204")).toEqual(["s"]);
});

test.each(["{", "{}", '[1,["a"],["b",1],["c",[2,"d"]]]'])("storage that holds %s does no harm", (text) => {
  const storage = memoryStorage();
  storage.setItem("hyperoxo.seats", text);
  expect(seatSecrets(storage, "a")).toEqual([]);
  expect(seatSecrets(storage, "b")).toEqual([]);
  storeSeatSecrets(storage, "c", ["e"]);
  expect(seatSecrets(storage, "c")).toContain("e");
});
