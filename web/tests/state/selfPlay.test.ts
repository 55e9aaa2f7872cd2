import { expect, test } from "vitest";

import { copyName, counted } from "../../src/state/selfPlay.svelte";

const NONE = { without6: false, without9: false, anyCandidate: false };
const SHARED = { outsideFirst: false, randomRows: false, ownRules: false };

test.each([
  [NONE, SHARED, "ibm1620"],
  [{ ...NONE, without6: true }, SHARED, "ibm1620:leave-out=6"],
  [{ ...NONE, without9: true }, SHARED, "ibm1620:leave-out=9"],
  [{ without6: true, without9: true, anyCandidate: true }, SHARED, "ibm1620:candidates=any,leave-out=both"],
  [
    NONE,
    { outsideFirst: true, randomRows: true, ownRules: true },
    "ibm1620:rules=1620,pairs=outside-first,row-order=random",
  ],
])("switches are options: %o, %o", (own, shared, name) => {
  expect(copyName("ibm1620", own, shared)).toBe(name);
});

test("games are counted by their results", () => {
  expect(counted("1121=2=")).toEqual([3, 2, 2]);
});
