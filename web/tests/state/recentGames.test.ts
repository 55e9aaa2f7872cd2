import { expect, test } from "vitest";

import { clearRecentGames, recentGames, storeRecentGame, type RecentGame } from "../../src/state/recentGames";
import { memoryStorage } from "../../src/state/storage";
import { holding } from "../storages";

const game: RecentGame = {
  key: "/g/one",
  address: "/g/one",
  board: "4x4x4",
  opponent: "House player, level 2",
  moves: 3,
  result: "",
  position: "21x20o20x o",
  at: 1_764_000_000_000,
};

test("the latest game is first, and each game is listed once", () => {
  const storage = memoryStorage();
  storeRecentGame(storage, game);
  storeRecentGame(storage, { ...game, key: "/g/two", address: "/g/two" });
  storeRecentGame(storage, { ...game, moves: 9, result: "X wins (line)" });
  expect(recentGames(storage).map(({ key, moves }) => [key, moves])).toEqual([
    ["/g/one", 9],
    ["/g/two", 3],
  ]);
  clearRecentGames(storage, new Set(["/g/two"]));
  expect(recentGames(storage).map(({ key }) => key)).toEqual(["/g/two"]);
  clearRecentGames(storage);
  expect(recentGames(storage)).toEqual([]);
});

test("a game that an earlier page stored has neither a position nor a day", () => {
  const { key, address, board, opponent, moves, result } = game;
  const earlier = { key, address, board, opponent, moves, result };
  const storage = memoryStorage();
  storage.setItem("hyperoxo.games", JSON.stringify([earlier]));
  expect(recentGames(storage)).toEqual([{ ...game, position: "", at: 0 }]);
});

test("only a limited number of games is stored", () => {
  const storage = memoryStorage();
  for (let index = 0; index < 30; index += 1) storeRecentGame(storage, { ...game, key: String(index) });
  expect(recentGames(storage).length).toBe(20);
  expect(recentGames(storage)[0]?.key).toBe("29");
});

test.each([
  ["no JSON", "{"],
  ["no list", "{}"],
  ["no games", "[1, null, {}, []]"],
  ["an address of another site", JSON.stringify([{ ...game, address: "//evil.example" }])],
  ["a script", JSON.stringify([{ ...game, address: "javascript:alert(1)" }])],
  ["a number of moves that is none", JSON.stringify([{ ...game, moves: -1 }])],
  ["a moment that is none", JSON.stringify([{ ...game, at: "now" }])],
  ["a text without end", JSON.stringify([{ ...game, opponent: "x".repeat(300) }])],
])("stored text with %s is ignored", (_, text) => {
  expect(recentGames(holding(text))).toEqual([]);
});
