import { expect, test } from "vitest";

import { loadProgress, saveProgress } from "../../src/state/drillProgress";
import { storeLessonDone, storeReachedStep } from "../../src/state/lessonProgress";
import { PUZZLE_COUNT, puzzleProgress, storePuzzleProgress } from "../../src/state/puzzleProgress";
import { storage } from "../../src/state/storage";
import LearnPage from "../../src/view/pages/LearnPage.svelte";
import { show } from "./mounted";

/** Return what each card says has been done. */
function progress(): readonly string[] {
  const page = show(LearnPage, {});
  return [...page.querySelectorAll("a.picture-card .done")].map(({ textContent }) => textContent);
}

test("each card says what this browser has done, and a lesson stays done when it begins again", () => {
  const all = `of ${String(PUZZLE_COUNT)} solved`;
  expect(progress()).toEqual(["Start here", "", "", `0 ${all}`, "", "", "", ""]);
  storeLessonDone(storage, "4x4x4");
  storeReachedStep(storage, "4x4x4", 0);
  storeReachedStep(storage, "4x4x4x4", 2);
  saveProgress(storage, { ...loadProgress(storage), best: { "complete 4x4x4 planes": 9, "block 3x3x3 stack": 14 } });
  storePuzzleProgress(storage, { ...puzzleProgress(storage), solved: new Set(["one", "two"]) });
  const best = "Best in 60 seconds: 14 right";
  expect(progress()).toEqual(["✓ Done", "Step 3 of 8", best, `2 ${all}`, "", "", "", ""]);
});
