import { describe, expect, test } from "vitest";

import type { Side, Stone } from "../../src/state/geometry";
import { completions, fullLines, opponentOf, rings } from "../../src/state/threats";
import { board } from "../boards";

/** Read stones as they are drawn, row by row and tier by tier; `.` is empty and blanks count for nothing. */
function stones(drawing: string): Stone[] {
  return Array.from(drawing.replaceAll(/\s/g, ""), (sign) => (sign === "x" || sign === "o" ? sign : null));
}

/** Return a stream of whole numbers below a bound, the same for the same seed. */
function chance(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

describe.each(["3x3", "3x3x3", "4x4x4", "5x5:4", "3x4x5:3", "3x3x3x3"])("on %s, at random positions", (name) => {
  const geometry = board(name);
  const below = chance(7);
  const positions = Array.from({ length: 30 }, () => {
    const fill = 1 + below(4);
    return geometry.cells.map((): Stone => (below(5) < fill ? (below(2) === 0 ? "x" : "o") : null));
  });

  test("a side can complete a line exactly where putting a stone there makes one more full line", () => {
    for (const position of positions) {
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

  test("a line is full when its stones, written in a row, are all x or all o", () => {
    for (const position of positions) {
      const written = geometry.lines.filter((line) =>
        /^(x+|o+)$/.test(line.map((cell) => position[cell] ?? ".").join("")),
      );
      expect(fullLines(geometry, position)).toEqual(written);
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

test("each side plays against the other", () => {
  expect([opponentOf("x"), opponentOf("o")]).toEqual(["o", "x"]);
});
