import { expect, test } from "vitest";

import type { CellMessage } from "../../src/api/types";
import { labelOf, labelsOf } from "../../src/state/labels";
import { board } from "../boards";

const unknown: CellMessage = { outcome: "unknown", plies: null, exact: false, label: "?", chance: 62, line: [] };
const bound: CellMessage = { outcome: "win", plies: 9, exact: false, label: "W≤9", chance: null, line: [] };
const exact: CellMessage = { ...bound, plies: 7, exact: true, label: "W7" };

test("a guess never looks like a proved label", () => {
  expect(labelOf(unknown)).toEqual({ text: "~62", kind: "heuristic" });
  expect(labelOf({ ...unknown, chance: null })).toEqual({ text: "?", kind: "proved" });
  expect(labelOf(bound)).toEqual({ text: "W≤9", kind: "proved" });
});

test("marks are found by cell, and unknown cell names are ignored", () => {
  const labels = labelsOf({ "22": exact, "99": exact }, board("3x3"));
  expect([...labels]).toEqual([[4, { text: "W7", kind: "proved" }]]);
});
