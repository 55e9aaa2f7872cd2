import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { readAddress, writeAddress, type LocalRoute } from "../../src/state/address";
import { LocalSession } from "../../src/state/localSession.svelte";
import { writePosition } from "../../src/state/position";
import { board } from "../boards";

const square = board("3x3");

function opened(address: string): LocalSession {
  return LocalSession.of(square, readAddress(address) as LocalRoute);
}

test("the address holds the line and the ply, and a change of it moves to that place", () => {
  const game = opened("/play?board=3x3&moves=11.22.12");
  game.undo();
  flushSync();
  expect(writeAddress(game.route)).toBe("/play?board=3x3&moves=11.22.12&ply=2");
  game.play(8);
  expect(writeAddress(game.route)).toBe("/play?board=3x3&moves=11.22.33");
  const back = readAddress("/play?board=3x3&moves=11.22.12&ply=3") as LocalRoute;
  expect(game.matches(back)).toBe(true);
  game.goToRoute(back);
  expect(game.position.lastMove).toBe(1);
  expect(game.tree.nodes).toHaveLength(5);
});

test("a declared end belongs to its move: undoing opens the game again", () => {
  const game = opened("/play?board=3x3&moves=11");
  game.resign();
  expect(game.result).toEqual({ ending: "resigned", winner: "x" });
  expect(game.canPlay).toBe(false);
  game.play(4);
  expect(game.position.lastMove).toBe(0);
  game.undo();
  game.redo();
  expect(game.result).toBeNull();
  game.agreeDraw();
  expect(game.result).toEqual({ ending: "draw agreed", winner: null });
});

test.each([
  ["stones in turns say whose turn it is", "9 x", [0, 4, 8], "turns", "x3o3x o"],
  ["placing a stone does not change the chosen side to move", "9 o", [0, 1], "x", "xx7 o"],
  ["a stone of the same side is removed", "xo7 x", [0], "x", "1o7 x"],
  ["one of the other side is replaced", "xo7 x", [1], "x", "xx7 x"],
  ["in turns any stone is removed", "xo7 x", [1], "turns", "x8 o"],
  ["a line of both sides can be mended", "xxxooo3 x", [3], "o", "xxx1oo3 x"],
] as const)("while a position is set up, %s", (_, text, cells, brush, placed) => {
  const session = opened(`/setup?board=3x3&start=${text}`);
  session.brush = brush;
  for (const cell of cells) session.play(cell);
  expect(writePosition(session.position)).toBe(placed);
  session.mode = null;
  expect(writeAddress(session.route)).toBe(`/play?board=3x3&start=${placed.replace(" ", "+")}`);
});

test("an address whose moves cannot be played is refused with the reason", () => {
  expect(() => opened("/play?board=3x3&moves=11.11")).toThrow("11 is taken by X");
});
