/**
 * Drills one after another: their batches, the answers, the clock and the progress.
 *
 * The server makes batches from a seed; the next batch is loaded before the last drill of one is asked, so that no drill
 * waits for the network.
 */

import { errorText } from "../api/client";
import type { DrillDescribed, DrillKind, DrillsMade } from "../api/types";
import type { Side } from "./geometry";
import * as drillProgress from "./drillProgress";
import type { KeyValueStore } from "./storage";

/** The kinds of drills, in the order in which they are offered. */
export const DRILL_KINDS = ["complete", "block", "who-wins"] as const satisfies readonly DrillKind[];

export const DRILL_NAMES: Readonly<Record<DrillKind, string>> = {
  complete: "Complete the line",
  block: "Block the line",
  "who-wins": "Which side wins now?",
};

/** How long a rush lasts, in milliseconds. */
export const RUSH = 60_000;
/** The number of drills that are loaded at a time, and how few of them may be left before more are loaded. */
export const BATCH = 40;
const FEW = 15;

/** What a session takes from outside. */
export interface DrillSources {
  readonly storage: KeyValueStore;
  readonly load: (board: string, kind: DrillKind, seed: number, count: number) => Promise<DrillsMade>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly random: () => number;
}

/** An answer: a cell, or for `who-wins` a side or `neither`. */
export type DrillAnswer = number | Side | "neither";

export class DrillSession {
  readonly #sources: DrillSources;
  #seed: number;
  /** What has been loaded and not asked. */
  #left: readonly DrillDescribed[] = [];
  #loading: Promise<void> | null = null;
  #deadline = 0;
  /** Which drill is being chosen, so that an older choice that waited for its batch is dropped. */
  #turn = 0;

  kind: DrillKind = $state("complete");
  progress: drillProgress.DrillProgress;
  /** `waiting` for a batch or for the start of a rush, `asking`, `answered`, or `over` after a rush. */
  phase: "waiting" | "asking" | "answered" | "over" = $state("waiting");
  drill = $state.raw<DrillDescribed | null>(null);
  lineKinds: DrillsMade["line_kinds"] = $state.raw([]);
  given = $state.raw<DrillAnswer | null>(null);
  isRight = $state(false);
  /** Right answers, and all answers, since the drills began. */
  score = $state(0);
  asked = $state(0);
  left = $state(0);
  fault = $state("");

  constructor(sources: DrillSources) {
    this.#sources = sources;
    this.#seed = Math.floor(sources.random() * 1e9);
    this.progress = $state.raw(drillProgress.loadProgress(sources.storage));
  }

  get choice(): drillProgress.DrillChoice {
    return this.progress.choice;
  }

  /** Change the choice or the kind, and begin again; a rush then waits for its start. */
  async choose(some: Partial<drillProgress.DrillChoice>, kind: DrillKind = this.kind): Promise<void> {
    const isOther = kind !== this.kind || (some.board ?? this.choice.board) !== this.choice.board;
    this.kind = kind;
    this.#keep({ ...this.progress, choice: { ...this.choice, ...some } });
    if (isOther) {
      this.#left = [];
      this.#loading = null;
    }
    this.#turn += 1;
    this.#begin("waiting");
    this.drill = null;
    if (!this.choice.rush) await this.next();
    else if (this.#left.length <= FEW) await this.#load();
  }

  async start(): Promise<void> {
    const turn = (this.#turn += 1);
    if (this.#left.length === 0) await this.#load();
    if (turn !== this.#turn) return;
    this.#begin("waiting");
    this.#deadline = this.#sources.now() + RUSH;
    this.left = RUSH;
    await this.next();
  }

  answer(given: DrillAnswer): void {
    if (this.phase !== "asking" || this.drill === null || this.tick()) return;
    const { drill } = this;
    this.given = given;
    this.isRight = typeof given === "number" ? drill.answers.includes(given) : given === (drill.winner ?? "neither");
    this.asked += 1;
    if (this.isRight) this.score += 1;
    const subject = { kind: this.kind, board: this.choice.board, lines: this.lineKinds.map(({ name }) => name) };
    this.#keep(drillProgress.afterAnswer(this.progress, subject, drill.line_kind, this.isRight));
    this.phase = "answered";
  }

  async next(): Promise<void> {
    if (this.choice.rush && (this.phase === "over" || this.tick())) return;
    const turn = (this.#turn += 1);
    if (this.#left.length === 0) await this.#load();
    if (turn !== this.#turn) return;
    const boxOf = (line: string): number => {
      const place = this.lineKinds.findIndex(({ name }) => name === line);
      return drillProgress.lineRecord(this.progress, this.kind, this.choice.board, line, place).box;
    };
    const drill = drillProgress.chooseDrill(this.#left, boxOf, this.#sources.random());
    if (drill === null) return;
    this.#left = this.#left.filter((one) => one !== drill);
    this.drill = drill;
    this.given = null;
    this.phase = "asking";
    if (this.#left.length <= FEW) void this.#load();
  }

  /** Let the clock of a rush run; return whether its time is up. */
  tick(): boolean {
    if (!this.choice.rush || this.phase === "over" || this.#deadline === 0) return this.phase === "over";
    this.left = Math.max(0, this.#deadline - this.#sources.now());
    if (this.left > 0) return false;
    this.phase = "over";
    this.#deadline = 0;
    this.#keep(drillProgress.afterRush(this.progress, this.kind, this.score));
    return true;
  }

  #begin(phase: "waiting"): void {
    this.phase = phase;
    this.score = 0;
    this.asked = 0;
    this.given = null;
    this.left = 0;
    this.#deadline = 0;
  }

  #keep(progress: drillProgress.DrillProgress): void {
    this.progress = progress;
    drillProgress.saveProgress(this.#sources.storage, progress);
  }

  /** Load a batch; at most one is loaded at a time. */
  #load(): Promise<void> {
    if (this.#loading !== null) return this.#loading;
    const loading = this.#loadBatch(this.choice.board, this.kind).finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  async #loadBatch(board: string, kind: DrillKind): Promise<void> {
    try {
      const made = await this.#sources.load(board, kind, this.#seed++, BATCH);
      if (board !== this.choice.board || kind !== this.kind) return;
      this.lineKinds = made.line_kinds;
      this.#left = [...this.#left, ...made.drills];
      this.fault = "";
    } catch (error) {
      if (board === this.choice.board && kind === this.kind) {
        this.fault = errorText(error, "Drills need it; puzzles and the lesson do not.");
      }
    }
  }
}
