import { describe, expect, test } from "vitest";

import type { CellMessage, ValueMessage } from "../../src/api/types";
import { AnalysisCache, moreInformative, NO_ANALYSIS } from "../../src/state/analysisCache";

const unknown: CellMessage = { outcome: "unknown", plies: null, exact: false, label: "?", chance: 62, line: [] };
const bound: CellMessage = { outcome: "win", plies: 9, exact: false, label: "W≤9", chance: null, line: [] };
const tighter: CellMessage = { ...bound, plies: 7, label: "W≤7" };
const exact: CellMessage = { ...bound, plies: 7, exact: true, label: "W7" };

const value = (label: string): ValueMessage => {
  const [, letter = "?", bound, plies] = /^(.)(≤?)(\d*)$/u.exec(label) ?? [];
  const outcome = ({ W: "win", L: "loss", D: "draw" } as const)[letter] ?? "unknown";
  const known = plies === "" ? (outcome === "unknown" ? null : 9) : Number(plies);
  return { outcome, plies: known, exact: bound === "" && outcome !== "unknown", label };
};

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
    expect(moreInformative(value(first), value(second)).label).toBe(more);
    const cache = new AnalysisCache();
    cache.add("p", { "11": { ...value(first), chance: null, line: [] } });
    cache.prove("p", "11", value(second));
    expect(cache.get("p").cells["11"]?.label).toBe(more);
  }
});

test("a proof that says no more leaves the game that shows the value", () => {
  const cache = new AnalysisCache();
  cache.add("p", { "11": { ...bound, line: ["11", "12"] } });
  cache.prove("p", "11", value("W≤9"));
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
