import { describe, expect, test } from "vitest";

import type { CellMessage } from "../../src/api/types";
import { AnalysisCache, moreInformative, NO_ANALYSIS } from "../../src/state/analysisCache";
import { labelOf, labelsOf } from "../../src/state/labels";
import { board } from "../boards";

const unknown: CellMessage = { outcome: "unknown", plies: null, exact: false, label: "?", promise: 0.8, line: [] };
const bound: CellMessage = { outcome: "win", plies: 9, exact: false, label: "W≤9", promise: null, line: [] };
const tighter: CellMessage = { ...bound, plies: 7, label: "W≤7" };
const exact: CellMessage = { ...bound, plies: 7, exact: true, label: "W7" };

test.each([
  ["a bound than nothing known", unknown, bound],
  ["a tighter bound than a wide one", bound, tighter],
  ["an exact value than a bound", tighter, exact],
])("it says more: %s", (_, less, more) => {
  expect(moreInformative(less, more)).toBe(more);
  expect(moreInformative(more, less)).toBe(more);
});

describe("kept analyses", () => {
  test("what is known only grows", () => {
    const kept = new AnalysisCache();
    kept.add("p", { "11": exact, "12": bound });
    expect(kept.add("p", { "11": unknown, "12": tighter, "13": unknown }).cells).toEqual({
      "11": exact,
      "12": tighter,
      "13": unknown,
    });
    expect(kept.get("q")).toBe(NO_ANALYSIS);
  });

  test("a complete analysis stays complete, whatever a shorter one later says", () => {
    const kept = new AnalysisCache();
    const value = { outcome: "win", plies: 7, exact: true, label: "W7" } as const;
    kept.finish("p", value, true);
    expect(kept.finish("p", { ...value, exact: false, label: "W≤7" }, false)).toMatchObject({ value, complete: true });
  });

  test("the positions looked at longest ago are given up", () => {
    const kept = new AnalysisCache(2);
    kept.add("a", { "11": exact });
    kept.add("b", { "11": exact });
    kept.add("a", { "12": exact });
    kept.add("c", { "11": exact });
    expect(kept.get("b")).toBe(NO_ANALYSIS);
    expect(Object.keys(kept.get("a").cells)).toEqual(["11", "12"]);
  });
});

describe("labels", () => {
  test("a guess never looks like a label", () => {
    expect(labelOf(unknown)).toEqual({ text: "~80", kind: "heuristic" });
    expect(labelOf({ ...unknown, promise: null })).toEqual({ text: "?", kind: "proved" });
    expect(labelOf(bound)).toEqual({ text: "W≤9", kind: "proved" });
  });

  test("they are found by cell, and names that the board does not have are left out", () => {
    const labels = labelsOf({ "22": exact, "99": exact }, board("3x3"));
    expect([...labels]).toEqual([[4, { text: "W7", kind: "proved" }]]);
  });
});
