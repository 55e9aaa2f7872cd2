import { expect, it } from "vitest";

import { isLessonOffered, reachedStep, storeReachedStep, withdrawLesson } from "../../src/state/lessonProgress";
import { memoryStorage } from "../../src/state/storage";

it.each(["{", "null", "7", "[]", '"4x4x4"', '{"4x4x4":-1,"offered":0}', '{"4x4x4":1.5}', '{"4x4x4":{"a":1}}'])(
  "begins the lesson at its first step and offers it when %s is stored, and stores over it",
  (stored) => {
    const storage = memoryStorage();
    storage.setItem("hyperoxo.lesson", stored);
    expect([reachedStep(storage, "4x4x4"), isLessonOffered(storage)]).toEqual([0, true]);
    storeReachedStep(storage, "4x4x4", 3);
    withdrawLesson(storage);
    expect([reachedStep(storage, "4x4x4"), isLessonOffered(storage)]).toEqual([3, false]);
  },
);
