import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import { inSideWords } from "../../src/state/sideWords";
import { provideSymbols } from "../../src/view/common/symbols";
import ValueGraph from "../../src/view/review/ValueGraph.svelte";

const MARKS = { x: "M", o: "P" };

/** The graph as a part of a view with these marks. */
const MarkedGraph: typeof ValueGraph = (internals, properties) => {
  provideSymbols(() => MARKS);
  return ValueGraph(internals, properties);
};

test("the sentence of a marked move has the marks that the board shows", () => {
  const text = "gave away a proved win: with 414 X wins within 12 moves, and after 234 O wins within 6 moves";
  expect(inSideWords(text, MARKS)).toBe(
    "gave away a proved win: with 414 M wins within 12 moves, and after 234 P wins within 6 moves",
  );
  expect(inSideWords(text, null)).toBe(text);
});

test("marks that exchange X and O are not exchanged twice", () => {
  const text = "allowed a proved win: after 222 O wins in 2 moves";
  expect(inSideWords(text, { x: "O", o: "X" })).toContain("after 222 X wins");
});

test("the graph of the values names the sides by their marks", async () => {
  const shown = mount(MarkedGraph, { target: document.body, props: { values: [], key_moves: [], ply: 0 } });
  flushSync();
  const caption = document.querySelector("figcaption")?.textContent ?? "";
  expect(caption).toContain("M wins");
  expect(caption).toContain("P wins");
  expect(caption).not.toMatch(/\b[XO]\b/);
  await unmount(shown);
});
