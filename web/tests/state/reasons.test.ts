import { expect, test } from "vitest";

import { reasonCells } from "../../src/state/reasons";
import { inSideWords, sideWords } from "../../src/state/sideWords";
import { board } from "../boards";

test.each([
  ["X has three in row 1: block at 114.", "you have three in row 1: block at 114."],
  ["O threatens twice; only one can be stopped", "O threatens twice; only one can be stopped"],
  ["X has two in row 1, so O blocks; X wins in 2 moves", "you have two in row 1, so O blocks; you win in 2 moves"],
  ["looks best: X's expected score is 62 %. X is late", "looks best: your expected score is 62 %. You are late"],
  ["O wins in 2 moves, whatever X plays", "O wins in 2 moves, whatever you play"],
  ["From the start X was lost: O wins", "From the start you were lost: O wins"],
  ["X3 = across(X2)", "X3 = across(X2)"],
])("a player is addressed: %s", (text, said) => {
  expect(inSideWords(text, null, "x")).toBe(said);
});

test("only a player against another is you, and a program's marks stand for X and O", () => {
  expect(sideWords({ isLive: true, ownSides: ["o"] }, { x: "H", o: "C" })("X beats O")).toBe("H beats you");
  expect(sideWords({ isLive: true, ownSides: [] }, null)("X has it")).toBe("X has it");
  expect(sideWords({ isLive: false, ownSides: ["x", "o"] }, { x: "H", o: "C" })("X has it")).toBe("H has it");
});

test("a reason is about the cells of its lines", () => {
  const geometry = board("3x3");
  const note = (reasons: Record<string, unknown>) => ({ comment: "", sentence: "", marks: {}, remark: "", reasons });
  expect(reasonCells(geometry, note({ lines: [["11", "22", "33"]] }))).toEqual([0, 4, 8]);
  expect(reasonCells(geometry, note({ rows: [["11", "99"], "12"] }))).toEqual([0, 1]);
  expect(reasonCells(geometry, note({ lines: "11" }))).toEqual([]);
});
