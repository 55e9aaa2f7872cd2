import { expect, test } from "vitest";

import { LocalSession } from "../../src/state/localSession.svelte";
import { emptyPosition } from "../../src/state/position";
import { reasonCells, reasonText } from "../../src/state/reasons";
import { inSideWords, sideWords } from "../../src/state/sideWords";
import { board } from "../boards";

test.each([
  ["X has three in row 1: block at 114.", "you have three in row 1: block at 114."],
  ["O threatens twice; only one can be stopped", "O threatens twice; only one can be stopped"],
  ["X has two in row 1, so O blocks; X wins in 2 moves", "you have two in row 1, so O blocks; you win in 2 moves"],
  ["looks best: X's expected score is 62 %. X is late", "looks best: your expected score is 62 %. You are late"],
  ["O wins in 2 moves, whatever X plays", "O wins in 2 moves, whatever you play"],
  ["X3 = across(X2)", "X3 = across(X2)"],
])("a player is addressed: %s", (text, said) => {
  expect(inSideWords(text, null, "x")).toBe(said);
});

test("only a player against another is you, and a program's marks stand for X and O", () => {
  expect(sideWords({ isLive: true, ownSides: ["o"] }, { x: "H", o: "C" })("X beats O")).toBe("H beats you");
  expect(sideWords({ isLive: true, ownSides: [] }, null)("X has it")).toBe("X has it");
  expect(sideWords({ isLive: false, ownSides: ["x", "o"] }, { x: "H", o: "C" })("X has it")).toBe("H has it");
});

test("what a side has said before in the game is said in short", () => {
  const geometry = board("3x3");
  const note = (reasons: Record<string, unknown>) => ({
    comment: "",
    sentence: "at length",
    marks: {},
    remark: "",
    reasons,
  });
  const again = note({ again: "short" });
  const notes = new Map([1, 2, 3, 4].map((ply) => [ply, ply === 2 ? note({ lines: [["11", "22", "33"]] }) : again]));
  const extras = { tags: {}, notes, declared: null, more: false };
  const session = new LocalSession(geometry, emptyPosition(9), [0, 1, 2, 3], 4, extras);
  expect([1, 2, 3, 4].map((node) => reasonText(session, node))).toEqual([
    "at length",
    "at length",
    "short",
    "at length",
  ]);
  expect(reasonCells(geometry, session.noteAt(2))).toEqual([0, 4, 8]);
  expect(reasonCells(geometry, note({ rows: [["11", "99"], "12"] }))).toEqual([0, 1]);
  expect(reasonCells(geometry, note({ lines: "11" }))).toEqual([]);
});
