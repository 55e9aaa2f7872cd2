import { expect, test } from "vitest";

import { provideSymbols } from "../../src/view/common/symbols";
import ValueGraph from "../../src/view/review/ValueGraph.svelte";
import { show } from "./mounted";

const MARKS = { x: "M", o: "P" };

/** The graph as a part of a view with these marks. */
const MarkedGraph: typeof ValueGraph = (internals, properties) => {
  provideSymbols(() => MARKS);
  return ValueGraph(internals, properties);
};

test("the graph of the values names the sides by their marks", () => {
  show(MarkedGraph, { values: [], key_moves: [], ply: 0 });
  const caption = document.querySelector("figure")?.textContent ?? "";
  expect(caption).toContain("M wins");
  expect(caption).toContain("P wins");
  expect(caption).not.toMatch(/\b[XO]\b/);
});
