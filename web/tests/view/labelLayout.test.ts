import { expect, test } from "vitest";

import type { Label } from "../../src/state/labels";
import { layoutLabel, LEGIBLE } from "../../src/view/board/labelLayout";

const LABELS: readonly Label[] = [
  { text: "W3", kind: "proved" },
  { text: "W≤57", kind: "proved" },
  { text: "L≤128", kind: "proved" },
  { text: "D", kind: "proved" },
  { text: "~62", kind: "heuristic" },
  { text: "~100", kind: "heuristic" },
];
const EMPTY = { foot: false, ringed: false, high: true };

test.each([40, 48, 64, 112])("with %d pixels a cell, every label is legible and whole", (pitch) => {
  for (const label of LABELS) {
    const { rows, size } = layoutLabel(label, { ...EMPTY, pitch });
    expect(rows.join("")).toBe(label.text);
    expect((size * pitch) / 100).toBeGreaterThan(LEGIBLE - 0.001);
  }
});

test("where a proved label would be too small, its letter is left", () => {
  expect(layoutLabel({ text: "W≤57", kind: "proved" }, { ...EMPTY, pitch: 40 }).rows).toEqual(["W", "≤57"]);
  expect(layoutLabel({ text: "W≤57", kind: "proved" }, { ...EMPTY, pitch: 40, high: false }).rows).toEqual(["W"]);
  const { rows, size } = layoutLabel({ text: "W≤57", kind: "proved" }, { ...EMPTY, pitch: 24 });
  expect(rows).toEqual(["W"]);
  expect(size * 0.24).toBeCloseTo(LEGIBLE);
});

test("a guess is smaller than a proved label of the same length, and never loses its mark", () => {
  for (const pitch of [24, 40, 64]) {
    const guess = layoutLabel({ text: "~62", kind: "heuristic" }, { ...EMPTY, pitch });
    expect(guess.rows).toEqual(["~62"]);
    expect(guess.size).toBeLessThanOrEqual(layoutLabel({ text: "W3", kind: "proved" }, { ...EMPTY, pitch }).size);
  }
});

test("a text keeps off the edges of its tile where it is legible without them", () => {
  const width = { em: 1.1 + 0.84 + 2 * 0.7, tile: 84 };
  const margin = (pitch: number): number =>
    width.tile - layoutLabel({ text: "W≤57", kind: "proved" }, { ...EMPTY, pitch }).size * width.em;
  expect(margin(57)).toBeGreaterThan(10);
  expect(margin(44)).toBeLessThan(1);
});

test("the letter of a reply is larger where cells are small, and has room for its colour beside it", () => {
  for (const pitch of [25, 40, 64, 112]) {
    const { rows, size } = layoutLabel({ text: "a", kind: "reply" }, { ...EMPTY, pitch });
    expect(rows).toEqual(["a"]);
    expect((size * pitch) / 100).toBeGreaterThan(14);
    expect(size * (0.5 + 0.7)).toBeLessThan(84);
  }
});
