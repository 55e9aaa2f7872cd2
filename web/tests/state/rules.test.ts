import { describe, expect, test } from "vitest";

import { emptyPosition } from "../../src/state/position";
import {
  cellIndices,
  fullLines,
  gamePosition,
  playCell,
  positionFault,
  replay,
  resultText,
  winnerOf,
} from "../../src/state/rules";
import { board } from "../boards";
import { RANDOM_BOARDS, randomStones } from "../randomStones";

const square = board("3x3");
const cube = board("4x4x4");

function played(geometry: typeof square, moves: string) {
  return replay(geometry, emptyPosition(geometry.cells.length), cellIndices(geometry, moves.split(" ")));
}

/** A 3x3 board as drawn, with the side to move. */
function drawn(rows: string, toMove: "x" | "o") {
  const stones = Array.from(rows.replaceAll(/\s/g, ""), (cell) => (cell === "x" || cell === "o" ? cell : null));
  return { stones, toMove };
}

describe.each(RANDOM_BOARDS)("on %s, at random positions", (name) => {
  const geometry = board(name);

  test("a line is full when its stones, written in a row, are all x or all o", () => {
    for (const position of randomStones(geometry)) {
      const written = geometry.lines.filter((line) =>
        /^(x+|o+)$/.test(line.map((cell) => position[cell] ?? ".").join("")),
      );
      expect(fullLines(geometry, position)).toEqual(written);
    }
  });
});

test("the side whose line is full has won", () => {
  const { stones } = drawn("ooo xx. ...", "x");
  expect(winnerOf(fullLines(square, stones), stones)).toBe("o");
  expect(winnerOf([], stones)).toBeNull();
});

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
});

test("a cell off the board cannot be played", () => {
  expect(() => playCell(square, gamePosition(square, emptyPosition(9)), 9)).toThrow("no cell 9");
});

describe("what no game can reach", () => {
  test("two winners", () => {
    expect(positionFault(square, drawn("xxx ooo ...", "o"))?.reason).toBe("both sides have a line");
  });

  test("a winner who is to move", () => {
    expect(positionFault(square, drawn("xxx oo. ...", "x"))?.reason).toBe("X has a line and is to move");
    expect(positionFault(square, drawn("xxx oo. ...", "o"))).toBeNull();
  });

  test("two lines that no single move completed", () => {
    expect(positionFault(square, drawn("ooo ... ooo", "x"))?.reason).toBe("O has lines that no single move completed");
    expect(positionFault(square, drawn("xxx x.. x..", "o"))).toBeNull();
  });

  test("stones need not be balanced", () => {
    expect(positionFault(square, drawn("xx. ... ...", "o"))).toBeNull();
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
