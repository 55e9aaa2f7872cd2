import { describe, expect, test } from "vitest";

import type { Side, Stone } from "../../src/state/geometry";
import { fullLines } from "../../src/state/rules";
import { completions, livingLines, rings, sidesOfCells } from "../../src/state/threats";
import { board } from "../boards";
import { RANDOM_BOARDS, randomStones } from "../randomStones";

/** Read stones as they are drawn, row by row and tier by tier; `.` is empty and blanks count for nothing. */
function stones(drawing: string): Stone[] {
  return Array.from(drawing.replaceAll(/\s/g, ""), (sign) => (sign === "x" || sign === "o" ? sign : null));
}

describe.each(RANDOM_BOARDS)("on %s, at random positions", (name) => {
  const geometry = board(name);

  test("a side can complete a line exactly where putting a stone there makes one more full line", () => {
    for (const position of randomStones(geometry)) {
      const before = fullLines(geometry, position).length;
      const found = completions(geometry, position);
      for (const side of ["x", "o"] satisfies Side[]) {
        const byTrying = geometry.cells.flatMap((_, cell) => {
          if (position[cell] !== null) return [];
          return fullLines(geometry, position.with(cell, side)).length > before ? [cell] : [];
        });
        expect([...found[side]].toSorted((a, b) => a - b)).toEqual(byTrying);
      }
    }
  });
});

const THREE = board("3x3");

test("a cell where the side to move wins has a ring of its own, even if it blocks as well", () => {
  const position = stones(`
    x x .
    o o .
    . . .`);
  expect(Object.fromEntries(rings(THREE, position, "x"))).toEqual({ 2: "win", 5: "block" });
  expect(Object.fromEntries(rings(THREE, position, "o"))).toEqual({ 2: "block", 5: "win" });
  const both = stones(`
    x x .
    . . o
    . . o`);
  expect(Object.fromEntries(rings(THREE, both, "x"))).toEqual({ 2: "win" });
});

test("where a line is full or no side is to move there are no rings", () => {
  const won = stones(`
    x x x
    o o .
    . . .`);
  expect(rings(THREE, won, "o").size).toBe(0);
  expect(rings(THREE, stones("xx. oo. ..."), null).size).toBe(0);
});

test("living lines are those without stones of both sides, those with the most stones first", () => {
  const position = stones(`
    x x .
    o . .
    . . .
  `);
  const lines = livingLines(THREE, position, 4);
  expect(lines.map(({ cells, side, count }) => [cells.join(" "), side, count])).toEqual([
    ["0 4 8", "x", 1],
    ["1 4 7", "x", 1],
    ["3 4 5", "o", 1],
    ["2 4 6", null, 0],
  ]);
  expect(livingLines(THREE, position, 2).map(({ side, count }) => [side, count])[0]).toEqual(["x", 2]);
  expect(livingLines(THREE, position, 0).map(({ cells }) => cells)).not.toContainEqual([0, 3, 6]);
  const sides = Object.fromEntries(sidesOfCells(lines));
  expect(sides).toEqual({ 0: "x", 1: "x", 2: null, 3: "o", 4: "x", 5: "o", 6: null, 7: "x", 8: "x" });
});
