import { expect, test } from "vitest";

import { emptyPosition, readPosition, writePosition } from "../../src/state/position";
import {
  changeCell,
  exampleOf,
  litCells,
  NUMBERINGS,
  optionsOf,
  unseenReason,
  USUAL,
} from "../../src/state/programSteps";
import { positionFault } from "../../src/state/rules";
import { board } from "../boards";

test("a cell becomes X, O and empty, and the side with fewer stones is to move", () => {
  let position = emptyPosition(9);
  const texts = [0, 0, 0].map((cell) => writePosition((position = changeCell(position, cell))));
  expect(texts).toEqual(["x8 o", "o8 x", "9 x"]);
});

test.each(["number", "see", "block", "weigh", "ahead"])("step %s begins in a position that a game reaches", (step) => {
  for (const [numbering] of NUMBERINGS) {
    const [name, text] = exampleOf(step, { ...USUAL, numbering });
    const geometry = board(name);
    expect(positionFault(geometry, readPosition(geometry.cells.length, text))).toBeNull();
  }
});

test("a step has options of its own, and is asked only for what differs from the usual", () => {
  const chosen = { numbering: "base-8", levels: true, moves: 2 } as const;
  expect(["number", "block", "weigh", "ahead"].map((step) => optionsOf(step, chosen))).toEqual([
    { numbering: "base-8" },
    {},
    { levels: "yes" },
    { moves: "2" },
  ]);
  expect(["number", "weigh", "ahead"].map((step) => optionsOf(step, USUAL))).toEqual([{}, {}, {}]);
});

test.each([
  ["xxxoo4 o", "The game is over here: change a cell."],
  ["xxxooo3 x", "No game can reach this position: both sides have a line; the first line ends the game."],
  ["x8 o", ""],
])("%s: %s", (text, reason) => {
  expect(unseenReason(board("3x3"), readPosition(9, text))).toBe(reason);
});

test("the cell that is played is lit with the lines that only it lacks", () => {
  // X X .    13 completes row 1 and blocks the column: O has the rest of it.
  // . . O
  // . . O
  const { stones } = readPosition(9, "xx3o2o x");
  expect(litCells(board("3x3"), stones, { cell: "13", why: "", marks: {} })).toEqual([2, 0, 1, 5, 8]);
  expect(litCells(board("3x3"), stones, { cell: "22", why: "", marks: {} })).toEqual([4]);
});
