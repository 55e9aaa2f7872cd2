import { describe, expect, test } from "vitest";

import { emptyPosition, isEmptyStart, readPosition, writePosition } from "../../src/state/position";

describe("position text", () => {
  test.each(["9 x", "xo1x5 o", "4x4 o", "xxxoo4 o", "xoxoxooxo x"])("%s is written as it is read", (text) => {
    expect(writePosition(readPosition(9, text))).toBe(text);
  });

  test("the notation of a larger board", () => {
    const position = readPosition(64, "xo1x8x8o41o x");
    const stones = position.stones.flatMap((stone, cell) => (stone === null ? [] : [`${stone}${String(cell)}`]));
    expect(stones.join(" ")).toBe("x0 o1 x3 x12 o21 o63");
    expect(position.toMove).toBe("x");
  });

  test.each([
    ["9", "the side to move is missing"],
    ["9 z", "the side to move is missing"],
    ["9 x x", "the side to move is missing"],
    ["8 x", "it covers 8 cells, and the board has 9"],
    ["x9 x", "it covers 10 cells, and the board has 9"],
    ["0x8 x", "“0” is not x, o or a number from 1"],
    ["xy7 x", "“y” is not x, o or a number from 1"],
    ["", "the side to move is missing"],
    ["99999999999 x", "“99999999999” is not x, o or a number from 1"],
  ])("%s is refused: %s", (text, reason) => {
    expect(() => readPosition(9, text)).toThrow(reason);
  });

  test("only the empty board with X to move is where games begin by themselves", () => {
    expect(isEmptyStart(emptyPosition(9))).toBe(true);
    expect(isEmptyStart(readPosition(9, "9 o"))).toBe(false);
    expect(isEmptyStart(readPosition(9, "x8 x"))).toBe(false);
  });
});
