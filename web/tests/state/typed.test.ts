import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { cellsTyped, looksLikeMoves, movesTyped, readBoard } from "../../src/state/typed";
import { board } from "../boards";

/** The table that the tests of the library and the command line read, too. */
const TABLE = JSON.parse(
  readFileSync(new URL("../../../tests/golden/spellings.json", import.meta.url), "utf-8"),
) as Record<string, [string, string, string][]>;

describe("the shared table of spellings", () => {
  test.each(TABLE["boards"] ?? [])("'%s' is the board %s", (typed, meant) => {
    expect(readBoard(typed)).toEqual({ board: meant, fault: null });
  });

  test.each((TABLE["not boards"] ?? []).map((typed) => [String(typed)]))("'%s' is no board", (typed) => {
    const { board: found, fault } = readBoard(typed);
    expect(found).toBeNull();
    // A field that is still empty is not at fault.
    expect(fault === null).toBe(typed === "");
  });

  test.each(TABLE["moves"] ?? [])("on %s, '%s' are the moves %s", (name, typed, meant) => {
    const geometry = board(name);
    const cells = meant.split(" ").map((cell) => geometry.cells.indexOf(cell));
    expect(movesTyped(geometry, typed)).toEqual(cells);
    expect(cellsTyped(geometry, typed)).toEqual(cells);
    expect(looksLikeMoves(typed)).toBe(true);
  });

  test.each(TABLE["not moves"] ?? [])("on %s, '%s' are no moves", (name, typed) => {
    expect(() => movesTyped(board(name), typed)).toThrow("has no cell");
    expect(() => cellsTyped(board(name), typed)).toThrow("has no cell");
  });
});

test("a text that is one cell in any spelling is read as one cell, not as several", () => {
  const geometry = board("4x4x4");
  for (const typed of ["231", "2,3,1", "2, 3, 1", "2 3 1", " 2 3 1 ", "2.3.1"]) {
    expect(cellsTyped(geometry, typed)).toEqual([geometry.cells.indexOf("231")]);
  }
});

test.each(["", " , ", '[Record "1"]', '{"record": 1}', "1. 11 x"])("'%s' is not taken for moves alone", (text) => {
  expect(looksLikeMoves(text)).toBe(false);
});
