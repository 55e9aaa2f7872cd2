/** The place that a learner has reached in each lesson, and whether the first screen offers the lesson, stored in the browser. */

import { readJson, writeJson, type KeyValueStore } from "./storage";

const KEY = "hyperoxo.lesson";

export function isLessonOffered(storage: KeyValueStore): boolean {
  return stored(storage)["offered"] !== false;
}

/** Let the first screen offer the lesson no longer. */
export function withdrawLesson(storage: KeyValueStore): void {
  writeJson(storage, KEY, { ...stored(storage), offered: false });
}

/** Return the step that was reached in the lesson of a board, from 0. */
export function reachedStep(storage: KeyValueStore, board: string): number {
  const step = stored(storage)[board];
  return typeof step === "number" && Number.isInteger(step) && step >= 0 ? step : 0;
}

export function storeReachedStep(storage: KeyValueStore, board: string, step: number): void {
  writeJson(storage, KEY, { ...stored(storage), [board]: step });
}

/** Return whether the last step of the lesson of a board was ever reached. */
export function isLessonDone(storage: KeyValueStore, board: string): boolean {
  return stored(storage)[doneKey(board)] === true;
}

/** Store that the last step of the lesson of a board was reached; the first screen then offers no lesson. */
export function storeLessonDone(storage: KeyValueStore, board: string): void {
  writeJson(storage, KEY, { ...stored(storage), offered: false, [doneKey(board)]: true });
}

function doneKey(board: string): string {
  return `done ${board}`;
}

function stored(storage: KeyValueStore): Record<string, unknown> {
  const value = readJson(storage, KEY);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
