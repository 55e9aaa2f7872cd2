import { describe, expect, test } from "vitest";

import { labelled } from "../labelled";
import { AnalysisCache, moreInformative, NO_ANALYSIS } from "../../src/state/analysisCache";

const unknown = { ...labelled("?"), chance: 62 };
const [bound, tighter, exact] = [labelled("W≤9"), labelled("W≤7"), labelled("W7")];

// A bound is the most plies that the game lasts, won or lost: a lower one proves more.
test.each([
  ["?", "W≤51", "W≤51"],
  ["?", "L≤8", "L≤8"],
  ["?", "D", "D"],
  ["W≤51", "W≤45", "W≤45"],
  ["L≤10", "L≤8", "L≤8"],
  ["W≤7", "W7", "W7"],
  ["L≤12", "L10", "L10"],
  ["W≤9", "W7", "W7"],
] as const)("of %s and %s, %s says more, in a proof and in an analysis", (one, other, more) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(moreInformative(labelled(first), labelled(second)).label).toBe(more);
    const cache = new AnalysisCache();
    cache.add("p", { "11": labelled(first) });
    cache.prove("p", "11", labelled(second));
    expect(cache.get("p").cells["11"]?.label).toBe(more);
  }
});

test("a proof that says no more leaves the game that shows the value", () => {
  const cache = new AnalysisCache();
  cache.add("p", { "11": { ...bound, line: ["11", "12"] } });
  cache.prove("p", "11", labelled("W≤9"));
  expect(cache.get("p").cells["11"]?.line).toEqual(["11", "12"]);
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
