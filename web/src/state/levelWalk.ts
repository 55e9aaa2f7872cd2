/** The way of a decision through the levels of the IBM 1620's program, level by level. */

import type { LevelAnswer } from "../api/types";

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

/** A moment of a whole game: an answer of it, and the level that the decision has reached. */
export interface Moment {
  readonly answer: LevelAnswer;
  readonly level: number;
}

/** Return the levels that a decision went through, ascending; the last one answered. */
function levelsOf({ figure }: LevelAnswer): readonly number[] {
  return Object.keys(figure.states)
    .map(Number)
    .sort((one, other) => one - other);
}

/** Return every level of every decision of a game, in order. */
export function momentsOf(game: readonly LevelAnswer[]): readonly Moment[] {
  return game.flatMap((answer) => levelsOf(answer).map((level) => ({ answer, level })));
}

/** Return what is seen when a decision has reached a level; by default the level that answered. */
export function lookAt(answer: LevelAnswer, level: number = answer.level): Look {
  const isDecided = level === answer.level;
  const reached = levelsOf(answer).filter((each) => each <= level);
  const states: Record<string, string> = Object.fromEntries(
    reached.map((each) => [each, answer.figure.states[each] ?? "passed"]),
  );
  if (!isDecided && states[level] === "passed") states[level] = "looking";
  const began = Object.keys(answer.tables)
    .map(Number)
    .filter((first) => first <= level);
  const table = isDecided ? answer.table : began.length === 0 ? null : String(Math.max(...began));
  const decides = isDecided || (states[level] === "found" && table === answer.table);
  return {
    states,
    marked: new Set(table === null ? [] : answer.tables[table]),
    deciding: new Set(decides ? answer.crossings : []),
    move: isDecided ? answer.cell : null,
  };
}
