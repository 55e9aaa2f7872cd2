import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { PositionReviewed } from "../../src/api/types";
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
  const shown = mount(MarkedGraph, { target: document.body, props: { values: [], marks: [], key_moves: [], ply: 0 } });
  flushSync();
  const caption = document.querySelector("figcaption")?.textContent ?? "";
  expect(caption).toContain("M wins");
  expect(caption).toContain("P wins");
  expect(caption).not.toMatch(/\b[XO]\b/);
  await unmount(shown);
});

test("the graph numbers the winner's moves left where they jump, and has a bar for the sound moves", async () => {
  const value = (plies: number, ply: number): PositionReviewed => ({
    ply,
    to_move: ply % 2 === 0 ? "x" : "o",
    value: { outcome: ply % 2 === 0 ? "win" : "loss", plies, exact: ply > 0, label: "" },
    chance: null,
    legal: 9 - ply,
    sound: ply % 2 === 0 ? 2 : 0,
  });
  const values = [57, 56, 27, 26, 25].map(value);
  const shown = mount(MarkedGraph, { target: document.body, props: { values, marks: [], key_moves: [], ply: 0 } });
  flushSync();
  const numbers = [...document.querySelectorAll("svg text")].map(({ textContent }) => textContent);
  expect(numbers).toEqual(["≤29", "14"]);
  expect(document.querySelectorAll(".share")).toHaveLength(3);
  expect(document.querySelectorAll(".left.x")).toHaveLength(4);
  await unmount(shown);
});
