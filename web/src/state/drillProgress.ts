/**
 * What this browser keeps of drills: a Leitner box for each kind of line, the choices and the best rushes. docs/drills.md
 * names the source of the scheme.
 *
 * The stored text has a version and is validated, since another version of the page or a person may have written it.
 */

import type { DrillDescribed, DrillKind } from "../api/types";
import { readJson, writeJson, type KeyValueStore } from "./storage";

/** The answers to drills of one kind about one kind of line of a board. */
export interface LineRecord {
  /** The Leitner box, from 1, whose drills come most often, to {@link BOXES}. */
  readonly box: number;
  readonly right: number;
  readonly wrong: number;
}

/** How drills are shown: which planes, and whether a clock runs. */
export interface DrillChoice {
  readonly board: string;
  readonly stack: boolean;
  readonly rush: boolean;
}

export interface DrillProgress {
  readonly lines: Readonly<Record<string, LineRecord>>;
  /** The most right answers in a rush. */
  readonly best: Readonly<Record<string, number>>;
  readonly choice: DrillChoice;
}

export const BOXES = 5;
/** The box in which a kind of line begins: that of the easiest kind, and one less for each harder one. */
const FIRST_BOX = 3;
const KEY = "hyperoxo.drills";
const VERSION = 1;
/** Entries of a kind that are kept; all suggested boards have fewer. */
const MAX_ENTRIES = 500;

/** Read what is kept; what is missing or malformed is as on a first visit. */
export function loadProgress(storage: KeyValueStore): DrillProgress {
  const stored = readJson(storage, KEY);
  const values: Record<string, unknown> =
    typeof stored === "object" && stored !== null && "version" in stored && stored.version === VERSION
      ? { ...stored }
      : {};
  const { board, stack, rush } = recordOf(values["choice"]);
  return {
    lines: entriesOf(values["lines"], (value) => {
      const { box, right, wrong } = recordOf(value);
      return isFrom(box, 1, BOXES) && isFrom(right, 0, 1e9) && isFrom(wrong, 0, 1e9) ? { box, right, wrong } : null;
    }),
    best: entriesOf(values["best"], (value) => (isFrom(value, 0, 1e4) ? value : null)),
    choice: {
      board: typeof board === "string" && board.length <= 40 ? board : "4x4x4",
      stack: stack === true,
      rush: rush === true,
    },
  };
}

export function saveProgress(storage: KeyValueStore, progress: DrillProgress): void {
  writeJson(storage, KEY, { version: VERSION, ...progress });
}

/** Return the answers about a kind of line; `place` is its place among the kinds of the board, the easiest first. */
export function lineRecord(
  progress: DrillProgress,
  kind: DrillKind,
  board: string,
  line: string,
  place: number,
): LineRecord {
  return progress.lines[nameOf(kind, board, line)] ?? { box: Math.max(1, FIRST_BOX - place), right: 0, wrong: 0 };
}

/** Return the progress after an answer about a kind of line; `lines` are those of the board, the easiest first. */
export function afterAnswer(
  progress: DrillProgress,
  { kind, board, lines }: { kind: DrillKind; board: string; lines: readonly string[] },
  line: string,
  isRight: boolean,
): DrillProgress {
  const before = lineRecord(progress, kind, board, line, lines.indexOf(line));
  const after: LineRecord = {
    box: isRight ? Math.min(BOXES, before.box + 1) : 1,
    right: before.right + (isRight ? 1 : 0),
    wrong: before.wrong + (isRight ? 0 : 1),
  };
  return {
    ...progress,
    lines: { ...progress.lines, [nameOf(kind, board, line)]: after },
  };
}

/** Choose the next drill: a line in a low box comes twice as often as one in the next; `random` is from 0 up to 1. */
export function chooseDrill<Drill extends Pick<DrillDescribed, "line_kind">>(
  left: readonly Drill[],
  boxOf: (line: string) => number,
  random: number,
): Drill | null {
  const kinds = [...new Set(left.map((drill) => drill.line_kind))];
  const weights = kinds.map((line) => 2 ** (BOXES - boxOf(line)));
  let rest = random * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = kinds.find((_, at) => (rest -= weights[at] ?? 0) < 0) ?? kinds.at(-1);
  return left.find((drill) => drill.line_kind === chosen) ?? null;
}

/** Return the most right answers in a rush of a kind, on a board, in one view. */
export function bestRush(progress: DrillProgress, kind: DrillKind): number {
  return progress.best[rushName(kind, progress.choice)] ?? 0;
}

export function afterRush(progress: DrillProgress, kind: DrillKind, score: number): DrillProgress {
  if (score <= bestRush(progress, kind)) return progress;
  return { ...progress, best: { ...progress.best, [rushName(kind, progress.choice)]: score } };
}

function rushName(kind: DrillKind, { board, stack }: DrillChoice): string {
  return `${kind} ${board} ${stack ? "stack" : "planes"}`;
}

function nameOf(kind: DrillKind, board: string, line: string): string {
  return `${kind} ${board} ${line}`;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function entriesOf<T>(value: unknown, read: (entry: unknown) => T | null): Record<string, T> {
  const entries = Object.entries(recordOf(value)).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    entries.flatMap(([name, entry]) => {
      const found = read(entry);
      // Earlier pages kept `complete` as `fourth`.
      return found === null ? [] : [[name.replace(/^fourth /, "complete "), found] as const];
    }),
  );
}

function isFrom(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}
