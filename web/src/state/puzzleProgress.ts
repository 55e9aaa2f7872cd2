/**
 * What this browser has done with puzzles: which were solved, which mistakes come again and when, the days in a row, and the
 * best rush.
 *
 * Mistakes come again by Leitner's boxes (S. Leitner, *So lernt man lernen*, 1972): a puzzle that was failed goes into the
 * first box, one that is solved when it is due moves to the next and waits longer, and leaves after the last.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";

declare const __PUZZLE_COUNT__: number;

/** The number of puzzles in the file, which is counted as the page is built. */
export const PUZZLE_COUNT = __PUZZLE_COUNT__;

/** A puzzle that was failed. */
export interface Due {
  readonly box: number;
  /** The day from which it comes again, as `2026-11-26`. */
  readonly day: string;
}

export interface PuzzleProgress {
  readonly solved: ReadonlySet<string>;
  readonly due: ReadonlyMap<string, Due>;
  /** The last day whose puzzle was solved, empty for none, and how many days in a row. */
  readonly lastDay: string;
  readonly streak: number;
  readonly bestRush: number;
}

const KEY = "hyperoxo.puzzles";
/** The days that a puzzle waits in each box. */
export const WAITS: readonly number[] = [1, 3, 7, 21];
const ID = /^[a-z0-9-]{1,40}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** More than there are puzzles. */
const MAX_STORED = 5000;
const DAY_LENGTH = 86_400_000;

/** Return the day of a moment, in universal time, so that the puzzle of the day is the same everywhere. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function daysAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_LENGTH));
}

/** Read what is stored; an invalid part is left out. */
export function puzzleProgress(storage: KeyValueStore): PuzzleProgress {
  const value = readJson(storage, KEY);
  const stored: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  const { solved, due, lastDay, streak, bestRush } = stored;
  const isCount = (count: unknown): count is number => Number.isInteger(count) && Number(count) >= 0;
  const day = typeof lastDay === "string" && DAY.test(lastDay) ? lastDay : "";
  return {
    solved: new Set(listOf(solved).filter(isId)),
    due: new Map(listOf(due).flatMap(dueOf)),
    lastDay: day,
    streak: day !== "" && isCount(streak) ? streak : 0,
    bestRush: isCount(bestRush) ? bestRush : 0,
  };
}

export function storePuzzleProgress(storage: KeyValueStore, progress: PuzzleProgress): void {
  writeJson(storage, KEY, {
    ...progress,
    solved: [...progress.solved],
    due: [...progress.due].map(([id, { box, day }]) => [id, box, day]),
  });
}

/** Return the progress after a puzzle was solved or failed on a day. */
export function afterPuzzle(before: PuzzleProgress, id: string, isSolved: boolean, today: string): PuzzleProgress {
  const due = new Map(before.due);
  const solved = new Set(before.solved);
  const waiting = due.get(id);
  if (!isSolved) {
    due.set(id, { box: 0, day: daysAfter(today, WAITS[0] ?? 1) });
  } else {
    solved.add(id);
    if (waiting !== undefined && waiting.day <= today) {
      const wait = WAITS[waiting.box + 1];
      if (wait === undefined) due.delete(id);
      else due.set(id, { box: waiting.box + 1, day: daysAfter(today, wait) });
    }
  }
  return { ...before, solved, due };
}

/** Return the progress after the puzzle of a day was solved: the streak grows, or begins again after a day that was missed. */
export function afterDaily(before: PuzzleProgress, day: string): PuzzleProgress {
  if (before.lastDay === day) return before;
  return { ...before, lastDay: day, streak: before.lastDay === daysAfter(day, -1) ? before.streak + 1 : 1 };
}

/** Return the days in a row up to today: none, if yesterday was missed. */
export function streakOn({ lastDay, streak }: PuzzleProgress, today: string): number {
  return lastDay === today || lastDay === daysAfter(today, -1) ? streak : 0;
}

/** Return the puzzles that come again on a day, those that wait longest first. */
export function dueOn({ due }: PuzzleProgress, today: string): readonly string[] {
  return [...due]
    .filter(([, { day }]) => day <= today)
    .sort(([, one], [, two]) => (one.day < two.day ? -1 : 1))
    .map(([id]) => id);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_STORED) : [];
}

function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

function dueOf(value: unknown): [string, Due][] {
  if (!Array.isArray(value)) return [];
  const [id, box, day] = value as unknown[];
  const isBox = typeof box === "number" && WAITS[box] !== undefined;
  return isId(id) && isBox && typeof day === "string" && DAY.test(day) ? [[id, { box, day }]] : [];
}
