import { afterEach, expect, test, vi } from "vitest";

import { LESSONS } from "../../src/state/lessons";
import { LessonWalk } from "../../src/state/lessonWalk.svelte";
import { board } from "../boards";

afterEach(() => vi.useRealTimers());

test("a cell that is chosen before the reply is answered after it", () => {
  vi.useFakeTimers();
  const lesson = LESSONS["4x4x4"];
  if (lesson === undefined) throw new Error("4x4x4 has no lesson");
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
