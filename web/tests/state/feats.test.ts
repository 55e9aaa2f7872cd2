import { expect, test } from "vitest";

import { doneFeats, storeFeats } from "../../src/state/feats";
import { memoryStorage } from "../../src/state/storage";
import { holding } from "../storages";

test("feats are stored once, and the new ones returned", () => {
  const storage = memoryStorage();
  expect(storeFeats(storage, ["fork-atari"])).toEqual(["fork-atari"]);
  expect(storeFeats(storage, ["fork-atari", "trap-1620"])).toEqual(["trap-1620"]);
  expect([...doneFeats(storage)]).toEqual(["fork-atari", "trap-1620"]);
});

test.each(["null", "{}", '"fork-atari"', "[1, null, {}]", '["<b>"]', "nonsense"])(
  "what is malformed in storage is left out: %s",
  (text) => {
    expect(doneFeats(holding(text)).size).toBe(0);
  },
);
