/** The lessons, which tests of the Python package compare with the rules and the solver. */

import cube from "./lessons/4x4x4.json";
import hypercube from "./lessons/4x4x4x4.json";

/** A view of the board, for a board that folds from one into the other. */
export type FoldedView = "planes" | "stack";

/** A move that the learner must find. */
export interface LessonTurn {
  /** The right cells, by name, separated by spaces. */
  readonly right: string;
  /** The answer of the other side; absent after the last move. */
  readonly reply?: string;
  /** The sentence that follows a right move and its answer. */
  readonly said: string;
  /** The lines to mark after a wrong answer, each as its cells separated by spaces. */
  readonly hint?: readonly string[];
  /** The lines to mark after a right one. */
  readonly lit?: readonly string[];
}

export interface LessonStep {
  /** What is done: nothing (`show`), one of the tasks, or a game (`play`). */
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** A further sentence about the board on the page. */
  readonly marks?: string;
  /** Position text to begin from; absent for the empty board. */
  readonly position?: string;
  /** The moves before the step, separated by spaces. */
  readonly moves?: string;
  /** The lines to mark, each as its cells separated by spaces. */
  readonly lit?: readonly string[];
  /** The views between which the board folds when the step is shown; absent for the usual views. */
  readonly fold?: readonly FoldedView[];
  readonly turns?: readonly LessonTurn[];
  /** The sentence that follows a wrong move. */
  readonly wrong?: string;
}

export interface Lesson {
  readonly title: string;
  readonly steps: readonly LessonStep[];
}

/** The lessons, by the name of their board. */
export const LESSONS: Readonly<Record<string, Lesson>> = {
  "4x4x4": cube as Lesson,
  "4x4x4x4": hypercube as Lesson,
};
