import { expect, test } from "vitest";

import type { CellMessage } from "../../src/api/types";
import { bestMove, isBest, positionText, shareOfX } from "../../src/state/bestMove";

function value(outcome: CellMessage["outcome"], plies: number | null = null, exact = true): CellMessage {
  return { outcome, plies, exact, label: "", chance: null, words: "", line: [] };
}

function guess(chance: number | null): CellMessage {
  return { ...value("unknown", null, false), chance };
}

// From the best to the worst.
const RANKED = {
  "win at once": value("win", 1),
  "win in 7": value("win", 7),
  "win in at most 7": value("win", 7, false),
  "win in 9": value("win", 9),
  "good guess": guess(62),
  draw: value("draw", 12),
  "even guess": guess(50),
  "bad guess": guess(0),
  "late loss": value("loss", 8, false),
  "soon loss": value("loss", 2),
};

test("each move is better than the next, in any order", () => {
  const moves = Object.entries(RANKED);
  for (const [index, [name, found]] of moves.entries()) {
    for (const [other, worse] of moves.slice(index + 1)) {
      expect(bestMove({ [name]: found, [other]: worse })?.cell).toBe(name);
      expect(bestMove({ [other]: worse, [name]: found })?.cell).toBe(name);
      expect(isBest({ [name]: found, [other]: worse }, name)).toBe(true);
      expect(isBest({ [name]: found, [other]: worse }, other)).toBe(false);
    }
  }
});

test("the first of equal moves is the best, and an unknown value is none", () => {
  const alike = { "12": guess(50), "13": guess(50) };
  expect(bestMove(alike)?.cell).toBe("12");
  expect(isBest(alike, "13")).toBe(true);
  expect(bestMove({})).toBeNull();
  expect(bestMove({ "11": guess(null) })).toBeNull();
});

test.each([
  ["x", RANKED["win in 7"], "X can force a win", 100],
  ["o", RANKED["win in 7"], "O can force a win", 0],
  ["x", RANKED["late loss"], "O can force a win", 0],
  ["o", RANKED.draw, "Draw", 50],
  ["x", RANKED["good guess"], "X: about 62 %", 62],
  ["o", RANKED["good guess"], "O: about 62 %", 38],
] as const)("%s to move, case %#: the position is named and shared", (toMove, found, text, share) => {
  expect(positionText(toMove, { cell: "11", found })).toBe(text);
  expect(shareOfX(toMove, { cell: "11", found })).toBe(share);
});
