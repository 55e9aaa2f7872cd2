/**
 * Puzzles: their file, which the package ships, and the symmetries under which they are shown.
 *
 * docs/formats/puzzles.md defines the format. Each puzzle contains what answers every cell, so that puzzles need no server.
 */

import { ROOT } from "../root";
import type { Geometry, Side } from "./geometry";
import { playerText } from "./playerNames";
import words from "../../../python/hyperoxo/puzzles/words.json";

/** The classes of puzzles: what is proved of the first move; `own` are those of this browser's games. */
export type PuzzleKind = keyof typeof words.tasks;

/** One move of the solver; all cells by name. */
export interface PuzzleStep {
  readonly right: string;
  /** The most stubborn reply; absent if the game is over. */
  readonly reply?: string;
  /** What answers other cells, but those of the exceptions, which name for each answer its cells. */
  readonly refutation?: string;
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** A puzzle, as a line of the file has it. */
export interface Puzzle {
  readonly id: string;
  readonly board: string;
  readonly position: string;
  readonly last?: string;
  readonly class: PuzzleKind;
  readonly theme: string;
  readonly grade?: number;
  readonly steps: readonly PuzzleStep[];
  /** Moves that may follow, separated by spaces. */
  readonly rest?: string;
  readonly source: string;
}

let loading: Promise<readonly Puzzle[]> | null = null;

/** Load all puzzles; after a failure the next call tries again. */
export function loadPuzzles(): Promise<readonly Puzzle[]> {
  loading ??= fetchPuzzles().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchPuzzles(): Promise<readonly Puzzle[]> {
  // The server has the file from the package, so that the page needs no copy.
  const answer = await fetch(`${ROOT}/puzzles.jsonl`);
  if (!answer.ok) throw new Error(`the puzzles could not be loaded: ${answer.statusText}`);
  return readPuzzles(await answer.text());
}

/** Read the lines of a file of puzzles. */
export function readPuzzles(text: string): readonly Puzzle[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Puzzle);
}

/** Return the puzzle of a day, which is the same everywhere, as `puzzle_of` of the package has it. */
export function puzzleOfDay(puzzles: readonly Puzzle[], day: string): Puzzle | undefined {
  const ofBoard = puzzles.filter(({ board }) => board === words.daily.board);
  const days = Math.floor(Date.parse(day) / 86_400_000) - words.daily.first_day;
  return ofBoard[(days * words.daily.stride) % ofBoard.length];
}

/** Return what answers a cell: the stubborn reply if it is right, else one that refutes it; undefined if there is none. */
export function answerTo(step: PuzzleStep, cell: string): string | undefined {
  if (cell === step.right) return step.reply;
  const other = Object.entries(step.exceptions ?? {}).find(([, cells]) => cells.split(" ").includes(cell));
  return other?.[0] ?? step.refutation;
}

/** Return where a puzzle comes from, without the numbers and names of files that repeat the game. */
export function sourceText({ board, source }: Pick<Puzzle, "board" | "source">): string {
  const [, first = "", second = "", moves] = / game .*?, (.+) - (.+?)(?:, seed \d+)?, ply (\d+)$/.exec(source) ?? [];
  if (moves === undefined) return source.replace(`${board} `, "");
  return `a game of ${playerText(first)} against ${playerText(second)}, after ${moves} moves`;
}

/** What has to be found, as a sentence. */
export function taskOf(puzzle: Puzzle, side: Side): string {
  return filled(words.tasks[puzzle.class], { side: side.toUpperCase() });
}

/** Return one of the sentences about puzzles, with its parts filled in. */
export function filled(sentence: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, part]) => text.replaceAll(`{${name}}`, part), sentence);
}

export const PUZZLE_WORDS = words;

/** A symmetry of a board: the cell to which each cell moves. */
export type Turn = readonly number[];

/** Draw a symmetry: axes of equal length change places, and each may be reversed. */
export function drawTurn(geometry: Geometry, random: () => number = Math.random): Turn {
  const { shape } = geometry;
  const axes = shape.map((_, axis) => axis);
  for (let axis = axes.length - 1; axis > 0; axis -= 1) {
    const other = Math.floor(random() * (axis + 1));
    if (shape[axis] === shape[other]) [axes[axis], axes[other]] = [axes[other] ?? axis, axes[axis] ?? other];
  }
  const reversed = shape.map(() => random() < 0.5);
  return geometry.cells.map((_, cell) => {
    const at = geometry.coordinates(cell);
    const to = axes.map((axis, place) => {
      const along = at[axis] ?? 1;
      return reversed[place] === true ? (shape[place] ?? 1) + 1 - along : along;
    });
    return geometry.cellAt(to) ?? cell;
  });
}
