import { describe, expect, test } from "vitest";

import type { GameRead } from "../../src/api/types";
import {
  extrasFor,
  gameTitle,
  lengthFault,
  MAX_RECORD_BYTES,
  openMoves,
  openRecord,
  recordsIn,
} from "../../src/state/openedRecord";
import { board } from "../boards";

const READ: GameRead = {
  board: "3x3",
  start: "9 x",
  moves: ["22", "11"],
  result: { ending: "resigned", winner: "x", text: "X wins (resigned)" },
  tags: { First: "Ada" },
  notes: {
    "2": { comment: "the corner", reasons: { rule: "corner first", held: [1] } },
    "1": { comment: "", reasons: { sentence: "it is the middle", rule: "middle" } },
  },
  more: false,
};

test("a record is shown at its end, with its comments and reasons", () => {
  const route = openRecord(READ);
  const extras = extrasFor(route);
  expect(route).toEqual({ page: "play", board: "3x3", start: null, moves: ["22", "11"], ply: 2 });
  expect(extras?.notes.get(2)).toMatchObject({ comment: "the corner", sentence: "corner first" });
  expect(extras?.notes.get(1)).toMatchObject({ comment: "", sentence: "it is the middle" });
  expect(extras?.declared).toMatchObject({ ending: "resigned", winner: "x" });
  expect(extras?.tags).toEqual({ First: "Ada" });
  expect(extras?.more).toBe(false);
  expect(extrasFor({ ...route, ply: 0 })).toBe(extras);
  expect(extrasFor({ ...route, moves: ["22"] })).toBeNull();
  openRecord({ ...READ, more: true });
  expect(extrasFor(route)?.more).toBe(true);
});

test("a file of a match has a record in each line, with its players and result", () => {
  const game = JSON.stringify({ ...READ, tags: { First: "mine", Second: "oxo:level=4" } });
  expect(recordsIn(`${game}\n${game}\n`)).toEqual([game, game]);
  expect(gameTitle(game)).toBe("mine against Medium (level 4): O resigned: X wins");
  const text = '[First "Ada"]\n\n22 11';
  expect(recordsIn(text)).toEqual([text]);
  expect(gameTitle(text)).toBe("");
});

test("an end that the board shows is not declared, and a start of its own is kept", () => {
  const route = openRecord({
    ...READ,
    start: "xx7 o",
    result: { ending: "line", winner: "x", text: "X wins (line)" },
  });
  expect(route.start).toBe("xx7 o");
  expect(extrasFor(route)?.declared).toBeNull();
});

test("moves alone are a game from the empty board, shown at its end", () => {
  const route = { page: "play", board: "3x3", start: null, moves: ["22", "11"], ply: 2 };
  expect(openMoves(board("3x3"), "22,11\n")).toEqual(route);
});

test.each([
  ["22,44", "3x3 has no cell 44"],
  ["22 22", "22 is taken by X"],
  ["11 21 12 22 13 23", "the game is over"],
])("moves '%s' are refused by name", (text, message) => {
  expect(() => openMoves(board("3x3"), text)).toThrow(message);
});

describe("how long a record may be", () => {
  test.each([
    [MAX_RECORD_BYTES, ""],
    [MAX_RECORD_BYTES + 1, "The record is too long: a game of up to 128 KiB can be opened."],
  ])("%i characters", (length, fault) => {
    expect(lengthFault(length)).toBe(fault);
  });
});
