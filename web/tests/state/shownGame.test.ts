import { expect, test } from "vitest";

import { ATTRIBUTES, shownGame, type Given } from "../../src/embed/shownGame";

function shown(given: Partial<Given>): ReturnType<typeof shownGame> {
  const none = Object.fromEntries(ATTRIBUTES.map((name) => [name, null])) as Given;
  return shownGame({ ...none, ...given });
}

const WON = { board: "3x3", moves: "11 21 12 22 13" };

test("a game is shown from its start to its end", () => {
  const game = shown(WON);
  expect([game.fault, game.ply, game.positions.length]).toEqual(["", 5, 6]);
  expect(game.positions[5]?.result).toEqual({ ending: "line", winner: "x" });
  expect(game.positions[5]?.wins).toEqual([[0, 1, 2]]);
});

test.each(["11.21.12.22.13", "11,21,12,22,13", " 11  21 12\n22 13 "])("moves may be written '%s'", (moves) => {
  expect(shown({ board: "3×3", moves }).moves).toEqual(shown(WON).moves);
});

test("a game may begin from a position, end by a declaration, and be shown at a ply", () => {
  const game = shown({ board: "3x3", start: "x8 o", moves: "22", ply: "0", ending: "resigned", winner: "x" });
  expect([game.fault, game.ply]).toEqual(["", 0]);
  expect(game.positions[1]?.stones.slice(0, 5)).toEqual(["x", null, null, null, "o"]);
  expect(game.declared).toEqual({ ending: "resigned", winner: "x" });
  expect(shown({}).geometry.name).toBe("4x4x4");
});

test.each<[string, Partial<Given>, string]>([
  ["4x4x4", { board: "banana" }, "not a board"],
  ["4x4x4", { board: "17x17" }, "at most 256 cells"],
  ["4x4x4", { board: "" }, "no name"],
  ["3x3", { board: "3x3", moves: "11 44" }, "44"],
  ["3x3", { board: "3x3", moves: "<b>" }, "<b>"],
  ["3x3", { board: "3x3", moves: "11 11" }, "11 is taken by X"],
  ["3x3", { ...WON, moves: `${WON.moves} 33` }, "over"],
  ["3x3", { board: "3x3", start: "xxxooo3 x" }, "both sides have a line"],
  ["3x3", { board: "3x3", start: "10 x" }, "10 cells"],
  ["3x3", { ...WON, ply: "6" }, "no ply 6"],
  ["3x3", { ...WON, ply: "-1" }, "no ply -1"],
  ["3x3", { ...WON, ply: "2nd" }, "no ply 2nd"],
  ["3x3", { ...WON, theme: "pink" }, "no theme pink"],
  ["4x4x4", { fault: "there is no such game" }, "there is no such game"],
])("an empty %s is shown for %j, with the reason", (name, given, reason) => {
  const game = shown(given);
  expect(game.fault).toContain(reason);
  expect([game.geometry.name, game.moves, game.positions.length]).toEqual([name, [], 1]);
  expect(new Set(game.positions[0]?.stones)).toEqual(new Set([null]));
});
