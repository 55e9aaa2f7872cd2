import { describe, expect, test } from "vitest";

import {
  afterAnswer,
  afterRush,
  bestRush,
  BOXES,
  chooseDrill,
  lineRecord,
  loadProgress,
  saveProgress,
  type DrillProgress,
} from "../../src/state/drillProgress";
import { memoryStorage } from "../../src/state/storage";
import { holding } from "../storages";

const LINES = ["row", "diagonal", "corner"];
const SUBJECT = { kind: "complete", board: "4x4x4", lines: LINES } as const;
const EMPTY = loadProgress(memoryStorage());

function answered(...answers: readonly (readonly [string, boolean])[]): DrillProgress {
  return answers.reduce((progress, [line, isRight]) => {
    return afterAnswer(progress, SUBJECT, line, isRight);
  }, EMPTY);
}

function boxOf(progress: DrillProgress, line: string): number {
  return lineRecord(progress, "complete", "4x4x4", line, LINES.indexOf(line)).box;
}

describe("the boxes", () => {
  test("harder kinds of lines begin in lower ones", () => {
    expect(LINES.map((line) => boxOf(EMPTY, line))).toEqual([3, 2, 1]);
  });

  test("a right answer moves a kind up, a wrong one to the first box", () => {
    const right = Array.from({ length: 7 }, () => ["row", true] as const);
    expect(boxOf(answered(["row", true]), "row")).toBe(4);
    expect(boxOf(answered(...right), "row")).toBe(BOXES);
    const wrong = answered(...right, ["row", false]);
    expect(boxOf(wrong, "row")).toBe(1);
    expect(lineRecord(wrong, "complete", "4x4x4", "row", 0)).toEqual({ box: 1, right: 7, wrong: 1 });
    expect(boxOf(wrong, "corner")).toBe(1);
  });

  test("a box comes twice as often as the next one", () => {
    const left = LINES.map((line_kind) => ({ line_kind }));
    const boxes = new Map([
      ["row", 5],
      ["diagonal", 4],
      ["corner", 2],
    ]);
    const counts = new Map<string, number>();
    for (let part = 0; part < 1100; part += 1) {
      const chosen = chooseDrill(left, (line) => boxes.get(line) ?? 1, (part + 0.5) / 1100)?.line_kind ?? "";
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
    }
    expect(LINES.map((line) => counts.get(line))).toEqual([100, 200, 800]);
    expect(chooseDrill([], () => 1, 0.5)).toBeNull();
  });
});

describe("what is kept", () => {
  test("is loaded again, and the best rush of each view stays", () => {
    const storage = memoryStorage();
    const progress = afterRush(answered(["row", true], ["corner", false]), "complete", 12);
    saveProgress(storage, progress);
    expect(loadProgress(storage)).toEqual(progress);
    storage.setItem("hyperoxo.drills", (storage.getItem("hyperoxo.drills") ?? "").replaceAll('"complete ', '"fourth '));
    expect(loadProgress(storage)).toEqual(progress);
    expect(bestRush(afterRush(progress, "complete", 11), "complete")).toBe(12);
    expect(bestRush({ ...progress, choice: { ...progress.choice, stack: true } }, "complete")).toBe(0);
  });

  test.each([
    "",
    "7",
    "[]",
    '{"version":2,"best":{"complete 4x4x4 planes":9}}',
    '{"version":1,"lines":{"a":{"box":9,"right":0,"wrong":0}},"choice":7}',
  ])("%s is as a first visit", (text) => {
    expect(loadProgress(holding(text))).toEqual(EMPTY);
  });
});
