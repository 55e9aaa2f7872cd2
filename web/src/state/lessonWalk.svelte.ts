/** A lesson that is gone through, as reactive state: its step, the position, and what was answered to the learner's moves. */

import { after, TIMES } from "../timers";
import type { Geometry } from "./geometry";
import type { Lesson, LessonStep, LessonTurn } from "./lessons";
import { emptyPosition, readPosition } from "./position";
import { cellIndices, playCell, replay, type GamePosition } from "./rules";

/** The wrong answers after which the right cell is shown. */
const TRIES = 2;

/** A lesson that is gone through. It ends a pause when it is closed. */
export class LessonWalk {
  readonly geometry: Geometry;
  readonly steps: readonly LessonStep[];
  /** The number of the step, from 0. */
  at = $state(0);
  /** The number of moves of this step that were found. */
  #found = $state(0);
  /** The number of wrong answers since the last right one. */
  #wrong = $state(0);
  /** What was answered to a wrong move; empty if the last one was not wrong. */
  answer = $state("");
  position: GamePosition = $state.raw({ ...emptyPosition(0), lastMove: null, wins: [], result: null });
  /** Ends the pause before the other side answers. */
  #pause: (() => void) | undefined;
  /** The cell that was chosen in the pause, which is answered after it; null for none. */
  #early: number | null = null;

  readonly step: LessonStep = $derived.by(() => this.steps[this.at] ?? FIRST);
  readonly #turn: LessonTurn | undefined = $derived(this.step.turns?.[this.#found]);
  readonly #before: LessonTurn | undefined = $derived(this.step.turns?.[this.#found - 1]);
  /** Whether nothing is left to do in this step. */
  readonly isDone: boolean = $derived(this.#turn === undefined);
  readonly isLast: boolean = $derived.by(() => this.at === this.steps.length - 1);
  /** What the learner reads: the text of the step, then what follows each right move. */
  readonly text: string = $derived.by(() => this.#before?.said ?? this.step.text);
  /** The right cell, once it is shown; null before. */
  readonly shown: number | null = $derived.by(() =>
    this.#wrong < TRIES ? null : (this.#cells(this.#turn?.right)[0] ?? null),
  );
  /** The cells to mark: the right one, or those of lines that the text or a hint is about. */
  readonly lit: readonly number[] = $derived.by(() => {
    if (this.shown !== null) return [this.shown];
    const lines = this.#wrong > 0 ? this.#turn?.hint : this.#found > 0 ? this.#before?.lit : this.step.lit;
    return (lines ?? []).flatMap((line) => this.#cells(line));
  });

  /** @param at - the number of the step to begin with, from 0. */
  constructor(geometry: Geometry, { steps }: Lesson, at = 0) {
    this.geometry = geometry;
    this.steps = steps;
    this.goTo(at);
  }

  /** Begin a step; beyond either end, the first or the last. */
  goTo(at: number): void {
    this.close();
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.#found = 0;
    this.#wrong = 0;
    this.answer = "";
    const { position, moves } = this.step;
    const size = this.geometry.cells.length;
    const start = position === undefined ? emptyPosition(size) : readPosition(size, position);
    this.position = replay(this.geometry, start, this.#cells(moves));
  }

  /**
   * Answer a move of the learner: a right one is played, and the other side replies; a wrong one is not played. A move before
   * the reply is answered after it.
   */
  choose(cell: number): void {
    const turn = this.#turn;
    if (turn === undefined) return;
    if (this.#pause !== undefined) {
      this.#early = cell;
      return;
    }
    const name = this.geometry.cells[cell] ?? "";
    if (!this.#cells(turn.right).includes(cell)) {
      this.#wrong += 1;
      const why = this.#wrong < TRIES ? (this.step.wrong ?? "") : `not there; the right cell is ${turn.right}.`;
      this.answer = `${name}: ${why}`;
      return;
    }
    this.#wrong = 0;
    this.answer = "";
    this.position = playCell(this.geometry, this.position, cell);
    const [reply] = this.#cells(turn.reply);
    const go = (): void => {
      this.#pause = undefined;
      if (reply !== undefined) this.position = playCell(this.geometry, this.position, reply);
      this.#found += 1;
      const early = this.#early;
      this.#early = null;
      if (early !== null && this.position.stones[early] === null) this.choose(early);
    };
    if (reply === undefined) go();
    else this.#pause = after(TIMES.lessonReply, go);
  }

  /** End the pause before an answer. */
  close(): void {
    this.#early = null;
    this.#pause?.();
    this.#pause = undefined;
  }

  #cells(names: string | undefined): readonly number[] {
    return cellIndices(this.geometry, names?.split(" ").filter((name) => name !== "") ?? []);
  }
}

const FIRST: LessonStep = { kind: "show", title: "", text: "" };
