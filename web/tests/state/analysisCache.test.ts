import { describe, expect, test } from "vitest";

import type { CellMessage } from "../../src/api/types";
import { AnalysisCache, moreInformative, NO_ANALYSIS } from "../../src/state/analysisCache";

const unknown: CellMessage = {
  outcome: "unknown",
  plies: null,
  exact: false,
  label: "?",
  chance: 62,
  words: "has an expected score of 62 %, a guess",
  line: [],
};
const bound: CellMessage = {
  outcome: "win",
  plies: 9,
  exact: false,
  label: "W≤9",
  chance: null,
  words: "wins within 5 moves: at most 9 plies",
  line: [],
};
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

describe("cached analyses", () => {
  test("known bounds never widen", () => {
    const cache = new AnalysisCache();
    cache.add("p", { "11": exact, "12": bound });
    expect(cache.add("p", { "11": unknown, "12": tighter, "13": unknown }).cells).toEqual({
      "11": exact,
      "12": tighter,
      "13": unknown,
    });
    expect(cache.get("q")).toBe(NO_ANALYSIS);
  });

  test("a shorter analysis never replaces a complete one", () => {
    const cache = new AnalysisCache();
    const value = { outcome: "win", plies: 7, exact: true, label: "W7" } as const;
    cache.finish("p", value, true);
    expect(cache.finish("p", { ...value, exact: false, label: "W≤7" }, false)).toMatchObject({ value, complete: true });
  });

  test("a hint stays until another analysis knows as good a move", () => {
    const cache = new AnalysisCache();
    const hint = (cell: string) => ({ cell, text: cell, lines: [] });
    expect(cache.add("p", { "11": exact, "12": bound }, hint("11")).hint).toEqual(hint("11"));
    expect(cache.add("p", { "11": unknown, "12": bound }, hint("12")).hint).toEqual(hint("11"));
    expect(cache.add("p", { "12": { ...exact, plies: 5 } }, hint("12")).hint).toEqual(hint("12"));
    expect(cache.finish("p", { ...exact, plies: 5 }, true).hint).toEqual(hint("12"));
  });

  test("the positions viewed longest ago are removed", () => {
    const cache = new AnalysisCache(2);
    cache.add("a", { "11": exact });
    cache.add("b", { "11": exact });
    cache.add("a", { "12": exact });
    cache.add("c", { "11": exact });
    expect(cache.get("b")).toBe(NO_ANALYSIS);
    expect(Object.keys(cache.get("a").cells)).toEqual(["11", "12"]);
  });
});
