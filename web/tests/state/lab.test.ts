/** The figures of the laboratory, from the results of its games. */

import { expect, test } from "vitest";

import { counted, scoreOf } from "../../src/state/lab.svelte";

test("games are counted from A's view, by who began", () => {
  expect(counted({ outcomes: "112=21", beginner: null })).toEqual([
    { label: "A begins", wins: 1, draws: 0, losses: 2 },
    { label: "B begins", wins: 0, draws: 1, losses: 2 },
    { label: "all games", wins: 1, draws: 1, losses: 4 },
  ]);
});

test("who can only begin begins every game", () => {
  const [begun, all] = counted({ outcomes: "11=2", beginner: "B" });
  expect(begun).toEqual({ label: "B begins", wins: 1, draws: 1, losses: 2 });
  expect(all).toEqual({ label: "all games", wins: 1, draws: 1, losses: 2 });
  expect(scoreOf({ label: "", wins: 1, draws: 1, losses: 2 })).toBe(0.375);
});
