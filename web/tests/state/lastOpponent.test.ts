import { expect, test } from "vitest";

import { lastOpponent, storeLastOpponent, type LastOpponent } from "../../src/state/lastOpponent";
import { memoryStorage } from "../../src/state/storage";
import { holding } from "../storages";

const FIRST_VISIT: LastOpponent = { opponentKind: "computer", opponent: "oxo:level=2", first: "", firstMover: "me" };

test("the last opponent is read as it was stored", () => {
  const storage = memoryStorage();
  expect(lastOpponent(storage, "3x3")).toEqual(FIRST_VISIT);
  const chosen: LastOpponent = {
    opponentKind: "watch",
    opponent: "oxo:level=7",
    first: "ibm1620",
    firstMover: "random",
  };
  storeLastOpponent(storage, chosen, "3x3");
  expect(lastOpponent(storage, "3x3")).toEqual(chosen);
});

test.each(["{", "[]", "3", '{"opponentKind": "dog", "opponent": 1, "first": null, "firstMover": []}'])(
  "from the stored text '%s' the choices of a first visit are read",
  (text) => {
    expect(lastOpponent(holding(text), "3x3")).toEqual(FIRST_VISIT);
  },
);
