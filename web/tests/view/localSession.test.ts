import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { readAddress, writeAddress, type LocalRoute } from "../../src/state/address";
import { LocalSession } from "../../src/state/localSession.svelte";
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

test("an address whose moves cannot be played is refused with the reason", () => {
  expect(() => opened("/play?board=3x3&moves=11.11")).toThrow("11 is taken by X");
  expect(() => opened("/play?board=3x3&moves=44")).toThrow("3x3 has no cell 44");
  expect(() => opened("/play?board=3x3&start=10+x")).toThrow("it covers 10 cells");
});
