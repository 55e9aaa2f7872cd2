/** The figures of the laboratory, from the results of its games. */

import { expect, test } from "vitest";

import { counted, labRecord, scoreOf } from "../../src/state/lab.svelte";
import { extrasFor, openRecord } from "../../src/state/openedRecord";

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

test("a game is opened with its players, its end and the fault that lost it", () => {
  const game = { number: 2, moves: ["22", "11"], ending: "crash", winner: "o", fault: "mine.py, line 2: …" } as const;
  const route = openRecord(labRecord("3x3", ["mine", "ibm1620"], game));
  expect(route).toEqual({ page: "play", board: "3x3", start: null, moves: ["22", "11"], ply: 2 });
  const { tags, declared, notes } = extrasFor(route) ?? {};
  expect([tags, declared]).toMatchObject([
    { First: "mine", Second: "ibm1620" },
    { ending: "crash", winner: "o" },
  ]);
  expect(notes?.get(2)?.comment).toBe(game.fault);
});
