import { beforeEach, expect, test, vi } from "vitest";

import { LESSONS } from "../../src/state/lessons";
import { LessonWalk } from "../../src/state/lessonWalk.svelte";
import { board } from "../boards";

beforeEach(() => {
  vi.useFakeTimers();
});

test.each(Object.entries(LESSONS))("the lesson for %s is gone through by the right cells", (name, lesson) => {
  const geometry = board(name);
  const walk = new LessonWalk(geometry, lesson);
  for (const [number, step] of lesson.steps.entries()) {
    expect([walk.at, walk.isDone]).toEqual([number, step.turns === undefined]);
    for (const { right, reply, said } of step.turns ?? []) {
      walk.choose(geometry.cells.indexOf(right));
      vi.runAllTimers();
      expect(walk.text).toBe(said);
      expect(geometry.cells[walk.position.lastMove ?? -1]).toBe(reply ?? right);
    }
    expect(walk.isDone).toBe(true);
    walk.goTo(number + 1);
  }
  expect(walk.isLast).toBe(true);
});

test("a first wrong answer lights the lines, a second shows the cell, and nothing is played", () => {
  const geometry = board("4x4x4");
  const walk = new LessonWalk(geometry, LESSONS["4x4x4"] ?? { title: "", steps: [] }, 4);
  const before = walk.position;
  walk.choose(geometry.cells.indexOf("111"));
  expect(walk.answer).toMatch(/^111: /);
  expect([walk.shown, walk.lit.length]).toEqual([null, 4]);
  walk.choose(geometry.cells.indexOf("112"));
  expect(walk.answer).toContain("332");
  expect(walk.lit.map((cell) => geometry.cells[cell])).toEqual(["332"]);
  expect(walk.position).toBe(before);
  walk.choose(geometry.cells.indexOf("332"));
  expect([walk.answer, walk.isDone, walk.position.wins.length]).toEqual(["", true, 1]);
});

test("a step that is left while the other side is about to answer begins anew", () => {
  const geometry = board("4x4x4");
  const walk = new LessonWalk(geometry, LESSONS["4x4x4"] ?? { title: "", steps: [] }, 7);
  walk.choose(geometry.cells.indexOf("122"));
  walk.goTo(7);
  vi.runAllTimers();
  expect([walk.position.stones[geometry.cells.indexOf("122")], walk.text]).toEqual([null, walk.step.text]);
});

test("a cell that is chosen before the reply is answered after it", () => {
  const lesson = LESSONS["4x4x4"] ?? { title: "", steps: [] };
  const at = lesson.steps.findIndex(({ turns }) => (turns?.length ?? 0) > 1);
  const walk = new LessonWalk(board("4x4x4"), lesson, at);
  const [first, second] = walk.step.turns ?? [];
  const [one, two] = [first, second].map((turn) => walk.geometry.cells.indexOf(turn?.right.split(" ")[0] ?? ""));
  walk.choose(one ?? -1);
  walk.choose(two ?? -1);
  expect(walk.position.stones[two ?? -1]).toBeNull();
  vi.runAllTimers();
  expect(walk.position.stones[two ?? -1]).not.toBeNull();
});
