import { expect, test } from "vitest";

import { labelOf, labelsOf, labelTooltip, lineLabels, subjectLabels, toneOf } from "../../src/state/labels";
import { board } from "../boards";
import { labelled } from "../labelled";

const unknown = { ...labelled("?"), chance: 62, words: "has an expected score of 62 %, a guess" };
const bound = { ...labelled("W≤9"), words: "wins within 5 moves: at most 9 plies" };
const exact = labelled("W7");

test("a guess never looks like a proved label", () => {
  expect(labelOf(unknown, "x")).toMatchObject({ text: "~62", kind: "heuristic" });
  expect(labelOf({ ...unknown, chance: null }, "x")).toBeNull();
  expect(labelOf(bound, "x")).toMatchObject({ text: "W≤9", kind: "proved" });
});

test("the tooltip of a label says who wins, in moves and plies; that of a program's number what it is", () => {
  const label = labelOf(bound, "o");
  expect(label && labelTooltip(label, null)).toBe("O wins within 5 moves: at most 9 plies");
  expect(label && labelTooltip(label, { x: "H", o: "C" })).toBe("C wins within 5 moves: at most 9 plies");
  expect(labelTooltip({ text: "5", kind: "points", spoken: "5 points" }, null)).toBe("5 points");
  expect(labelTooltip({ text: "2", kind: "step" }, null)).toBeUndefined();
});

test.each([
  ["W1", "win-4"],
  ["W5", "win-4"],
  ["W≤7", "win-3"],
  ["W29", "win-2"],
  ["W≤31", "win-1"],
  ["L2", "loss-4"],
  ["L≤44", "loss-1"],
  ["D", "draw"],
  ["?", null],
])("the tone of %s is %s: the sooner the end, the deeper", (text, tone) => {
  expect(toneOf({ text, kind: "proved" })).toBe(tone);
});

test("guesses and points have no tone", () => {
  expect(toneOf({ text: "~62", kind: "heuristic" })).toBeNull();
  expect(toneOf({ text: "D", kind: "points" })).toBeNull();
});

test("labels are found by cell, and unknown cell names and values are left out", () => {
  const labels = labelsOf({ "11": { ...unknown, chance: null }, "22": exact, "99": exact }, board("3x3"), "x");
  expect([...labels].map(([cell, { text }]) => [cell, text])).toEqual([[4, "W7"]]);
});

test.each([
  ["guesses that are nearly the same say nothing", "53 51 54 52 52 50 53 51", ""],
  ["of different ones the best are labelled, and alike", "69 47 66 52 52 50 60 51", "~69 ~69"],
  ["a single guess among losses is the best", "L4 L4 ~47 L2", "L4 L4 ~47 L2"],
  ["a proved win leaves nothing to guess", "69 W7 52 47", "W7"],
])("%s", (_, moves, shown) => {
  const cells = moves
    .split(" ")
    .map((text) => (/[WL]/.test(text) ? labelled(text) : { ...unknown, chance: Number(text.replace("~", "")) }));
  const square = board("3x3");
  const labels = labelsOf(
    Object.fromEntries(cells.map((found, cell) => [square.cells[cell] ?? "", found])),
    square,
    "x",
  );
  expect([...labels.values()].map(({ text }) => text).join(" ")).toBe(shown);
});

const SUBJECT = { played: "12", text: "" };

test("a line marks the mistake and the better move, and numbers its moves in their place", () => {
  const signs = subjectLabels(board("3x3"), { ...SUBJECT, isMistake: true, better: { cell: "11", text: "" } });
  expect([...signs].map(([cell, { text }]) => [cell, text])).toEqual([
    [1, "?"],
    [0, "!"],
  ]);
  const labels = lineLabels(signs, [0, 8]);
  expect([...labels].map(([cell, { text }]) => [cell, text])).toEqual([
    [1, "?"],
    [0, "1"],
    [8, "2"],
  ]);
  const clever = subjectLabels(board("3x3"), { ...SUBJECT, isMistake: false, better: null });
  expect([...clever].map(([, { text }]) => text)).toEqual(["!"]);
});
