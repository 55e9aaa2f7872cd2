/** Which puzzle comes next: mistakes that are due first, then one of the wished kind that was not solved yet. */

import { dueOn, type PuzzleProgress } from "./puzzleProgress";
import type { Puzzle } from "./puzzles";

/** What puzzles are wished; null for any. */
export interface PuzzleWish {
  readonly board: string | null;
  readonly theme: string | null;
}

/** The grade of puzzles that no level solves, for their order. */
const BEYOND = 10;

/** Return the grade of a puzzle for its order. */
export function gradeOf({ grade }: Puzzle): number {
  return grade ?? BEYOND;
}

export function wishedPuzzles(puzzles: readonly Puzzle[], { board, theme }: PuzzleWish): readonly Puzzle[] {
  return puzzles.filter((each) => (board === null || each.board === board) && (theme === null || each.theme === theme));
}

/** Return a mistake that is due, else an easy unsolved puzzle, else any; never the `last` one again at once. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  progress: PuzzleProgress,
  today: string,
  last: string | null,
  random: () => number = Math.random,
): Puzzle | undefined {
  const others = puzzles.filter(({ id }) => id !== last);
  const due = dueOn(progress, today)
    .map((id) => others.find((each) => each.id === id))
    .find((each) => each !== undefined);
  if (due !== undefined) return due;
  const unsolved = others.filter(({ id }) => !progress.solved.has(id) && !progress.due.has(id));
  const easiest = [...unsolved].sort((one, two) => gradeOf(one) - gradeOf(two)).slice(0, AMONG);
  const among = easiest.length > 0 ? easiest : others;
  return among[Math.floor(random() * among.length)] ?? puzzles[0];
}

/** From how many of the easiest the next one is drawn. */
const AMONG = 8;

/** Return the puzzles of a rush, from easy to hard, drawn anew each time. */
export function rushPuzzles(puzzles: readonly Puzzle[], random: () => number = Math.random): readonly Puzzle[] {
  const order = new Map(puzzles.map(({ id }) => [id, random()]));
  return puzzles
    .filter(({ grade }) => grade !== undefined)
    .sort((one, two) => gradeOf(one) - gradeOf(two) || (order.get(one.id) ?? 0) - (order.get(two.id) ?? 0));
}
