import { describe, expect, it } from "vitest";

import {
  afterDaily,
  afterPuzzle,
  dayOf,
  daysAfter,
  dueOn,
  puzzleProgress,
  storePuzzleProgress,
  streakOn,
  WAITS,
} from "../../src/state/puzzleProgress";
import { memoryStorage, writeJson } from "../../src/state/storage";

const TODAY = "2026-12-31";

describe("the progress with puzzles", () => {
  it("names days in universal time, across years", () => {
    expect(dayOf(new Date("2026-12-31T23:59:59+00:00"))).toBe(TODAY);
    expect(dayOf(new Date("2026-12-31T23:59:59-05:00"))).toBe("2027-01-01");
    expect(daysAfter(TODAY, 1)).toBe("2027-01-01");
    expect(daysAfter("2027-01-01", -1)).toBe(TODAY);
  });

  it("shows a mistake again after each wait of its boxes, until it was solved in the last", () => {
    let progress = afterPuzzle(puzzleProgress(memoryStorage()), "a1", false, TODAY);
    let today = TODAY;
    for (const wait of WAITS) {
      expect(dueOn(progress, daysAfter(today, wait - 1))).toEqual([]);
      today = daysAfter(today, wait);
      expect(dueOn(progress, today)).toEqual(["a1"]);
      progress = afterPuzzle(progress, "a1", true, today);
    }
    expect(progress.due.size).toBe(0);
    expect(progress.solved).toEqual(new Set(["a1"]));
  });

  it("puts a mistake that is repeated back into the first box, and leaves one that is solved early in its own", () => {
    const failed = afterPuzzle(puzzleProgress(memoryStorage()), "a1", false, TODAY);
    expect(afterPuzzle(failed, "a1", true, TODAY).due).toEqual(failed.due);
    const second = afterPuzzle(failed, "a1", true, daysAfter(TODAY, 1));
    expect(second.due.get("a1")).toEqual({ box: 1, day: daysAfter(TODAY, 4) });
    expect(afterPuzzle(second, "a1", false, TODAY).due).toEqual(failed.due);
  });

  it("counts days in a row, once a day", () => {
    const first = afterDaily(puzzleProgress(memoryStorage()), TODAY);
    expect(afterDaily(first, TODAY)).toBe(first);
    const second = afterDaily(first, "2027-01-01");
    expect([second.streak, streakOn(second, "2027-01-02"), streakOn(second, "2027-01-03")]).toEqual([2, 2, 0]);
    expect(afterDaily(second, "2027-01-03").streak).toBe(1);
  });

  it("reads what it stored, and leaves out what it did not", () => {
    const storage = memoryStorage();
    const kept = { ...afterDaily(afterPuzzle(puzzleProgress(storage), "a1", false, TODAY), TODAY), bestRush: 7 };
    storePuzzleProgress(storage, kept);
    expect(puzzleProgress(storage)).toEqual(kept);
    writeJson(storage, "hyperoxo.puzzles", {
      solved: ["a1", "<b>", 3],
      due: [["a1", 9, TODAY], ["b2", 1, "soon"], ["c3", 1, TODAY], null],
      lastDay: 4,
      streak: 12,
      bestRush: -1,
    });
    expect(puzzleProgress(storage)).toEqual({
      solved: new Set(["a1"]),
      due: new Map([["c3", { box: 1, day: TODAY }]]),
      lastDay: "",
      streak: 0,
      bestRush: 0,
    });
  });
});
