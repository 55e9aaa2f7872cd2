import { describe, expect, test } from "vitest";

import { emptyPosition, readPosition } from "../../src/state/position";
import { cellIndices, gamePosition, playCell, replay, resultText } from "../../src/state/rules";
import { board } from "../boards";

const square = board("3x3");
const cube = board("4x4x4");

function played(geometry: typeof square, moves: string) {
  return replay(geometry, emptyPosition(geometry.cells.length), cellIndices(geometry, moves.split(" ")));
}

describe("the one rule: some line is full", () => {
  test("X completes a row", () => {
    const end = played(square, "11 21 12 22 13");
    expect(end.result).toEqual({ ending: "line", winner: "x" });
    expect(end.wins).toEqual([[0, 1, 2]]);
  });

  test("a line through all four tiers of the cube", () => {
    const end = played(cube, "111 112 222 113 333 114 444");
    expect(end.result?.winner).toBe("x");
    expect(end.wins.flat().map((cell) => cube.cells[cell])).toEqual(["111", "222", "333", "444"]);
  });

  test("one move can complete two lines", () => {
    const end = played(square, "12 23 13 32 21 22 31 33 11");
    expect(end.wins).toHaveLength(2);
  });

  test("a full board without a line is a draw", () => {
    const end = played(square, "11 12 13 21 23 22 31 33 32");
    expect(end.result).toEqual({ ending: "full board", winner: null });
  });

  test("a start may be a finished position", () => {
    expect(gamePosition(square, readPosition(9, "xxxoo4 o")).result).toEqual({ ending: "line", winner: "x" });
  });
});

describe("moves that cannot be played", () => {
  const start = gamePosition(square, emptyPosition(9));

  test("a taken cell", () => {
    expect(() => playCell(square, playCell(square, start, 4), 4)).toThrow("22 is taken by X");
  });

  test("a cell off the board", () => {
    expect(() => playCell(square, start, 9)).toThrow("no cell 9");
    expect(() => cellIndices(square, ["11", "44"])).toThrow("3x3 has no cell 44");
  });

  test("anything after the end", () => {
    expect(() => played(square, "11 21 12 22 13 33")).toThrow("the game is over");
  });
});

test("results are described in words, known endings and others", () => {
  expect(resultText({ ending: "line", winner: "o" })).toBe("O wins with a line");
  expect(resultText({ ending: "resigned", winner: "x" })).toBe("O resigned: X wins");
  expect(resultText({ ending: "full board", winner: null })).toBe("Draw: the board is full");
  expect(resultText({ ending: "crash", winner: "o" })).toBe("O wins (crash)");
  expect(resultText({ ending: "adjudicated", winner: "o" })).toBe("Adjudicated: O is proved to win");
  expect(resultText({ ending: "adjudicated", winner: null })).toBe("Adjudicated: proved to be a draw");
});
