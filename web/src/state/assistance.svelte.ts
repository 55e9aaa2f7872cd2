/** The help that a person gets in one game, as reactive state: labels on every cell, and a hint, of the same analysis. */

import { Analyst } from "./analyst.svelte";
import { isWarned, overlookedQuestion, type Said } from "./coach";
import type { Exploration } from "./exploration.svelte";
import type { GameSession } from "./gameSession";
import type { Symbols } from "./geometry";
import { writePosition } from "./position";
import { preferences } from "./preferences.svelte";

/** The labels and the hint of one game. It is made while a component is, and lives as long. */
export class Assistance {
  readonly #session: GameSession;
  readonly #exploration: Exploration;
  readonly analyst: Analyst;
  /** Whether labels were switched on in a game. */
  #isSwitchedOn = $state(false);
  #hinted: string | null = $state(null);

  /** Whether hints, labels, proofs and threats are allowed. */
  readonly isAllowed: boolean = $derived.by(() => this.#session.helpRefusal === "");
  readonly isLabelled: boolean = $derived.by(() => {
    const { mode } = this.#session;
    return this.isAllowed && (mode === null ? this.#isSwitchedOn : mode === "values" || mode === "why");
  });
  readonly isHinting: boolean = $derived.by(() => {
    const { base } = this.#exploration;
    return this.isAllowed && this.#hinted === writePosition(base) && base.result === null;
  });
  readonly isValued: boolean = $derived(this.isLabelled || this.isHinting);

  constructor(session: GameSession, exploration: Exploration) {
    this.#session = session;
    this.#exploration = exploration;
    const analyst = new Analyst(session.geometry, () => session.inquiry);
    this.analyst = analyst;
    $effect(() => () => analyst.close());
    // The analysis goes on after a declared end, such as a resignation: only a full line or board leaves nothing to value.
    $effect(() => {
      const { base } = exploration;
      analyst.show(this.isValued && base.result === null ? base : null);
    });
  }

  label(on: boolean): void {
    this.#isSwitchedOn = on;
  }

  /** Return the question before a move that overlooks a win; null for other moves, and where there are no questions. */
  question(cell: number, symbols: Symbols | null): Said | null {
    const isGame = this.#exploration.walk === null && this.#session.mode === null;
    const isAsked = isGame && isWarned(this.#session, preferences.all.warn);
    return isAsked ? overlookedQuestion(this.#session, cell, symbols) : null;
  }

  hint(): void {
    this.#hinted = writePosition(this.#exploration.base);
  }
}
