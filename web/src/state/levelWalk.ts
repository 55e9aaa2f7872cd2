/** The way of a decision through the levels of the IBM 1620's program, level by level, and row by row in its routines. */

import type { LevelAnswer, RowInHand } from "../api/types";

/** What is seen when a decision has reached a level. */
export interface Look {
  /** The state of each level that was reached, by its number: that of the figure, or `looking`. */
  readonly states: Readonly<Record<string, string>>;
  /** Cells that are marked in the Intersection Table. */
  readonly marked: ReadonlySet<string>;
  /** Marked cells that decide. */
  readonly deciding: ReadonlySet<string>;
  /** The machine's move, once it is found. */
  readonly move: string | null;
}

/** A moment of a walk: an answer, the level that the decision has reached, and the row in hand; null at the level's end. */
export interface Moment {
  readonly answer: LevelAnswer;
  readonly level: number;
  readonly row: RowInHand | null;
}

/** Return the levels that a decision went through, ascending; the last one answered. */
function levelsOf({ figure }: LevelAnswer): readonly number[] {
  return Object.keys(figure.states)
    .map(Number)
    .sort((one, other) => one - other);
}

/** Return every level of every decision, in order, each after its rows. */
export function momentsOf(answers: readonly LevelAnswer[]): readonly Moment[] {
  return answers.flatMap((answer) =>
    levelsOf(answer).flatMap((level) =>
      [...answer.rows.filter((row) => row.level === level), null].map((row) => ({ answer, level, row })),
    ),
  );
}

/** Return what is seen when a decision has reached a level, by default the one that answered, and a row of it. */
export function lookAt(answer: LevelAnswer, level: number = answer.level, row: RowInHand | null = null): Look {
  const isDecided = level === answer.level && row === null;
  const reached = levelsOf(answer).filter((each) => each <= level);
  const states: Record<string, string> = Object.fromEntries(
    reached.map((each) => [each, answer.figure.states[each] ?? "passed"]),
  );
  if (!isDecided && (row !== null || states[level] === "passed")) states[level] = "looking";
  const began = Object.keys(answer.tables)
    .map(Number)
    .filter((first) => first <= level);
  const table = isDecided ? answer.table : began.length === 0 ? null : String(Math.max(...began));
  const decides = isDecided || (states[level] === "found" && table === answer.table);
  const look = {
    states,
    marked: new Set(table === null ? [] : answer.tables[table]),
    deciding: new Set(decides ? answer.crossings : []),
    move: isDecided ? answer.cell : null,
  };
  if (row === null) return look;
  // The marks so far, of the rows since the table was fresh.
  const rows = answer.rows.slice(0, answer.rows.indexOf(row) + 1).filter((each) => each.level >= Number(table));
  return {
    ...look,
    marked: new Set(rows.flatMap(({ marked }) => marked)),
    deciding: new Set(row.spot === null ? [] : [row.spot]),
  };
}

/** Return the states of the boxes in a routine's chart for a row in hand. */
export function boxStates({ box, spot }: RowInHand): Readonly<Record<string, string>> {
  const passed = Array.from({ length: box - 1 }, (_, index): [string, string] => [String(index + 1), "passed"]);
  return { ...Object.fromEntries(passed), [box]: spot === null ? "found" : "decided" };
}
